"""Right about the connection picture, except over domino 10: there it misbehaves in the way that is named."""

import json
import os
import subprocess
import sys
import threading
import time
from pathlib import Path

HELLO = json.loads((Path(__file__).parent / "hello.json").read_text(encoding="utf-8"))
HIDDEN = "import os, sys, time; open(sys.argv[1], 'w').write(str(os.getpid())); time.sleep(30)"
LEGAL = {"legal": True}
ILLEGAL = {"legal": False, "rules": ["place.connects"]}
HOW, *MORE = sys.argv[1:]


def text(id_: object, result: object) -> bytes:
    return json.dumps({"jsonrpc": "2.0", "id": id_, "result": result}).encode() + b"\n"


def say(data: bytes) -> None:
    os.write(1, data)


def misbehave(id_: int) -> None:
    answer = text(id_, LEGAL)
    match HOW:
        case "not_utf8":
            say(b'{"jsonrpc": "2.0", "id": %d, "result": {"legal": true, "note": "\xff\xfe"}}\n' % id_)
        case "half_then_ends":
            say(answer[:20])
            sys.exit(0)
        case "half_then_silent":
            say(answer[:20])
            time.sleep(600)
        case "crumbs":
            for i in range(len(answer)):
                say(answer[i : i + 1])
                time.sleep(0.001)
        case "huge_number":
            say(b'{"jsonrpc": "2.0", "id": %d, "result": {"legal": true, "nodes": %b}}\n' % (id_, b"9" * 100_000))
        case "huge_id":
            say(b'{"jsonrpc": "2.0", "id": %b, "result": {"legal": true}}\n' % (b"9" * 100_000))
        case "deep":
            say(b'{"jsonrpc": "2.0", "id": %d, "result": {"legal": %b}}\n' % (id_, b"[" * 100_000 + b"]" * 100_000))
        case "deepish":
            say(b'{"jsonrpc": "2.0", "id": %d, "result": {"legal": %b}}\n' % (id_, b"[" * 900 + b"]" * 900))
        case "surrogate":
            say(text(id_, {"legal": "\ud800"}))
        case "no_id":
            say(b'{"jsonrpc": "2.0", "result": {"legal": true}}\n')
        case "text_id":
            say(text(str(id_), LEGAL))
        case "null_id":
            say(b'{"jsonrpc": "2.0", "id": null, "error": {"code": -32700, "message": "cannot read that"}}\n')
        case "stale_id":
            say(text(2, LEGAL))
        case "both":
            say(b'{"jsonrpc": "2.0", "id": %d, "result": {"legal": true}, "error": {"code": 1, "message": ""}}\n' % id_)
        case "twice":
            say(answer + answer)
        case "blank_line":
            say(b"\n" + answer)
        case "notification":
            say(b'{"jsonrpc": "2.0", "method": "log", "params": {}}\n' + answer)
        case "crlf":
            say(answer.replace(b"\n", b"\r\n"))
        case "answers_then_floods":
            say(answer)
            while True:
                say(answer * 1000)
        case "floods_lines":
            while True:
                say(b"legal\n" * 10_000)
        case "floods_one_line":
            while True:
                say(b"legal" * 10_000)
        case "floods_errors":
            while True:
                os.write(2, b"thinking\n" * 1000)
                time.sleep(0.0005)  # ten megabytes a second are a flood, and leave the machine to others
        case "closes_output":
            os.close(1)
            time.sleep(600)
        case "closes_input":
            os.close(0)
            time.sleep(600)
        case "leaves_a_child":
            # The child keeps the output open, so that its end does not show there.
            subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
            os._exit(7)
        case "starts_a_daemon":
            code = "import time; time.sleep(600)"
            daemon = subprocess.Popen([sys.executable, "-c", code], start_new_session=True)
            Path(MORE[0]).write_text(str(daemon.pid), encoding="utf-8")
            time.sleep(600)
        case "hides":
            # In a session of its own, without the environment, and an orphan: nothing ties it to this process.
            if os.fork() == 0:
                os.setsid()
                if os.fork() == 0:
                    os.execve(sys.executable, [sys.executable, "-c", HIDDEN, *MORE], {})
                os._exit(0)
            time.sleep(600)
        case "hops":
            # Each forks one that leads a session of its own, and ends. It stops by itself after some seconds.
            end = time.monotonic() + 20
            if os.fork() == 0:
                os.closerange(0, 3)
                while time.monotonic() < end:
                    if os.fork():
                        os._exit(0)
                    os.setsid()
                    note = os.open(MORE[0], os.O_WRONLY | os.O_CREAT | os.O_APPEND)
                    os.write(note, b"%d\n" % os.getpid())
                    os.close(note)
                    time.sleep(0.001)
                os._exit(0)
            time.sleep(600)
        case "million_lists":
            lists = b",".join([b"[]"] * 1_000_000)
            say(b'{"jsonrpc": "2.0", "id": %d, "result": {"legal": true, "x": [%b]}}\n' % (id_, lists))
        case "million_names":
            names = b",".join(b'"%d": 1' % number for number in range(190_000))
            say(b'{"jsonrpc": "2.0", "id": %d, "result": {"legal": true, "x": {%b}}}\n' % (id_, names))
        case "wrong_lists":
            lists = b",".join([b"[]"] * 90_000)
            say(b'{"jsonrpc": "2.0", "id": %d, "result": {"legal": 1, "rules": [%b]}}\n' % (id_, lists))
        case "same_name":
            say(b'{"jsonrpc": "2.0", "id": %d, "result": {"legal": false, "legal": true}}\n' % id_)
        case "nan_id":
            say(b'{"jsonrpc": "2.0", "id": NaN, "result": {"legal": true}}\n')
        case "exits":
            os._exit(3)
        case "sleeps":
            time.sleep(600)
        case "talks_in_the_background":
            threading.Thread(target=time.sleep, args=(600,)).start()
            sys.exit(5)
        case _:
            raise ValueError(HOW)


while True:
    line = sys.stdin.readline()
    if not line:
        break
    request = json.loads(line)
    if request["method"] != "judge":
        say(text(request["id"], HELLO if request["method"] == "hello" else {}))
        continue
    params = request["params"]
    if params["position"]["state"]["row"][0]["tile"] == 10:
        misbehave(request["id"])
    else:
        say(text(request["id"], ILLEGAL if params["move"]["place"]["a"] == [2, 1] else LEGAL))
