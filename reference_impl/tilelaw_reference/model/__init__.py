"""What the other rooms work on: values and how they are written, the indexed rules, positions and moves."""
