"""`croupier board --check`: what is wrong with the board in a sample of its positions.

Chromium opens the page /check of the preview, which looks at them and sends what it has found.
"""

import os
import queue
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from tools.preview_server import Preview

NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
FLAGS = (
    "--headless",
    "--hide-scrollbars",
    "--no-first-run",
    "--remote-debugging-port=0",  # or it ends once the page is loaded
    "--window-size=1000,800",
)
LONGEST_S, OFTEN_S = 120, 0.5
MISSING = "The board was not looked at: no Chromium is on the PATH, and CHROMIUM names none."
SILENT = "Chromium has told nothing of the board: does it loop? This is what Chromium said:\n{}"


def check(preview: Preview, url: str) -> int:
    """Look at the board of the preview at this address; return the exit code."""
    known = [preview.fault] if preview.fault else preview.positions()["missing"]
    if known:
        return _say(known)
    program = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    if not program:
        print(MISSING)
        return 0
    with tempfile.TemporaryDirectory(
        prefix="croupier-board-", ignore_cleanup_errors=True
    ) as folder:
        told = _look(preview, program, f"{url}/check", Path(folder))
    if told["found"]:
        return _say(told["found"])
    print(f"Nothing is wrong with the board in {told['looked']} positions.")
    return 0


def _look(preview: Preview, program: str, url: str, folder: Path) -> Mapping[str, Any]:
    """Return what the page has found; `folder` is for what Chromium keeps and says."""
    root = ["--no-sandbox"] * (os.geteuid() == 0)  # who cannot have it
    command = [program, *FLAGS, *root, f"--user-data-dir={folder}", url]
    said = folder / "said.txt"
    with said.open("w") as output:
        # A session of its own, since Debian's chromium is a script that starts another process.
        opened = subprocess.Popen(command, stdout=output, stderr=output, start_new_session=True)
        try:
            end = time.monotonic() + LONGEST_S
            while opened.poll() is None and time.monotonic() < end:
                with suppress(queue.Empty):
                    return preview.checked.get(timeout=OFTEN_S)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(opened.pid, signal.SIGKILL)
            opened.wait()
    return {"found": [SILENT.format(said.read_text())]}


def _say(wrong: Sequence[str]) -> int:
    sys.stderr.write("".join(f"{each}\n" for each in wrong))
    return 1
