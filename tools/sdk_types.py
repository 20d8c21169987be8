"""Write the types of both SDKs, which are made of docs/openapi.json and are not in git.

`python -m tools.sdk_types [python] [javascript]`; both if none is named. For JavaScript, deno is
needed, which `make .venv/web` installs.
"""

import json
import runpy
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
DOCUMENT = ROOT / "docs/openapi.json"
PYTHON = ROOT / "sdk/python/croupier_client/types"
JAVASCRIPT = ROOT / "sdk/javascript"
DENO = Path(sys.executable).with_name("deno")


def main(*names: str) -> int:
    """Write those of these SDKs; return the exit code."""
    for name in names or WRITERS:
        WRITERS[name]()
    return 0


def python() -> None:
    """Write the modules with structs. Their writer is run alone: its package needs them."""
    writing = runpy.run_path(str(PYTHON / "writing.py"))
    document = json.loads(DOCUMENT.read_text())
    (PYTHON / "protocol.py").write_text(writing["protocol"](document))
    (PYTHON / "games.py").write_text(writing["games"](document, base="Any"))


def javascript() -> None:
    """Write the declarations. Raise CalledProcessError if deno fails."""
    subprocess.run((DENO, "task", "-q", "generate"), cwd=JAVASCRIPT, check=True)


WRITERS = {"python": python, "javascript": javascript}


def missing() -> list[str]:
    """The SDKs without types, as far as they can be written here."""
    made = {"python": PYTHON / "games.py", "javascript": JAVASCRIPT / "types/schema.d.ts"}
    without = [name for name, file in made.items() if not file.exists()]
    return [name for name in without if name == "python" or DENO.exists()]


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
