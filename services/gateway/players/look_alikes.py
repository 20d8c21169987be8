"""What a name looks like, whatever characters it is made of.

Names of one look are told apart by no reader at a glance. It is the skeleton of Unicode's UTS #39,
and coarser: marks, cases, spaces and punctuation make no other look, nor do digits that are read as
letters. So it compares a name with a few that are kept from others, and not all names with each
other, of which too many would look alike.

`look_alikes.txt` has the characters that look like ASCII; tools/look_alikes.py writes it.
"""

import re
import unicodedata
from collections.abc import Iterator
from importlib.resources import files

DATA = (files("gateway.players") / "look_alikes.txt").read_text()
READ_AS = str.maketrans("01345789$@€!|", "oleastbgsaeil")
"""Digits and signs that are read as letters."""
ALIKE = (("rn", "m"), ("vv", "w"), ("i", "l"))
"""What looks the same in many a font: the one is taken for the other."""
STYLED = re.compile(
    r"(?:LATIN (?:CAPITAL |SMALL )?LETTER (?:SMALL CAPITAL )?"
    r"|REGIONAL INDICATOR SYMBOL LETTER )([A-Z])$"
)
"""The ends of the names of letters with a style that normalization keeps, such as squared ones."""


def look(name: str) -> str:
    """Return what a name looks like: small letters and digits, the same for all that look alike."""
    shown = _plain(name).translate(CHARACTERS).translate(READ_AS)
    shown = "".join(char for char in shown if char.isalnum())
    for one, other in ALIKE:
        shown = shown.replace(one, other)
    return shown


def _plain(name: str) -> str:
    """Return a name without styles, marks and cases.

    Look-alikes are found before their case is taken from them, since of many it is the capital only
    that looks like another letter.
    """
    styled = unicodedata.normalize("NFKD", name).translate(CHARACTERS)
    folded = "".join(map(without_style, styled)).casefold()
    return "".join(
        char
        for char in unicodedata.normalize("NFKD", folded)
        if unicodedata.category(char)[0] not in "MC"
    )


def without_style(char: str) -> str:
    """Return the ASCII letter that this is in another style; else the character itself."""
    letter = STYLED.search(unicodedata.name(char, ""))
    return letter[1] if letter and not char.isascii() else char


def _characters() -> Iterator[tuple[int, str]]:
    for line in DATA.splitlines():
        if not line.startswith("#"):
            read_as, *alike = line.split()
            yield from ((int(each, 16), read_as) for each in alike)


CHARACTERS = dict(_characters())
"""Characters beyond ASCII, and the ASCII that each looks like."""
