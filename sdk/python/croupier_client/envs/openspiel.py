"""OpenSpiel games: importing this module registers them for `pyspiel.load_game`.

    import pyspiel
    from croupier_client.envs import openspiel

    game = pyspiel.load_game("python_croupier_lost_cities", {"rounds": 1})

The only chance node is the deal, one of `deals`. What is drawn later follows from it, and no
observation tells it: a policy cannot know more than at a table, but a search that clones states
can look at what comes. Let such a search take its worlds from `croupier_game.worlds` instead.

An observation is that of `coding`: what a seat sees now, not what it has seen before. There is no
information state, which would be all that a seat has seen: who asks for one, as CFR and MCCFR do,
is refused with ValueError. Returns are points less the mean of the others'.
"""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import numpy as np
import pyspiel

from croupier_client.envs.coding import coding_of, rewards
from croupier_client.envs.pettingzoo import OPTIONS
from croupier_client.local import IllegalMove, LocalMatch
from croupier_client.turns import Choice

SINGLE_PLAYER = pyspiel.PrivateInfoType.SINGLE_PLAYER
MOST_POINTS, LONGEST = 10_000.0, 20_000
"""Bounds for what a match may bring, and for its actions."""
SEATS = {"just4fun": (2, 4), "livingstone": (2, 5), "lost-cities": (2, 2)}
PARAMETERS: Mapping[str, Mapping[str, Any]] = {
    "just4fun": {"layout": "ORIGINAL", "ownLocked": True},
    "livingstone": {"allowPass": False, "coinsPublic": False},
    "lost-cities": {"rounds": 3, "colors": 5, **OPTIONS["lost-cities"]},
}
"""The options that can be given as parameters, with their defaults."""
DEALS = 1000
NO_RECALL = (
    "Croupier's OpenSpiel games have no information state: a policy by it would rely on perfect "
    "recall. Learn by the observation (observation_string, observation_tensor)."
)
ONE_SEAT = (
    "An observation is all that one seat sees: public_info=True, private_info=SINGLE_PLAYER, "
    "and no parameters."
)


class CroupierGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its options; `players` of it sit at the table."""

    game: ClassVar[str]
    kind: ClassVar[pyspiel.GameType]

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = params or {}
        known = PARAMETERS[self.game]
        self.options = {name: given.get(name, value) for name, value in known.items()}
        self.seats = given.get("players", SEATS[self.game][0])
        self.deals = given.get("deals", DEALS)
        if self.deals < 1:
            raise ValueError(f"deals must be at least 1, not {self.deals}.")
        match = LocalMatch(self.game, self.seats, self.options)
        self.coding = coding_of(self.game, self.seats, match.options)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.coding.actions,
            max_chance_outcomes=self.deals,
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

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        """Return what sees a state as a seat does. Raise ValueError for any other observer."""
        check_observed(iig_obs_type, params)
        return Observer(self)


def check_observed(kind: Any, params: Any) -> None:
    """Raise ValueError if an observer is asked for who sees anything but what a seat sees now.

    Without this, OpenSpiel takes the observation for the information state.
    """
    if kind is not None and kind.perfect_recall:
        raise ValueError(NO_RECALL)
    one_seat = kind is None or (kind.public_info and kind.private_info == SINGLE_PLAYER)
    if params or not one_seat:
        raise ValueError(ONE_SEAT)


class CroupierState(pyspiel.State):  # type: ignore[misc]
    """A position; `match` is None before the deal."""

    def __init__(self, game: CroupierGame) -> None:
        super().__init__(game)
        self.match: LocalMatch | None = None
        self._choices: Mapping[int, Choice] = {}

    def current_player(self) -> int:
        """Return the seat that must decide, or who decides in its place."""
        if self.match is None:
            return int(pyspiel.PlayerId.CHANCE)
        return self.match.to_move[0] if self.match.to_move else int(pyspiel.PlayerId.TERMINAL)

    def _legal_actions(self, player: int) -> Sequence[int]:
        return sorted(self._choices)

    def chance_outcomes(self) -> Sequence[tuple[int, float]]:
        """Return the deals, each equally likely."""
        deals = self.get_game().deals
        return [(deal, 1 / deals) for deal in range(deals)]

    def _apply_action(self, action: int) -> None:
        game = self.get_game()
        if action not in (self._choices if self.match else range(game.deals)):
            raise IllegalMove(f"Action {action} is not legal now: see legal_actions.")
        if self.match is None:
            self.match = LocalMatch(game.game, game.seats, game.options, action)
        else:
            self.match.move(self._choices[action])
        self._choices = game.coding.choices(self.match.turn()) if self.match.to_move else {}

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        choice = self._choices.get(action, action)
        return str(getattr(choice, "notation", choice))

    def is_terminal(self) -> bool:
        """Return whether the match is over."""
        return self.match is not None and self.match.over

    def returns(self) -> Sequence[float]:
        """Return the points of each seat less the mean of the others', at the end."""
        if self.match is None or not self.match.over:
            return [0.0] * self.num_players()
        return rewards(self.match.scores)

    def __str__(self) -> str:
        return "before the deal" if self.match is None else self.match.text(None)


class Observer:
    """Sees a state as a seat does."""

    def __init__(self, game: CroupierGame) -> None:
        self._coding = game.coding
        self.tensor = np.zeros(game.coding.size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: CroupierState, player: int) -> None:
        """Write what the player sees into `tensor`."""
        self.tensor.fill(0)
        if state.match:
            self.tensor[:] = self._coding.observation(state.match.view(player), player)

    def string_from(self, state: CroupierState, player: int) -> str:
        """Return the table as the player sees it."""
        return state.match.text(player) if state.match else "before the deal"


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
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": least, "deals": DEALS, **PARAMETERS[game]},
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
