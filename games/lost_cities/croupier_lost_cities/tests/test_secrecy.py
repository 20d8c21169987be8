"""Views and events of Lost Cities: what each viewer is shown of them.

That nothing else does: test_every_view.py of the kit.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import pytest
from croupier_game.game import view_of
from croupier_game.kit.random_matches import NAMES, random_match
from google.protobuf.message import Message

from croupier_lost_cities import rules, table
from croupier_lost_cities.rules import ID, event_view, move_view, private_view
from croupier_lost_cities.tests.messages import wire
from croupier_lost_cities.types import (
    COLORS,
    DECK,
    DECKS,
    DISCARD,
    EXPEDITION,
    ORDER,
    Card,
    CardDrawn,
    CardPlayed,
    Cards,
    Move,
    Options,
    RoundStarted,
    State,
    View,
)

VIEWERS = (0, 1, None)
SEEDS = range(12)

OPTIONS = (
    Options(rounds=2, max_turns_without_deck_draw=8),
    Options(rounds=1, max_turns_without_deck_draw=20),
    Options(rounds=3, colors=6, max_turns_without_deck_draw=6, carried_scores=(3, -4)),
)
MOVES = [
    Move(card, place, pile)
    for card in ORDER
    for place in (EXPEDITION, DISCARD)
    for pile in (DECK, *COLORS)
]


@dataclass(frozen=True)
class Sight:
    """All that reaches a viewer of a state."""

    view: View
    view_bytes: bytes
    table: str


def sight(state: State, viewer: int | None) -> Sight:
    seen = view_of(rules, state, viewer)
    return Sight(seen, _bytes(wire.encode_view(seen)), table.render(seen, NAMES[:2], viewer))


def _bytes(message: Message) -> bytes:
    return message.SerializeToString(deterministic=True)


def positions(seed: int) -> list[State]:
    played = random_match(ID, OPTIONS[seed % len(OPTIONS)], 2, seed, bound=1200)
    return [match.state for match in played.dealt if match.state]


def unknown(state: State, seat: int) -> list[Card]:
    """The cards of a hand that others have not seen."""
    return list((Counter(state.hands[seat]) - Counter(state.known[seat])).elements())


def in_order(cards: Sequence[Card]) -> Cards:
    return tuple(sorted(cards, key=ORDER.__getitem__))


# What lies open shows


def middle() -> State:
    """A position in which both have known cards, and each discard pile has cards below its top."""
    return next(each for seed in SEEDS for each in positions(seed) if full(each))


def full(state: State) -> bool:
    piles = all(len(set(pile)) > 1 for pile in state.discards)
    return piles and all(state.known) and all(unknown(state, seat) for seat in range(2))


@pytest.fixture(scope="module")
def position() -> State:
    return middle()


def with_card(cards: Cards, old: Card, new: Card) -> Cards:
    place = cards.index(old)
    return (*cards[:place], new, *cards[place + 1 :])


def with_item(items: tuple[Cards, ...], place: int, item: Cards) -> tuple[Cards, ...]:
    return (*items[:place], item, *items[place + 1 :])


def seen_by(position: State, state: State) -> list[int | None]:
    """Return the viewers that can tell this state from the position's: by the view, on the
    wire and in the text alike."""
    sights = [(viewer, sight(position, viewer), sight(state, viewer)) for viewer in VIEWERS]
    noticed = [viewer for viewer, here, there in sights if here != there]
    assert noticed == [viewer for viewer, here, there in sights if here.view != there.view]
    assert noticed == [viewer for viewer, one, two in sights if one.view_bytes != two.view_bytes]
    assert noticed == [viewer for viewer, here, there in sights if here.table != there.table]
    return noticed


@pytest.mark.parametrize("seat", [0, 1])
def test_card_of_a_hand_shows_to_its_owner_alone(position: State, seat: int) -> None:
    state = position
    old = unknown(state, seat)[0]
    new = next(card for card in state.deck if card != old)
    hands = with_item(state.hands, seat, in_order(with_card(state.hands[seat], old, new)))
    changed = replace(state, hands=hands, deck=with_card(state.deck, new, old))
    assert seen_by(position, changed) == [seat]


@pytest.mark.parametrize("color", range(5))
def test_top_of_a_discard_pile_shows_to_everyone(position: State, color: int) -> None:
    pile = position.discards[color]
    other = next(card for card in DECKS[5] if card[0] == COLORS[color] and card != pile[-1])
    changed = with_item(position.discards, color, (*pile[:-1], other))
    assert seen_by(position, replace(position, discards=changed)) == [0, 1, None]


@pytest.mark.parametrize("color", range(5))
def test_lower_discards_do_not_show_but_their_number_does(position: State, color: int) -> None:
    """The history has them; the table has not."""
    discards, pile = position.discards, position.discards[color]
    other = next(card for card in DECKS[5] if card[0] == COLORS[color] and card not in pile)
    hidden = with_item(discards, color, (other, *pile[1:]))
    assert seen_by(position, replace(position, discards=hidden)) == []
    fewer = with_item(discards, color, pile[1:])
    assert seen_by(position, replace(position, discards=fewer)) == [0, 1, None]


@pytest.mark.parametrize("seat", [0, 1])
def test_what_is_known_of_a_hand_shows_to_everyone(position: State, seat: int) -> None:
    state = position
    less = with_item(state.known, seat, state.known[seat][1:])
    more = with_item(state.known, seat, in_order([*state.known[seat], unknown(state, seat)[0]]))
    assert seen_by(position, replace(state, known=less)) == [0, 1, None]
    assert seen_by(position, replace(state, known=more)) == [0, 1, None]


def test_size_of_the_deck_shows_and_its_order_does_not(position: State) -> None:
    deck = position.deck
    assert seen_by(position, replace(position, deck=deck[1:])) == [0, 1, None]
    assert seen_by(position, replace(position, deck=deck[::-1])) == []


def test_expedition_shows_to_everyone(position: State) -> None:
    state = position
    side = with_item(state.expeditions[0], 0, ("Rx", "Rx", "Rx"))
    changed = replace(state, expeditions=(side, state.expeditions[1]))
    assert seen_by(position, changed) == [0, 1, None]


# What happened


@pytest.mark.parametrize("viewer", VIEWERS)
def test_card_from_the_deck_is_told_to_who_drew_it_alone(viewer: int | None) -> None:
    drawn = CardDrawn(0, DECK, "Y7")
    shown = event_view(drawn, viewer)
    assert shown == (drawn if viewer == 0 else CardDrawn(0, DECK, None))
    assert wire.encode_event(shown).card_drawn.card == ("Y7" if viewer == 0 else "")


@pytest.mark.parametrize("viewer", VIEWERS)
def test_what_happened_openly_is_told_to_everyone(viewer: int | None) -> None:
    for event in (CardDrawn(0, "Y", "Y7"), CardPlayed(1, "Rx", DISCARD)):
        assert event_view(event, viewer) == event


@pytest.mark.parametrize("viewer", VIEWERS)
def test_dealt_hand_is_told_to_its_owner_alone(viewer: int | None) -> None:
    shown = event_view(RoundStarted(1, 0, (("R2", "R3"), ("B2", "B3"))), viewer)
    assert isinstance(shown, RoundStarted)
    assert shown.hands == (
        ("R2", "R3") if viewer == 0 else None,
        ("B2", "B3") if viewer == 1 else None,
    )
    sent = _bytes(wire.encode_event(shown))
    assert (b"R2" in sent, b"B2" in sent) == (viewer == 0, viewer == 1)


@pytest.mark.parametrize("viewer", VIEWERS)
def test_move_is_public(viewer: int | None) -> None:
    for move in MOVES:
        assert move_view(move, 0, viewer) == move


def test_spectator_has_no_hand_on_the_table(position: State) -> None:
    assert private_view(position, None).hand == ()
    assert "your hand" not in table.render(view_of(rules, position, None), NAMES[:2], None)
    assert "your hand" in table.render(view_of(rules, position, 1), NAMES[:2], 1)
