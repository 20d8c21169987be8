"""Numbers of fields stay as they were, and the JSON of old moves and options as it was."""

import dataclasses
from typing import Any, Literal

import pytest
from croupier_game import dataclass
from croupier_game.errors import BadGame
from croupier_game.protobuf.derived import DerivedWire
from croupier_game.protobuf.lock import Lock

from tests.support.rules_of import rules_of


@dataclass(frozen=True)
class Card:
    rank: int


@dataclass(frozen=True)
class Play:
    card: Card
    end: Literal["left", "right"]
    count: int


@dataclass(frozen=True)
class Pass:
    pass


@dataclass(frozen=True)
class Options:
    heap: int = 21


@dataclass(frozen=True)
class View:
    cards: tuple[Card, ...]
    size: int


TYPES: dict[str, Any] = {"Options": Options, "Move": Play | Pass, "PublicView": View}
LOCK = """\
version 1
Options.heap 1 int
Move.play 1 Play
Play.card 1 Card
Card.rank 1 int
Play.end 2 choice
Play.end=LEFT 1
Play.end=RIGHT 2
Play.count 3 int
Move.pass 2 Pass
View.cards 1 Card*
View.size 2 int
"""


def derived(lock: Lock, **types: Any) -> DerivedWire:
    return DerivedWire(rules_of(**{**TYPES, **types}), lock)


def locked(version: int = 1, text: str = LOCK, **types: Any) -> str:
    """Return the text that `croupier lock-wire` writes. Raise BadGame."""
    lock = Lock(version, text, is_open=True)
    derived(lock, **types)
    return lock.text()


def numbers(wire: DerivedWire, message: str) -> dict[str, int]:
    fields = wire.classes["View"].DESCRIPTOR.file.message_types_by_name[message].fields
    return {each.name: each.number for each in fields}


def test_a_lock_is_written_and_read_back() -> None:
    assert locked(text="") == LOCK
    assert locked() == LOCK
    derived(Lock(1, LOCK))


def test_fields_keep_their_numbers_in_any_order_of_members() -> None:
    turned = _made("View", ("more", int), ("size", int), ("cards", tuple[Card, ...]))
    assert numbers(derived(Lock(1)), "View") == {"cards": 1, "size": 2}
    text = locked(PublicView=turned)
    assert text == f"{LOCK}View.more 3 int\n"
    assert numbers(derived(Lock(1, text), PublicView=turned), "View") == {
        "more": 3,
        "size": 2,
        "cards": 1,
    }


def test_the_number_of_what_is_gone_is_not_given_again() -> None:
    text = locked(PublicView=_made("View", ("cards", tuple[Card, ...])))
    assert text == LOCK.replace("View.size 2 int", "View.size 2 int (gone)")
    assert "View.last 3 int\n" in locked(text=text, PublicView=_made("View", ("last", int)))


def _made(name: str, *own: Any) -> Any:
    return dataclasses.make_dataclass(name, own, frozen=True)


PLAY = [("card", Card), ("end", Literal["left", "right"]), ("count", int)]
NONE, SOME = None, 7  # defaults
LACKED = ", which moves and options of version 1 lack: let it be left out, or raise VERSION"
MAY_HAVE = ", which moves and options of version 1 may have: keep it, or raise VERSION"


def _move(*own: Any) -> Any:
    return _made("Play", *own) | Pass


CHANGED: list[tuple[dict[str, Any], str]] = [
    (
        {"PublicView": _made("View", ("count", int))},
        "has no number for View.count in wire.lock: write",
    ),
    (
        {"PublicView": _made("View", ("size", str))},
        "has View.size as str, and in wire.lock as int: give it another name",
    ),
    ({"PublicView": _made("View", ("size", int | None))}, "has View.size as int?, and"),
    (
        {"PublicView": _made("View", ("cards", Card))},
        "has View.cards as Card, and in wire.lock as Card*",
    ),
    ({"Move": _move(*PLAY, ("more", int))}, f"has Play.more{LACKED}"),
    ({"Move": _move(*PLAY, ("more", int | None))}, f"has Play.more{LACKED}"),
    ({"Move": _move(*PLAY, ("more", int | None, SOME))}, f"has Play.more{LACKED}"),
    ({"Move": _move(*PLAY, ("more", Card))}, f"has Play.more{LACKED}"),
    ({"Move": _move(*PLAY, ("more", tuple[int, ...]))}, f"has Play.more{LACKED}"),
    ({"Move": Play | _made("Pass", ("why", str))}, f"has Pass.why{LACKED}"),
    ({"Options": _made("Options", ("heap", int, SOME), ("more", int, SOME))}, "has Options.more"),
    ({"Move": _move(*PLAY[:2])}, f"has no Play.count any more{MAY_HAVE}"),
    ({"Move": _move(*PLAY[:2], ("amount", int))}, f"has Play.amount{LACKED}"),
    ({"Move": _move(*PLAY, ("more", int | None, NONE))}, "has no number for Play.more"),
    ({"Move": Play}, f"has Move.card{LACKED}"),
    ({"Options": _made("Options")}, f"has no Options.heap any more{MAY_HAVE}"),
    (
        {"Move": _move(PLAY[0], ("end", Literal["left", "up", "right"]), PLAY[2])},
        "has no number for Play.end=UP in wire.lock: write",
    ),
    (
        {"Move": _move(PLAY[0], ("end", Literal["left", "up"]), PLAY[2])},
        "has no number for Play.end=UP",
    ),
]


@pytest.mark.parametrize(("types", "why"), CHANGED)
def test_what_does_not_fit_is_refused(types: dict[str, Any], why: str) -> None:
    with pytest.raises(BadGame) as told:
        derived(Lock(1, LOCK), **types)
    assert str(told.value).startswith(why)


@pytest.mark.parametrize(
    ("types", "why"),
    [(types, why) for types, why in CHANGED if why.startswith("has Play.") or MAY_HAVE in why],
)
def test_what_old_moves_and_options_cannot_bear_is_not_locked_either(
    types: dict[str, Any], why: str
) -> None:
    with pytest.raises(BadGame) as told:
        locked(**types)
    assert str(told.value).startswith(why)


def test_a_value_that_is_gone_is_told() -> None:
    with pytest.raises(BadGame, match=r"has no Play.end=RIGHT any more"):
        locked(Move=_move(PLAY[0], ("end", Literal["left", "up"]), PLAY[2]))


BET = _made("Bet", ("card", Card), ("amount", int))
FINE = [
    ({"Move": _move(*PLAY, ("more", int | None, NONE))}, "Play.more 4 int?\n"),
    ({"Move": _move(*PLAY, ("more", Card | None, NONE))}, "Play.more 4 Card?\n"),
    ({"Move": Play | Pass | BET}, "Move.bet 3 Bet\nBet.card 1 Card\nBet.amount 2 int\n"),
    (
        {"Move": _move(PLAY[0], ("end", Literal["left", "up", "right"]), PLAY[2])},
        "Play.end=UP 3\n",
    ),
    (
        {"Options": _made("Options", ("heap", int, SOME), ("start", int | None, NONE))},
        "Options.start 2 int?\n",
    ),
    (
        {"PublicView": _made("View", ("cards", tuple[Card, ...]), ("size", int), ("most", int))},
        "View.most 3 int\n",
    ),
]


@pytest.mark.parametrize(("types", "more"), FINE)
def test_moves_and_options_grow_by_what_old_ones_lack(types: dict[str, Any], more: str) -> None:
    text = locked(**types)
    assert {*text.splitlines()} == {*(LOCK + more).splitlines()}
    derived(Lock(1, text), **types)


def test_by_new_rules_moves_are_as_they_like() -> None:
    changed = {"Move": _move(PLAY[0], PLAY[1], ("amount", int))}
    text = locked(2, **changed)
    assert text.startswith("version 2\n")
    assert "Play.count 3 int (gone)\n" in text
    assert "Play.amount 4 int\n" in text
    derived(Lock(2, text), **changed)
    assert locked(2, text, **changed) == text
    derived(Lock(1, text))  # the rules that are kept, beside them


def test_new_rules_need_a_lock_of_their_own_time() -> None:
    with pytest.raises(
        BadGame, match=r"^has rules of version 2, and wire.lock of version 1: write it with"
    ):
        Lock(2, LOCK)


@pytest.mark.parametrize(
    ("before", "after", "why"),
    [
        ("View.size 2 int", "View.size 1 int", "has one number for View.size and View.cards in"),
        ("Play.end=RIGHT 2", "Play.end=RIGHT 1", "has one number for Play.end=RIGHT and Play.end="),
        ("View.size 2 int", "View.size 2 int\nView.size 3 int", "has View.size twice in wire.lock"),
        ("View.size 2 int", "<<<<<<< HEAD", "has a line in wire.lock that is none, '<<<<<<< HEAD'"),
        ("View.size 2 int", "View.size", "has a line in wire.lock that is none, 'View.size'"),
        ("version 1\n", "", "has rules of version 1, and wire.lock of version 0"),
    ],
)
def test_a_file_with_mistakes_is_refused(before: str, after: str, why: str) -> None:
    assert before in LOCK
    with pytest.raises(BadGame) as told:
        Lock(1, LOCK.replace(before, after))
    assert str(told.value).startswith(why)
