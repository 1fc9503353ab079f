"""Whether two engines play alike: what is compared at a state (`compare`), games along which it is (`walk`), and where
the games come from (`games`). `python tests/prove.py engines` runs the long version.
"""
