"""Boards as text and as pictures: the notation people write them in, and whole positions drawn."""
