"""What `tilelaw rules lint` does beyond reading: edits, rules that are slow, games at random and their report."""
