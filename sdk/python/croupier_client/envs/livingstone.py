"""Livingstone for learners."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from croupier_client.envs.arrays import Floats, by_seat, joined
from croupier_client.turns import Choice
from croupier_client.types import Turn

CARDS = (
    *("NO_COST_TENT", "ANY_ROW_TENT", "SCORED_ROW_TENT", "TWO_DICE", "MARKET", "THREE_STONES"),
    *("FOUR_COINS", "VP2", "VP3", "VP4", "BOAT_BACK", "MINE_CRASH"),
)
KINDS = ("clear", "blue", "red")
COLUMNS, ROWS, DICE = 10, 6, 6
NUMBERS = range(1, DICE + 1)
DONATIONS = (1, 2, 5, 10)
PLAIN = ("draw_card", "take_coins", "dig", "end_turn", "pass_round")
DIE = 0
FIRST_PLAIN = DIE + DICE
TENT = FIRST_PLAIN + len(PLAIN)
SCORED_ROW_TENT = TENT + 4 * ROWS
CARD = SCORED_ROW_TENT + ROWS
SELL = CARD + len(CARDS)
MARKET = SELL + len(KINDS) + 1
DONATE = MARKET + len(KINDS) + 1
ACTIONS = DONATE + len(DONATIONS) + 1


class LivingstoneCoding:
    """66 actions: dice, what is done with one, tents by row and card, cards, gems and donations.

    Gems are sold one at a time or all at once, and 1, 2, 5, 10 or all coins are donated. What the
    actions leave out: other amounts, and which tent is moved when all are on the board: it is
    the last that is listed. Where each kind of action begins, DIE to DONATE say.

    An observation has, in this order:

    - of each field, from column 1 to 10 and in each from row 1 to 6: the tents by seat, and by
      seat how many of them earn nothing in this round;
    - the price of a tent in each column;
    - how often each number from 1 to 6 is among the dice that are left; for each number whether
      it is that of the die in use;
    - the column of the boat, the round, how many dice may be taken, the size of the deck;
    - how often each of CARDS is in the own hand; on the discard pile; out of the game;
    - black, clear, blue, red and white stones in the bag; and those that are set aside;
    - by seat: score, wealth, clear, blue and red gems, tents left, size of the hand, last die,
      whether it has passed, whether it began the round, coins, the chest, and for each row from 1
      to 6 whether it has been scored. Coins and chests of others are -1 where they are hidden.
    """

    def __init__(self, seats: int, options: Any) -> None:
        self._seats = seats
        self.actions = ACTIONS
        self.size = (
            2 * seats * COLUMNS * ROWS + COLUMNS + 2 * DICE + 4 + 3 * len(CARDS) + 10
        ) + seats * (12 + ROWS)

    def observation(self, state: Any, seat: int) -> Floats:
        """Return what the seat sees."""
        wide = 2 * self._seats
        board = bytearray(wide * COLUMNS * ROWS)
        for field in state.board:
            first = wide * (ROWS * (field.column - 1) + field.row - 1)
            tents = by_seat(field.tents, seat) + by_seat(field.unscored, seat)
            board[first : first + wide] = bytes(tents)
        rest = [
            *state.river,
            *map(state.pool.count, NUMBERS),
            *[state.die == die for die in NUMBERS],
            *(state.boat, state.round, state.dice_to_take, state.deck_size),
            *map(state.hand.count, CARDS),
            *map(state.discard.count, CARDS),
            *map(state.out_of_game.count, CARDS),
            *msgspec.structs.astuple(state.bag),
            *msgspec.structs.astuple(state.aside),
        ]
        for side in by_seat(state.sides, seat):
            rest += _side(side, state.starter)
        return joined(board, rest)

    def choices(self, turn: Turn) -> Mapping[int, Choice]:
        """Return the legal moves by action."""
        shown: Any = turn
        choices: dict[int, Choice] = {}
        for each in shown.moves:
            choices |= actions_of(each)
        return choices


def _side(side: Any, starter: int) -> Sequence[int]:
    return (
        *(side.score, side.wealth, *msgspec.structs.astuple(side.gems), side.tents),
        *(side.hand_size, side.last_die, side.passed, side.seat == starter),
        -1 if side.coins is None else side.coins,
        -1 if side.chest is None else side.chest,
        *map(side.scored_rows.count, range(1, ROWS + 1)),
    )


@lru_cache(10_000)
def actions_of(listed: Any) -> Mapping[int, Choice]:
    """Return the actions that a listed move stands for, each with its own move."""
    return dict(_actions(listed))


def _actions(listed: Any) -> Iterator[tuple[int, Choice]]:
    kinds = msgspec.structs.asdict(listed.move)
    ((kind, said),) = ((name, said) for name, said in kinds.items() if said is not None)
    match kind:
        case "take_die":
            yield DIE + said.value - 1, listed
        case "place_tent":
            yield TENT + 4 * (said.row - 1) + 2 * said.no_cost + said.any_row, listed
        case "play_scored_row_tent":
            yield SCORED_ROW_TENT + said.row - 1, listed
        case "play_card":
            yield CARD + CARDS.index(said.card), listed
        case "sell_gems" | "play_market":
            first = SELL if kind == "sell_gems" else MARKET
            amounts = msgspec.structs.astuple(said)
            # Of several, the one that is listed last is of all gems.
            one = sum(amounts) == 1
            yield first + (amounts.index(1) if one else len(KINDS)), listed
        case "donate":
            for place, amount in enumerate(DONATIONS):
                if amount <= said.amount:
                    yield DONATE + place, f"donate {amount}"
            if said.amount not in DONATIONS:
                yield DONATE + len(DONATIONS), listed
        case _:
            yield FIRST_PLAIN + PLAIN.index(kind), listed
