"""Packages with games, as an installer leaves them in a folder on the path."""

import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.support import nim

NIM = Path(nim.__file__).read_text(encoding="utf-8")
"""The source of a game's rules."""
NIM_LOCK = """\
version 2
Options.heap 1 int
Move.end 1 choice
Move.end=LEFT 1
Move.end=RIGHT 2
Move.count 2 int
View.heap 1 int
Event.seat 1 int
Event.count 2 int
"""
OLD = {"VERSION = 2": "VERSION = 1", "MOST = 2": "MOST = 3", "heap": "sticks"}
"""What makes Nim its first version, in which other things have other names."""


def changed(source: str, changes: Mapping[str, str]) -> str:
    """Return the source with each of these texts, which it must have, replaced."""
    for before, after in changes.items():
        assert before in source, before
        source = source.replace(before, after)
    return source


class Folder:
    """A folder on the path."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def install(
        self, name: str, files: Mapping[str, str | bytes], entries: Mapping[str, str]
    ) -> None:
        """Write the package with its files, and the entry points of its games."""
        lines = "".join(f"{game} = {module}\n" for game, module in entries.items())
        info = f"{name.replace('-', '_')}-1.0.dist-info"
        about = {
            f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n",
            f"{info}/entry_points.txt": f"[croupier.games]\n{lines}",
        }
        for place, content in {**about, **files}.items():
            path = self.path / place
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content.encode() if isinstance(content, str) else content)


@contextmanager
def on_path(path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Folder]:
    """Put a folder on the path; its packages are forgotten afterwards."""
    known = {*sys.modules}
    monkeypatch.syspath_prepend(path)
    try:
        yield Folder(path)
    finally:
        forget(name for name in {*sys.modules} - known if _is_in(path, name))


def forget(names: Iterable[str]) -> None:
    """Let these modules be imported anew."""
    for name in [*names]:
        del sys.modules[name]


def _is_in(path: Path, name: str) -> bool:
    file = getattr(sys.modules[name], "__file__", None)
    return file is not None and Path(file).is_relative_to(path)
