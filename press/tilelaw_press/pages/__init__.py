"""Pages of single rules and cases, of what editions and rulings say, and of the words of the table."""
