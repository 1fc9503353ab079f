"""The rules as the search sees them: what positions are made of, and an engine that plays."""
