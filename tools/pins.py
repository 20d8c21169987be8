"""`python -m tools.pins NAME`: what an install needs of requirements.txt, for pip or uv.

requirements.txt has each package once, with the hashes of its files and the installs that need it.
Older versions of pip take hashes from no constraints, only from what they install, so each install
gets its own list of requirements. This runs before anything is installed.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

FILE = Path(__file__).parent.parent / "requirements.txt"
PACKAGE = re.compile(
    r"^(\S+==[^\s;]+)(?: ; (.+?))? \\\n((?:    --hash=.+\n)+)((?:    #.*\n)*)", re.MULTILINE
)
"""A pin, its marker, its hashes and its comments."""
FOR = re.compile(r"^    # for (.+?)(?: ; (.+))?$", re.MULTILINE)
"""The installs that need a package, and under which marker, if that is not the package's own."""


def pins(name: str, text: str) -> Iterator[str]:
    """Each requirement of an install, with its hashes."""
    for pin, own, hashes, comments in PACKAGE.findall(text):
        for names, other in FOR.findall(comments):
            if name in names.split(", "):
                marker = other or own
                yield f"{pin}{f' ; {marker}' * bool(marker)} \\\n{hashes}"


def main(name: str) -> int:
    """Print them; return the exit code: 1 if there is no such install."""
    found = [*pins(name, FILE.read_text())]
    sys.stdout.writelines(found)
    return int(not found)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
