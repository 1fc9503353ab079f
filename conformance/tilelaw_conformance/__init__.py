"""The conformance suite: protocol, corpus and runner."""
