"""Right, and talks so much on its error output that an unread pipe would be full."""

import json
import sys
from pathlib import Path

HELLO = json.loads((Path(__file__).parent / "hello.json").read_text(encoding="utf-8"))

for line in sys.stdin:
    request = json.loads(line)
    print("thinking " * 50_000, file=sys.stderr, flush=True)
    result = HELLO if request["method"] == "hello" else {"legal": True}
    print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}), flush=True)
