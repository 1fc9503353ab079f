"""Greets people on the output that is meant for answers."""

import json
import sys
from pathlib import Path

HELLO = json.loads((Path(__file__).parent / "hello.json").read_text(encoding="utf-8"))

print("Welcome to the best engine in the world!", flush=True)
for line in sys.stdin:
    request = json.loads(line)
    result = HELLO if request["method"] == "hello" else {"legal": True}
    print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}), flush=True)
