"""Says hello and then reads nothing more, whatever is sent."""

import json
import sys
import time
from pathlib import Path

HELLO = json.loads((Path(__file__).parent / "hello.json").read_text(encoding="utf-8"))

request = json.loads(sys.stdin.readline())
print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": HELLO}), flush=True)
time.sleep(600)
