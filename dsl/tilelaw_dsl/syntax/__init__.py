"""What the author wrote: one frozen node per construct, in the order of grammar.lark.

Nodes compare by meaning: `span` takes no part in equality. Sequences are tuples. Optional parts are `None`,
texts are plain strings without their quotes. Families are union aliases at the end of each part, and passes
over them are plain functions with `match` and a final `assert_never`.
"""

from tilelaw_dsl.syntax.books import *
from tilelaw_dsl.syntax.declarations import *
from tilelaw_dsl.syntax.expressions import *
from tilelaw_dsl.syntax.flow import *
from tilelaw_dsl.syntax.layers import *
from tilelaw_dsl.syntax.node import *
from tilelaw_dsl.syntax.rules import *
from tilelaw_dsl.vocabulary import *
