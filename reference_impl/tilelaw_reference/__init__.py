"""The reference evaluator: runs checked rules."""
