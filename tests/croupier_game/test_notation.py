"""Moves in writing, of games that do not write them themselves."""

from typing import Any, Literal

import pytest
from croupier_game import InvalidMove, dataclass
from croupier_game.errors import BadGame
from croupier_game.notation import check, read, written


@dataclass(frozen=True)
class Play:
    cards: tuple[int, ...]
    onto: Literal["left", "dark-right"]
    open: bool
    bid: int | None = None


@dataclass(frozen=True)
class Pass:
    pass


@dataclass(frozen=True)
class Name:
    name: str


@dataclass(frozen=True)
class Deep:
    inner: Name


Move = Play | Pass | Name

WRITTEN: list[tuple[Any, Any, str]] = [
    (Move, Play((5, -1), "dark-right", True), "play 5,-1 dark-right yes -"),
    (Move, Play((), "left", False, 0), "play - left no 0"),
    (Move, Pass(), "pass"),
    (Move, Name("Ada"), "name Ada"),
    (Play, Play((7,), "left", True, -3), "7 left yes -3"),
    (Name, Name("pass"), "pass"),
    (Pass, Pass(), "pass"),
]


@pytest.mark.parametrize(("kind", "move", "text"), WRITTEN)
def test_a_move_is_written_member_by_member_and_read_back(kind: Any, move: Any, text: str) -> None:
    assert written(kind, move) == text
    assert read(kind, text) == move
    assert read(kind, f"  {text.replace(' ', '   ')} ") == move


UNREADABLE = [
    ("", "A move is written as: play cards onto open bid, or pass, or name name."),
    ("run", "A move is written as: play cards"),
    ("pass 1", "A move is written as: play cards"),
    ("play 5 left yes", "A move is written as: play cards"),
    ("play 5,x left yes -", "cards cannot be 'x'."),
    ("play 5, left yes -", "cards cannot be ''."),
    ("play 5 up yes -", "onto cannot be 'up'."),
    ("play 5 - yes -", "onto cannot be '-'."),
    ("play 5 left true -", "open cannot be 'true'."),
    ("play 5 left yes 1e3", "bid cannot be '1e3'."),
    ("play 5 left yes ٣", "bid cannot be '٣'."),
    ("play 5 left yes 9999999999", "bid cannot be '9999999999'."),
    (f"play {'x' * 999} left yes -", f"cards cannot be '{'x' * 20}'."),
]


@pytest.mark.parametrize(("text", "why"), UNREADABLE)
def test_what_is_no_move_is_refused_with_a_sentence(text: str, why: str) -> None:
    with pytest.raises(InvalidMove) as told:
        read(Move, text)
    assert str(told.value).startswith(why)


def test_a_move_with_more_in_it_must_be_written_by_the_game() -> None:
    check(Move)
    with pytest.raises(BadGame, match=r"has Deep\.inner, which is a dataclass: write"):
        check(Move | Deep)
