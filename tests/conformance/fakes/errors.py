"""Answers every question after hello with an error."""

import json
import sys
from pathlib import Path

HELLO = json.loads((Path(__file__).parent / "hello.json").read_text(encoding="utf-8"))

for line in sys.stdin:
    request = json.loads(line)
    refusal = {"error": {"code": -32603, "message": "not today"}}
    answer = {"result": HELLO} if request["method"] == "hello" else refusal
    print(json.dumps({"jsonrpc": "2.0", "id": request["id"], **answer}), flush=True)
