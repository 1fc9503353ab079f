"""Crashes over the first question after hello, and leaves a note, so that its next life is right."""

import json
import sys
from pathlib import Path

HELLO = json.loads((Path(__file__).parent / "hello.json").read_text(encoding="utf-8"))

NOTE = Path(sys.argv[1])

for line in sys.stdin:
    request = json.loads(line)
    if request["method"] != "hello" and not NOTE.exists():
        NOTE.touch()
        sys.exit(3)
    result = HELLO if request["method"] == "hello" else {"legal": True}
    print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}), flush=True)
