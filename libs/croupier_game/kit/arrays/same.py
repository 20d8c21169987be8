"""All libraries agree, bit for bit: NumPy, the standard taken at its word, and JAX, compiled."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from croupier_game.arrays import Array, Tables, any_legal, uniform
from croupier_game.kit.arrays.subject import Subject, compare, looks, rows
from croupier_game.kit.games import ORACLES

STEPS = 40
"""Of each batch, so that matches are well under way."""
LOOKED_AT = 8
"""Each so many steps all that there is to ask is compared, else the tables alone."""


def check_libraries(subjects: Sequence[Subject], size: int) -> None:
    """Play a batch of this size, in each library with the same luck. Raise AssertionError."""
    first, *others = subjects
    for step, found in enumerate(zip(*(_trace(each, size) for each in subjects), strict=True)):
        for other, there in zip(others, found[1:], strict=True):
            who = f"{first.library.name} against {other.library.name}"
            where = f"{first}; batch {size}, step {step}; {who}"
            for name, expected in found[0].items():
                _same(f"{where}: {name}", there[name], expected)


def _same(what: str, found: Any, expected: Any) -> None:
    compare(found, expected, lambda wrong, row: f"{what}, row {row}: {wrong}")


def _trace(subject: Subject, size: int) -> Iterator[Mapping[str, Any]]:
    """Yield what comes of a batch, step by step: half of it plays by the policy."""
    xp, arrays = subject.xp, subject.arrays
    step = subject.library.compiled(partial(_stepped, subject))
    ask = subject.library.compiled(partial(looks, subject))
    seeds = xp.arange(size, dtype=xp.uint32)
    tables = arrays.deal(uniform(xp, seeds, 0, arrays.dealing))
    for number in range(STEPS):
        yield {"tables": tables, **({} if number % LOOKED_AT else ask(tables))}
        tables = step(tables, uniform(xp, seeds, number + 1, 1 + arrays.luck))
    _complete(subject, tables)


def _stepped(subject: Subject, tables: Tables, luck: Array) -> Tables:
    xp, arrays = subject.xp, subject.arrays
    action = any_legal(xp, arrays.legal(tables), luck[:, 0])
    action = xp.where(action < 0, 0, action)  # where a match is over, any one leaves it as it is
    if subject.plays:
        odd = xp.arange(action.shape[0]) % 2 == 1
        action = xp.where(odd, arrays.policy(tables), action)
    return arrays.step(tables, action, arrays.chances(tables, action, luck[:, 1:]))


def _complete(subject: Subject, tables: Tables) -> None:
    """Find every piece of the game at each table, so that chance has made up none."""
    oracle = ORACLES[subject.game_id]
    box = sorted(oracle.box(subject.options, subject.seats))
    for row, state in enumerate(rows(subject, tables)):
        assert sorted(oracle.pieces(state)) == box, f"{subject}, table {row}: other pieces: {state}"
