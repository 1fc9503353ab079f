"""Crashes before it says hello."""

import sys

sys.exit("the board is missing")
