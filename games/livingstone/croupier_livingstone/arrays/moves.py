"""Moves of the rules as actions, and actions as moves.

An argument is 0 where the coding of learners says what is meant. Else it is 1 + the field that a
tent is moved from, 1 + a number of three digits for the gems to sell, or the coins to donate.
"""

from croupier_livingstone.arrays.layout import (
    ACTIONS,
    BLUES,
    DIG,
    DONATE,
    DONATE_ALL,
    DONATIONS,
    DRAW_CARD,
    END_TURN,
    MARKET,
    PASS_ROUND,
    PLAY,
    REDS,
    SCORED_ROW_TENT,
    SELL,
    SELL_ALL,
    TAKE_COINS,
    TENT,
)
from croupier_livingstone.rules import legal_moves
from croupier_livingstone.types import (
    CARDS,
    COLUMNS,
    NO_GEMS,
    ROWS,
    SIDES,
    TENTS,
    Action,
    Field,
    Gems,
    Move,
    State,
)

PLAIN: dict[Action, int] = {
    "draw_card": DRAW_CARD,
    "take_coins": TAKE_COINS,
    "dig": DIG,
    "end_turn": END_TURN,
    "pass_round": PASS_ROUND,
}
KINDS = {action: kind for kind, action in PLAIN.items()}


def action_of(move: Move, state: State) -> int:
    """Return the action of a legal move."""
    match move.action:
        case "take_die":
            return move.number - 1
        case "place_tent":
            kind = TENT + 4 * (move.number - 1) + 2 * move.no_cost + move.any_row
            return kind + ACTIONS * _argument_of_origin(kind, move, state)
        case "play_scored_row_tent":
            kind = SCORED_ROW_TENT + move.number - 1
            return kind + ACTIONS * _argument_of_origin(kind, move, state)
        case "play_card":
            return PLAY + CARDS.index(move.card)
        case "sell_gems":
            return _sale_of(SELL, move.gems, state)
        case "play_market":
            return _sale_of(MARKET, move.gems, state)
        case "donate":
            return _donation_of(move.number, state)
        case plain:
            return PLAIN[plain]


def move_of(action: int, state: State) -> Move:
    """Return the move of a legal action."""
    kind, argument = action % ACTIONS, action // ACTIONS
    if kind < SIDES:
        return Move("take_die", kind + 1)
    if kind < TENT:
        return Move(KINDS[kind])
    if kind < PLAY:
        return _tent(kind, _field(argument - 1) if argument else _listed_origin(kind, state))
    if kind < SELL:
        return Move("play_card", card=CARDS[kind - PLAY])
    if kind < MARKET:
        return Move("sell_gems", gems=_gems(kind - SELL, argument, state))
    if kind < DONATE:
        return Move("play_market", gems=_gems(kind - MARKET, argument, state))
    amount = state.coins[state.turn] if kind == DONATE_ALL else DONATIONS[kind - DONATE]
    return Move("donate", argument or amount)


def _tent(kind: int, origin: Field) -> Move:
    if kind >= SCORED_ROW_TENT:
        return Move("play_scored_row_tent", kind - SCORED_ROW_TENT + 1, origin=origin)
    row, ways = divmod(kind - TENT, 4)
    return Move("place_tent", row + 1, no_cost=ways // 2 == 1, any_row=ways % 2 == 1, origin=origin)


def _listed_origin(kind: int, state: State) -> Field:
    """Return where the tent of the move that is listed last is from; empty for a new one."""
    own = state.tents[state.turn]
    return next(
        (
            each.origin
            for each in reversed(legal_moves(state, state.turn) if len(own) == TENTS else ())
            if each == _tent(kind, each.origin)
        ),
        "",
    )


def _argument_of_origin(kind: int, move: Move, state: State) -> int:
    if not move.origin or move.origin == _listed_origin(kind, state):
        return 0
    return 1 + COLUMNS.index(move.origin[0]) * len(ROWS) + int(move.origin[1]) - 1


def _field(number: int) -> Field:
    return f"{COLUMNS[number // len(ROWS)]}{number % len(ROWS) + 1}"


def _sale_of(first: int, gems: Gems, state: State) -> int:
    if sum(gems) == 1:
        return first + gems.index(1)
    if gems == state.gems[state.turn]:
        return first + SELL_ALL - SELL
    clear, blue, red = gems
    return first + SELL_ALL - SELL + ACTIONS * (1 + (clear * BLUES + blue) * REDS + red)


def _gems(kind: int, argument: int, state: State) -> Gems:
    if argument:
        more, red = divmod(argument - 1, REDS)
        return (*divmod(more, BLUES), red)
    if kind == SELL_ALL - SELL:
        return state.gems[state.turn]
    return (*NO_GEMS[:kind], 1, *NO_GEMS[kind + 1 :])


def _donation_of(amount: int, state: State) -> int:
    if amount in DONATIONS:
        return DONATE + DONATIONS.index(amount)
    if amount == state.coins[state.turn]:
        return DONATE_ALL
    # One coin can be donated whenever any can.
    return DONATE + ACTIONS * amount
