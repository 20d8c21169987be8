"""A failed comparison says where the difference is, and what is there."""

from dataclasses import dataclass
from typing import Any

import pytest
from croupier_game.kit.differences import difference


@dataclass(frozen=True)
class Side:
    hand: tuple[str, ...]
    score: int = 0


ANSWER = b'200\n[["etag", "\\"7\\""]]\n{"state":{"hand":["Y7"]},"version":7}'


@pytest.mark.parametrize(
    ("one", "other", "found"),
    [
        (Side(("Y7",)), Side(("B2",)), "view.hand[0]: 'Y7' against 'B2'"),
        ([Side(()), Side(())], [Side(()), Side((), 3)], "view[1].score: 0 against 3"),
        ({"a": 1}, {"a": 1, "b": 2}, "view.b: 'nothing' against 2"),
        ((1, 2), (1,), "view[1]: 2 against 'nothing'"),
        (b"\x0a\x02Y7", b"\x0a\x02B2", "view byte 2: b'\\n\\x02Y7' against b'\\n\\x02B2'"),
        (
            "deck 7\nhand Y7\n",
            "deck 7\nhand B2\n",
            "view line 2 character 5: 'hand Y7' against 'hand B2'",
        ),
        (ANSWER, ANSWER.replace(b"Y7", b"B2"), "view line 3 .state.hand[0]: 'Y7' against 'B2'"),
        ("id: 3\ndata: [1]\n", "id: 3\ndata: [2]\n", "view line 2 [0]: 1 against 2"),
        (None, Side(()), "view: None against Side(hand=(), score=0)"),
    ],
)
def test_the_first_difference_is_named(one: Any, other: Any, found: str) -> None:
    assert difference(one, other, "view") == found


@pytest.mark.parametrize("value", [None, 1, "a\nb", ANSWER, Side(("Y7",)), [{"a": (1,)}]])
def test_equal_values_have_none(value: Any) -> None:
    assert difference(value, value, "view") == ""


def test_long_values_are_cut() -> None:
    assert len(difference("a" * 10_000, "b" * 10_000, "view")) < 500
