"""Rulebooks: chapters made from the course of a game, options folded into them, diagrams, summaries, whole pages."""
