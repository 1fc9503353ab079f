"""An adapter without faults, except for the one that is named. Its engine finds every move legal."""

import json
import os
import sys
import time
from pathlib import Path

HELLO = json.loads((Path(__file__).parent / "hello.json").read_text(encoding="utf-8"))
HELLO |= {"methods": ["judge", "bye"], "levels": ["legality"]}
HOW = sys.argv[1]
if HOW in ("takes_deck", "refuses_deck"):
    HELLO["deck"] = "given"
METHOD = "judge"
if HOW == "replays_whole_turns":
    METHOD = "apply"
    HELLO |= {"methods": ["apply", "bye"], "positions": ["history"], "steps": "turn"}


def answer(request: dict) -> dict:  # type: ignore[type-arg]  # what comes may have any form
    method, params = request["method"], request["params"]
    if method == "hello":
        return {"result": HELLO}
    if method == "bye" or (method == "deck" and HOW == "takes_deck"):
        return {"result": {}}
    if method == "deck" and HOW == "refuses_deck":
        return {"error": {"code": -32602, "message": "KeyError: 'name'"}}
    if method != METHOD:
        if HOW == "dies_of_unknown_methods":
            sys.exit(f"unknown method {method}")
        if HOW == "answers_unknown_methods":
            return {"result": {"legal": True}}
        return {"error": {"code": -32600 if HOW == "other_code" else -32601, "message": "no such method"}}
    if not isinstance(params["position"], dict):
        if HOW == "dies_of_nonsense":
            raise TypeError("position")
        if HOW == "takes_nonsense":
            return {"result": {"legal": False}}
        return {"error": {"code": -32602, "message": "position: expected an object"}}
    if HOW == "holds_nothing" or (HOW == "holds_little" and params["position"]["state"]["row"][0]["tile"] == 7):
        return {"error": {"code": 1003, "message": "no place for it"}}
    if HOW == "misreads_positions":
        return {"error": {"code": -32603, "message": "KeyError: 'tiles'"}}
    if HOW == "answers_as_text":
        return {"result": {"legal": "yes"}}
    if HOW == "dies_of_moves":
        sys.exit(9)
    if METHOD == "apply":
        return {"result": {"state": params["position"]["history"]["start"]}}
    return {"result": {"legal": True}}


def say(message: dict) -> None:  # type: ignore[type-arg]  # as above
    text = json.dumps(message)
    match HOW:
        case "buffered" | "buffered_for_ever":
            sys.stdout.write(text + "\n")
            return
        case "pretty":
            text = json.dumps(message, indent=2)
        case "crlf":
            text += "\r"
        case "python":
            text = str(message)
        case "blank_lines":
            text = "\n" + text
        case "logs" | "logs_later":
            if HOW == "logs" or message["id"] > 3:
                text = f"[debug] answering {message['id']}\n{text}"
        case "headers":
            text = f"Content-Length: {len(text)}\r\n\r\n{text}"
        case "bare":
            text = json.dumps(message.get("result", message.get("error")))
        case "no_id":
            text = json.dumps({key: value for key, value in message.items() if key != "id"})
        case "text_id":
            text = json.dumps({**message, "id": str(message["id"])})
        case "float_id":
            text = json.dumps({**message, "id": float(message["id"])})
        case "own_ids":
            text = json.dumps({**message, "id": 1})
        case "short_ids":
            text = json.dumps({**message, "id": message["id"] % 2**31})
        case "no_version":
            text = json.dumps({key: value for key, value in message.items() if key != "jsonrpc"})
        case "list":
            text = json.dumps([message])
        case "encoded_twice":
            if "result" in message:
                text = json.dumps({**message, "result": json.dumps(message["result"])})
        case "notifies":
            text = json.dumps({"jsonrpc": "2.0", "method": "log", "params": {}}) + "\n" + text
        case "two_on_a_line":
            text += text
    data = text.encode()
    match HOW:
        case "bom":
            data = b"\xef\xbb\xbf" + data
        case "utf16":
            data = (text + "\n").encode("utf-16")
        case "latin1":
            data = data[:-1] + ', "note": "Průběh"}'.encode("iso8859-2")
        case "half":
            data = data[:20]
    os.write(1, data + (b"" if HOW in ("no_line_end", "half", "utf16") else b"\n"))


def handle(line: str) -> None:
    try:
        request = json.loads(line)
    except ValueError:
        if HOW == "dies_of_garbage":
            raise
        say({"jsonrpc": "2.0", "id": None, "error": {"code": -32700, "message": "no JSON"}})
        return
    say({"jsonrpc": "2.0", "id": request["id"], **answer(request)})
    if request["method"] == "bye" and HOW != "stays":
        sys.stdout.flush()
        os._exit(0)


if HOW == "silent":
    time.sleep(600)
if HOW == "dies_at_start":
    sys.exit("no board")
if HOW == "echo":
    for line in sys.stdin:
        os.write(1, line.encode())
if HOW == "reads_all":
    for line in sys.stdin.read().splitlines():
        handle(line)
elif HOW == "one_read":
    while chunk := os.read(0, 65536):
        handle(chunk.split(b"\n")[0].decode())
elif HOW == "short_lines":
    while line := sys.stdin.readline(10_000):
        handle(line)
elif HOW.startswith("buffered"):
    size = 8192 if HOW == "buffered" else 10_000_000
    sys.stdout = open(1, "w", buffering=size, encoding="utf-8", closefd=False)  # noqa: SIM115
    for line in sys.stdin:
        handle(line)
    sys.stdout.flush()
else:
    for line in sys.stdin:
        handle(line)
if HOW == "stays":
    time.sleep(600)
