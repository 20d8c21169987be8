"""Coins: taken for a die, and donated to the own chest."""

from functools import lru_cache

from croupier_game.chance import Chance
from croupier_game.errors import IllegalMove, InvalidMove
from croupier_game.replace import replace
from croupier_game.tuples import add_at

from croupier_livingstone.types import CACHED, CoinsTaken, Donated, Move, State, Step


@lru_cache(maxsize=CACHED)
def donations(coins: int) -> tuple[Move, ...]:
    """Return the donations to list for a player with so many coins: of one, and of all."""
    # The least and the most stand for all between: docs/decisions/api-contract.md.
    return tuple(Move("donate", amount) for amount in dict.fromkeys((1, coins)) if coins)


def take_coins(state: State, seat: int, move: Move, chance: Chance) -> Step:
    """Take as many coins as the die shows."""
    coins = add_at(state.coins, seat, state.die)
    return replace(state, die=0, coins=coins), (CoinsTaken(seat, state.die),)


def check_donate(state: State, seat: int, move: Move) -> None:
    """Raise InvalidMove or IllegalMove unless the seat may donate `move.number` coins."""
    if move.number < 1:
        raise InvalidMove("At least one coin must be donated.")
    if move.number > state.coins[seat]:
        raise IllegalMove("You can donate only coins that you have.")


def donate(state: State, seat: int, move: Move, chance: Chance) -> Step:
    """Put `move.number` coins into the own chest."""
    after = replace(
        state,
        coins=add_at(state.coins, seat, -move.number),
        chests=add_at(state.chests, seat, move.number),
    )
    return after, (Donated(seat, move.number),)
