"""What the array API standard lacks: loops that end by what is in the arrays, and compiling."""

from collections.abc import Callable
from functools import cache, lru_cache
from typing import Any, Protocol, TypeVar

import numpy

from croupier_game.arrays.luck import uniform

F = TypeVar("F", bound=Callable[..., Any])
LONGEST = 4000
"""The most steps of a rollout: not every game comes to its end by itself."""
DROPPED = 0.25
"""When this share of the tables is over, they are taken out."""
KEPT = 64
"""How many rules are kept compiled."""
SIZES = (64, 512, 2048, 8192)
"""How many tables are compiled for; others are filled up to the next one, or to a multiple."""


class Library(Protocol):
    """An array library: its namespace, and what is done in its own way.

    name: "numpy", "jax" or the name of another.
    xp:   its namespace, of the array API standard.
    """

    @property
    def name(self) -> str: ...

    @property
    def xp(self) -> Any: ...

    def __hash__(self) -> int: ...

    def compiled(self, function: F) -> F:
        """Return a pure function of arrays, compiled where the library does that."""

    def loop(self, going: Callable[[Any], Any], body: Callable[[Any], Any], now: Any) -> Any:
        """Return what `body` makes of `now`, again and again while `going` says so: bool []."""

    def played(self, rules: Any, tables: Any, seeds: Any, most: int = LONGEST) -> Any:
        """Return the tables as they are when all have played on by the rules' policy to the end.

        seeds: uint32 [n]; the same ones bring the same luck in every library.
        """


class Eager:
    """A library that reckons at once, such as NumPy: tables that are over are taken out."""

    def __init__(self, name: str, xp: Any) -> None:
        self.name, self.xp = name, xp

    def compiled(self, function: F) -> F:
        return function

    def loop(self, going: Callable[[Any], Any], body: Callable[[Any], Any], now: Any) -> Any:
        while bool(going(now)):
            now = body(now)
        return now

    def played(self, rules: Any, tables: Any, seeds: Any, most: int = LONGEST) -> Any:
        xp, kind = self.xp, type(tables)
        rows, done = xp.arange(seeds.shape[0], dtype=xp.int32), []
        for step in range(most):
            if not rows.shape[0]:
                break
            over = rules.over(tables)
            count = int(xp.sum(xp.astype(over, xp.int32)))
            if count > DROPPED * rows.shape[0] or count == rows.shape[0]:
                done.append((rows[over], kind(*(each[over, ...] for each in tables))))
                live = ~over
                rows, seeds = rows[live], seeds[live]
                tables = kind(*(each[live, ...] for each in tables))
            if rows.shape[0]:
                tables = _stepped(rules, xp, tables, seeds, step)
        done.append((rows, tables))
        order = xp.argsort(xp.concat([each for each, _ in done]))
        parts = zip(*(each for _, each in done), strict=True)
        return kind(*(xp.take(xp.concat([*each]), order, axis=0) for each in parts))


class Compiling:
    """JAX: what is pure is compiled, once for each number of tables."""

    name = "jax"

    def __init__(self) -> None:
        import jax as library
        import jax.numpy as namespace

        self._jax, self.xp = library, namespace
        self._looped = lru_cache(KEPT)(self._compiled_loop)

    def compiled(self, function: F) -> F:
        compiled: Any = self._jax.jit(function)
        return compiled  # type: ignore[no-any-return]

    def loop(self, going: Callable[[Any], Any], body: Callable[[Any], Any], now: Any) -> Any:
        return self._jax.lax.while_loop(going, body, now)

    def played(self, rules: Any, tables: Any, seeds: Any, most: int = LONGEST) -> Any:
        xp, n = self.xp, seeds.shape[0]
        if n == 0:
            return tables
        more = xp.arange(padded(n)) % n
        full = type(tables)(*(xp.take(each, more, axis=0) for each in tables))
        played = self._looped(rules, most)(full, xp.take(seeds, more, axis=0))
        return type(tables)(*(each[:n, ...] for each in played))

    def _compiled_loop(self, rules: Any, most: int) -> Any:
        return self._jax.jit(lambda *now: self._loop(rules, most, *now))

    def _loop(self, rules: Any, most: int, tables: Any, seeds: Any) -> Any:
        def going(now: Any) -> Any:
            return (now[1] < most) & ~self.xp.all(rules.over(now[0]))

        def body(now: Any) -> Any:
            return _stepped(rules, self.xp, now[0], seeds, now[1]), now[1] + 1

        return self.loop(going, body, (tables, self.xp.int32(0)))[0]


def _stepped(rules: Any, xp: Any, tables: Any, seeds: Any, step: Any) -> Any:
    action = rules.policy(tables)
    dice = uniform(xp, seeds, step, rules.luck)
    return rules.step(tables, action, rules.chances(tables, action, dice))


def padded(n: int) -> int:
    """Return for how many tables it is compiled."""
    return next((size for size in SIZES if size >= n), -(-n // SIZES[-1]) * SIZES[-1])


NUMPY: Library = Eager("numpy", numpy)


@cache
def jax() -> Library:
    """Return JAX, of `pip install croupier-game[jax]`. Raise ImportError without it."""
    return Compiling()


def on(name: str, namespace: Any) -> Library:
    """Return another library that reckons at once, by its namespace of the standard."""
    return Eager(name, namespace)
