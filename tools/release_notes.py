"""`python -m tools.release_notes v0.1.0`: print the text of CHANGELOG.md about that version.

The workflow of a release runs it first, before anything is installed, since it refuses a tag that
is not the version of pyproject.toml, and a version without a section in CHANGELOG.md.
"""

import re
import sys

from tools.images import ROOT, version


class NotReleasable(Exception):
    """The tag does not fit the clone; the message says what is missing."""


def main(tag: str) -> int:
    """Print the notes; return the exit code, 1 if there is no release to be made of the tag."""
    try:
        print(notes(tag, version(), (ROOT / "CHANGELOG.md").read_text()))
    except NotReleasable as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return 0


def notes(tag: str, version: str, changelog: str) -> str:
    """The section of the version in the changelog, without its heading. Raise NotReleasable."""
    if tag != f"v{version}":
        raise NotReleasable(f"The tag {tag} is not v{version}, the version in pyproject.toml.")
    heading = rf"^## \[{re.escape(version)}\][^\n]*\n(.*?)(?=^## |^\[|\Z)"
    section = re.search(heading, changelog, re.MULTILINE | re.DOTALL)
    if not section:
        raise NotReleasable(
            f"CHANGELOG.md has no section [{version}]: [Unreleased] becomes it, with a date."
        )
    return section[1].strip()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:2] or [""]))
