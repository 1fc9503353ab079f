"""Boards as text: the notation people write them in, and whole positions drawn for the terminal."""
