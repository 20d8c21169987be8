"""What chance brings: dice, stones from the bag, and cards, of which MINE_CRASH leads to more."""

from collections.abc import Callable
from typing import Any

from croupier_game.arrays import Array, below

from croupier_livingstone.arrays.layout import (
    ACTIONS,
    CARD,
    DIG,
    DRAW_CARD,
    END_TURN,
    NOTHING,
    PASS_ROUND,
    PLAY,
    STONES_DRAWN,
    Act,
    Drawn,
    Setup,
    Tables,
)
from croupier_livingstone.types import (
    CARDS,
    CHEST_DICE,
    DICE,
    LAST_COLUMN,
    MINE_CRASH,
    SIDES,
    THREE_STONES,
    TWO,
)

CRASH = CARD[MINE_CRASH]
Pick = Callable[[int, Array], Array]
"""Returns the next card, by how many were drawn before and what is left in the deck."""


def read(setup: Setup, tables: Tables, action: Array) -> Act:
    """Return what is done at each table."""
    xp = setup.xp
    done = xp.where(tables.over, NOTHING, action % ACTIONS)
    return Act(xp.astype(done, xp.int8), xp.astype(action // ACTIONS, xp.int32))


def can_take(setup: Setup, tables: Tables, act: Act) -> Array:
    """Return which seats have a die to take after a turn is ended: bool [n, s]."""
    xp = setup.xp
    highest = xp.max(xp.where(tables.pool > 0, setup.number, xp.zeros_like(setup.number)), axis=1)
    passed = (act.id == PASS_ROUND)[:, None] & setup.to_move(tables)
    return (highest[:, None] > tables.last) & ~(tables.passed | passed)


def ends_turn(act: Act) -> Array:
    """Return whether the turn is ended: bool [n]."""
    return (act.id == END_TURN) | (act.id == PASS_ROUND)


def stones_to_draw(setup: Setup, tables: Any, act: Any) -> Array:
    """Return how many stones are drawn: int8 [n]."""
    xp = setup.xp
    dug = xp.where(act.id == DIG, tables.die, xp.zeros_like(tables.die))
    three = act.id == PLAY + CARD[THREE_STONES]
    return xp.where(three, xp.full_like(dug, 3), dug)


class Luck:
    """Makes what chance brings from uniform numbers."""

    def __init__(self, setup: Setup, tables: Tables, act: Act, uniform: Array) -> None:
        self._setup, self._uniform = setup, uniform
        self._tables, self._act = tables, act

    def drawn(self) -> Drawn:
        setup, xp, tables, act = self._setup, self._setup.xp, self._tables, self._act
        n, given = act.id.shape[0], _Given(self._uniform)
        none = Drawn(
            xp.zeros((n, SIDES), dtype=xp.int8),
            xp.zeros((n, 5), dtype=xp.int8),
            xp.full((n, setup.draws), -1, dtype=xp.int8),
        )
        ends = ends_turn(act) & ~xp.any(can_take(setup, tables, act), axis=1)
        digs = stones_to_draw(setup, tables, act) > 0
        rolled = setup.among(ends, self._roll, none, given, tables)
        dug = setup.among(digs, self._dig, rolled, given, tables, act)
        drawn: Drawn = setup.among(act.id == DRAW_CARD, self._draw, dug, given, tables)
        return drawn

    def _roll(self, _: Any, given: Any, tables: Any) -> dict[str, Array]:
        xp, seats = self._setup.xp, self._setup.seats
        last = (tables.boat == LAST_COLUMN)[:, None]
        dice = xp.full_like(tables.boat, DICE * seats)
        chests = xp.full_like(tables.boat, CHEST_DICE if seats == TWO else 0)
        return {"dice": rolled(self._setup, given.uniform, xp.where(last[:, 0], chests, dice))}

    def _dig(self, _: Any, given: Any, tables: Any, act: Any) -> dict[str, Array]:
        xp, count = self._setup.xp, stones_to_draw(self._setup, tables, act)
        left = xp.concat([tables.bag, xp.ones_like(tables.bag[:, :1])], axis=1)
        full = left
        for turn in range(STONES_DRAWN):
            kind = any_of(xp, left, given.uniform[:, turn])
            hot = (kind[:, None] == xp.arange(5, dtype=xp.int8)) & (left > 0)
            left = left - xp.astype(hot & (turn < count)[:, None], xp.int8)
        return {"stones": full - left}

    def _draw(self, _: Any, given: Any, tables: Any) -> dict[str, Array]:
        xp = self._setup.xp
        cards = list[Array]()

        def pick(place: int, deck: Array) -> Array:
            return any_of(xp, deck, given.uniform[:, place])

        draw_cards(self._setup, tables, pick, cards)
        none = xp.full_like(tables.turn, -1)
        more = [none] * (self._setup.draws - len(cards))
        return {"cards": xp.stack([*cards, *more], axis=1)}


class _Given:
    """Uniform numbers by name, so that rows can be taken of them."""

    def __init__(self, uniform: Array) -> None:
        self.uniform = uniform


def rolled(setup: Setup, uniform: Array, count: Array) -> Array:
    """Return how many of so many dice show 1 to 6: int8 [n, 6]."""
    xp, most = setup.xp, min(setup.luck, max(DICE * setup.seats, CHEST_DICE))
    values = xp.astype(below(xp, uniform[:, :most], SIDES) + 1, xp.int8)
    values = xp.where(xp.arange(most, dtype=xp.int8) < count[:, None], values, 0)
    hot = values[:, :, None] == setup.number
    return xp.sum(xp.astype(hot, xp.int8), axis=1, dtype=xp.int8)


def draw_cards(setup: Setup, tables: Any, pick: Pick, cards: list[Array]) -> dict[str, Array]:
    """Draw a card for the seats to move, and those that MINE_CRASH leads to.

    The seats that still have to draw are on a stack: a replacement that is a MINE_CRASH is carried
    out to its end before the next one. What was drawn is added to `cards`, -1 for none.
    """
    xp, i8 = setup.xp, setup.xp.int8
    deck, discard, hands, out = tables.deck, tables.discard, tables.hands, tables.out
    gems, bag = tables.gems, tables.bag
    place = xp.arange(setup.draws, dtype=i8)
    stack = xp.where(place == 0, tables.turn[:, None], 0)
    height = xp.ones_like(tables.turn)
    for turn in range(setup.draws):
        active = height > 0
        if not setup.some(active):
            break
        height = xp.where(active, height - 1, height)
        seat = xp.sum(xp.where(place == height[:, None], stack, 0), axis=1, dtype=i8)
        empty = (active & (xp.sum(deck, axis=1, dtype=xp.int16) == 0))[:, None]
        deck, discard = xp.where(empty, discard, deck), xp.where(empty, 0, discard)
        active = active & (xp.sum(deck, axis=1, dtype=xp.int16) > 0)
        card = xp.where(active, xp.astype(pick(turn, deck), i8), -1)
        cards.append(card)
        hot = xp.astype(card[:, None] == setup.card, i8)
        deck, crash = deck - hot, card == CRASH
        held = hot * xp.astype(~crash, i8)[:, None]
        hands = hands + held[:, None, :] * xp.astype(seat[:, None] == setup.seat, i8)[:, :, None]
        if not setup.some(crash):
            continue
        out = out + xp.where(crash[:, None], hot, 0)
        stack, height = _stacked(setup, stack, height, seat, crash, gems)
        gone = crash[:, None, None]
        lost = xp.sum(xp.where(gone, gems, 0), axis=1, dtype=i8)
        bag = bag + xp.concat([xp.zeros_like(lost[:, :1]), lost], axis=1)
        gems = xp.where(gone, 0, gems)
    return {"deck": deck, "discard": discard, "hands": hands, "out": out, "gems": gems, "bag": bag}


def _stacked(
    setup: Setup, stack: Array, height: Array, drawer: Array, crash: Array, gems: Array
) -> tuple[Array, Array]:
    """Put the seats that draw anew on the stack, the drawer on top."""
    xp, i8 = setup.xp, setup.xp.int8
    place = xp.arange(setup.draws, dtype=i8)
    has_lost = xp.any(gems > 0, axis=2)
    for step in reversed(range(setup.seats)):
        seat = (drawer + step) % setup.seats
        match setup.options.mine_crash_draw:
            case "all":
                draws = crash
            case "drawer":
                draws = crash & (step == 0)
            case "losers":
                draws = crash & setup.own(has_lost, seat)
        stack = xp.where(draws[:, None] & (place == height[:, None]), seat[:, None], stack)
        height = height + xp.astype(draws, i8)
    return stack, height


def any_of(xp: Any, counts: Array, uniform: Array) -> Array:
    """Return one of the kinds, as likely as their counts say: int8 [n]."""
    sums = xp.cumulative_sum(counts, axis=1, dtype=xp.int16)
    wanted = below(xp, uniform, sums[:, -1])
    return xp.astype(xp.argmax(xp.astype(sums > wanted[:, None], xp.int8), axis=1), xp.int8)


def of_events(setup: Setup, events: Any) -> Drawn:
    """Return what chance brought by the events of a step of the rules: arrays of one table."""
    xp, said = setup.xp, {each.kind: each for each in events}
    dice: Any = ()
    if "round_started" in said:
        dice = said["round_started"].dice
    elif "match_scored" in said:
        dice = said["match_scored"].final.dice
    stones = [0] * 5
    if "stones_drawn" in said:
        stones = [*said["stones_drawn"].stones, int(said["stones_drawn"].white)]
    cards = [
        CRASH if each.kind == "mine_crashed" else CARDS.index(each.card)
        for each in events
        if each.kind in ("card_drawn", "mine_crashed")
    ]
    cards += [-1] * (setup.draws - len(cards))
    return Drawn(
        xp.asarray([[dice.count(value) for value in range(1, SIDES + 1)]], dtype=xp.int8),
        xp.asarray([stones], dtype=xp.int8),
        xp.asarray([cards], dtype=xp.int8),
    )
