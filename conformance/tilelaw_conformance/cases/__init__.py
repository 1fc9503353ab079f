"""Cases: read from the corpus, selected, and with the games that lead to their positions."""
