"""The tools of those who write cases: lint, coverage, descriptions, export."""
