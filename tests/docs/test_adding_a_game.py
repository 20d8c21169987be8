"""The pages for authors of games: what they print is the template, and they name every test."""

import re
from pathlib import Path

import pytest
from croupier_game.kit.new_game import TEMPLATE, Name

from tests.docs.session import blocks_of

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs/adding-a-game.md"
PUBLISHING = ROOT / "docs/publishing-a-game.md"
SUITE = ROOT / "libs/croupier_game/kit/suite"
NAME = Name("high-card")
PRINTED = {
    "pyproject.toml": PUBLISHING,
    "croupier_my_game/__init__.py": PAGE,
    "croupier_my_game/spec.py": PAGE,
    "croupier_my_game/RULES.md": PAGE,
    "croupier_my_game/wire.lock": PAGE,
}


@pytest.mark.parametrize(("file", "page"), PRINTED.items())
def test_what_is_printed_is_the_file_of_the_template(file: str, page: Path) -> None:
    text = NAME.written_into((TEMPLATE / file).read_text())
    assert text in [block for _, block in blocks_of(page)]


def test_the_page_names_the_tests_of_the_kit_and_no_others() -> None:
    tests = {
        test
        for module in SUITE.glob("test_*.py")
        for test in re.findall(r"^def (test_\w+)", module.read_text(), re.MULTILINE)
    }
    assert set(re.findall(r"`(test_\w+)`", PAGE.read_text())) == tests
