"""Secrets do not show in what a viewer of Lost Cities sees, and what is no secret does.

Each pair is a position of a random match and another world: the same position,
but all cards that the viewer cannot know have changed places. Nothing that the
viewer is shown, told or refused may tell the two apart.
"""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

import pytest
from croupier.v1 import lost_cities_pb2 as pb
from engine.games.errors import RulesError
from engine.games.lost_cities import table, wire
from engine.games.lost_cities.rules import (
    ID,
    check,
    event_view,
    legal_moves,
    move_view,
    notation,
    over,
    to_move,
    view,
)
from engine.games.lost_cities.types import (
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
    Event,
    Move,
    Options,
    RoundEnded,
    RoundStarted,
    State,
    View,
)

from tests.support.random_matches import NAMES, random_match

VIEWERS = (0, 1, None)
SEEDS = range(12)
PAIRS = 30
"""Per seed and viewer: 360 pairs for each viewer."""

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
class Position:
    """A state, and what happened last."""

    state: State
    events: tuple[Event, ...]


@dataclass(frozen=True)
class Sight:
    """All that reaches a viewer of a position."""

    view: View
    view_bytes: bytes
    table: str
    events: tuple[Event, ...]
    events_bytes: tuple[bytes, ...]
    may: tuple[str, ...]
    may_not: tuple[str, ...]


def sight(position: Position, viewer: int | None) -> Sight:
    seen = view(position.state, viewer)
    events = tuple(event_view(event, viewer) for event in position.events)
    asked = [seat for seat in to_move(position.state) if seat == viewer]
    return Sight(
        view=seen,
        view_bytes=_bytes(wire.encode_view(seen)),
        table=table.render(seen, NAMES[:2], viewer),
        events=events,
        events_bytes=tuple(_bytes(wire.encode_event(event)) for event in events),
        may=tuple(notation(move) for seat in asked for move in legal_moves(position.state, seat)),
        may_not=tuple(text for seat in asked for text in refusals(position.state, seat)),
    )


def _bytes(message: pb.LostCitiesView | pb.LostCitiesEvent) -> bytes:
    return message.SerializeToString(deterministic=True)


def refusals(state: State, seat: int) -> Iterator[str]:
    """What the rules have against each move there is."""
    for move in MOVES:
        try:
            check(state, seat, move)
        except RulesError as refused:
            yield f"{notation(move)} {refused!r}"


def positions(seed: int) -> list[Position]:
    played = random_match(ID, OPTIONS[seed % len(OPTIONS)], 2, seed, bound=1200)
    return [Position(match.state, match.events) for match in played.dealt if match.state]


# Another world


def unknown(state: State, seat: int) -> list[Card]:
    """The cards of a hand that others have not seen."""
    return list((Counter(state.hands[seat]) - Counter(state.known[seat])).elements())


def another_state(state: State, viewer: int | None, rng: random.Random) -> State:
    """All cards that the viewer cannot know change places with each other."""
    others = [seat for seat in range(2) if seat != viewer]
    pool = [*state.deck, *(card for seat in others for card in unknown(state, seat))]
    rng.shuffle(pool)
    hands = list(state.hands)
    for seat in others:
        hidden = [pool.pop() for _ in unknown(state, seat)]
        hands[seat] = in_order([*state.known[seat], *hidden])
    return replace(state, deck=tuple(pool), hands=tuple(hands))


def in_order(cards: Sequence[Card]) -> Cards:
    return tuple(sorted(cards, key=ORDER.__getitem__))


def retold(event: Event, viewer: int | None, state: State, rng: random.Random) -> Event:
    """Return the event as it was in the other world, with the state `state`."""
    match event:
        case RoundStarted():
            return replace(event, hands=state.hands)
        case CardDrawn(pile=pile, seat=seat) if pile == DECK and seat != viewer:
            others = [card for card in DECKS[state.options.colors] if card != event.card]
            return replace(event, card=rng.choice(others))
        case _:
            return event


def another_world(position: Position, viewer: int | None, rng: random.Random) -> Position:
    state = another_state(position.state, viewer, rng)
    return Position(state, tuple(retold(each, viewer, state, rng) for each in position.events))


def pairs(seed: int, viewer: int | None) -> Iterator[tuple[Position, Position]]:
    """Positions and their other worlds, which differ."""
    rng, tried = random.Random(seed), positions(seed)
    chosen = [tried[0], tried[-1], *rng.choices(tried, k=2 * PAIRS)]
    worlds = ((position, another_world(position, viewer, rng)) for position in chosen)
    yield from islice((pair for pair in worlds if pair[0].state != pair[1].state), PAIRS)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("viewer", VIEWERS)
def test_what_a_viewer_may_not_know_does_not_show(viewer: int | None, seed: int) -> None:
    for number, (position, other) in enumerate(pairs(seed, viewer)):
        assert sight(position, viewer) == sight(other, viewer), f"seed {seed}, pair {number}"


@pytest.mark.parametrize("viewer", VIEWERS)
def test_pairs_are_of_all_kinds(viewer: int | None) -> None:
    """Else the test above would prove less than it seems to."""
    both = [pair for seed in SEEDS for pair in pairs(seed, viewer)]
    states = [position.state for position, _ in both]
    events = {type(event) for position, _ in both for event in position.events}
    assert len(both) == PAIRS * len(SEEDS) >= 300
    assert events == {RoundStarted, CardPlayed, CardDrawn, RoundEnded}
    assert any(one.events != two.events for one, two in both)
    for seat in range(2):
        assert sum(bool(state.known[seat]) for state in states) > 100
        assert sum(to_move(state) == (seat,) for state in states) > 100
    assert any(over(state) for state in states)
    assert {state.options.colors for state in states} == {5, 6}


@pytest.mark.parametrize("viewer", VIEWERS)
def test_other_worlds_are_possible(viewer: int | None) -> None:
    """They have the same cards, in hands and piles of the same size, and keep what is known."""
    for position, other in pairs(1, viewer):
        here, there = position.state, other.state
        assert Counter(all_hidden(here)) == Counter(all_hidden(there))
        assert len(here.deck) == len(there.deck)
        for seat in range(2):
            assert len(here.hands[seat]) == len(there.hands[seat])
            assert not Counter(there.known[seat]) - Counter(there.hands[seat])
            assert seat != viewer or here.hands[seat] == there.hands[seat]


def all_hidden(state: State) -> Cards:
    return (*state.deck, *state.hands[0], *state.hands[1])


# What lies open shows


def middle() -> Position:
    """A position in which both have known cards, and each discard pile has cards below its top."""
    return next(each for seed in SEEDS for each in positions(seed) if full(each.state))


def full(state: State) -> bool:
    piles = all(len(set(pile)) > 1 for pile in state.discards)
    return piles and all(state.known) and all(unknown(state, seat) for seat in range(2))


@pytest.fixture(scope="module")
def position() -> Position:
    return middle()


def with_card(cards: Cards, old: Card, new: Card) -> Cards:
    place = cards.index(old)
    return (*cards[:place], new, *cards[place + 1 :])


def with_item(items: tuple[Cards, ...], place: int, item: Cards) -> tuple[Cards, ...]:
    return (*items[:place], item, *items[place + 1 :])


def seen_by(position: Position, state: State) -> list[int | None]:
    """Return the viewers that can tell this state from the position's: by the view, on the
    wire and in the text alike."""
    other = replace(position, state=state)
    sights = [(viewer, sight(position, viewer), sight(other, viewer)) for viewer in VIEWERS]
    noticed = [viewer for viewer, here, there in sights if here != there]
    assert noticed == [viewer for viewer, here, there in sights if here.view != there.view]
    assert noticed == [viewer for viewer, one, two in sights if one.view_bytes != two.view_bytes]
    assert noticed == [viewer for viewer, here, there in sights if here.table != there.table]
    return noticed


@pytest.mark.parametrize("seat", [0, 1])
def test_card_of_a_hand_shows_to_its_owner_alone(position: Position, seat: int) -> None:
    state = position.state
    old = unknown(state, seat)[0]
    new = next(card for card in state.deck if card != old)
    hands = with_item(state.hands, seat, in_order(with_card(state.hands[seat], old, new)))
    changed = replace(state, hands=hands, deck=with_card(state.deck, new, old))
    assert seen_by(position, changed) == [seat]


@pytest.mark.parametrize("color", range(5))
def test_top_of_a_discard_pile_shows_to_everyone(position: Position, color: int) -> None:
    pile = position.state.discards[color]
    other = next(card for card in DECKS[5] if card[0] == COLORS[color] and card != pile[-1])
    changed = with_item(position.state.discards, color, (*pile[:-1], other))
    assert seen_by(position, replace(position.state, discards=changed)) == [0, 1, None]


@pytest.mark.parametrize("color", range(5))
def test_lower_discards_do_not_show_but_their_number_does(position: Position, color: int) -> None:
    """The history has them; the table has not."""
    discards, pile = position.state.discards, position.state.discards[color]
    other = next(card for card in DECKS[5] if card[0] == COLORS[color] and card not in pile)
    hidden = with_item(discards, color, (other, *pile[1:]))
    assert seen_by(position, replace(position.state, discards=hidden)) == []
    fewer = with_item(discards, color, pile[1:])
    assert seen_by(position, replace(position.state, discards=fewer)) == [0, 1, None]


@pytest.mark.parametrize("seat", [0, 1])
def test_what_is_known_of_a_hand_shows_to_everyone(position: Position, seat: int) -> None:
    state = position.state
    less = with_item(state.known, seat, state.known[seat][1:])
    more = with_item(state.known, seat, in_order([*state.known[seat], unknown(state, seat)[0]]))
    assert seen_by(position, replace(state, known=less)) == [0, 1, None]
    assert seen_by(position, replace(state, known=more)) == [0, 1, None]


def test_size_of_the_deck_shows_and_its_order_does_not(position: Position) -> None:
    deck = position.state.deck
    assert seen_by(position, replace(position.state, deck=deck[1:])) == [0, 1, None]
    assert seen_by(position, replace(position.state, deck=deck[::-1])) == []


def test_expedition_shows_to_everyone(position: Position) -> None:
    state = position.state
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


def test_spectator_has_no_hand_on_the_table(position: Position) -> None:
    assert view(position.state, None).hand == ()
    assert "your hand" not in table.render(view(position.state, None), NAMES[:2], None)
    assert "your hand" in table.render(view(position.state, 1), NAMES[:2], 1)
