"""Just4Fun: its messages."""

from dataclasses import replace
from typing import Any

import pytest
from croupier_game.errors import InvalidMove, InvalidOptions
from croupier_game.game import view_of
from google.protobuf import text_format

from croupier_just4fun import rules
from croupier_just4fun.rules import check, move_view
from croupier_just4fun.tests.messages import pb, wire
from croupier_just4fun.tests.positions import P, R, Y, ended, position
from croupier_just4fun.types import (
    ORIGINAL,
    CardsDrawn,
    CardsPlayed,
    DeckReshuffled,
    Event,
    FieldLocked,
    HandExchanged,
    LineCompleted,
    MatchStarted,
    Move,
    Options,
)


def test_options_left_out_take_their_defaults() -> None:
    message = wire.encode_options(Options())
    assert (message.layout, message.own_locked) == (pb.Options.ORIGINAL, True)
    assert not message.HasField("start_seat")
    assert wire.decode_options(pb.Options(own_locked=False)) == Options(own_locked=False)
    assert wire.decode_options(pb.Options(start_seat=0)).start_seat == 0


def test_unknown_layout_is_refused() -> None:
    with pytest.raises(InvalidOptions, match=r"^layout must be ORIGINAL, RANDOM or CUSTOM\.$"):
        wire.decode_options(pb.Options(layout=9))


@pytest.mark.parametrize(
    "message",
    [pb.Move(), pb.Move(play=pb.Move.Play())],
    ids=["none", "empty"],
)
def test_move_without_cards_is_none(message: Any) -> None:
    """An empty play must not pass for an exchange."""
    with pytest.raises(InvalidMove) as refused:
        wire.decode_move(message)
    assert str(refused.value) == "A move is play, with one to four cards, or exchange."


def test_cards_are_accepted_in_any_order() -> None:
    message = pb.Move(play=pb.Move.Play(cards=[13, 5, 11]))
    assert wire.decode_move(message) == Move((5, 11, 13))
    check(position("5 9 11 13"), Y, wire.decode_move(message))


@pytest.mark.parametrize("move", [Move(), Move((5,)), Move((5, 5, 6, 19))])
def test_move_survives_the_wire(move: Move) -> None:
    assert wire.decode_move(wire.encode_move(move)) == move
    assert move_view(move, Y, None) == move_view(move, Y, R) == move


def test_view_on_the_wire() -> None:
    stones = {1: (0, 2, 0), 14: (1, 1, 0), 30: (0, 0, 1)}
    state = position("3 5 8 8", stones, seats=3, supplies=(19, 17, 18), discard="4 2")
    message = wire.encode_view(view_of(rules, replace(state, removed=(0, 0, 1)), Y))
    assert (message.starter, message.deck_size, [*message.hand], [*message.discard]) == (
        0,
        7,
        [3, 5, 8, 8],
        [4, 2],
    )
    assert [field.number for field in message.board] == [*ORIGINAL]
    first, second, third, fourth = message.board[:4]
    assert ([*first.stones], first.owner, first.locked) == ([0, 2, 0], R, True)
    assert ([*second.stones], second.HasField("owner"), second.locked) == ([1, 1, 0], False, False)
    assert ([*third.stones], third.owner, third.locked) == ([0, 0, 1], P, False)
    assert ([*fourth.stones], fourth.HasField("owner")) == ([0, 0, 0], False)
    last = message.sides[P]
    assert (last.seat, last.hand_size, last.supply, last.removed) == (P, 4, 18, 1)
    assert (last.score, last.highest_field) == (30, 30)
    assert [side.highest_field for side in message.sides] == [0, 1, 30]
    assert [*message.line] == []


def test_owner_at_seat_0_is_told_from_no_owner() -> None:
    fields = wire.encode_view(view_of(rules, ended({5: (1, 0)}), None)).board
    assert [field.number for field in fields if field.HasField("owner")] == [5]


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (FieldLocked(1, 12, (2, 0)), "field_locked { seat: 1 field: 12 removed: 2 removed: 0 }"),
        (LineCompleted(1, (1, 2, 3, 4)), "line_completed { seat: 1 fields: [1, 2, 3, 4] }"),
        (CardsPlayed(1, (5, 6), 11), "cards_played { seat: 1 cards: [5, 6] field: 11 }"),
        (HandExchanged(1, (5, 6)), "hand_exchanged { seat: 1 cards: [5, 6] }"),
        (CardsDrawn(1, 2, (5, 6)), "cards_drawn { seat: 1 count: 2 cards: [5, 6] }"),
        (CardsDrawn(1, 2, None), "cards_drawn { seat: 1 count: 2 }"),
        (DeckReshuffled(40), "deck_reshuffled { cards: 40 }"),
        (
            MatchStarted(1, (1, 2), (None, (5, 6))),
            "match_started { starter: 1 layout: [1, 2] hand: [5, 6] }",
        ),
        (MatchStarted(1, (1, 2), (None, None)), "match_started { starter: 1 layout: [1, 2] }"),
    ],
)
def test_event_on_the_wire(event: Event, text: str) -> None:
    assert wire.encode_event(event) == text_format.Parse(text, pb.Event())
