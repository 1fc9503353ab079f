"""What other packages may use of the rules language. The rest is private to it."""

from . import editions as editions
from . import ir as ir
from . import syntax as syntax
from .codes import Code as Code
from .codes.explanation import Explanation as Explanation
from .codes.registry import CODES as CODES
from .codes.registry import explain_code as explain_code
from .codes.snippets import SKELETON as SKELETON
from .codes.snippets import Place as Place
from .codes.snippets import Snippet as Snippet
from .diagnostics import Diagnostic as Diagnostic
from .diagnostics import Report as Report
from .diagnostics import Severity as Severity
from .diagnostics import render as render
from .diagnostics import to_json as to_json
from .explain import findings as findings
from .layers.flatten import flattened as flattened
from .layers.merge import Merged as Merged
from .layers.merge import MergedRule as MergedRule
from .lint import lint as lint
from .rulebook import Rulebook as Rulebook
from .source import NOWHERE as NOWHERE
from .source import Source as Source
from .text.printer import format_text as format_text
from .text.printer import print_file as print_file
from .text.printer import print_statement as print_statement
