"""Boards drawn as terminal text."""
