"""Says hello, and answers the next question with a line that never ends."""

import json
import sys
from pathlib import Path

HELLO = json.loads((Path(__file__).parent / "hello.json").read_text(encoding="utf-8"))

for line in sys.stdin:
    request = json.loads(line)
    if request["method"] == "hello":
        print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": HELLO}), flush=True)
    while request["method"] != "hello":
        sys.stdout.write("legal " * 1000)
