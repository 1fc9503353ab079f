"""Pictures: what they are put together from, and whole ones of positions, pieces and boards."""
