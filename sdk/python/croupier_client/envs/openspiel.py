"""OpenSpiel games: importing this module registers them for `pyspiel.load_game`.

    import pyspiel
    from croupier_client.envs import openspiel

    game = pyspiel.load_game("python_croupier_lost_cities", {"rounds": 1})

Chance nodes are explicit: each is one number that the rules draw, all outcomes equally likely. A
shuffle of n cards is n - 1 of them (Fisher-Yates), with n, n - 1, ..., 2 outcomes.

An information state is a string: all that a seat has seen of each version of the match, in order,
with its own moves, and the table as it is now. There is no tensor of it, since a match may be
of any length; the observation, which is what a seat sees now, is the array of `coding`.

`resample_from_infostate` takes a state from the game's `worlds`, so IS-MCTS runs:
`open_spiel.python.algorithms.ismcts`, not `pyspiel.ISMCTSBot`, which cannot call Python for it.
Returns are points less the mean of the others'.
"""

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from functools import cached_property
from importlib import import_module
from typing import Any, ClassVar, NamedTuple, TypeVar

import msgspec
import numpy as np
import pyspiel
from croupier_game.game import package_of, view_json
from croupier_game.seeded import SeededChance

from croupier_client.base import plain
from croupier_client.envs.coding import coding_of, rewards
from croupier_client.envs.pettingzoo import OPTIONS
from croupier_client.local import IllegalMove, LocalMatch
from croupier_client.turns import Choice

T = TypeVar("T")
SINGLE_PLAYER = pyspiel.PrivateInfoType.SINGLE_PLAYER
CHANCE, TERMINAL = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)
MOST_POINTS, LONGEST, MOST_OUTCOMES = 10_000.0, 20_000, 72
"""Bounds for what a match may bring, for its actions, and for the outcomes of a chance node."""
SEATS = {"just4fun": (2, 4), "livingstone": (2, 5), "lost-cities": (2, 2)}
PARAMETERS: Mapping[str, Mapping[str, Any]] = {
    "just4fun": {"layout": "ORIGINAL", "ownLocked": True},
    "livingstone": {"allowPass": False, "coinsPublic": False},
    "lost-cities": {"rounds": 3, "colors": 5, **OPTIONS["lost-cities"]},
}
"""The options that can be given as parameters, with their defaults."""
NO_TABLE = "before the deal"
NO_TENSOR = (
    "Only an observation has a tensor. An information state has none, since a match may be of any "
    "length: use information_state_string, or learn by observation_tensor."
)
NO_OBSERVER = (
    "What a seat sees can be had with perfect recall, or without it; without it its public or its "
    "private part alone as well; and there are no parameters."
)


class Asked(Exception):
    """The rules have drawn a number that chance nodes must bring first.

    bounds: how many outcomes the next node has, and each after it, as far as that is known.
    """

    def __init__(self, bounds: Sequence[int]) -> None:
        super().__init__(bounds)
        self.bounds = tuple(bounds)


class Scripted:
    """The chance of one call of the rules: gives the outcomes there are, then raises Asked."""

    def __init__(self, outcomes: Sequence[int]) -> None:
        self._left = [*reversed(outcomes)]

    def below(self, bound: int) -> int:
        return self._drawn([bound])[0] if bound > 1 else 0

    def shuffle(self, items: Sequence[T]) -> tuple[T, ...]:
        """Shuffle as `SeededChance` does: for the last place first, then for those before it."""
        order = [*items]
        bounds = range(len(order), 1, -1)
        for bound, other in zip(bounds, self._drawn(bounds), strict=True):
            order[bound - 1], order[other] = order[other], order[bound - 1]
        return tuple(order)

    def _drawn(self, bounds: Sequence[int]) -> Sequence[int]:
        if len(self._left) < len(bounds):
            raise Asked(bounds[len(self._left) :])
        return [self._left.pop() for _ in bounds]


class Seen(NamedTuple):
    """What one seat was shown of a version: events in JSON, and its own move before them."""

    move: str
    events: Sequence[Any]

    def __str__(self) -> str:
        return self.move + encoded(self.events)


class Table(LocalMatch):
    """A match whose chance is scripted; its moves make new ones, and it is never changed."""

    def __init__(self, game: "CroupierGame", outcomes: Sequence[int]) -> None:
        """Deal. Raise Asked."""
        self._outcomes, self._coding = outcomes, game.coding
        super().__init__(game.game, game.seats, game.options)
        self._record: tuple[tuple[int | None, str, Any], ...] = ((None, "", self._told[-1]),)
        self._seen: Mapping[int | None, tuple[int, tuple[Seen, ...]]] = {}
        self._resampled_for: int | None = None

    def _chance(self) -> Any:
        return Scripted(self._outcomes)

    def after(self, action: int, outcomes: Sequence[int]) -> "Table":
        """Return the table after a legal action. Raise Asked."""
        choice, seat, table = self.choices[action], self.to_move[0], copy(self)
        table.__dict__.pop("choices")
        table._outcomes = outcomes
        table.move(choice)
        table._record = (*self._record, (seat, f"{written(choice)} ", table._told[-1]))
        return table

    @cached_property
    def choices(self) -> Mapping[int, Choice]:
        """The legal moves by action; none at the end."""
        return self._coding.choices(self.turn()) if self.to_move else {}

    def seen(self, seat: int | None) -> Sequence[Seen]:
        """Return what a seat has seen of each version; None is a spectator."""
        count, seen = self._seen.get(seat, (0, ()))
        if count < len(self._record):
            seen = (*seen, *(self._shown(seat, *each) for each in self._record[count:]))
            # Replaced, not changed: the tables before and after share it.
            self._seen = {**self._seen, seat: (len(self._record), seen)}
        return seen

    def _shown(self, seat: int | None, mover: int | None, move: str, events: Any) -> Seen:
        rules, wire = self._played.package.rules, self._played.package.wire
        shown = [wire.event_json(rules.event_view(event, seat)) for event in events]
        return Seen(move if mover == seat else "", shown)

    def shown(self, seat: int) -> Any:
        """Return the table as a seat sees it, in JSON."""
        return view_json(self._played.package, self._state, seat)

    def secrets(self, seat: int) -> Any:
        """Return the members of it that others are not shown, or not so, in JSON."""
        rules, wire = self._played.package.rules, self._played.package.wire
        return wire.private_view_json(rules.private_view(self._state, seat))

    def resampled(self, seat: int, random: float) -> "Table":
        """Return a table that looks to the seat as this one does, and always has.

        What the others have seen until now is what everybody has, and what they hold. Raise
        ValueError for a seat other than that for which this table was itself resampled.
        """
        if self._resampled_for not in (None, seat):
            raise ValueError(f"It was resampled for player {self._resampled_for}, not for {seat}.")
        name = f"{package_of(self._played.package.rules.module)}.worlds"
        worlds = import_module(name).Worlds(plain(self.options), self.seats, seat)
        for each in self.seen(seat):
            worlds.see(each.events)
        chance = SeededChance(repr(random).encode(), 0)
        table = copy(self)
        table.__dict__.pop("choices", None)
        table._state = worlds.world(self.shown(seat), self.to_move, chance)
        known = {each: (0, (*self.seen(None),)) for each in (None, *range(self.seats))}
        table._seen = {**known, seat: (0, (*self.seen(seat),))}
        # Nothing is left of what only others have seen.
        table._record, table._told, table._outcomes = (), ((),), ()
        table._resampled_for = seat
        return table


class Moment(NamedTuple):
    """Where a match is: a table, and between two tables the nodes of chance.

    table:    None before the deal.
    action:   the move under way, if one is.
    outcomes: what chance has brought in it.
    bounds:   of the chance nodes that are known to come; none if a seat must decide.
    """

    table: Table | None
    action: int | None = None
    outcomes: tuple[int, ...] = ()
    bounds: tuple[int, ...] = ()

    def __deepcopy__(self, memo: object) -> "Moment":
        """Return itself: it never changes, so OpenSpiel's clones share it."""
        return self

    def after(self, game: "CroupierGame", action: int) -> "Moment":
        """Return the moment after an action, or after an outcome of chance."""
        if not self.bounds:
            return self._replace(action=action).gone_on(game)
        brought = self._replace(outcomes=(*self.outcomes, action), bounds=self.bounds[1:])
        return brought if brought.bounds else brought.gone_on(game)

    def gone_on(self, game: "CroupierGame") -> "Moment":
        """Return the next moment: the table after the move, or the next chance nodes."""
        try:
            if self.table and self.action is not None:
                return Moment(self.table.after(self.action, self.outcomes))
            return Moment(Table(game, self.outcomes))
        except Asked as asked:
            return self._replace(bounds=asked.bounds)


class CroupierGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its options; `players` of it sit at the table."""

    game: ClassVar[str]
    kind: ClassVar[pyspiel.GameType]

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = params or {}
        known = PARAMETERS[self.game]
        self.options = {name: given.get(name, value) for name, value in known.items()}
        self.seats = given.get("players", SEATS[self.game][0])
        match = LocalMatch(self.game, self.seats, self.options)
        self.coding = coding_of(self.game, self.seats, match.options)
        self.first = Moment(None).gone_on(self)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.coding.actions,
            max_chance_outcomes=MOST_OUTCOMES,
            num_players=self.seats,
            min_utility=-MOST_POINTS,
            max_utility=MOST_POINTS,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(self.kind, info, dict(given))

    def new_initial_state(self) -> "CroupierState":
        """Return the table before the deal."""
        return CroupierState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer | Words":
        """Return what sees a state as a seat does now, or as one that recalls all it has seen.

        The parts of what it sees now can be had, too: what everybody may see, and what only it may.
        Raise ValueError for any other observer.
        """
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        asked = (kind.perfect_recall, kind.public_info, kind.private_info)
        if params or asked not in WORDS:
            raise ValueError(NO_OBSERVER)
        return Observer(self) if asked == NOW else Words(WORDS[asked])


class CroupierState(pyspiel.State):  # type: ignore[misc]
    """A position, or a node of chance; `moment.table` is None before the deal."""

    def __init__(self, game: CroupierGame) -> None:
        super().__init__(game)
        self.moment = game.first

    def current_player(self) -> int:
        """Return the seat that must decide, or who decides in its place."""
        table, _, _, bounds = self.moment
        if table is None or bounds:
            return CHANCE
        return table.to_move[0] if table.to_move else TERMINAL

    def _legal_actions(self, player: int) -> Sequence[int]:
        return sorted(self.moment.table.choices) if self.moment.table else []

    def chance_outcomes(self) -> Sequence[tuple[int, float]]:
        """Return the numbers that can be drawn, each equally likely."""
        bound = self.moment.bounds[0]
        return [(outcome, 1 / bound) for outcome in range(bound)]

    def _apply_action(self, action: int) -> None:
        table, _, _, bounds = self.moment
        if action not in (range(bounds[0]) if bounds else table.choices if table else ()):
            raise IllegalMove(f"Action {action} is not legal now: see legal_actions.")
        self.moment = self.moment.after(self.get_game(), action)

    def _action_to_string(self, player: int, action: int) -> str:
        table, _, _, bounds = self.moment
        if player == CHANCE:
            return f"{action} of {bounds[0]}" if bounds else str(action)
        return written(table.choices.get(action, action)) if table else str(action)

    def is_terminal(self) -> bool:
        """Return whether the match is over."""
        return self.current_player() == TERMINAL

    def returns(self) -> Sequence[float]:
        """Return the points of each seat less the mean of the others', at the end."""
        if self.moment.table is None or not self.moment.table.over:
            return [0.0] * self.num_players()
        return rewards(self.moment.table.scores)

    def resample_from_infostate(
        self, player_id: int, probability_sampler: Callable[[], float]
    ) -> "CroupierState":
        """Return a state that the player cannot tell from this one.

        It is drawn from the game's worlds, by how likely they are. Its history is empty, as nobody
        can know how chance has led to it. Other players' information states begin there with what
        everybody has seen, and what they hold. Raise ValueError where no player must decide.
        """
        table, _, _, bounds = self.moment
        if table is None or bounds or table.over:
            raise ValueError("Only a state in which a player must decide can be resampled.")
        state: CroupierState = self.get_game().new_initial_state()
        state.moment = Moment(table.resampled(player_id, probability_sampler()))
        return state

    def __str__(self) -> str:
        table, action, outcomes, bounds = self.moment
        shown = table.text(None) if table else NO_TABLE
        if not bounds:
            return shown
        under_way = "" if action is None else self._action_to_string(0, action)
        return f"{shown}\n{under_way} {outcomes}: a number below {bounds[0]} is drawn"


class Observer:
    """Sees a state as a seat does."""

    def __init__(self, game: CroupierGame) -> None:
        self._coding = game.coding
        self.tensor = np.zeros(game.coding.size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: CroupierState, player: int) -> None:
        """Write what the player sees into `tensor`."""
        self.tensor.fill(0)
        if table := state.moment.table:
            self.tensor[:] = self._coding.observation(table.view(player), player)

    def string_from(self, state: CroupierState, player: int) -> str:
        """Return the table as the player sees it."""
        return everything(state, player)


class Words:
    """Sees a state in words; there is no tensor."""

    tensor: None = None
    dict: ClassVar[Mapping[str, Any]] = {}

    def __init__(self, string_from: Callable[[CroupierState, int], str]) -> None:
        self.string_from = string_from

    def set_from(self, state: CroupierState, player: int) -> None:
        """Raise ValueError: there is no tensor."""
        raise ValueError(NO_TENSOR)


def everything(state: CroupierState, player: int) -> str:
    """Return the table as the player sees it."""
    return state.moment.table.text(player) if state.moment.table else NO_TABLE


def public(state: CroupierState, player: int) -> str:
    """Return the table as everybody sees it."""
    return state.moment.table.text(None) if state.moment.table else NO_TABLE


def private(state: CroupierState, player: int) -> str:
    """Return what only the player sees, in JSON."""
    return encoded(state.moment.table.secrets(player)) if state.moment.table else NO_TABLE


def recollection(state: CroupierState, player: int) -> str:
    """Return a line for each version: the player's own move, and the events that it was shown.

    Then comes the table as the player sees it now, and its own move if chance has interrupted it.
    """
    table, action, _, _ = state.moment
    lines = [f"player {player}"]
    if table:
        lines += [*map(str, table.seen(player)), encoded(table.shown(player))]
        if action is not None and table.to_move[0] == player:
            lines.append(written(table.choices[action]))
    return "\n".join(lines)


def encoded(shown: Any) -> str:
    """Return what is shown, as JSON."""
    return msgspec.json.encode(shown).decode()


def written(choice: Any) -> str:
    """Return a legal move in writing."""
    return str(getattr(choice, "notation", choice))


NOW = (False, True, SINGLE_PLAYER)
WORDS: Mapping[Any, Callable[[CroupierState, int], str]] = {
    NOW: everything,
    (True, True, SINGLE_PLAYER): recollection,
    (False, True, pyspiel.PrivateInfoType.NONE): public,
    (False, False, SINGLE_PLAYER): private,
}
"""Observers, by: has it perfect recall, does it see what is public, and whose secrets."""


def _kind(game: str) -> pyspiel.GameType:
    least, most = SEATS[game]
    return pyspiel.GameType(
        short_name=f"python_croupier_{game.replace('-', '_')}",
        long_name=f"Croupier: {game}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=most,
        min_num_players=least,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification={"players": least, **PARAMETERS[game]},
    )


class Just4FunGame(CroupierGame):
    """Just4Fun, as OpenSpiel makes it from parameters."""

    game, kind = "just4fun", _kind("just4fun")


class LivingstoneGame(CroupierGame):
    """Livingstone."""

    game, kind = "livingstone", _kind("livingstone")


class LostCitiesGame(CroupierGame):
    """Lost Cities."""

    game, kind = "lost-cities", _kind("lost-cities")


for _game in (Just4FunGame, LivingstoneGame, LostCitiesGame):
    pyspiel.register_game(_game.kind, _game)
