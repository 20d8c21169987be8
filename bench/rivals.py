"""Games of other libraries at random, in processes of their own: `.venv/rivals/bin/python`.

`python -m bench.rivals NAME` reads from its input for how many seconds to play, line by line, and
answers each time how many moves it made in a second of processor time.
"""

import random
import sys
from collections.abc import Callable
from time import process_time
from typing import Any

SEED, STEPS = 1, 20_000
"""So many moves, or one at each table, are made by one compiled call."""


def measured(play: Callable[[], int], seconds: float) -> float:
    """Return the moves in a second of processor time; `play` makes some, and says how many."""
    moves, start = 0, process_time()
    while (took := process_time() - start) < seconds:
        moves += play()
    return moves / took


def steps_of(tables: int) -> int:
    """Return how many steps are compiled into one call."""
    return max(1, STEPS // tables)


def scanned(turn: Callable[[Any], Any], steps: int) -> Callable[[Any], Any]:
    """Return what takes so many turns in one call, compiled by JAX."""
    import jax

    scan = jax.lax.scan
    compiled = jax.jit(lambda now: scan(lambda now, _: (turn(now), None), now, length=steps)[0])
    ready: Any = jax.block_until_ready
    return lambda now: ready(compiled(now))


def rlcard() -> Callable[[], int]:
    """Gin rummy of RLCard: a match, with the observation and the legal actions of each turn."""
    import rlcard as library

    env: Any = library.make("gin-rummy", {"seed": SEED})
    dice = random.Random(SEED)

    def play() -> int:
        moves, (state, _) = 0, env.reset()
        while not env.is_over():
            state, _ = env.step(dice.choice([*state["legal_actions"]]))
            moves += 1
        return moves

    return play


def pgx(tables: int) -> Callable[[], int]:
    """Sparrow mahjong of pgx, compiled, with observations, masks and new deals."""
    import jax
    import pgx as library
    from jax import numpy as np
    from pgx.experimental import auto_reset

    env: Any = library.make("sparrow_mahjong")
    step = jax.vmap(auto_reset(env.step, env.init))
    steps = steps_of(tables)

    def turn(now: Any) -> Any:
        state, key = now
        key, for_action, for_deal = jax.random.split(key, 3)
        odds = np.where(state.legal_action_mask, 0.0, -np.inf)
        action = jax.random.categorical(for_action, odds, axis=-1)
        return step(state, action, jax.random.split(for_deal, tables)), key

    turns = scanned(turn, steps)
    keys = jax.random.split(jax.random.PRNGKey(SEED), tables)
    now = jax.vmap(env.init)(keys), jax.random.PRNGKey(SEED + 1)

    def play() -> int:
        nonlocal now
        now = turns(now)
        return tables * steps

    return play


SIZES = (64, 1000, 10_000)
RIVALS: dict[str, Callable[[], Callable[[], int]]] = {
    "RLCard gin-rummy": rlcard,
    **{
        f"pgx sparrow_mahjong, {tables:,} tables": lambda tables=tables: pgx(tables)  # type: ignore[misc]
        for tables in SIZES
    },
}


def main(name: str) -> None:
    play = RIVALS[name]()
    play()
    for line in sys.stdin:
        print(measured(play, float(line)), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
