"""Positions, moves and rules as JSON: read, written, described, and as a player may see them."""
