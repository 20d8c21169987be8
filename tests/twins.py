"""Two matches that one viewer cannot tell apart, and what the viewer gets to see of each.

A twin has the same history in the eyes of its viewer. Everything else is
another: the hands of the others, the order of the deck, the server's seed.
"""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar, cast

from engine import changes
from engine.changes import AnyEntry, AnyMatch
from engine.match import Access, Entry, Kind, Match, Player, Seat, StartMode
from engine.rules import lost_cities as rules

T = TypeVar("T")
Deck = tuple[str, ...]


@dataclass
class Planted:
    """Chance that deals the decks it was given, by seed and version, and else at random."""

    decks: dict[tuple[str, int], Deck] = field(default_factory=dict)

    def __call__(self, seed: str, entropy: Sequence[str], version: int) -> "Dealer":
        return Dealer(self.decks.get((seed, version)), random.Random(f"unplanted {version}"))


@dataclass
class Dealer:
    deck: Deck | None
    dice: random.Random

    def below(self, bound: int) -> int:
        return self.dice.randrange(bound)

    def shuffle(self, items: Sequence[T]) -> tuple[T, ...]:
        if self.deck is not None:
            return self.deck  # type: ignore[return-value]
        return tuple(self.dice.sample(items, len(items)))


@dataclass(frozen=True)
class Position:
    """A match at some version, how it came about, and the decks it was dealt from."""

    pasts: list[AnyMatch]
    log: list[AnyEntry]
    decks: dict[int, Deck]

    @property
    def match(self) -> AnyMatch:
        return self.pasts[-1]

    @property
    def state(self) -> rules.State:
        state: Any = self.match.state
        return cast(rules.State, state)


def play(match_id: str, players: Sequence[Player], turns: int, dice: random.Random) -> Position:
    """A position after up to `turns` random moves; fewer if the match would end."""
    options = rules.Options(colors=dice.choice((5, 6)), start_seat=dice.randrange(2))
    planted = Planted()
    seed = dice.randbytes(32).hex()
    match = _genesis(match_id, seed, options)
    pasts: list[AnyMatch] = []
    log: list[AnyEntry] = []
    decks: dict[int, Deck] = {}
    for _ in range(len(players) + turns):
        version = len(log) + 1
        decks[version] = planted.decks[seed, version] = _shuffled(options, dice)
        entry = _next_entry(match, version, players, dice)
        after = changes.advance(match, entry, planted)
        if after.ended:
            break
        log.append(entry)
        if _rounds(after) == _rounds(match):
            del decks[version]
        match = after
        pasts.append(match)
    return Position(pasts, log, decks)


def twin(position: Position, viewer: int | None, dice: random.Random) -> Position:
    """The same in the eyes of `viewer`, with all that it cannot know changed.

    The next card of the deck stays, so that the viewer may draw it, and one
    hidden card of each other hand stays, so that it can be played.
    """
    seed = dice.randbytes(32).hex()
    decks = {version: _change_hidden(position, version, viewer, dice) for version in position.decks}
    planted = Planted({(seed, version): deck for version, deck in decks.items()})
    pasts = list(changes.replay(replace(position.match, seed=seed), position.log, planted))
    for before, entry in zip(pasts, position.log[1:], strict=False):
        if entry.move is not None:
            state: Any = before.state
            rules.check(state, entry.seat, entry.move)
    return Position(pasts, position.log, decks)


def revealed_twin(position: Position, seat: int, dice: random.Random) -> Position | None:
    """Another card in the hand of `seat`, for one of the deck; None if there is none to change."""
    version = max(position.decks)
    deck = list(position.decks[version])
    own = _hidden_in_hand(position, version, seat)
    left = len(position.state.deck)
    pairs = [(a, b) for a in own for b in range(left) if deck[a] != deck[b]]
    if not pairs:
        return None
    one, other = dice.choice(pairs)
    deck[one], deck[other] = deck[other], deck[one]
    decks = {**position.decks, version: tuple(deck)}
    planted = Planted({(position.match.seed, each): cards for each, cards in decks.items()})
    return Position(
        list(changes.replay(position.match, position.log, planted)), position.log, decks
    )


def hidden_cards(position: Position, viewer: int) -> list[str]:
    """Cards that the opponent of `viewer` holds without the viewer knowing."""
    return _less(position.state.hands[1 - viewer], position.state.known[1 - viewer])


def playable_in_both(one: Position, other: Position) -> str | None:
    """A legal move, as notation, of the seat that is to move in both positions."""
    seat = one.state.turn
    shared = {rules.notation(move) for move in rules.legal_moves(one.state, seat)} & {
        rules.notation(move) for move in rules.legal_moves(other.state, seat)
    }
    return min(shared, default=None)


def _genesis(match_id: str, seed: str, options: rules.Options) -> AnyMatch:
    empty: AnyMatch = Match(
        id=match_id,
        game=rules.ID,
        rules_version=rules.VERSION,
        options=options,
        access=Access.PUBLIC,
        start=StartMode.AUTO,
        invite_code="",
        seed=seed,
        seats=(Seat(), Seat()),
    )
    return changes.genesis(empty)


def _next_entry(
    match: AnyMatch, version: int, players: Sequence[Player], dice: random.Random
) -> AnyEntry:
    time = f"2026-11-21T{version // 3600:02}:{version // 60 % 60:02}:{version % 60:02}.000Z"
    if version <= len(players):
        kind = Kind.CREATED if version == 1 else Kind.JOINED
        return Entry(version, kind, version - 1, time, player=players[version - 1])
    state: Any = match.state
    moves = rules.legal_moves(state, state.turn)
    # Mostly the deck, as people do, so that rounds end and hands change.
    deck = [move for move in moves if move.draw == rules.DECK]
    move = dice.choice(deck if dice.random() < 0.7 else moves)
    return Entry(version, Kind.MOVE, state.turn, time, move=move)


def _shuffled(options: rules.Options, dice: random.Random) -> Deck:
    cards = rules.DECKS[options.colors]
    return tuple(dice.sample(cards, len(cards)))


def _rounds(match: AnyMatch) -> int:
    """How many rounds have been dealt."""
    return 0 if match.state is None else len(match.state.finished) + 1


def _change_hidden(
    position: Position, version: int, viewer: int | None, dice: random.Random
) -> Deck:
    """The deck that was dealt at `version`, with the places unknown to `viewer` shuffled."""
    deck = list(position.decks[version])
    others = [seat for seat in range(2) if seat != viewer]
    places = [place for seat in others for place in _hidden_in_hand(position, version, seat)[1:]]
    if version == max(position.decks):
        places += range(len(position.state.deck) - 1)
    for place, card in zip(
        places, dice.sample([deck[p] for p in places], len(places)), strict=True
    ):
        deck[place] = card
    return tuple(deck)


def _hidden_in_hand(position: Position, version: int, seat: int) -> list[int]:
    """The places in the deck, dealt at `version`, of what `seat` holds at the end unseen.

    Of equal cards the ones that came last are held, so whatever was shown
    before can still be shown.
    """
    hand, known, dealt = _round_end(position, version, seat)
    wanted = Counter(_less(hand, known))
    deck = position.decks[version]
    held = []
    for place in reversed(_places_drawn(position, version, seat, dealt)):
        if wanted[deck[place]] > 0:
            wanted[deck[place]] -= 1
            held.append(place)
    return held[::-1]


def _round_end(
    position: Position, version: int, seat: int
) -> tuple[Sequence[str], Sequence[str], int]:
    """What `seat` held, and what of it was known, when the round dealt at `version` ended.

    With the version before its last move, whose draw nobody has seen the use of;
    or, for a round that goes on, the present one.
    """
    later = [each for each in position.decks if each > version]
    end = min(later) - 1 if later else position.match.version
    state: Any = position.pasts[end - 1].state
    hand, known = state.hands[seat], state.known[seat]
    last = position.log[end] if later else None
    if last and last.seat == seat and last.move:
        hand, known = _less(hand, [last.move.card]), _less(known, [last.move.card])
    return hand, known, end


def _places_drawn(position: Position, version: int, seat: int, end: int) -> list[int]:
    """The places of the deck that came to `seat`, in order: eight dealt, then those drawn."""
    size = len(position.decks[version])
    top = size - seat * rules.HAND_SIZE
    places = list(range(top - rules.HAND_SIZE, top))
    next_place = size - 2 * rules.HAND_SIZE - 1
    for entry in position.log[version:end]:
        if entry.move is not None and entry.move.draw == rules.DECK:
            if entry.seat == seat:
                places.append(next_place)
            next_place -= 1
    return places


def _less(cards: Sequence[str], taken: Sequence[str]) -> list[str]:
    return list((Counter(cards) - Counter(taken)).elements())
