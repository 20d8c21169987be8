"""What a name looks like, whatever characters it is made of, and what it can be read as.

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
DIGITS = str.maketrans("01345789", "oleastbg")
"""Digits that are read as letters."""
SIGNS = {"$": "s", "@": "a", "\u20ac": "e", "!": "l", "|": "l", "+": "t"}
SIGNS |= dict.fromkeys("\u2020\u2021", "t") | dict.fromkeys("\u00b0\u2218", "o")
"""Signs that are read as letters, or stand beside them: the euro, daggers, and rings among them."""
CIRCLE = re.compile(r"\bCIRCLE\b")
ALIKE = (("rn", "m"), ("vv", "w"), ("i", "l"))
"""What looks the same in many a font: the one is taken for the other."""
STYLED = re.compile(
    r"(?:LATIN (?:CAPITAL |SMALL )?LETTER (?:SMALL CAPITAL |OPEN )?"
    r"|REGIONAL INDICATOR SYMBOL LETTER )([A-Z])(?: BAR)?(?: WITH .+)?$"
)
"""The names of letters that normalization keeps: those in a style, or with a hook."""


def look(name: str) -> str:
    """Return what a name looks like, the same for all that look alike: small letters and digits.

    Signs that can be read as letters are in it as they are.
    """
    shown = _plain(name).translate(CHARACTERS).translate(DIGITS)
    shown = "".join(char for char in shown if char.isalnum() or _sign(char))
    for one, other in ALIKE:
        shown = shown.replace(one, other)
    return shown


def reads_as(name: str, word: str) -> bool:
    """Return whether a name can be read as a word without signs, which is given by its look."""
    ends = {0}  # of the part of the word that has been read
    for char in look(name):
        letter = _sign(char)
        further = {end + 1 for end in ends if word.startswith(letter or char, end)}
        ends = ends | further if letter else further
    return len(word) in ends


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


def _sign(char: str) -> str | None:
    """Return the letter that a sign is read as; None if this is no such sign."""
    return SIGNS.get(char) or ("o" if CIRCLE.search(unicodedata.name(char, "")) else None)


def _characters() -> Iterator[tuple[int, str]]:
    for line in DATA.splitlines():
        if not line.startswith("#"):
            read_as, *alike = line.split()
            yield from ((int(each, 16), read_as) for each in alike)


CHARACTERS = dict(_characters())
"""Characters beyond ASCII, and the ASCII that each looks like."""
