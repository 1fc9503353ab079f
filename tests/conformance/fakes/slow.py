"""Right, but only after a while: legal, half a second late."""

import json
import sys
import time
from pathlib import Path

HELLO = json.loads((Path(__file__).parent / "hello.json").read_text(encoding="utf-8"))

for line in sys.stdin:
    request = json.loads(line)
    time.sleep(0 if request["method"] == "hello" else 0.5)
    result = HELLO if request["method"] == "hello" else {"legal": True, "moves": [], "sides": [], "groups": []}
    print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}), flush=True)
