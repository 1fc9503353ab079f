"""Layers: which of them a ruleset is made of, and how they become one text."""
