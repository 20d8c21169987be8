"""Lost Cities, as the tests know it."""

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from croupier_game.kit.spec import Oracle, Secrets, Specimen

from croupier_lost_cities import rules, types
from croupier_lost_cities.types import (
    COLORS,
    DECK,
    DECKS,
    DISCARD,
    EXPEDITION,
    HAND_SIZE,
    ORDER,
    Move,
    Options,
    State,
)


def bound(options: Options, seats: int) -> int:
    """The most moves that a match with maxTurnsWithoutDeckDraw = n can have.

    Every turn draws from the deck of d cards or does not. Before each draw from
    the deck there are at most n - 1 turns that do not, since the n-th ends the
    round, and the d-th draw ends it too. A round that the deck ends thus has at
    most d * n turns; one that the limit ends after k < d draws has at most
    k * n, and n more: no more either.
    """
    deck = len(DECKS[options.colors]) - seats * HAND_SIZE
    return options.rounds * deck * options.max_turns_without_deck_draw


def box(options: Options, seats: int) -> Iterable[str]:
    return DECKS[options.colors]


def pieces(state: State) -> Iterator[str]:
    expeditions = [pile for side in state.expeditions for pile in side]
    for pile in (state.deck, *state.hands, *state.discards, *expeditions):
        yield from pile


def moves(state: State, seat: int, rng: random.Random) -> Iterator[Move]:
    """All there are."""
    for card in ORDER:
        for draw in (DECK, *COLORS):
            yield Move(card, EXPEDITION, draw)
            yield Move(card, DISCARD, draw)


def kind(move: Move) -> str:
    return f"{move.place} and {'deck' if move.draw == DECK else 'discards'}"


ORACLE = Oracle(
    options=(
        Options(rounds=1, max_turns_without_deck_draw=30),
        Options(rounds=3, colors=6, start_seat=1, max_turns_without_deck_draw=12),
        Options(rounds=2, max_turns_without_deck_draw=6, carried_scores=(7, -12)),
    ),
    bound=bound,
    box=box,
    pieces=pieces,
    moves=moves,
    kind=kind,
    kinds=frozenset(
        f"{place} and {pile}" for place in (EXPEDITION, DISCARD) for pile in ("deck", "discards")
    ),
    specimens={
        2: Specimen(Options(rounds=2, max_turns_without_deck_draw=8), seed=108, views=40),
    },
)


# What is secret


def known(state: rules.State, events: Sequence[rules.Event], viewer: int | None) -> object:
    """Return it with the last cards of a round, which are seen after the next deal."""
    played = [each for each in events if isinstance(each, types.CardPlayed)]
    drawn = [each for each in events if isinstance(each, types.CardDrawn) and each.seat == viewer]
    return (
        played,
        drawn,
        state.starter,
        state.turn,
        len(state.deck),
        [hand if seat == viewer else len(hand) for seat, hand in enumerate(state.hands)],
        state.known,
        state.expeditions,
        state.discards,
        state.idle_turns,
        state.finished,
    )


def hidden(state: rules.State, viewer: int | None) -> dict[str, object]:
    return {
        "deck": state.deck,
        "hands": [hand for seat, hand in enumerate(state.hands) if seat != viewer],
    }


def ahead(state: rules.State) -> object:
    return state.deck[-1:]


def probe(state: rules.State, viewer: int | None) -> str:
    """Return the play of a card of the other hand that the viewer neither knows of nor holds, if
    any."""
    own = viewer or 0
    hidden = Counter(state.hands[1 - own]) - Counter(state.known[1 - own])
    others = [card for card in hidden.elements() if card not in state.hands[own]]
    return f"{others[0] if others else 'Q1'}+*"


def any_options(seats: int, dice: random.Random) -> rules.Options:
    return rules.Options(colors=dice.choice((5, 6)), start_seat=dice.randrange(seats))


def choose(moves: Sequence[rules.Move], dice: random.Random) -> rules.Move:
    """Mostly from the deck, as people do, so that rounds end and hands change."""
    deck = [move for move in moves if move.draw == types.DECK]
    return dice.choice(deck if dice.random() < 0.7 else moves)


SECRETS = Secrets(known, hidden, probe, any_options, turns=110, ahead=ahead, choose=choose)
