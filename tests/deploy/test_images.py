"""What the images are made from reaches whoever builds them."""

import re
from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import PurePosixPath

from tools.stack import ROOT

DOCKERFILE = (ROOT / "deploy/docker/Dockerfile").read_text()
COPY = re.compile(r"^COPY +(?!--from)(.+) +\S+$", re.M)


def copied() -> Iterator[str]:
    """The paths that the Dockerfile copies from the checkout."""
    for sources in COPY.findall(DOCKERFILE):
        yield from sources.split()


def let_in(path: str) -> bool:
    """Whether .dockerignore lets the path in: the last pattern says so that matches it, or what
    it is in."""
    let = True
    for line in (ROOT / ".dockerignore").read_text().splitlines():
        pattern = line.removeprefix("!")
        if line and not line.startswith("#") and matches(path, pattern.removeprefix("**/")):
            let = line.startswith("!")
    return let


def matches(path: str, pattern: str) -> bool:
    whole = PurePosixPath(path)
    return any(fnmatchcase(str(each), pattern) for each in (whole, *whole.parents) if each.name)


def test_what_is_copied_into_an_image_is_let_in() -> None:
    sources = set(copied())
    assert {"bots", "services", "web", "README.md", "tools/protoc.py"} <= sources
    assert {each for each in sources if not (ROOT / each).exists()} == set()
    assert {each for each in sources if not let_in(each)} == set()
    assert not let_in("tests/deploy")
    assert not let_in("sdk/python/README.md")
    assert not let_in("services/croupier/v1")
