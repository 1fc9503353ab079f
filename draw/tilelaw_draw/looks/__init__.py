"""Looks: how everything in positions is written and drawn, read from data and completed from the manifest."""
