"""Files and data of any kind: strict YAML, JSON Schema, the cache, files that are written whole."""
