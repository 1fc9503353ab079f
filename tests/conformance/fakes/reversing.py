"""Right by a table, and answers the latest of all requests that have come first."""

import json
import os
import select
from pathlib import Path
from typing import Any

HELLO = json.loads((Path(__file__).parent / "hello.json").read_text(encoding="utf-8"))


def answer(request: dict[str, Any]) -> bytes:
    if request["method"] == "hello":
        result = HELLO
    elif request["method"] == "judge":
        tile = request["params"]["position"]["state"]["row"][0]["tile"]
        is_wrong = tile == 7 and request["params"]["move"]["place"]["a"] == [2, 1]
        result = {"legal": False, "rules": ["place.connects"]} if is_wrong else {"legal": True}
    else:
        result = {}
    return json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}).encode() + b"\n"


text = b""
while True:
    if not select.select([0], [], [], 0.1)[0]:  # nothing more comes for now
        for line in reversed(text.splitlines()):
            os.write(1, answer(json.loads(line)))
        text = b""
    elif chunk := os.read(0, 65536):
        text += chunk
    else:
        break
