"""Reads everything and says nothing, not even hello."""

import sys

for _ in sys.stdin:
    pass
