"""Right by a table about the first move it is asked about; the next one gets the answer of the first."""

import json
import sys
from pathlib import Path

HELLO = json.loads((Path(__file__).parent / "hello.json").read_text(encoding="utf-8"))

first = None
for line in sys.stdin:
    request = json.loads(line)
    result = HELLO if request["method"] == "hello" else {}
    if request["method"] == "judge":
        params = request["params"]
        tile = params["position"]["state"]["row"][0]["tile"]
        is_wrong = tile == 7 and params["move"]["place"]["a"] == [2, 1]
        first = first or ({"legal": False, "rules": ["place.connects"]} if is_wrong else {"legal": True})
        result = first
    print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}), flush=True)
