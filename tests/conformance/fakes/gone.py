"""Says hello in its first life only, and crashes over every other question."""

import json
import sys
from pathlib import Path

HELLO = json.loads((Path(__file__).parent / "hello.json").read_text(encoding="utf-8"))

NOTE = Path(sys.argv[1])
if NOTE.exists():
    sys.exit("the database is locked")
NOTE.touch()
request = json.loads(sys.stdin.readline())
print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": HELLO}), flush=True)
sys.stdin.readline()
sys.exit(4)
