"""A Gymnasium environment: the learner has one seat, strategies have the others.

from croupier_client.envs.gymnasium import SeatEnv

env = SeatEnv("lost-cities", opponents=[hugo], options={"rounds": 1})
seen, info = env.reset(seed=7)
seen, reward, over, cut, info = env.step(policy(seen, info["action_mask"]))

MaskablePPO of sb3-contrib learns from it as it is, by `action_masks`.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from croupier_client.envs.arrays import Floats
from croupier_client.envs.pettingzoo import FAR, TableEnv
from croupier_client.turns import Strategy

ILLEGAL = -100.0
"""The reward for an action that is not legal, which ends the match: it is not in the mask."""


class SeatEnv(gymnasium.Env[Floats, np.int64]):
    """The seat `seat` of a match; the others choose by `opponents`, in the order of their seats.

    The reward comes at the end: the own points less the mean of the others'. A seed is that of the
    deal, the same as of `LocalMatch`: opponents with dice of their own seed them themselves.
    """

    metadata = {"render_modes": ["ansi"]}  # noqa: RUF012 -- Gymnasium declares it so

    def __init__(
        self,
        game: str,
        opponents: Sequence[Strategy],
        seat: int = 0,
        options: Mapping[str, Any] | None = None,
        *,
        render_mode: str | None = None,
        stack: int = 1,
    ) -> None:
        """With a `stack`, an observation has those of the last decisions as well, the oldest first.

        Raise ValueError for a seat that there is not, or another render_mode than "ansi".
        """
        if not 0 <= seat <= len(opponents):
            raise ValueError(f"seat must be 0 to {len(opponents)}, not {seat}.")
        self.render_mode = render_mode
        settings = (len(opponents) + 1, options or {}, render_mode, stack)
        self._table = TableEnv(game, "seat", False, *settings)
        self._agent = self._table.possible_agents[seat]
        self._strategies: Sequence[Strategy | None] = [*opponents[:seat], None, *opponents[seat:]]
        seen: Any = self._table.observation_space(self._agent)["observation"]
        self.observation_space = spaces.Box(-FAR, FAR, seen.shape, np.float32)
        self.action_space = self._table.action_space(self._agent)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Floats, dict[str, Any]]:
        """Deal a match, and play to the first turn of the learner.

        Raise ValueError for options, on which the spaces depend.
        """
        if options:
            raise ValueError(f"reset() takes no options, but {list(options)}: SeatEnv has them.")
        super().reset(seed=seed)
        self._table.reset(int(self.np_random.integers(1 << 62)) if seed is None else seed)
        self._others()
        return self._seen()

    def step(self, action: np.int64) -> tuple[Floats, float, bool, bool, dict[str, Any]]:
        """Make a move, and those of the others up to the learner's next turn.

        Raise ValueError for what is no action at all.
        """
        if not self.action_space.contains(action):
            raise ValueError(f"{action!r} is not in {self.action_space}.")
        legal = self._table.observe(self._agent)["action_mask"]
        if not legal[action]:
            return self._seen()[0], ILLEGAL, True, False, self._seen()[1]
        self._table.step(int(action))
        self._others()
        over = self._table.match.over
        seen, info = self._seen()
        return seen, self._table.rewards[self._agent], over, False, info

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal, as MaskablePPO of sb3-contrib asks."""
        legal: NDArray[np.bool_] = self._table.observe(self._agent)["action_mask"].astype(np.bool_)
        return legal

    def _others(self) -> None:
        match = self._table.match
        while match.to_move and (strategy := self._strategies[match.to_move[0]]):
            self._table.choose(strategy)

    def _seen(self) -> tuple[Floats, dict[str, Any]]:
        seen = self._table.observe(self._agent)
        return seen["observation"], {"action_mask": seen["action_mask"]}

    def render(self) -> str | None:
        """Return the table as a spectator sees it; None without a render_mode."""
        return self._table.render()
