"""Texts, tables and files with mistakes made in them: how they are made (`mutations`), what they are made from
(`specimens`), and what must be true of whatever is said about them (`judge`). `python tests/prove.py texts` runs the
long version.
"""
