"""`croupier board PATH`: the board of a game in all its positions, in a browser, until Ctrl-C.

It needs no service: positions come from random matches and from the spec. The page begins anew
whenever a file of the game is saved, and says what is wrong with the board, with file and line.
With --types, it writes the types of the game and of the page beside the board, for `// @ts-check`.
With --check, it looks at a sample of positions by itself, says what is wrong, and ends.
"""

import argparse
import shutil
import subprocess
import sys
import threading
import time
import webbrowser
from collections.abc import Sequence
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path

from croupier_game.kit.local import Folder, NotAGame, findable, read
from gateway.web.files import WebFiles

from tools.board_check import check
from tools.preview_server import Handler, Preview
from tools.reload import Games

WEB = Path(__file__).parent.parent / "web"
PAGE_TYPES = Path(__file__).with_name("page.d.ts")
LOOPBACK = "127.0.0.1"
PORT = 8090
CHECK_S = 0.2
"""The time between two looks at the files."""
ABOUT = "the folder of a game; by default this one"
CHECKED = "look at some positions in Chromium, say what is wrong, and end: 1 if there is something"


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve the page until Ctrl-C; return the exit code."""
    about, *_ = (__doc__ or "").split("\n")
    parser = argparse.ArgumentParser("croupier board", description=about)
    parser.add_argument("path", nargs="?", type=Path, default=Path(), help=ABOUT)
    parser.add_argument("--check", action="store_true", help=CHECKED)
    parser.add_argument("--port", type=int, default=PORT, help=f"of the page, by default {PORT}")
    parser.add_argument("--types", action="store_true", help="write board/*.d.ts, and show nothing")
    parser.add_argument("--open", action="store_true", help="open the page in a browser")
    asked = parser.parse_args(arguments)
    try:
        folder = read(asked.path)
        if asked.types:
            return _write_types(folder)
        preview = Preview(WebFiles(WEB), (WEB / "preview.html").read_text())
        port = 0 if asked.check else asked.port
        server = ThreadingHTTPServer((LOOPBACK, port), partial(Handler, preview))
    except NotAGame as error:
        return _fail(str(error))
    except (OSError, OverflowError):
        return _fail(f"Port {asked.port} is taken; choose another with --port.")
    server.daemon_threads = True
    with findable([folder]), server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://localhost:{server.server_port}"
        if asked.check:
            preview.show(folder.games[0])
            return check(preview, url)
        print(f"The board of {folder.games[0]}: {url}\nCtrl-C ends it.", flush=True)
        if asked.open:
            webbrowser.open(url)
        return _follow(preview, Games([folder]))


def _write_types(folder: Folder) -> int:
    """Write types.d.ts and page.d.ts into the folder of each board; return the exit code."""
    with findable([folder]):
        for game in folder.games:
            command = [sys.executable, "-m", "tools.board_types", game]
            ran = subprocess.run(command, capture_output=True, text=True, check=False)
            if ran.returncode:
                return _fail(ran.stderr.strip())
            board = folder.package(game) / "board"
            board.mkdir(exist_ok=True)
            (board / "types.d.ts").write_text(ran.stdout)
            shutil.copyfile(PAGE_TYPES, board / PAGE_TYPES.name)
            print(f"Written: {board / 'types.d.ts'}, and page.d.ts beside it.")
    return 0


def _follow(preview: Preview, games: Games) -> int:
    """Show the game as its files are, until Ctrl-C."""
    try:
        preview.show(games.ids[0])
        while True:
            time.sleep(CHECK_S)
            if changed := games.changed():
                preview.show(games.ids[0])
                print(f"Shown anew: {', '.join(each.name for each in changed)}.", flush=True)
    except KeyboardInterrupt:
        return 0


def _fail(text: str) -> int:
    sys.stderr.write(f"{text}\n")
    return 1


if __name__ == "__main__":
    sys.exit(main())
