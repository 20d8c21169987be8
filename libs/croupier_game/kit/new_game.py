"""`croupier new-game NAME`: a folder with a small game of that name, complete and green.

It has a deck, hands that only their holders see, and rounds; `croupier test-game` passes there.
"""

import argparse
import keyword
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import croupier_game
from croupier_game.kit.local import findable, read

TEMPLATE = Path(croupier_game.__file__).parent / "template"
LEFT_OUT = frozenset({"__pycache__", ".pytest_cache", "playthroughs"})
"""What lies in the template and is not of it; playthroughs depend on the name."""
LONGEST = 30
VALID = re.compile(r"[a-z][a-z0-9]*(-[a-z][a-z0-9]*)*", re.ASCII)
SENTENCE = (
    f"A game's name has 2 to {LONGEST} lower-case letters and digits, in words that begin with a "
    "letter and have one dash between them: croupier new-game ticket-to-mars"
)
NEXT = """\
{title} is in {folder}: a small game that is yours to replace.

  cd {folder}
  croupier test-game        what every game must pass; run it after each change
  croupier run --with .     play it

README.md there says which file has what.
"""


class Refused(Exception):
    """Why no game of this name can be made, in a sentence."""


@dataclass(frozen=True)
class Name:
    """The name of a game in its three spellings."""

    id: str

    @property
    def module(self) -> str:
        return self.id.replace("-", "_")

    @property
    def title(self) -> str:
        return " ".join(word.capitalize() for word in self.id.split("-"))

    def written_into(self, text: str) -> str:
        """Return a text of the template with this name in place of my-game."""
        spellings = (("my-game", self.id), ("my_game", self.module), ("My Game", self.title))
        for old, new in spellings:
            text = text.replace(old, new)
        return text


def main(arguments: Sequence[str] | None = None) -> int:
    """Make the folder and print what to do next; return the exit code."""
    about, *_ = (__doc__ or "").split("\n")
    parser = argparse.ArgumentParser("croupier new-game", description=about)
    parser.add_argument("name", metavar="NAME", help="such as ticket-to-mars")
    parser.add_argument(
        "--in",
        dest="within",
        type=Path,
        default=Path(),
        metavar="FOLDER",
        help="where to make the folder croupier-NAME (here)",
    )
    asked = parser.parse_args(arguments)
    try:
        name = checked(asked.name)
        folder = made(name, asked.within)
    except Refused as error:
        sys.stderr.write(f"{error}\n")
        return 1
    sys.stdout.write(NEXT.format(title=name.title, folder=folder))
    return 0


def checked(text: str) -> Name:
    """Return the name. Raise Refused if no game can have it."""
    if not VALID.fullmatch(text) or not 2 <= len(text) <= LONGEST:
        raise Refused(f"{text!r} is not a valid name for a game. {SENTENCE}")
    name = Name(text)
    if keyword.iskeyword(name.module):
        raise Refused(f"{text} is a word of Python. Choose another name.")
    return name


def made(name: Name, within: Path) -> Path:
    """Write the folder and return it. Raise Refused if it is there, or cannot be written."""
    folder = within / f"croupier-{name.id}"
    if folder.exists():
        raise Refused(f"{folder} is there already. Choose another name, or another folder.")
    try:
        for source in _files():
            target = folder / name.written_into(str(source.relative_to(TEMPLATE)))
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(name.written_into(source.read_text()))
    except OSError as error:
        raise Refused(f"{folder} cannot be written: {error.strerror}.") from None
    with findable([read(folder)]):
        command = [sys.executable, "-m", "croupier_game.kit.playthroughs", name.id]
        subprocess.run(command, check=True)
    return folder


def _files() -> Iterator[Path]:
    for path in sorted(TEMPLATE.rglob("*")):
        if path.is_file() and LEFT_OUT.isdisjoint(path.relative_to(TEMPLATE).parts):
            yield path


if __name__ == "__main__":
    sys.exit(main())
