"""Only scores, in totals: everybody has 32 points."""

import json
import sys
from pathlib import Path

HELLO = json.loads((Path(__file__).parent / "hello.json").read_text(encoding="utf-8"))

HELLO["methods"] = ["hello", "score"]
HELLO["levels"] = ["results"]

for line in sys.stdin:
    request = json.loads(line)
    result = HELLO if request["method"] == "hello" else {"sides": [{"side": side, "total": 32} for side in range(4)]}
    print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}), flush=True)
