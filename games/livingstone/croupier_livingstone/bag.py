"""The bag: stones drawn from it, and gems that are sold, alone or with the card MARKET."""

from collections.abc import Iterable
from functools import lru_cache

from croupier_game.chance import Chance
from croupier_game.errors import IllegalMove, InvalidMove
from croupier_game.replace import replace
from croupier_game.tuples import add_at, with_item

from croupier_livingstone.hand import check_card, discard_cards
from croupier_livingstone.types import (
    CACHED,
    MARKET,
    MARKET_PRICES,
    NO_GEMS,
    NO_STONES,
    PRICES,
    Action,
    CardPlayed,
    Gems,
    GemsSold,
    Move,
    State,
    Step,
    Stones,
    StonesDrawn,
)


def dig(state: State, seat: int, move: Move, chance: Chance) -> Step:
    """Draw as many stones as the die shows."""
    return draw_stones(replace(state, die=0), seat, state.die, chance)


def draw_stones(state: State, seat: int, count: int, chance: Chance) -> Step:
    """Draw from the bag, where the white stone always is; it sends all of them back."""
    stones, white = _drawn(state.bag, count, chance)
    event = StonesDrawn(seat, stones, white)
    if white:
        # The stones of this draw are still in state.bag; those set aside join them.
        bag = _plus(state.bag, state.aside)
        return replace(state, bag=bag, aside=NO_STONES), (event,)
    black, *gems = stones
    after = replace(
        state,
        bag=_plus(state.bag, _minus(stones)),
        aside=_plus(state.aside, (black, *NO_GEMS)),
        gems=with_item(state.gems, seat, _plus(state.gems[seat], gems)),
    )
    return after, (event,)


def return_gems(state: State) -> State:
    """Put the gems of all players back into the bag."""
    # Sold gems are not among them: what is set aside waits for the white stone.
    bag = state.bag
    for gems in state.gems:
        bag = _plus(bag, (0, *gems))
    return replace(state, bag=bag, gems=(NO_GEMS,) * len(state.gems))


@lru_cache(maxsize=CACHED)
def sales(action: Action, held: Gems) -> tuple[Move, ...]:
    """Return the sales to list for these gems: of each kind one and all, and everything."""
    return tuple(Move(action, gems=gems) for gems in _amounts(held))


def check_sell_gems(state: State, seat: int, move: Move) -> None:
    """Raise InvalidMove or IllegalMove unless the seat may sell `move.gems`."""
    if not any(move.gems) or min(move.gems) < 0:
        raise InvalidMove("At least one gem must be sold.")
    if not _holds(state.gems[seat], move.gems):
        raise IllegalMove("You can sell only gems that you have.")


def sell_gems(state: State, seat: int, move: Move, chance: Chance) -> Step:
    """Sell gems for coins."""
    coins = _worth(move.gems, PRICES)
    return _sold(state, seat, move.gems, coins), (GemsSold(seat, move.gems, coins, 0),)


def check_play_market(state: State, seat: int, move: Move) -> None:
    """Raise InvalidMove or IllegalMove unless the seat may sell `move.gems` with MARKET."""
    check_sell_gems(state, seat, move)
    check_card(state, seat, MARKET)


def play_market(state: State, seat: int, move: Move, chance: Chance) -> Step:
    """Sell gems for coins, and for as many points."""
    worth = _worth(move.gems, MARKET_PRICES)
    sold = _sold(discard_cards(state, seat, (MARKET,)), seat, move.gems, worth)
    after = replace(sold, points=add_at(sold.points, seat, worth))
    return after, (CardPlayed(seat, MARKET), GemsSold(seat, move.gems, worth, worth))


def _drawn(bag: Stones, count: int, chance: Chance) -> tuple[Stones, bool]:
    """Draw `count` stones, or all there are; and return whether the white one is among them."""
    # The white stone is never in the state: it is in the bag before every draw.
    left = [*bag, 1]
    drawn = [0] * len(left)
    for _ in range(min(count, sum(left))):
        # One draw for each stone, the kinds in the order of `left`: FAIRNESS.md says so.
        place = chance.below(sum(left))
        kind = next(kind for kind in range(len(left)) if place < sum(left[: kind + 1]))
        left[kind] -= 1
        drawn[kind] += 1
    black, clear, blue, red, white = drawn
    return (black, clear, blue, red), bool(white)


def _amounts(held: Gems) -> list[Gems]:
    clear, blue, red = held
    amounts = [
        *((count, 0, 0) for count in (1, clear)),
        *((0, count, 0) for count in (1, blue)),
        *((0, 0, count) for count in (1, red)),
        held,
    ]
    # A kind that is not held gave 0, and 1 too many.
    # Why not every amount: docs/decisions/api-contract.md.
    return [each for each in dict.fromkeys(amounts) if any(each) and _holds(held, each)]


def _sold(state: State, seat: int, gems: Gems, coins: int) -> State:
    """Exchange gems for coins; sold gems are set aside, as black stones are."""
    return replace(
        state,
        gems=with_item(state.gems, seat, _plus(state.gems[seat], _minus(gems))),
        aside=_plus(state.aside, (0, *gems)),
        coins=add_at(state.coins, seat, coins),
    )


def _worth(gems: Gems, prices: Gems) -> int:
    return sum(count * price for count, price in zip(gems, prices, strict=True))


def _holds(held: Iterable[int], wanted: Iterable[int]) -> bool:
    return all(want <= have for have, want in zip(held, wanted, strict=True))


def _plus(one: Iterable[int], other: Iterable[int]) -> tuple[int, ...]:
    return tuple(map(sum, zip(one, other, strict=True)))


def _minus(counts: Iterable[int]) -> tuple[int, ...]:
    return tuple(-count for count in counts)
