"""Numbers and lists of pages and commands are those of the code."""

import re
import subprocess
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest

from tools import house, images
from tools.package.croupier_server import __main__ as launcher
from tools.stack import ROOT

NUMBERS = dict(
    enumerate(["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"])
)
NUMBER = rf"({'|'.join(NUMBERS.values())}|[0-9]+)"
GAMES = [path.parent.name for path in ROOT.glob("games/*/pyproject.toml")]
COUNTS = {
    rf"{NUMBER} bots (?:to play against|on this machine)": len(house.NAMES),
    rf"is installed from {NUMBER} images": len(images.IMAGES),
    rf"{NUMBER} games are included": len(GAMES),
    rf"\b(?:has|of) the {NUMBER} games\b": len(GAMES),
}
"""For each phrase, of which there is at least one, the number in it."""
LISTS = {
    "bots of the house": (3, house.NAMES),
    "images": (2, [f"croupier-{name}" for name in images.IMAGES]),
}
"""From how many on they are a list of all."""
BREAK = re.compile(r"\n *#? *")
EXTRA = re.compile(r"(?:croupier|croupier-\*\.whl\)\"?)\[(\w+)\]")


@cache
def texts() -> dict[str, str]:
    """What tells people how Croupier is used, each as one line."""
    kinds = ("*.md", "Makefile", "tools/*.py", "tools/package/*.py", "deploy/*.yaml")
    listed = subprocess.run(
        ["git", "ls-files", *kinds, ":!CHANGELOG.md"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    paths = [Path(line) for line in listed.stdout.splitlines()]
    known = {str(path): (ROOT / path).read_text() for path in paths}
    return {path: " ".join(BREAK.sub(" ", text).split()) for path, text in known.items()}


@pytest.mark.service
@pytest.mark.parametrize(("phrase", "count"), COUNTS.items(), ids=COUNTS)
def test_a_number_is_that_of_the_code(phrase: str, count: int) -> None:
    said = {path: re.findall(phrase, text, re.I) for path, text in texts().items()}
    found = {path: numbers for path, numbers in said.items() if numbers}
    assert found
    right = {NUMBERS[count], str(count)}
    wrong = {path: numbers for path, numbers in found.items() if {*map(str.lower, numbers)} - right}
    assert not wrong


@pytest.mark.service
@pytest.mark.parametrize(("least", "members"), LISTS.values(), ids=LISTS)
def test_a_list_of_all_names_all(least: int, members: Sequence[str]) -> None:
    """Those that are joined by commas, "and" or "or" are a list."""
    one = rf"`?\b(?:{'|'.join(map(re.escape, members))})\b`?"
    listing = re.compile(rf"{one}(?:(?:,| and| or|,? and) {one}){{{least - 1},}}")
    for path, text in texts().items():
        for found in listing.findall(text):
            assert {*re.findall(one, found.replace("`", ""))} == {*members}, (path, found)


def test_every_program_of_the_package_is_in_its_help() -> None:
    assert [name for name in launcher.PROGRAMS if f"  {name}" not in launcher.USAGE] == [
        "gateway"  # beside the engine
    ]


@pytest.mark.service
def test_an_extra_that_is_named_is_there() -> None:
    hook = (ROOT / "tools/package/hatch_build.py").read_text()
    (line,) = re.findall(r"^EXTRAS = (.+)$", hook, re.M)
    there = {*re.findall(r'"(\w+)"', line), "kit"}
    named = {extra for text in texts().values() for extra in EXTRA.findall(text)}
    assert named
    assert named <= there
