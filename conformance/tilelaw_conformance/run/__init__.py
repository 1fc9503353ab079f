"""Running cases: processes, requests in flight, and what the answers are compared with."""
