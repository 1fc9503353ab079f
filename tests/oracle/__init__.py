"""Plain second engines, written from the rulebooks, to compare the project's own engine with."""
