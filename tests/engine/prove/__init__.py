"""Whether two engines play alike: what is compared at a state (`compare`), games along which it is (`walk`), and where
the games come from (`games`). `python tests/engine/prove` runs the long version.
"""
