"""What `croupier board` serves: its page, the files of the page and of a game, and positions.

/                  the page; /frame is the same, and shows one board; /check looks at a sample
/checked           takes what the page at /check has found, {looked, found}
/positions         {number, fault, missing, positions}, each without what its seats see
/positions/NUMBER  one of them, with all that its seats see
/changes?after=N   answers once what is shown is another than number N
"""

import base64
import html
import json
import queue
import re
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import suppress
from hashlib import sha256
from http.server import BaseHTTPRequestHandler
from pathlib import PurePosixPath
from posixpath import normpath
from typing import Any
from urllib.parse import parse_qs, urlsplit

from gateway.web.boards import Boards
from gateway.web.files import WebFiles
from gateway.web.games import SERVED, WebGame
from gateway.web.modules import IMPORT
from gateway.web.policy import FILES, GAMES, POLICY, REFERENCE

HEADERS = {
    "Content-Security-Policy": POLICY.replace("ancestors 'none'", "ancestors 'self'") + "'self'"
}
"""Those of the page on which people play, so a board does nothing here that it may not do there."""
PAGES = ("/", "/frame", "/check")
ANEW, KEPT = "no-store", "max-age=60"
"""Each frame loads the files of the page; those of the game have other addresses after a change."""
PATIENCE_S = 20
"""How long a browser waits for a change before it asks again."""
LONGEST_S = 60
"""How long the random matches may take."""
LOOPS = f"The random matches take longer than {LONGEST_S} s: does a rule loop?"
GAME_FILE = re.compile(rf"{FILES}\w+/games/(\w+)/([\w.-]+)")
PUBLIC = "web/board.js"


class Preview:
    """The game that is shown, as its files were when they were read last."""

    def __init__(self, files: WebFiles, page: str) -> None:
        self.files = files
        self.number = 0
        """Raised with each change."""
        self.fault = ""
        """Why the rules cannot be played, as Python says it."""
        self.checked: queue.Queue[Mapping[str, Any]] = queue.Queue()
        """What pages at /check have found."""
        self._page = page
        self._game: WebGame | None = None
        self._positions: list[dict[str, Any]] = []
        self._changed = threading.Condition()
        self.boards = Boards(files, tuple, [], FILES, "")

    def show(self, game_id: str) -> None:
        """Read the game anew: the one that was shown stays where its rules have failed."""
        try:
            ran = subprocess.run(
                [sys.executable, "-m", "croupier_game.kit.positions", game_id],
                capture_output=True,
                text=True,
                timeout=LONGEST_S,
                check=False,
            )
            self.fault = ran.stderr.strip() if ran.returncode else ""
        except subprocess.TimeoutExpired:
            self.fault = LOOPS
        if not self.fault:
            self._take(json.loads(ran.stdout))
        with self._changed:
            self.number += 1
            self._changed.notify_all()

    def _take(self, told: Mapping[str, Any]) -> None:
        files = {name: base64.b64decode(body) for name, body in told["files"].items()}
        least, most = told["seats"]
        digest = sha256(f"{sorted(told['files'].items())}".encode()).hexdigest()
        self.boards = Boards(self.files, lambda: [game], [told["id"]], FILES, "")
        game = self._game = WebGame(told["id"], told["name"], (least, most), digest, files)
        self._positions = told["positions"]

    def wait(self, number: int) -> None:
        """Return once another number is shown, or after a while."""
        with self._changed:
            self._changed.wait_for(lambda: self.number != number, PATIENCE_S)

    @property
    def page(self) -> str:
        """The page, which is told of the game."""
        games = [self.boards.told(each, "") for each in self.boards.now()]
        content = html.escape(json.dumps(games))
        page = REFERENCE.sub(rf'\1="{FILES}web/', self._page)
        return page.replace(GAMES, GAMES + content, 1)

    def positions(self) -> dict[str, Any]:
        """Return all positions, without what their seats see."""
        seen = ({**each, "eyes": [eye["seat"] for eye in each["eyes"]]} for each in self._positions)
        missing = [*_missing(self._game.files)] if self._game else []
        return {
            "number": self.number,
            "fault": self.fault,
            "missing": missing,
            "game": self._game.id if self._game else "",
            "texts": [*(self._game.web("", "", True) or {}).get("texts", [])] if self._game else [],
            "positions": [*seen],
        }

    def position(self, number: str) -> dict[str, Any] | None:
        """Return one of them with all that its seats see; None if there is none."""
        if not number.isdecimal() or int(number) >= len(self._positions):
            return None
        return self._positions[int(number)]

    def file(self, path: str) -> bytes | None:
        """Return a file of the page or of the game; None if there is none."""
        if found := GAME_FILE.fullmatch(path):
            return self.boards.file(found[1], found[2])
        name = path.removeprefix(FILES)
        return self.files.text(name).encode() if name in self.files else None


def _missing(files: Mapping[str, bytes]) -> Iterator[str]:
    """Yield what is wrong with the files of a board that a browser would not say in words."""
    if "game.json" not in files:
        yield "board/game.json is missing: without it, the page shows the generic table."
    for name, body in files.items():
        if name.endswith(".js"):
            text = body.decode(errors="replace")
            for found in IMPORT.finditer(text):
                target, line = normpath(found[1]), text.count("\n", 0, found.start(1)) + 1
                if target not in files and not target.endswith(PUBLIC):
                    yield f"board/{name}:{line}: {found[1]} is none of the files of the board."


class Handler(BaseHTTPRequestHandler):
    """Answers the browser."""

    protocol_version = "HTTP/1.1"

    def __init__(self, preview: Preview, *arguments: Any) -> None:
        self._preview = preview
        super().__init__(*arguments)

    def handle(self) -> None:
        """Answer until the browser has gone."""
        with suppress(ConnectionError):
            super().handle()

    def do_GET(self) -> None:
        address = urlsplit(self.path)
        path = address.path
        self._preview.wait(0)  # until the first positions are there
        if path in PAGES:
            return self._answer(self._preview.page.encode(), "text/html; charset=utf-8")
        if path == "/changes":
            after = parse_qs(address.query).get("after", ["0"])[0]
            self._preview.wait(int(after) if after.isdecimal() else 0)
            return self._json({"number": self._preview.number})
        if path == "/positions":
            return self._json(self._preview.positions())
        if path.startswith("/positions/"):
            return self._json(self._preview.position(path.removeprefix("/positions/")))
        body = self._preview.file(path)
        kind = SERVED.get(PurePosixPath(path).suffix, "application/octet-stream")
        return self._answer(body, kind, KEPT)

    def do_POST(self) -> None:
        if self.path != "/checked":
            return self._json(None)
        told = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self._preview.checked.put(told)
        return self._json({})

    def _json(self, value: Any) -> None:
        self._answer(None if value is None else json.dumps(value).encode(), "application/json")

    def _answer(self, body: bytes | None, kind: str, kept: str = ANEW) -> None:
        self.send_response(200 if body is not None else 404)
        for name, value in {**HEADERS, "Content-Type": kind, "Cache-Control": kept}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body or b"")))
        self.end_headers()
        self.wfile.write(body or b"")

    def log_message(self, format: str, *arguments: Any) -> None:  # noqa: A002 # its base names it so
        """Log no requests."""
