"""Names of people and bots: which are allowed, and which look alike."""

import pytest
from gateway.contract.player_models import Player
from redislink.display_names import check_name

GOOD = [
    "Ann",
    "Ann Lee-O'Hara 3rd",
    "A\u030angstro\u0308m",  # combines to two letters
    "Zoë",
    "Нина",
    "Ελένη",
    "李小龍",
    "さくら Smith",  # scripts that nobody mistakes for each other
    "محمد",
    "ผู้เล่น",  # two marks on a letter
    "Nguyễn",
    "🎲 roller",
    "☕\ufe0f",
    "x²",
    "🃏",
    "_",
]
BAD = {
    "empty": "",
    "too long": "x" * 41,
    "a space": " ",
    "ideographic spaces": "\u3000\u3000",
    "a wide space inside": "Ann\u3000Lee",
    "a blank of Braille": "\u2800",
    "a filler of Hangul": "\u115f",
    "another filler": "Ann\u3164",
    "a separator of lines": "\u2028",
    "a control character": "Ann\n",
    "a joiner": "a\u200db",
    "an override of direction": "\u202egpj.nnA",
    "a soft hyphen": "An\u00adn",
    "a private character": "\ue000",
    "an unassigned character": "\u0378",
    "a tag": "Ann\U000e0061",
    "a selector behind a letter": "Ann\ufe0f",
    "another selector": "Ann\ufe00",
    "a space before": " Ann",
    "a space behind": "Ann ",
    "two spaces": "Ann  Lee",
    "a mark alone": "\u0301",
    "a mark on a space": "Ann \u0301",
    "marks without end": "a" + "\u0316" * 9,
    "an A of Cyrillic": "\u0410nn",
    "an o of Greek": "B\u03bfb",
    "wide letters": "\uff21\uff4e\uff4e",
    "letters of mathematics": "\U0001d400nn",
}


@pytest.mark.parametrize("name", GOOD)
def test_a_name_that_can_be_read_is_taken(name: str) -> None:
    assert check_name(name)


@pytest.mark.parametrize("name", BAD.values(), ids=BAD)
def test_a_name_that_is_blank_or_deceptive_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match=r"^must "):
        check_name(name)


def test_names_that_were_taken_before_can_still_be_read() -> None:
    for name in BAD.values():
        Player(id="p" * 22, displayName=name, kind="human")
