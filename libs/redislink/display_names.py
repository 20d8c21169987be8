"""Names that players give themselves: what is refused because readers could not tell it apart.

Names are shown beside each other, and need not be unique: `id` says who a player is. Refused is
what cannot be seen, or is made to look like other characters. docs/decisions/accounts.md says why
this goes by the categories of Unicode, and what it leaves.
"""

import unicodedata
from itertools import groupby

NAME_LENGTH = 40
DESCRIPTION_LENGTH = 200
TITLE_LENGTH = 60
SPACE = " "
"""The only space: the others are wider, narrower, or of no width at all."""
REFUSED = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp", "Zs")
"""Categories: control, format, surrogate, private, unassigned, separators."""
BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0\U0001d159")
"""Letters and symbols without ink: fillers of Hangul, blanks of Braille and of music."""
INVISIBLE_MARKS = frozenset(
    (
        0x034F,
        0x17B4,
        0x17B5,
        *range(0x180B, 0x1810),
        *range(0xFE00, 0xFE0F),
        *range(0xE0100, 0xE01F0),
    )
)
"""Marks without ink, among them the selectors of variants."""
EMOJI_STYLE = "\ufe0f"
"""The selector that has a symbol drawn as an emoji; invisible behind anything else."""
MAX_MARKS = 3
"""More marks on one letter than any language needs cover the lines above and below."""
ALIKE = ("LATIN", "CYRILLIC", "GREEK", "COPTIC", "ARMENIAN", "CHEROKEE", "LISU")
"""Scripts with letters that look the same; names of characters begin with these words."""


def check_name(text: str) -> str:
    """Return a name in NFC. Raise ValueError unless it is 1 to 40 characters that can be seen."""
    return _checked(text, 1, NAME_LENGTH)


def check_title(text: str) -> str:
    """Return the name of a tournament as `check_name` does a player's: 1 to 60 characters."""
    return _checked(text, 1, TITLE_LENGTH)


def check_description(text: str) -> str:
    """Return a description as `check_name` does a name: up to 200 characters, perhaps none."""
    return _checked(text, 0, DESCRIPTION_LENGTH)


def _checked(text: str, least: int, most: int) -> str:
    name = unicodedata.normalize("NFC", text)
    if not least <= len(name) <= most:
        raise ValueError(f"must be {least} to {most} characters")
    if any(_is_refused(char) for char in name):
        raise ValueError("must not contain control, format or invisible characters")
    if name != name.strip(SPACE) or SPACE * 2 in name:
        raise ValueError("must not begin or end with a space, or have two in a row")
    if not _are_marks_carried(name):
        raise ValueError(f"must have a character before a mark, and up to {MAX_MARKS} marks on it")
    if any(_imitates_ascii(char) for char in name):
        raise ValueError("must not contain styled forms of ASCII letters and digits")
    if len(_scripts(name)) > 1:
        raise ValueError("must not mix letters of scripts that look alike")
    return name


def _is_refused(char: str) -> bool:
    if char in BLANK or ord(char) in INVISIBLE_MARKS:
        return True
    return char != SPACE and unicodedata.category(char) in REFUSED


def _are_marks_carried(name: str) -> bool:
    """Return whether each mark has a character to be seen with."""
    before = SPACE
    for is_mark, group in groupby(name, lambda char: unicodedata.category(char)[0] == "M"):
        chars = [*group]
        if is_mark and (before == SPACE or len(chars) > MAX_MARKS):
            return False
        if EMOJI_STYLE in chars and unicodedata.category(before) not in ("So", "Sm", "Po", "Nd"):
            return False
        before = chars[-1]
    return True


def _imitates_ascii(char: str) -> bool:
    """Return whether this is a letter or digit that is ASCII but for its style, such as U+FF21."""
    if char.isascii() or unicodedata.category(char)[0] not in "LN":
        return False
    plain = unicodedata.normalize("NFKC", char)
    return plain.isascii() and plain.isalnum() and unicodedata.category(char) != "No"


def _scripts(name: str) -> set[str]:
    """Return which of ALIKE the letters of a name are from."""
    letters = (char for char in name if unicodedata.category(char)[0] == "L")
    words = {unicodedata.name(char, "").partition(" ")[0] for char in letters}
    return words.intersection(ALIKE)
