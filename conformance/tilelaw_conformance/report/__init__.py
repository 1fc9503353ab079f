"""What a run found, for the terminal, as HTML, JUnit and JSON Lines."""
