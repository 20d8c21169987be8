"""Tents: where one may be put and for how much, with a die or with SCORED_ROW_TENT."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product

from croupier_game.chance import Chance
from croupier_game.errors import IllegalMove, InvalidMove
from croupier_game.replace import replace
from croupier_game.tuples import add_at, with_item, without

from croupier_livingstone.dice import check_die
from croupier_livingstone.hand import check_card, discard_cards
from croupier_livingstone.types import (
    ANY_ROW_TENT,
    CACHED,
    COLUMNS,
    FIELDS,
    NO_COST_TENT,
    ROWS,
    SCORED_ROW_TENT,
    TENTS,
    TWO,
    Cards,
    Field,
    Move,
    State,
    Step,
    TentPlaced,
)


def supply(state: State, seat: int) -> int:
    """Return how many tents the seat has left to place."""
    return TENTS - len(state.tents[seat])


def die_moves(state: State, seat: int) -> Iterator[Move]:
    """Yield the tents that the seat may place for its die, with and without cards."""
    hand = state.hands[seat]
    # Without the card, `[: 1 + False]` leaves the moves that do not use it.
    places = [
        _tent(row, no_cost, any_row)
        for any_row in (False, True)[: 1 + (ANY_ROW_TENT in hand)]
        for no_cost in (False, True)[: 1 + (NO_COST_TENT in hand)]
        for row in (ROWS if any_row else [state.die])
        if _price(state, row, no_cost) <= state.coins[seat]
    ]
    yield from _with_origins(state, seat, places)


def check_place_tent(state: State, seat: int, move: Move) -> None:
    """Raise InvalidMove or IllegalMove unless the seat may place this tent for its die."""
    _check_row(move.number)
    _check_origin(move.origin)
    check_die(state, seat, move)
    if move.number != state.die and not move.any_row:
        raise IllegalMove("A tent goes to the row that the die shows, unless with ANY_ROW_TENT.")
    for card in _tent_cards(move):
        check_card(state, seat, card)
    _check_tent(state, seat, move)


def place_tent(state: State, seat: int, move: Move, chance: Chance) -> Step:
    """Place a tent for the die; the cards that helped are discarded."""
    cards = _tent_cards(move)
    used = discard_cards(replace(state, die=0), seat, cards)
    return _put_tent(used, seat, move, cards, unscored=False)


def scored_row_moves(state: State, seat: int) -> Iterator[Move]:
    """Yield the tents that the seat may place with SCORED_ROW_TENT, if it has the card."""
    places = [
        Move("play_scored_row_tent", row)
        for row in state.scored_rows[seat]
        if _price(state, row, True) <= state.coins[seat]
    ]
    yield from _with_origins(state, seat, places)


def check_play_scored_row_tent(state: State, seat: int, move: Move) -> None:
    """Raise InvalidMove or IllegalMove unless the seat may place this tent with the card."""
    _check_row(move.number)
    _check_origin(move.origin)
    check_card(state, seat, SCORED_ROW_TENT)
    if move.number not in state.scored_rows[seat]:
        raise IllegalMove("SCORED_ROW_TENT goes to a row in which a tent of yours has scored.")
    _check_tent(state, seat, move)


def play_scored_row_tent(state: State, seat: int, move: Move, chance: Chance) -> Step:
    """Place a tent that does not score in this round."""
    used = discard_cards(state, seat, (SCORED_ROW_TENT,))
    return _put_tent(used, seat, move, (SCORED_ROW_TENT,), unscored=True)


@lru_cache(maxsize=CACHED)
def _tent(row: int, no_cost: bool, any_row: bool) -> Move:
    return Move("place_tent", row, no_cost=no_cost, any_row=any_row)


def _tent_cards(move: Move) -> Cards:
    """Return the cards that are used up for the tent of a die."""
    # In the order of discarding that FAIRNESS.md gives: a later reshuffle begins with it.
    return (NO_COST_TENT,) * move.no_cost + (ANY_ROW_TENT,) * move.any_row


def _price(state: State, row: int, no_cost: bool) -> int:
    """Return the river's price, unless a card saves it, and a coin for every tent there."""
    target = _target(state, row)
    # Own tents cost a coin as well (RULES.md, Sources).
    there = sum([fields.count(target) for fields in state.tents])
    return there + (0 if no_cost else state.options.river[state.boat - 1])


def _target(state: State, row: int) -> Field:
    return f"{COLUMNS[state.boat - 1]}{row}"


def _with_origins(state: State, seat: int, places: Sequence[Move]) -> Iterator[Move]:
    """Yield the same moves; with no tent left, some origins for them, see `rules.legal_moves`."""
    if supply(state, seat):
        yield from places
        return
    # With more than two players, a seat without a tent left places none (RULES.md, Sources).
    origins = sorted(set(state.tents[seat])) if len(state.hands) == TWO else []
    # 14 places and 11 origins could make 154 pairs, of which 16 KiB of legal moves have no room.
    named: set[Move | Field] = set()
    for place, origin in product(places, origins):
        if origin != _target(state, place.number) and not {place, origin} <= named:
            named |= {place, origin}
            yield replace(place, origin=origin)


def _check_row(row: int) -> None:
    if row not in ROWS:
        raise InvalidMove("A row is 1 to 6.")


def _check_origin(origin: Field) -> None:
    if origin and origin not in FIELDS:
        raise InvalidMove("A field is written like c2: column a to j, row 1 to 6.")


def _check_tent(state: State, seat: int, move: Move) -> None:
    """Raise IllegalMove unless there is a tent to place, and the coins for it."""
    if supply(state, seat):
        if move.origin:
            raise IllegalMove("A tent is moved only when none is left to place.")
    elif len(state.hands) != TWO:
        raise IllegalMove("You have no tent left.")
    elif move.origin not in state.tents[seat]:
        raise IllegalMove("With no tent left, one of your own must be moved: say where from.")
    elif move.origin == _target(state, move.number):
        raise IllegalMove("A tent cannot be moved to its own field.")
    free = move.no_cost or move.action == "play_scored_row_tent"
    if _price(state, move.number, free) > state.coins[seat]:
        raise IllegalMove(
            "A tent costs the river's price, unless a card saves it, and a coin for every tent "
            "on the field; you have too few coins."
        )


def _put_tent(state: State, seat: int, move: Move, cards: Cards, unscored: bool) -> Step:
    """Pay, and put a tent to the boat's column, lifted from `move.origin` if that is given.

    Of several own tents at the origin, one that scores nothing is lifted: that is best.
    """
    paid = _price(state, move.number, move.no_cost or unscored)
    target = _target(state, move.number)
    marked = without(state.unscored[seat], move.origin)
    # Without an origin, "", nothing is lifted: no field has that name.
    fields = (*without(state.tents[seat], move.origin), target)
    after = replace(
        state,
        coins=add_at(state.coins, seat, -paid),
        tents=with_item(state.tents, seat, fields),
        unscored=with_item(state.unscored, seat, (*marked, target) if unscored else marked),
    )
    return after, (TentPlaced(seat, target, paid, cards, move.origin),)
