"""A first look at a stranger's implementation, which names the usual faults."""
