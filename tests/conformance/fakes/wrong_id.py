"""Right, but always with the id of another request."""

import json
import sys
from pathlib import Path

HELLO = json.loads((Path(__file__).parent / "hello.json").read_text(encoding="utf-8"))

for line in sys.stdin:
    request = json.loads(line)
    is_hello = request["method"] == "hello"
    answer = {"result": HELLO} if is_hello else {"result": {"legal": True}}
    print(json.dumps({"jsonrpc": "2.0", "id": request["id"] + (not is_hello), **answer}), flush=True)
