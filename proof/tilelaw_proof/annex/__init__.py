"""Annexes of cases: neighbours of refused answers, and other rulesets in which a case holds."""
