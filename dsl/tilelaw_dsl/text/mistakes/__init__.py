"""What is wrong with a text that cannot be read, in a sentence, and what to write instead."""
