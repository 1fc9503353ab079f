"""Rules text: from characters to a syntax tree, and back to text in the canonical layout."""
