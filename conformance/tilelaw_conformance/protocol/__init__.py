"""What is said to an implementation and back: messages, claims, and what is valid."""
