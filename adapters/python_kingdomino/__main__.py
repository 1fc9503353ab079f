"""Kingdomino Origins and classic Kingdomino behind a small JSON-RPC protocol on standard input and output."""

from protocol import serve

if __name__ == "__main__":
    serve()
