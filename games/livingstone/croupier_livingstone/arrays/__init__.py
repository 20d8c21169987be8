"""The rules of Livingstone over arrays; see `croupier_game.arrays`.

The deck is held as counts: of what is drawn, chance decides when it is drawn. An action may have an
argument: the field that a tent is moved from, the gems to sell, the coins to donate; see `moves`.
"""

from collections.abc import Sequence
from typing import Any

from croupier_game.arrays import Array, Library, Plays, below
from croupier_game.search import VICTORY

from croupier_livingstone.arrays import (
    chances,
    ending,
    hidden,
    legal,
    moves,
    playing,
    seeing,
    states,
    step,
    values,
)
from croupier_livingstone.arrays.layout import ACTIONS, Drawn, Setup, Tables
from croupier_livingstone.types import (
    BAG,
    CARDS,
    COINS,
    COLUMNS,
    DICE,
    NO_GEMS,
    NO_STONES,
    SIDES,
    Move,
    Options,
    State,
)
from croupier_livingstone.worlds import Worlds


class ArrayRules:
    """Livingstone over arrays: all options but a fifth MINE_CRASH, two to five seats."""

    RULES_VERSION = 1
    UNIT = VICTORY
    SCALE = values.SCALE
    actions = ACTIONS
    ROLLOUTS = 300

    def __init__(self, library: Library, options: Options, seats: int) -> None:
        """Raise OutOfBounds for more than four cards MINE_CRASH."""
        self._setup = Setup(library, options, seats)
        self.size = seeing.size(seats)
        self.dealing = 1 + DICE * seats
        self.luck = self._setup.luck
        self.hidden = hidden.numbers(options, seats)
        self._player = playing.Player(self._setup, values.VALUES[seats])

    def deal(self, uniform: Array) -> Tables:
        """Return new tables: the starter is drawn, and the dice are rolled."""
        setup, xp, n = self._setup, self._setup.xp, uniform.shape[0]
        i8, i16, seats = xp.int8, xp.int16, self._setup.seats

        def each(*numbers: Any, kind: Any = i8) -> Array:
            one = xp.asarray(numbers, dtype=kind)
            return xp.broadcast_to(one, (n, *one.shape))

        start = setup.options.start_seat
        drawn = xp.astype(below(xp, uniform[:, 0], seats), i8)
        starter = drawn if start is None else xp.full_like(drawn, start)
        zero, none, no_cards = xp.zeros_like(starter), [0] * seats, [0] * len(CARDS)
        no, fields = xp.zeros((n,), dtype=xp.bool), (n, seats, 2, len(COLUMNS), SIDES)
        return Tables(
            round=zero + 1,
            starter=starter,
            turn=starter,
            boat=zero + 1,
            pool=chances.rolled(setup, uniform[:, 1:], xp.full_like(starter, DICE * seats)),
            die=zero,
            owed=zero + 1,
            taken=no,
            last=each(*none),
            passed=each(*none, kind=xp.bool),
            deck=each(*setup.options.card_counts),
            hands=each(*[no_cards] * seats),
            discard=each(*no_cards),
            out=each(*no_cards),
            coins=each(*[COINS] * seats, kind=i16),
            chests=each(*none, kind=i16),
            gems=each(*[NO_GEMS] * seats),
            bag=each(*BAG),
            aside=each(*NO_STONES),
            board=xp.zeros(fields, dtype=i8),
            rows=xp.zeros((n, seats, SIDES), dtype=i8),
            scored=xp.zeros((n, seats, SIDES), dtype=xp.bool),
            points=each(*none, kind=i16),
            over=no,
            chest_dice=each(*[0] * SIDES),
        )

    def legal(self, tables: Tables) -> Array:
        return legal.legal(self._setup, tables)

    def chances(self, tables: Tables, action: Array, uniform: Array) -> Drawn:
        act = chances.read(self._setup, tables, action)
        return chances.Luck(self._setup, tables, act, uniform).drawn()

    def step(self, tables: Tables, action: Array, drawn: Drawn) -> Tables:
        return step.step(self._setup, tables, action, drawn)

    def turn(self, tables: Tables) -> Array:
        return tables.turn

    def over(self, tables: Tables) -> Array:
        return tables.over

    def scores(self, tables: Tables) -> Array:
        return self._setup.xp.astype(tables.points, self._setup.xp.int32)

    def shares(self, tables: Tables) -> Array:
        return ending.shares(self._setup, tables)

    def observe(self, tables: Tables, seat: Array) -> Array:
        return seeing.observe(self._setup, tables, seat)

    def from_states(self, given: Sequence[State]) -> Tables:
        return states.of_states(self._setup, given)

    def to_state(self, tables: Tables, row: int) -> State:
        return states.to_state(self._setup, tables, row)

    def action(self, move: Move, state: State) -> int:
        return moves.action_of(move, state)

    def move(self, action: int, state: State) -> Move:
        return moves.move_of(action, state)

    def drawn(self, before: State, events: Sequence[Any], after: State) -> Drawn:
        return chances.of_events(self._setup, events)

    def plays(self, tables: Tables) -> Plays:
        return Plays(*self._player.plays(tables))

    def policy(self, tables: Tables) -> Array:
        return self._player.policy(tables)

    def worlds(self, seen: Worlds, table: Tables, seat: int, uniform: Array) -> Tables:
        return hidden.worlds(self._setup, seen, table, seat, uniform)

    def part(self, state: State) -> int:
        return 0

    def alone(self, state: State) -> State:
        return state
