"""Write services/gateway/players/look_alikes.txt from Unicode's confusables.txt.

    python -m tools.look_alikes confusables.txt

The file is one of those of UTS #39, with a line for each character and what it looks like. Of these
are kept those that look like ASCII, and of which normalization (NFKD) makes nothing else by itself.
"""

import re
import sys
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

from gateway.players.look_alikes import without_style

TARGET = Path(__file__).parents[1] / "services/gateway/players/look_alikes.txt"
HEAD = """\
# Characters that look like ASCII: what each line begins with, and their code points. Written by
# tools/look_alikes.py from the confusables of UTS #39, Unicode {version}, (c) Unicode, Inc., under
# the Unicode License: https://www.unicode.org/license.txt
"""
LINE = re.compile(r"([0-9A-F]+) ;\t([0-9A-F ]+) ;\tMA\t")
VERSION = re.compile(r"^# Version: (\S+)", re.MULTILINE)
LONGEST = 2
"""What looks like a longer text is a ligature or a sign that no name is imitated with."""


def look_alikes(lines: Iterable[str]) -> dict[str, list[str]]:
    """Return the code points by the ASCII that they look like."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for char, shown in _pairs(lines):
        read_as = plain(shown)
        told = read_as.isascii() and read_as.isalnum() and len(read_as) <= LONGEST
        whole = unicodedata.normalize("NFKD", char) == char
        if told and whole and not char.isascii() and plain(char) != read_as:
            found[read_as].append(f"{ord(char):04X}")
    return {read_as: sorted(found[read_as]) for read_as in sorted(found)}


def plain(text: str) -> str:
    """Return a text without styles, cases and marks."""
    folded = "".join(map(without_style, unicodedata.normalize("NFKD", text))).casefold()
    return "".join(
        char
        for char in unicodedata.normalize("NFKD", folded)
        if not unicodedata.category(char).startswith("M")
    )


def _pairs(lines: Iterable[str]) -> Iterator[tuple[str, str]]:
    for line in lines:
        if parts := LINE.match(line):
            yield chr(int(parts[1], 16)), "".join(chr(int(each, 16)) for each in parts[2].split())


def main(path: str) -> None:
    """Write the file."""
    text = Path(path).read_text(encoding="utf-8-sig")
    version = VERSION.search(text)
    found = look_alikes(text.splitlines())
    rows = [f"{read_as} {' '.join(alike)}\n" for read_as, alike in found.items()]
    TARGET.write_text(HEAD.format(version=version[1] if version else "?") + "".join(rows))


if __name__ == "__main__":
    main(*sys.argv[1:])
