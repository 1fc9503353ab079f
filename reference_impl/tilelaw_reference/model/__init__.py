"""What the evaluator works on: values, the indexed rules, positions and moves."""
