"""Starts a child of its own, writes down its process id, says hello and is silent."""

import json
import subprocess
import sys
from pathlib import Path

HELLO = json.loads((Path(__file__).parent / "hello.json").read_text(encoding="utf-8"))

with subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"]) as child:
    Path(sys.argv[1]).write_text(str(child.pid), encoding="utf-8")
    for line in sys.stdin:
        request = json.loads(line)
        if request["method"] == "hello":
            print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": HELLO}), flush=True)
