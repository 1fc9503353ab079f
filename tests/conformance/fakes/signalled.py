"""Says hello, and ends itself by a signal over every other question."""

import json
import os
import signal
import sys
from pathlib import Path

HELLO = json.loads((Path(__file__).parent / "hello.json").read_text(encoding="utf-8"))

for line in sys.stdin:
    request = json.loads(line)
    if request["method"] != "hello":
        os.kill(os.getpid(), signal.SIGTERM)
    print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": HELLO}), flush=True)
