"""What of a game's dataclasses leaves the engine, and what cannot."""

import dataclasses
from typing import Any, ClassVar, Literal

import pytest
from croupier_game import Secret, dataclass
from croupier_game.errors import BadGame
from croupier_game.members import (
    Member,
    alike,
    arm_name,
    arms,
    choice_name,
    has_secrets,
    members,
    reached,
)

from tests.croupier_game import late_types


@dataclass(frozen=True, slots=True)
class Card:
    rank: int


@dataclass(frozen=True)
class Base:
    first: int
    """Of all."""


@dataclass(frozen=True)
class Whole(Base):
    LIMIT: ClassVar[int] = 3

    flag: bool
    name: str | None
    color: Literal["red", "dark-blue"]
    cards: tuple[Card, ...]
    """What is
    held."""
    top: Card | None = None
    suits: tuple[Literal["a", "b"], ...] = ()
    key: Secret[int] = 0
    kind: Literal["whole"] = "whole"


@dataclass(frozen=True)
class Node:
    value: int
    inner: "tuple[Node, ...]" = ()
    back: "Node | None" = None


@dataclass(frozen=True)
class Dealt:
    card: Secret[Card]


@dataclass(frozen=True)
class Round:
    deals: tuple[Dealt, ...]


def test_members_are_what_leaves_the_engine_with_what_is_inherited() -> None:
    assert members(Whole) == (
        Member("first", int, about="Of all."),
        Member("flag", bool),
        Member("name", str, optional=True),
        Member("color", ("red", "dark-blue")),
        Member("cards", Card, many=True, about="What is held."),
        Member("top", Card, optional=True, lacking=True),
        Member("suits", ("a", "b"), many=True),
    )


def test_annotations_that_are_texts_are_read_in_their_module() -> None:
    assert members(late_types.Move) == (
        Member("card", late_types.Card, about="It is played."),
        Member("to", ("left", "right"), optional=True, lacking=True),
    )
    assert has_secrets(late_types.Event)


def test_of_dataclasses_in_dataclasses_each_is_reached_once() -> None:
    assert reached(Whole) == [Whole, Card]
    assert reached(Node) == [Node]
    assert reached(Round) == [Round, Dealt]  # and no card, which is a secret
    assert reached(Card | Round) == [Card, Round, Dealt]


def test_a_secret_is_found_however_deep() -> None:
    assert has_secrets(Whole)
    assert has_secrets(Round)
    assert has_secrets(Card | Round)
    assert not has_secrets(Node)


def test_a_choice_has_arms() -> None:
    assert arms(Card | Node) == (Card, Node)
    assert arms(Card) == (Card,)
    assert arm_name(late_types.DrawFromPile2) == "draw_from_pile2"
    assert choice_name("mine-crash") == choice_name("mineCrash") == "MINE_CRASH"


BAD: list[tuple[Any, str]] = [
    (float, "is a float; it can be int"),
    (list[int], "is a list; it can be int"),
    (dict[str, int], "is a dict; it can be int"),
    (Any, "; it can be int"),
    (Card | Node, "can be several types"),
    (int | str | None, "can be several types"),
    (tuple[int, int], "is a tuple of a fixed length"),
    (tuple[int | None, ...], "; it can be int"),
    (tuple[tuple[int, ...], ...], "is a tuple of tuples"),
    (tuple[int, ...] | None, "let it be an empty tuple"),
    (Secret[int] | None, "is secret in part"),
    (tuple[Secret[Card], ...], "is secret in part"),
    (Literal[1, 2], "has values that are no names"),
    (Literal["a", None], "has values that are no names"),
    (Literal["7H", "8H"], "let each be a letter"),
    (Literal["a-b", "a_b"], "has values that are no names"),
]


@pytest.mark.parametrize(("hint", "why"), BAD)
def test_what_cannot_leave_is_refused_by_its_name(hint: Any, why: str) -> None:
    kind = dataclasses.make_dataclass("Own", [("what", hint)])
    with pytest.raises(BadGame, match=why) as told:
        members(kind)
    assert str(told.value).startswith("Own.what ")


@pytest.mark.parametrize("name", ["_json", "größe"])
def test_a_member_has_a_plain_name(name: str) -> None:
    with pytest.raises(BadGame, match=f"Own.{name} has a name"):
        members(dataclasses.make_dataclass("Own", [(name, int)]))


@dataclass(frozen=True)
class Swap:
    card: str | None = None


@dataclass(frozen=True)
class Play:
    card: str


@dataclass(frozen=True)
class Pass:
    pass


def test_moves_that_are_stored_alike_are_found() -> None:
    assert alike(Swap | Play) == (Swap, Play)
    assert alike(Swap | Pass) == (Swap, Pass), "a member that has its default is not stored"
    assert alike(Play | Pass) is None
    assert alike(Play) is None
