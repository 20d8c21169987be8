"""PettingZoo environments, of the AEC kind: agents act one after the other.

    from croupier_client.envs.pettingzoo import lost_cities_v0

    env = lost_cities_v0.env(rounds=1)
    env.reset(seed=7)
    for agent in env.agent_iter():
        seen, reward, over, cut, _ = env.last()
        env.step(None if over or cut else policy(seen["observation"], seen["action_mask"]))

Rewards come at the end of the match: a seat's points less the mean of the others'.
"""

import secrets
import string
from collections import deque
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from croupier_client.base import camel
from croupier_client.envs.arrays import Coding, Floats, mask, stacked
from croupier_client.envs.coding import coding_of, rewards
from croupier_client.local import IllegalMove, LocalMatch
from croupier_client.turns import Choice, Strategy
from croupier_client.types import Turn

FAR = 1e6
"""No number in an observation is larger."""
LISTED, LONGEST = 256, 20_000
"""Of a game without a coding: how many moves are numbered, and how long its text may be."""
OPTIONS: Mapping[str, Mapping[str, Any]] = {"lost-cities": {"maxTurnsWithoutDeckDraw": 60}}
"""Options that differ from the game's own: a match must end, whoever plays."""


class TextCoding:
    """Any game: the table as text, with the legal moves, which are numbered as they are listed."""

    actions = LISTED

    def choices(self, turn: Turn) -> Mapping[int, Choice]:
        """Return the legal moves by their places, of more than 256 the first ones."""
        listed: Any = turn
        return dict(enumerate(listed.moves[:LISTED]))


class TableEnv(AECEnv[str, Mapping[str, Any], int | None]):  # type: ignore[misc]
    """A match in this process; an agent sees what its seat sees."""

    def __init__(
        self,
        game: str,
        name: str,
        text: bool,
        seats: int | None,
        options: Mapping[str, Any],
        render_mode: str | None = None,
        stack: int = 1,
    ) -> None:
        super().__init__()
        if render_mode not in (None, "ansi"):
            raise ValueError(f'render_mode must be "ansi" or None, not {render_mode!r}.')
        if stack < 1:
            raise ValueError(f"stack must be at least 1, not {stack}.")
        self.metadata = {"name": name, "render_modes": ["ansi"], "is_parallelizable": False}
        self.render_mode, self._stack = render_mode, stack
        given = {camel(name): value for name, value in options.items()}
        self._game, self._seats, self._options = game, seats, {**OPTIONS.get(game, {}), **given}
        match = LocalMatch(game, seats, self._options)
        self._coding = None if text else coding_of(game, match.seats, match.options)
        self._actions: Coding | TextCoding = self._coding or TextCoding()
        self.possible_agents = [f"seat_{seat}" for seat in range(match.seats)]
        self.action_spaces = {
            agent: spaces.Discrete(self._actions.actions) for agent in self.possible_agents
        }
        self.observation_spaces = {agent: self._seen_space() for agent in self.possible_agents}

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """Say what to do, in place of PettingZoo, whose members a reset makes."""
            raise AttributeError(f"There is no {name!r}, or not before reset().")

    def _seen_space(self) -> spaces.Dict:
        legal = spaces.Box(0, 1, (self._actions.actions,), np.int8)
        if self._coding:
            shape = (self._coding.size,) if self._stack == 1 else (self._stack, self._coding.size)
            seen: Any = spaces.Box(-FAR, FAR, shape, np.float32)
        else:
            seen = spaces.Text(LONGEST, charset=string.printable)
        return spaces.Dict({"observation": seen, "action_mask": legal})

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return the space of what an agent sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Deal a match: a seed deals the same one again.

        `options` change nothing, as PettingZoo's own test has it: `env` is given those of the game.
        """
        seed = secrets.randbits(64) if seed is None else seed
        self.match = LocalMatch(self._game, self._seats, self._options, seed)
        self.agents = [*self.possible_agents]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._past: list[deque[Floats]] = [deque(maxlen=self._stack) for _ in self.agents]
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._turn()

    def _turn(self) -> None:
        """Note whose turn it is, what it sees, and its legal moves; none at the end."""
        self._choices: Mapping[int, Choice] = {}
        self._shown: Any = None
        if self.match.to_move:
            self._shown = turn = self.match.turn()
            self.agent_selection = self.possible_agents[turn.seat]
            self._choices = self._actions.choices(turn)

    def observe(self, agent: str) -> Mapping[str, Any]:
        """Return what an agent sees; the mask is all zeros while it is not its turn."""
        seat = self.possible_agents.index(agent)
        mine = self._choices if agent == self.agent_selection else {}
        legal = mask(self._actions.actions, mine)
        if self._coding:
            state = self._shown.state if mine else self.match.view(seat)
            seen = self._coding.observation(state, seat)
            if self._stack > 1:
                seen = stacked(self._past[seat], seen, self._stack)
            return {"observation": seen, "action_mask": legal}
        moves = "".join(f"{place}: {move.notation}\n" for place, move in mine.items())  # type: ignore[union-attr]
        return {"observation": self.match.text(seat) + moves, "action_mask": legal}

    def step(self, action: int | None) -> None:
        """Make a move. Raise IllegalMove for an action that the mask does not have."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None or action not in self._choices:
            raise IllegalMove(f"Action {action} is not legal now: see action_mask.")
        self._move(self._choices[action])

    def choose(self, strategy: Strategy) -> None:
        """Make the move that a strategy chooses, in place of an agent's action."""
        self._move(strategy.choose(self._shown))

    def _move(self, choice: Choice) -> None:
        if self._coding and self._stack > 1:
            seat = self._shown.seat
            self._past[seat].append(self._coding.observation(self._shown.state, seat))
        self.match.move(choice)
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._turn()
        if self.match.over:
            self.terminations = dict.fromkeys(self.agents, True)
            points = rewards(self.match.scores)
            self.rewards = dict(zip(self.possible_agents, points, strict=True))
            self.agent_selection = self.agents[0]
        self._accumulate_rewards()

    def render(self) -> str | None:
        """Return the table as a spectator sees it; None without a render_mode."""
        return self.match.text(None) if self.render_mode else None

    def close(self) -> None:
        """Nothing is open."""


class Version:
    """An environment by its name: `lost_cities_v0.env(rounds=1)`."""

    def __init__(self, name: str, game: str) -> None:
        self._name, self._game = name, game

    def env(
        self,
        *,
        seats: int | None = None,
        render_mode: str | None = None,
        stack: int = 1,
        **options: Any,
    ) -> TableEnv:
        """Return the environment, of a game with these options: `start_seat=0` is startSeat.

        With a `stack`, an observation has those of the agent's last decisions as well, the oldest
        first. Raise ValueError for another render_mode than "ansi", which is a text.
        """
        return TableEnv(self._game, self._name, False, seats, options, render_mode, stack)

    def raw_env(self, **settings: Any) -> TableEnv:
        """Return the same as `env`: the environment checks actions and their order itself."""
        return self.env(**settings)


class TextVersion:
    """Any game that is installed: `text_v0.env("masked-ball")`."""

    def env(
        self,
        game: str,
        *,
        seats: int | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> TableEnv:
        """Return the environment of a game, with options as others have them."""
        return TableEnv(game, "text_v0", True, seats, options, render_mode)

    def raw_env(self, game: str, **settings: Any) -> TableEnv:
        """Return the same as `env`."""
        return self.env(game, **settings)


just4fun_v0 = Version("just4fun_v0", "just4fun")
livingstone_v0 = Version("livingstone_v0", "livingstone")
lost_cities_v0 = Version("lost_cities_v0", "lost-cities")
text_v0 = TextVersion()
