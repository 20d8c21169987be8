"""The wire of a game without a .proto: messages, their JSON and what is read from them."""

import dataclasses
from typing import Any, Literal

import pytest
from croupier_game import InvalidMove, InvalidOptions, Secret, View, dataclass, example_pb2
from croupier_game.errors import BadGame
from croupier_game.kit.messages import Messages
from croupier_game.protobuf.derived import DerivedWire
from croupier_game.protobuf.lock import Lock
from google.protobuf.descriptor_pb2 import FileDescriptorSet
from google.protobuf.json_format import ParseDict, ParseError

from tests.support.rules_of import rules_of

LARGEST = 2**31 - 1


@dataclass(frozen=True, slots=True)
class Card:
    """A card."""

    suit: Literal["red", "dark-blue"]
    """Its colour."""
    rank: int


@dataclass(frozen=True)
class Limits:
    most: int = 3
    least: int | None = None


@dataclass(frozen=True)
class Options:
    heap: int = 21
    open: bool = True
    name: str = "Nim"
    start: int | None = None
    order: Literal["up", "down"] = "down"
    limits: Limits = Limits(5)
    other: Limits | None = None
    scores: tuple[int, ...] = ()


@dataclass(frozen=True)
class Base:
    """Not a message of its own."""

    first: int


@dataclass(frozen=True, slots=True)
class Play(Base):
    """Play cards."""

    card: Card
    spare: Card | None
    more: tuple[Card, ...]
    ways: tuple[Literal["left", "right"], ...]
    way: Literal["left", "right"] | None = None
    note: str = ""
    sure: bool | None = None
    kind: Literal["play"] = "play"


@dataclass(frozen=True)
class Pass:
    """Do nothing."""


@dataclass(frozen=True)
class Raise:
    by_much: int = 1


@dataclass(frozen=True, slots=True)
class Dealt:
    seat: int
    card: Secret[Card]


@dataclass(frozen=True)
class Node:
    """Holds others of its kind."""

    json: int
    each: "tuple[Node, ...]" = ()
    back: "Node | None" = None


@dataclass(frozen=True)
class PublicView:
    """Seen by all."""

    node: Node
    limits: Limits


@dataclass(frozen=True)
class PrivateView:
    """Seen by one."""

    last: Play | None
    none: tuple[int, ...] = ()


def event_view(event: Any, seat: int | None) -> Any:
    return event


RULES = rules_of(
    Options=Options,
    Move=Play | Pass | Raise,
    Event=Dealt,
    PublicView=PublicView,
    PrivateView=PrivateView,
    event_view=event_view,
)
WIRE = DerivedWire(RULES, Lock(1))
MESSAGES = Messages(WIRE)
RED, BLUE = Card("red", 7), Card("dark-blue", -1)
PLAY = Play(0, RED, None, (RED, BLUE), ("right", "left"), "left", "x", False)
MOVES = [
    PLAY,
    Play(LARGEST, BLUE, RED, (), ()),
    Pass(),
    Raise(0),
    Raise(-LARGEST),
]
ALL_OPTIONS = [
    Options(),
    Options(0, False, "", 0, "up", Limits(0, 0), Limits(1), (0, 1)),
]
VIEWS = [
    View(PublicView(Node(0), Limits()), PrivateView(None)),
    View(
        PublicView(Node(1, (Node(2), Node(3, (Node(0),))), Node(4)), Limits(0, 5)),
        PrivateView(PLAY, (0,)),
    ),
]


@pytest.mark.parametrize("move", MOVES)
def test_a_move_is_read_as_it_is_written(move: Any) -> None:
    assert MESSAGES.decode_move(MESSAGES.encode_move(move)) == move


def test_equal_moves_have_the_same_json() -> None:
    """Moves are hashed by their JSON, whoever was first to make one."""
    mixed: Any = Play(True, RED, None, (Card("red", 1.0),), (), sure=1)  # type: ignore[arg-type]
    clean = Play(1, RED, None, (Card("red", 1),), (), sure=True)
    assert mixed == clean
    assert repr(WIRE.move_json(mixed)) == repr(WIRE.move_json(clean))


@pytest.mark.parametrize("options", ALL_OPTIONS)
def test_options_are_read_as_they_are_written(options: Options) -> None:
    assert MESSAGES.decode_options(MESSAGES.encode_options(options)) == options


@pytest.mark.parametrize("view", VIEWS)
def test_the_json_of_a_view_is_that_of_its_message(view: View[PublicView, PrivateView]) -> None:
    MESSAGES.encode_view(view)


def test_a_member_that_both_views_have_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a `wire.py`, which makes what it likes."""
    monkeypatch.setattr(WIRE, "private_view_json", lambda view: {"none": [], "limits": {}})
    with pytest.raises(AssertionError, match=r"^Both views have limits: only one of them may"):
        MESSAGES.encode_view(VIEWS[0])


def test_the_json_has_everything_but_none() -> None:
    assert WIRE.move_json(PLAY) == {
        "play": {
            "first": 0,
            "card": {"suit": "RED", "rank": 7},
            "more": [{"suit": "RED", "rank": 7}, {"suit": "DARK_BLUE", "rank": -1}],
            "ways": ["RIGHT", "LEFT"],
            "way": "LEFT",
            "note": "x",
            "sure": False,
        }
    }
    assert WIRE.move_json(Pass()) == {"pass": {}}
    assert WIRE.move_json(Raise(0)) == {"raise": {"byMuch": 0}}
    assert WIRE.public_view_json(VIEWS[0].public) == {
        "node": {"json": 0, "each": []},
        "limits": {"most": 3},
    }
    assert WIRE.private_view_json(VIEWS[0].private) == {"none": []}


def test_a_secret_has_no_field() -> None:
    assert WIRE.event_json(Dealt(1, RED)) == {"seat": 1}
    assert [each.name for each in WIRE.classes["Event"].DESCRIPTOR.fields] == ["seat"]


def test_options_that_are_left_out_have_their_defaults() -> None:
    def read(json: Any) -> Any:
        return WIRE.read_options(_bytes("Options", json))

    assert read({}) == Options()
    assert read({"heap": 0, "limits": {}}) == Options(heap=0, limits=Limits())
    assert read({"limits": {"least": 0}, "other": {}}) == Options(
        limits=Limits(least=0), other=Limits()
    )


@pytest.mark.parametrize(
    ("json", "why"),
    [
        ({}, "One of these must be given: play, pass, raise."),
        ({"play": {}}, "card must be given."),
        ({"play": {"card": {"rank": 1}}}, "suit must be RED or DARK_BLUE."),
        (
            {"play": {"card": {"suit": "RED"}, "ways": ["LEFT", "WAYS_UNSPECIFIED"]}},
            "ways must be LEFT or RIGHT.",
        ),
        ({"play": {"card": {"suit": "RED"}, "way": 9}}, "way must be LEFT or RIGHT."),
    ],
)
def test_a_move_that_the_type_cannot_say_is_refused(json: Any, why: str) -> None:
    with pytest.raises(InvalidMove) as told:
        WIRE.read_move(_bytes("Move", json))
    assert str(told.value) == why


def test_options_that_the_type_cannot_say_are_refused() -> None:
    with pytest.raises(InvalidOptions, match=r"^order must be UP or DOWN\.$"):
        WIRE.read_options(_bytes("Options", {"order": 7}))


@pytest.mark.parametrize("read", [WIRE.read_move, WIRE.read_options])
def test_what_is_no_message_is_refused(read: Any) -> None:
    with pytest.raises(ValueError, match="parsing"):
        read(b"\xff")


def test_numbers_are_of_32_bits() -> None:
    with pytest.raises(ParseError):
        MESSAGES.encode_move(Raise(LARGEST + 1))


def test_docstrings_are_the_comments() -> None:
    (file,) = FileDescriptorSet.FromString(WIRE.descriptors).file
    told = {tuple(each.path): each.leading_comments for each in file.source_code_info.location}
    names = [each.name for each in file.message_type]
    assert told[4, names.index("Card")] == " A card.\n"
    assert told[4, names.index("Card"), 2, 0] == " Its colour.\n"
    assert told[4, names.index("Play")] == " Play cards.\n"
    assert (4, names.index("Limits")) not in told  # which Python has described, not the author


def test_what_answers_leave_out_is_marked() -> None:
    def marked(kind: str) -> set[str]:
        fields = WIRE.classes[kind].DESCRIPTOR.fields
        return {each.name for each in fields if each.GetOptions().Extensions[example_pb2.left_out]}

    assert marked("Options") == {"start", "other"}
    assert marked("View") == {"last"}


def test_versions_of_a_game_have_messages_of_one_name() -> None:
    other = DerivedWire(rules_of(Move=Raise, Event=Card), Lock(1))
    assert other.move_json(Raise(2)) == {"byMuch": 2}
    names = {each.classes["Move"].DESCRIPTOR.full_name for each in (WIRE, other)}
    assert names == {"croupier.games.some_game.Move"}


def _made(name: str, *own: Any) -> Any:
    return dataclasses.make_dataclass(name, own, frozen=True)


INNER = _made("Inner", ("secret", Secret[int]))
CONSTANT = ("kind", Literal["one"])
BAD = [
    ({"Event": Dealt}, "has secret members in events: write event_view"),
    ({"Event": _made("E", ("inner", INNER))}, "has secret members in events: write event_view"),
    ({"Move": Dealt}, "has a secret member in Move, which nobody could see: remove it"),
    ({"Move": _made("M", ("inner", INNER))}, "has a secret member in Move"),
    ({"PublicView": _made("V", ("inner", INNER))}, "has a secret member in PublicView"),
    ({"PrivateView": _made("V", ("inner", INNER))}, "has a secret member in PrivateView"),
    (
        {"PublicView": _made("V", ("a", int)), "PrivateView": _made("W", ("a", int), ("b", int))},
        "has a in PublicView and in PrivateView: if viewers are shown it otherwise",
    ),
    ({"Options": _made("O", ("inner", INNER))}, "has a secret member in Options"),
    ({"Options": Card}, "has options without a default: give each member of Card one"),
    (
        {"Options": _made("O", ("card", Card, dataclasses.field(default=RED)))},
        "has options without a default: give each member of Card one",
    ),
    (
        {"Options": _made("O", ("most", int | None, dataclasses.field(default=3)))},
        "has O.most, for which None could not be told from its default: let that be None",
    ),
    ({"Move": _made("M", CONSTANT)}, "has M, which cannot be made of what messages have of it"),
    (
        {"Move": Pass | _made("N", ("m", _made("M", CONSTANT)))},
        "has M, which cannot be made of what messages have of it",
    ),
    (
        {"Move": _made("M", ("count", int, dataclasses.field(init=False, default=1)))},
        "has M, which cannot be made of what messages have of it",
    ),
    (
        {"Event": _made("E", ("card", dataclasses.make_dataclass("C", [("rank", int)])))},
        "has C that can be changed: write @dataclass",
    ),
    ({"PublicView": _made("V", ("a", Card), ("b", _made("Card")))}, "has two types named Card"),
    ({"Move": Card | _made("Card")}, "has two types named Card"),
    ({"PublicView": _made("V", ("view", _made("View")))}, "has two types named View"),
    ({"PublicView": _made("V", ("what", float))}, "V.what is a float; it can be int"),
]


@pytest.mark.parametrize(("types", "why"), BAD)
def test_types_that_cannot_be_sent_are_refused(types: dict[str, Any], why: str) -> None:
    with pytest.raises(BadGame) as told:
        DerivedWire(rules_of(**types), Lock(1))
    assert str(told.value).startswith(why)


def _bytes(kind: str, json: Any) -> bytes:
    message = ParseDict(json, WIRE.classes[kind]())
    return bytes(message.SerializeToString())
