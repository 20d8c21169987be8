"""Environments of many tables at once for learners, on NumPy or on JAX.

    from croupier_client.envs.batched import BatchedEnv

    env = BatchedEnv("lost-cities", 1000, opponents="policy", options={"rounds": 1})
    seen, info = env.reset(seed=7)
    seen, reward, over, cut, info = env.step(policy(seen, info["action_mask"]))

`BatchedEnv` is a VectorEnv of Gymnasium. `Batch` is the same as two pure functions, which JAX
compiles as they are:

    batch = Batch("lost-cities", 1000, opponents="policy", library=jax())
    state, seen = jit(batch.init)(7)
    state, seen, came = jit(batch.step)(state, actions)

A match that ends is followed by the next one within the same step (same-step autoreset): each row
waits for an action at all times, and no mask is empty. Tables are dealt ahead, so a deal may come
twice, at different rows. All needs `croupier-client[envs]`, and games with rules over arrays.
"""

import secrets
from collections.abc import Callable, Mapping
from functools import partial
from operator import index
from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np
from croupier_game.arrays import NUMPY, Array, Library, Tables, any_legal, array_rules, uniform
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from croupier_client.base import camel
from croupier_client.envs.pettingzoo import FAR, OPTIONS
from croupier_client.installed import played
from croupier_client.local import IllegalMove

Opponents: TypeAlias = Literal["policy", "random"] | Callable[[Array, Array], Array]
"""Who has the other seats: the policy of the rules, any legal actions, or a function.

A function is given observations, float32 [n, size], and masks, bool [n, actions]. It returns
actions, whole numbers [n], or logits, floats [n, actions], from which is drawn as by `sampled`.
"""
BUILT_IN = ("policy", "random")
KEPT = 32
"""For how many steps a table is kept that was dealt ahead."""
WEIGHT = 1 << 20
"""The weight of the likeliest action in `sampled`: the sum over 2,000 actions is an int32."""


class Seen(NamedTuple):
    """What to decide by: what the seat is shown, and nothing else.

    observation: float32 [n, size], as the coding of the game has it, or [n, stack, size].
    mask:        bool [n, actions], the legal ones.
    seat:        int8 [n], the seat that decides.
    """

    observation: Array
    mask: Array
    seat: Array


class Came(NamedTuple):
    """What came of a step.

    rewards: float32 [n, seats]: where a match has ended, the points of each seat less the mean of
             the others'; else 0.
    over:    bool [n], whether a match has ended; what is seen is then the next one.
    refused: bool [n], whether the action or an opponent's was not legal: the table stays as it is.
    last:    the tables before the next matches took the place of those that have ended.
    """

    rewards: Array
    over: Array
    refused: Array
    last: Tables


class State(NamedTuple):
    """All that changes, in arrays.

    spare: tables that were dealt ahead, each for the row at which it is.
    own:   int8 [n], the seat of the learner.
    shown: float32 [n, stack, size], what the learner sees; without a stack [n, 0, size].
    mask:  bool [n, actions].
    seeds: uint32 [n], of all luck.
    clock: uint32 [1], how often luck was asked for.
    """

    tables: Tables
    spare: Tables
    own: Array
    shown: Array
    mask: Array
    seeds: Array
    clock: Array


class Batch:
    """N tables of a game as the pure functions `init` and `step`.

    With opponents, the learner has the same seat at all tables, or without `seat` seat 0 at the
    first table, 1 at the second, and so on; the others act within a step. Without opponents, a
    step is one action of the seat whose turn it is, which `Seen.seat` tells.

    With a `stack`, the learner sees its last observations as well, the oldest first.
    """

    def __init__(
        self,
        game: str,
        num_envs: int,
        opponents: Opponents | None = None,
        *,
        seat: int | None = None,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        stack: int = 1,
        library: Library = NUMPY,
    ) -> None:
        """Raise ValueError, UnknownGame, InvalidOptions, or NoArrayRules or OutOfBounds."""
        if num_envs < 1:
            raise ValueError(f"num_envs must be at least 1, not {num_envs}.")
        if not (opponents is None or callable(opponents) or opponents in BUILT_IN):
            raise ValueError(f"opponents are one of {BUILT_IN} or a function, not {opponents!r}.")
        if stack < 1 or (stack > 1 and opponents is None):
            raise ValueError("stack must be at least 1, and 1 without opponents.")
        rules = played(game).package.rules
        self.seats = rules.MIN_SEATS if seats is None else seats
        if seat is not None and not 0 <= seat < self.seats:
            raise ValueError(f"seat must be 0 to {self.seats - 1}, not {seat}.")
        given = {camel(name): value for name, value in (options or {}).items()}
        read = played(game).read_options({**OPTIONS.get(game, {}), **given}, self.seats)
        self.num_envs, self.xp = num_envs, library.xp
        self.library: Any = library
        self.rules = array_rules(rules.module, read, self.seats, self.library)
        self._opponents, self._seat, self._stack = opponents, seat, stack
        size = self.rules.size
        self.shape: tuple[int, ...] = (size,) if stack == 1 else (stack, size)
        self._one = self.xp.asarray([1], dtype=self.xp.uint32)
        # A whole number of rounds of the table, so that each spare table keeps its learner's seat.
        renewed = -(-max(num_envs // KEPT, 1) // self.seats) * self.seats
        self._renewed = min(num_envs, renewed)

    def init(self, seed: Any) -> tuple[State, Seen]:
        """Deal. The seed is a whole number of 32 bits, or an array of one."""
        xp, n = self.xp, self.num_envs
        seed = xp.reshape(xp.asarray(seed, dtype=xp.uint32), (1,))
        seeds = uniform(xp, seed, 0, n)[0, :]
        rows = xp.arange(n, dtype=xp.int32)
        own = rows % self.seats if self._seat is None else xp.full_like(rows, self._seat)
        own = xp.astype(own, xp.int8)
        tables, _, clock = self._dealt(seeds, own, self._one)
        spare, _, clock = self._dealt(seeds, own, clock)
        shape = (n, self._stack if self._stack > 1 else 0, self.rules.size)
        nothing, mask = xp.zeros(shape, dtype=xp.float32), self.rules.legal(tables)
        return self._seen(State(tables, spare, own, nothing, mask, seeds, clock))

    def step(self, state: State, action: Array) -> tuple[State, Seen, Came]:
        """Act at each table, and let the opponents answer; actions are whole numbers [n].

        An action that is not legal is told of in `Came`. Raise IllegalMove for one of an opponent;
        compiled by JAX, `Came` tells of it as well.
        """
        xp, seeds = self.xp, state.seeds
        action = xp.asarray(action)
        legal = _allowed(xp, state.mask, action)  # before it is narrowed, or it might wrap
        action = xp.astype(xp.where(legal, action, 0), xp.int32)
        after = self._stepped(state.tables, action, seeds, state.clock)
        tables = self._either(legal, after, state.tables)
        tables, refused, clock = self._answered(tables, state.own, seeds, state.clock + self._one)
        over = self.rules.over(tables)
        rewards = xp.where(over[:, None], self._rewards(tables), xp.zeros((1, 1), dtype=xp.float32))
        count = self._renewed
        new, failed, clock = self._dealt(seeds[:count], state.own[-count:], clock)
        came = Came(rewards, over, refused | ~legal | xp.any(failed), tables)
        tables = self._either(~over, tables, state.spare)
        spare = _each(lambda old, new: xp.concat([old[count:, ...], new]), state.spare, new)
        if self._stack > 1:
            nothing = xp.zeros_like(state.shown)
            state = state._replace(shown=xp.where(over[:, None, None], nothing, state.shown))
        mask = self.rules.legal(tables)
        state = state._replace(tables=tables, spare=spare, mask=mask, clock=clock)
        return *self._seen(state), came

    def observe(self, tables: Tables, seat: Array, shown: Array) -> Array:
        """Return what a seat of each table sees, such as of `Came.last`; `shown` it was before."""
        seen = self.rules.observe(tables, seat)
        if self._stack == 1:
            return seen
        return self.xp.concat([shown[:, 1:, :], seen[:, None, :]], axis=1)

    def _seen(self, state: State) -> tuple[State, Seen]:
        seat = self.rules.turn(state.tables) if self._opponents is None else state.own
        seen = Seen(self.observe(state.tables, seat, state.shown), state.mask, seat)
        return state if self._stack == 1 else state._replace(shown=seen.observation), seen

    def _dealt(self, seeds: Array, own: Array, clock: Array) -> tuple[Tables, Array, Array]:
        """Deal, and let the opponents play to the learner's first turn."""
        tables = self.rules.deal(uniform(self.xp, seeds, clock, self.rules.dealing))
        return self._answered(tables, own, seeds, clock + self._one)

    def _stepped(self, tables: Tables, action: Array, seeds: Array, clock: Array) -> Tables:
        dice = uniform(self.xp, seeds, clock, self.rules.luck)
        return self.rules.step(tables, action, self.rules.chances(tables, action, dice))

    def _answered(
        self, tables: Tables, own: Array, seeds: Array, clock: Array
    ) -> tuple[Tables, Array, Array]:
        """Let the opponents play to the learner's turn, or to the end.

        Return the tables, where an opponent's action was not legal, and the clock.
        """
        xp, one = self.xp, self._one
        none = xp.zeros(own.shape, dtype=xp.bool)
        if self._opponents is None:
            return tables, none, clock

        def waits(tables: Tables, refused: Array) -> Array:
            return ~self.rules.over(tables) & (self.rules.turn(tables) != own) & ~refused

        def going(now: tuple[Tables, Array, Array]) -> Array:
            return xp.any(waits(*now[:2]))

        def compiled(now: tuple[Tables, Array, Array]) -> tuple[Tables, Array, Array]:
            tables, refused, clock = now
            waiting = waits(tables, refused)
            action, legal = self._answer(tables, seeds, clock)
            after = self._stepped(tables, action, seeds, clock + one)
            tables = self._either(waiting & legal, after, tables)
            return tables, refused | (waiting & ~legal), clock + one + one

        def at_once(now: tuple[Tables, Array, Array]) -> tuple[Tables, Array, Array]:
            tables, refused, clock = now
            waiting = waits(tables, refused)
            every = bool(xp.all(waiting))
            some, luck = tables, seeds
            if not every:  # those alone are reckoned with that wait
                some, luck = _each(lambda each: each[waiting, ...], tables), seeds[waiting]
            action, legal = self._answer(some, luck, clock)
            if not bool(xp.all(legal)):
                raise IllegalMove("An opponent's action is not legal.")
            after = self._stepped(some, action, luck, clock + one)
            if not every:
                after = _each(lambda old, new: _put(xp, old, waiting, new), tables, after)
            return after, refused, clock + one + one

        body = compiled if self.library.name == "jax" else at_once
        found: tuple[Tables, Array, Array] = self.library.loop(going, body, (tables, none, clock))
        return found

    def _answer(self, tables: Tables, seeds: Array, clock: Array) -> tuple[Array, Array]:
        """Return an action of the seat to move at each table, and whether it is legal."""
        xp, rules = self.xp, self.rules
        if self._opponents == "policy":
            return rules.policy(tables), xp.ones(seeds.shape, dtype=xp.bool)
        mask = rules.legal(tables)
        dice = uniform(xp, seeds, clock, 1)[:, 0]
        if not callable(self._opponents):
            return any_legal(xp, mask, dice), xp.ones(seeds.shape, dtype=xp.bool)
        shown = rules.observe(tables, rules.turn(tables)), xp.asarray(mask, copy=True)
        action = xp.asarray(self._opponents(*shown))
        if action.shape == mask.shape:
            action = sampled(xp, action, mask, dice)
        if action.shape != seeds.shape or not xp.isdtype(action.dtype, "integral"):
            raise ValueError("Opponents return whole numbers [n], or logits [n, actions].")
        legal = _allowed(xp, mask, action)
        return xp.where(legal, xp.astype(action, xp.int32), 0), legal

    def _either(self, choice: Array, yes: Tables, no: Tables) -> Tables:
        """Return tables of the one or of the other."""
        xp = self.xp
        if self.library.name != "jax" and bool(xp.all(choice)):
            return yes
        return _each(lambda one, other: xp.where(_wide(xp, choice, one), one, other), yes, no)

    def _rewards(self, tables: Tables) -> Array:
        scores, others = self.rules.scores(tables), self.seats - 1
        total = self.xp.sum(scores, axis=1, keepdims=True, dtype=self.xp.int32)
        return self.xp.astype(scores * (others + 1) - total, self.xp.float32) / others


def sampled(xp: Any, logits: Array, mask: Array, uniform: Array) -> Array:
    """Draw legal actions by the softmax of logits, floats [n, actions]: int32 [n].

    uniform: uint32 [n]. A row without a legal action, or with NaN or infinity for one, gives -1,
    which is nowhere legal. Actions that are a million times less likely than the best never come.
    """
    top = xp.max(xp.where(mask, logits, -xp.inf), axis=1, keepdims=True)
    sound = xp.isfinite(top)
    less = xp.where(mask & sound, logits - xp.where(sound, top, 0), -xp.inf)
    # In whole numbers, so that a sum that is not in order makes no action of what is none.
    sums = xp.cumulative_sum(xp.astype(xp.exp(less) * WEIGHT, xp.int32), axis=1, dtype=xp.int32)
    share = xp.astype(uniform >> xp.asarray(8, dtype=xp.uint32), xp.float32) / (1 << 24)
    wanted = xp.astype(share * xp.astype(sums[:, -1], xp.float32), xp.int32)
    wanted = xp.minimum(wanted, sums[:, -1] - 1)
    action = xp.argmax(xp.astype(sums > wanted[:, None], xp.int8), axis=1)
    return xp.where(sound[:, 0], xp.astype(action, xp.int32), -1)


class BatchedEnv(VectorEnv[Array, Array, Array]):
    """A `Batch` as Gymnasium has its vector environments: it resets in the same step.

    `info` has the masks as "action_mask" and the seats as "seat"; where matches have ended,
    "final_obs" and "_final_obs" are what was seen last, and where. Without opponents a reward is
    that of the seat that has acted, and `info["rewards"]` has those of all seats.
    """

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(
        self, game: str, num_envs: int, opponents: Opponents | None = None, **settings: Any
    ) -> None:
        """Take the settings of `Batch`."""
        self.batch = Batch(game, num_envs, opponents, **settings)
        self.num_envs = num_envs
        self.single_observation_space = spaces.Box(-FAR, FAR, self.batch.shape, np.float32)
        self.single_action_space = spaces.Discrete(self.batch.rules.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._init = self.batch.library.compiled(self.batch.init)
        self._step = self.batch.library.compiled(self.batch.step)
        self._state: State | None = None
        self._seat: Array = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        """Deal anew. The seed is from 0 to 2**32 - 1. Raise ValueError for others, and options."""
        if options:
            raise ValueError(f"reset() takes no options, but {list(options)}.")
        seed = secrets.randbits(32) if seed is None else index(seed)
        if not 0 <= seed < 1 << 32:
            raise ValueError(f"seed must be 0 to 2**32 - 1, not {seed}.")
        self._state, seen = self._init(np.asarray([seed], dtype=np.uint32))
        return self._told(seen)

    def step(self, actions: Array) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        """Act at each table. Raise IllegalMove, or ValueError; then all is as it was."""
        if self._state is None:
            raise ResetNeeded("reset() comes before step().")
        xp, rows = self.batch.xp, self.batch.xp.arange(self.num_envs)
        given = np.asarray(actions)
        if given.shape != (self.num_envs,) or not np.isdtype(given.dtype, "integral"):
            raise ValueError(f"Actions must be {self.num_envs} whole numbers.")
        there = (given >= 0) & (given < self.batch.rules.actions)
        # JAX would narrow them, and some might wrap to what is legal.
        actions = xp.asarray(np.where(there, given.astype(np.int32), -1))
        legal = _allowed(xp, self._state.mask, actions)
        if not bool(xp.all(legal)):
            row = int(xp.argmax(xp.astype(~legal, xp.int8)))
            raise IllegalMove(f"Action {int(given[row])} is not legal in row {row}: see its mask.")
        state, seen, came = self._step(self._state, actions)
        if bool(xp.any(came.refused)):
            raise IllegalMove("An opponent's action is not legal.")
        acted, before, self._state = self._seat, self._state.shown, state
        observation, info = self._told(seen)
        info["rewards"] = came.rewards
        if bool(xp.any(came.over)):
            info |= self._final(came, acted, before)
        cut = xp.zeros(self.num_envs, dtype=xp.bool)
        return observation, came.rewards[rows, acted], came.over, cut, info

    def _told(self, seen: Seen) -> tuple[Array, dict[str, Any]]:
        self._seat = seen.seat
        if self.batch.library.name != "jax":  # whose arrays nobody can write into
            seen = _each(partial(self.batch.xp.asarray, copy=True), seen)
        return seen.observation, {"action_mask": seen.mask, "seat": seen.seat}

    def _final(self, came: Came, seat: Array, shown: Array) -> dict[str, Any]:
        """Return what was seen last where matches have ended, as Gymnasium has it."""
        over = came.over
        ended = _each(lambda each: each[over, ...], came.last)
        last = np.asarray(self.batch.observe(ended, seat[over], shown[over, ...]))
        final = np.full(self.num_envs, None, dtype=object)
        for row, seen in zip(np.flatnonzero(np.asarray(over)), last, strict=True):
            final[row] = seen
        return {"final_obs": final, "_final_obs": over}


def _each(function: Callable[..., Array], first: Tables, *others: Tables) -> Tables:
    """Return tables of what a function makes of their arrays."""
    return type(first)(*map(function, first, *others))


def _put(xp: Any, old: Array, where: Array, new: Array) -> Array:
    """Return an array with other rows where the mask holds."""
    made = xp.asarray(old, copy=True)
    made[where, ...] = new
    return made


def _allowed(xp: Any, mask: Array, action: Array) -> Array:
    """Return whether each row's mask has its action: bool [n]."""
    there = (action >= 0) & (action < mask.shape[1])
    return there & mask[xp.arange(mask.shape[0]), xp.where(there, action, 0)]


def _wide(xp: Any, choice: Array, like: Array) -> Array:
    """Return a mask of tables that has as many axes as one of their arrays."""
    return xp.reshape(choice, choice.shape + (1,) * (like.ndim - 1))
