"""Says hello, and crashes over every other question."""

import json
import sys
from pathlib import Path

HELLO = json.loads((Path(__file__).parent / "hello.json").read_text(encoding="utf-8"))

for line in sys.stdin:
    request = json.loads(line)
    result = HELLO if request["method"] == "hello" else {"legal": 1 // 0 == 1}
    print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}), flush=True)
