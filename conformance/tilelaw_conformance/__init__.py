"""The conformance suite: cases, and a runner that puts them to any program that speaks the protocol."""
