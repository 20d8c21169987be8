"""A game in a folder that is not installed: found as if it were, by this process's children.

An installed package is found by a folder `NAME.dist-info` on Python's path, with its entry points
in it. One is made for the game, in a folder of its own, which PYTHONPATH names before the game's:
so engines, gateways, bots and tests that are started then find the game as they find all others.
"""

import os
import tempfile
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

GROUP = "croupier.games"
ENTRY = f'[project.entry-points."{GROUP}"]'
WITHIN = (".", "src")
"""Where a package may lie in its folder."""


class NotAGame(Exception):
    """What a folder lacks to be that of a game, in a sentence."""


@dataclass(frozen=True)
class Folder:
    """A folder with the package of a game, or of several.

    entries: by the name of the game, or name@version, the module with its rules.
    source:  the folder that must be on Python's path.
    """

    root: Path
    name: str
    version: str
    entries: Mapping[str, str]
    source: Path

    @property
    def games(self) -> Sequence[str]:
        """The ids of the games."""
        return list(dict.fromkeys(name.partition("@")[0] for name in self.entries))

    @property
    def packages(self) -> Sequence[Path]:
        """The folders of the packages in which the games are."""
        tops = dict.fromkeys(module.partition(".")[0] for module in self.entries.values())
        return [path for top in tops if (path := self.source / top).is_dir()]

    def package(self, game: str) -> Path:
        """Return the folder of the package of a game, by the entry that is named last."""
        found = [each for name, each in self.entries.items() if name.partition("@")[0] == game]
        path = self.source.joinpath(*found[-1].split("."))
        return path if path.is_dir() else path.parent

    def written(self) -> Iterator[tuple[Path, float]]:
        """Yield each file of the packages, and when it was written."""
        for package in self.packages:
            for path in sorted(package.rglob("*")):
                if path.is_file() and "__pycache__" not in path.parts:
                    yield path, path.stat().st_mtime


def read(root: Path) -> Folder:
    """Return the folder of a game. Raise NotAGame."""
    project = root / "pyproject.toml"
    if not project.is_file():
        raise NotAGame(f"{root} has no pyproject.toml: `croupier new-game NAME` makes a folder.")
    try:
        about = tomllib.loads(project.read_text())["project"]
        entries = {str(name): str(module) for name, module in _entries(about).items()}
        name, version = str(about["name"]), str(about.get("version", "0"))
    except (tomllib.TOMLDecodeError, KeyError, AttributeError) as error:
        raise NotAGame(f"{project} cannot be read: {type(error).__name__}: {error}.") from None
    if not entries:
        raise NotAGame(f'{project} names no game: add {ENTRY}, and NAME = "MODULE" below it.')
    return Folder(root, name, version, entries, _source(root, project, entries))


def _entries(about: Mapping[str, Mapping[str, Mapping[str, str]]]) -> Mapping[str, str]:
    return about.get("entry-points", {}).get(GROUP, {})


def _source(root: Path, project: Path, entries: Mapping[str, str]) -> Path:
    module = next(iter(entries.values()))
    top = module.partition(".")[0]
    for within in WITHIN:
        if (root / within / top).is_dir() or (root / within / f"{top}.py").is_file():
            return (root / within).absolute()
    raise NotAGame(f"{project} names the module {module}, and {root} has no {top}.")


@contextmanager
def findable(folders: Sequence[Folder]) -> Iterator[None]:
    """Let the processes that are started within find the games of the folders."""
    before = os.environ.get("PYTHONPATH", "")
    with tempfile.TemporaryDirectory(prefix="croupier-games-") as made:
        for folder in folders:
            _write_entries(Path(made), folder)
        path = [made, *(str(folder.source) for folder in folders), *[before] * bool(before)]
        os.environ["PYTHONPATH"] = os.pathsep.join(path)
        try:
            yield
        finally:
            os.environ["PYTHONPATH"] = before


def _write_entries(made: Path, folder: Folder) -> None:
    name = folder.name.replace("-", "_")
    about = made / f"{name}-{folder.version}.dist-info"
    about.mkdir()
    about.joinpath("METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {folder.name}\nVersion: {folder.version}\n"
    )
    lines = (f"{game} = {module}\n" for game, module in folder.entries.items())
    about.joinpath("entry_points.txt").write_text(f"[{GROUP}]\n{''.join(lines)}")
