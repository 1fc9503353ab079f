"""What other packages may use of the compiled engine. The rest is private to it."""

from .host import Host as Host
from .host import NoEnd as NoEnd
from .sections import BadModule as BadModule
