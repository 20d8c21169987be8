"""`make web-build`: the web table as packages and images have it, in web/dist.

`python -m tools.web_build [FOLDER [GAMES]]`. esbuild joins and shortens the modules of web/, and
names files by their content, so that browsers may keep them; .br and .gz lie beside each.
web/deno.json and web/deno.lock have the version of esbuild and its hashes.

With GAMES, the boards of games/ are joined as well, into the folders `board` below it, as engines
hand them out. They import web/board.js of whichever page they are shown on, so that one is not
joined with them. A board of anybody else is served as it is.

What the page in web/earlier names, such as the web/dist of the last release, goes along: pages that
were loaded before a rollout go on with the files that they began with. What that release took along
of the one before is left out, or there would be more with each release.
"""

import gzip
import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from os.path import relpath
from pathlib import Path
from typing import Any

import brotli

ROOT = Path(__file__).parent.parent
WEB = ROOT / "web"
SOURCES = ("web", "sdk/javascript/src", "sdk/javascript/verify")
VERIFIERS = "games/*/*/verify.js"
"""What the client imports where no page hands it a game's: never here, but it must be found."""
PLACES = ("dist", "earlier")
"""Folders in web/ that have no sources."""
EMBEDDED = "app/board/croupier-table.js"
"""The module that names the style sheet, which it loads into other pages."""
TOGETHER = (
    ("app/embed.js", "app/main.js"),
    ("app/embed.js", "app/pages/match.js"),
    ("app/main.js", "app/main.js"),
    ("app/pages/home.js", "app/pages/wait.js"),
    ("app/pages/home.js", "app/pages/lobby.js"),
    ("app/pages/wait.js", "app/pages/profile.js"),
    ("app/pages/profile.js", "app/pages/tournament.js"),
    ("app/tournaments/way-back.js", "app/pages/tournament.js"),
    ("app/pages/match.js", "app/pages/match.js"),
    ("../sdk/javascript/src/proof.js", "../sdk/javascript/src/proof.js"),
)
"""What both of a pair import, but for what an earlier pair does, is one file: see `_join`."""
FRAME = re.compile(r'rel="croupier-frame" href="\./([^"]+\.js)"')
"""What frames have of the page, each a file by itself: none of it is the page's."""
CALL = "dynamic-import"
AS_THEY_ARE = ("sw.js", "vendor/VENDOR.md")
"""Under their own names: the worker, which is at one address, and the licences."""
PACKED = (".css", ".html", ".js", ".svg", ".webmanifest")
REFERENCE = re.compile(r'"(?:\.{1,2}/)+([^"]+)"')
NAMED_BY_CONTENT = re.compile(r".+-[A-Z0-9]{8}\.\w+(\.\w+)*")
FLAGS = "--bundle --splitting --minify --format=esm --log-level=warning"
PAGE_FLAGS = "--sourcemap --outdir=dist --metafile=made.json"
BOARD_FLAGS = "--external:*/web/board.js --entry-names=[name] --chunk-names=[name]-[hash]"
BOARDS = "games/*/*/board"
ASKED_FOR = re.compile(r"(board|score|guide|pictures|[a-z]{2})\.js")
"""What a page loads of a game by its name (services/gateway/web/games.py); the rest is joined."""
INDENTED = re.compile(r"\n[ \t]+(/\*.*\*/(?=\n))?")
"""What esbuild leaves in style sheets and pictures: the depth of a line, and comments."""
NAMES = ("--entry-names=[name]-[hash]", "--chunk-names=[name]-[hash]")
COPIED = [f"--loader:{suffix}=copy" for suffix in (".png", ".svg", ".webmanifest")]


def main(target: str = str(WEB / "dist"), games: str = "") -> int:
    """Build into an empty folder, and the boards of games into another; return the exit code."""
    try:
        build(Path(target))
        for board in ROOT.glob(BOARDS) if games else ():
            join_board(board, Path(games, board.relative_to(ROOT / "games")))
    except subprocess.CalledProcessError as error:
        return error.returncode
    print(f"Built {target}.")
    return 0


def build(target: Path, earlier: Path = WEB / "earlier") -> None:
    """Write the built page into the folder, in place of what it has. Raise CalledProcessError."""
    with tempfile.TemporaryDirectory() as folder:
        web = Path(folder) / "web"
        for source in SOURCES:
            ignored = shutil.ignore_patterns(*PLACES, "*.test.js")
            shutil.copytree(ROOT / source, Path(folder) / source, ignore=ignored)
        for verifier in ROOT.glob(VERIFIERS):
            copied = Path(folder) / verifier.relative_to(ROOT)
            copied.parent.mkdir(parents=True)
            shutil.copyfile(verifier, copied)
        page, manifest = web / "index.html", web / "manifest.webmanifest"
        preview = web / "preview.html"  # of `croupier board`
        # What others name by its content must have its name before theirs is made.
        names = _bundled(web, _named(page, preview, manifest, kinds=(".css", ".png", ".svg")))
        for each in (manifest, web / EMBEDDED):
            _rename(each, names)
        frames = FRAME.findall(page.read_text())
        named = _named(page, preview, kinds=(".js", ".webmanifest"))
        modules = [each for each in named if each not in frames]
        names |= _bundled(web, frames)
        _join(web, modules)
        names |= _bundled(web, modules)
        _rename(page, names)
        _rename(preview, names)
        for name in ("index.html", "preview.html", *AS_THEY_ARE):
            shutil.copyfile(web / name, web / "dist" / Path(name).name)
        add_earlier(earlier, web / "dist")
        _pack(web / "dist")
        shutil.rmtree(target, ignore_errors=True)
        shutil.copytree(web / "dist", target, copy_function=shutil.copyfile)


def join_board(board: Path, target: Path) -> None:
    """Write what a game has for the page into a folder, in place of what it has.

    Raise CalledProcessError.
    """
    with tempfile.TemporaryDirectory() as folder:
        modules = [each for each in board.glob("*.js") if ASKED_FOR.fullmatch(each.name)]
        _esbuild(WEB, map(str, sorted(modules)), f"--outdir={folder}", *BOARD_FLAGS.split())
        for each in Path(folder).glob("*.js"):
            each.write_text(INDENTED.sub("\n", each.read_text()))
        for each in board.iterdir():
            if each.suffix != ".js":
                shutil.copyfile(each, Path(folder, each.name))
        shutil.rmtree(target, ignore_errors=True)
        shutil.copytree(folder, target, copy_function=shutil.copyfile)


def _named(*files: Path, kinds: tuple[str, ...]) -> list[str]:
    """Return the files of these kinds that a page or a manifest names, each once."""
    found = (name for file in files for name in REFERENCE.findall(file.read_text()))
    return [*dict.fromkeys(name for name in found if name.endswith(kinds))]


def _join(web: Path, entries: Iterable[str]) -> None:
    """Change the modules so that each which imports one of a group imports the whole group.

    esbuild makes a chunk of what is imported by the same entries, and each module that is loaded by
    a call is an entry: it would make dozens of chunks, and six can be on their way at a time. What
    has the same importers is one chunk.
    """
    _esbuild(web, entries, *PAGE_FLAGS.split(), *COPIED, "--outdir=seen")
    graph = _Graph(json.loads((web / "made.json").read_text())["inputs"])
    importers = [*entries, *sorted(graph.called)]
    groups = [*graph.groups()]
    added = {name: set[str]() for name in importers}
    while any(graph.add(name, group, added[name]) for name in importers for group in groups):
        pass
    for name, others in added.items():
        with (web / name).open("a") as file:
            for each in sorted(others):
                file.write(f'import "./{relpath(web / each, (web / name).parent)}";\n')


class _Graph:
    """Which modules import which, statically, and which are loaded by calls."""

    def __init__(self, inputs: Mapping[str, Any]) -> None:
        """`inputs` are those of esbuild's metafile."""
        self._imports = {
            name: [each["path"] for each in module["imports"] if each["kind"] != CALL]
            for name, module in inputs.items()
        }
        self.called = {
            each["path"]
            for module in inputs.values()
            for each in module["imports"]
            if each["kind"] == CALL
        }

    def groups(self) -> Iterator[set[str]]:
        """Yield the modules of each pair that belong together."""
        before = {name for pair in TOGETHER for name in pair}
        for one, other in TOGETHER:
            group = (self._reached(one) & self._reached(other)) - before
            before |= group
            yield group

    def add(self, name: str, group: set[str], added: set[str]) -> bool:
        """Have the module import the group if it imports one of it; whether that is new."""
        reached = self._reached(name)
        if not group & reached or group <= reached:
            return False
        self._imports[name] += group - reached
        added |= group - reached
        return True

    def _reached(self, name: str) -> set[str]:
        """Return what is loaded with a module, itself included."""
        found, waiting = set[str](), [name]
        while waiting:
            if (each := waiting.pop()) not in found:
                found.add(each)
                waiting += self._imports.get(each, ())
        return found


def _bundled(web: Path, entries: Iterable[str]) -> dict[str, str]:
    """Write the entries and what they import into dist; return what each is named there."""
    _esbuild(web, entries, *PAGE_FLAGS.split(), *NAMES, *COPIED)
    outputs = json.loads((web / "made.json").read_text())["outputs"]
    entered = {path: each for path, each in outputs.items() if "entryPoint" in each}
    return {each["entryPoint"]: Path(path).name for path, each in entered.items()}


def _esbuild(web: Path, entries: Iterable[str], *flags: str) -> None:
    deno = Path(sys.executable).with_name("deno")
    command = [str(deno), "task", "-q", "bundle", *entries, *FLAGS.split(), *flags]
    subprocess.run(command, cwd=web, check=True)


def _rename(file: Path, names: Mapping[str, str]) -> None:
    """Have the file name what was built."""
    text = REFERENCE.sub(
        lambda found: f'"./{names[found[1]]}"' if found[1] in names else found[0], file.read_text()
    )
    file.write_text(text)


def add_earlier(earlier: Path, target: Path) -> None:
    """Copy what the built page in `earlier` is made of, but for index.html itself."""
    for name in named_from(earlier, "index.html") - {"index.html"}:
        for file in earlier.glob(f"{name}*"):  # .br, .gz and .map as well
            if not (target / file.name).exists():
                shutil.copyfile(file, target / file.name)


def named_from(folder: Path, name: str, found: set[str] | None = None) -> set[str]:
    """Add this file of a built page, and what it leads to, to those found; return them all."""
    found = set() if found is None else found
    if name not in found and (folder / name).is_file():
        found.add(name)
        if name.endswith((".html", ".js", ".webmanifest")):
            names = REFERENCE.findall((folder / name).read_text())
            for each in filter(NAMED_BY_CONTENT.fullmatch, names):
                named_from(folder, each, found)
    return found


def _pack(folder: Path) -> None:
    """Write .br and .gz beside each file that becomes shorter by it."""
    for file in [each for each in folder.iterdir() if each.suffix in PACKED]:
        body = file.read_bytes()
        packed = {".br": brotli.compress(body), ".gz": gzip.compress(body, 9, mtime=0)}
        for suffix, each in packed.items():
            if len(each) < len(body):
                file.with_name(file.name + suffix).write_bytes(each)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
