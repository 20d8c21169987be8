"""Just4Fun: what each viewer sees."""

import pytest
from croupier_game.game import view_of

from croupier_just4fun import rules, table
from croupier_just4fun.rules import event_view, new_game, private_view, public_view
from croupier_just4fun.tests.positions import (
    CHANCE,
    NAMES,
    PLAIN,
    P,
    R,
    Y,
    after,
    alone,
    position,
)
from croupier_just4fun.types import (
    CardsDrawn,
    CardsPlayed,
    DeckReshuffled,
    Event,
    FieldLocked,
    HandExchanged,
    LineCompleted,
    MatchStarted,
)


def test_table_says_what_its_letters_mean() -> None:
    state, _ = new_game(PLAIN, 3, CHANCE)
    lines = table.render(view_of(rules, state, None), NAMES, None).splitlines()
    assert lines[14:17] == [
        lines[2],
        "A2B: two stones of A, one of B; #: locked",
        "",
    ]


@pytest.mark.parametrize("seat", [Y, R, P, None])
def test_own_hand_alone_is_shown(seat: int | None) -> None:
    state, (event,) = new_game(PLAIN, 3, CHANCE)
    assert private_view(state, seat).hand == (() if seat is None else state.hands[seat])
    shown = event_view(event, seat)
    assert isinstance(shown, MatchStarted)
    assert shown.hands == tuple(
        hand if side == seat else None for side, hand in enumerate(state.hands)
    )


def test_drawn_cards_are_shown_to_who_drew_them() -> None:
    event = CardsDrawn(Y, 2, (3, 8))
    assert event_view(event, Y) == event
    assert event_view(event, R) == event_view(event, None) == CardsDrawn(Y, 2, None)


@pytest.mark.parametrize(
    "event",
    [
        CardsPlayed(Y, (5, 6), 11),
        FieldLocked(Y, 12, (0, 2)),
        LineCompleted(Y, (1, 14, 30, 24)),
        HandExchanged(Y, (1, 1, 1, 1)),
        DeckReshuffled(40),
    ],
)
def test_what_lies_open_is_shown_to_all(event: Event) -> None:
    assert event_view(event, Y) == event_view(event, R) == event_view(event, None) == event


def test_winner_has_fewer_cards_after_the_last_move() -> None:
    state = after(position("1 1 1 1", alone(Y, "1 14 30")), "10+10+4")
    assert [side.hand_size for side in public_view(state).sides] == [1, 4]
