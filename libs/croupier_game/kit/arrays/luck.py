"""Chance over arrays is that of the rules: what comes of it comes as often."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from math import sqrt
from typing import Any

from croupier_game.arrays import Array, Tables, uniform
from croupier_game.kit.arrays.subject import Subject, canonical, listed
from croupier_game.kit.arrays.worlds import Watched, ruled_worlds, watched
from croupier_game.kit.twins import Dealer

SAMPLES = 1000
"""By the rules, and over arrays as well."""
RARE = 20
"""What comes less often, in both together, is counted with all else that does."""
UNLIKELY = 5.5
"""Frequencies may differ by so many standard deviations; one in 50 millions differs by more."""
POSITIONS = 3
"""Of a match, at most, that are looked at."""
LOOKED_AT = 0.1


def check_luck(subject: Subject, seed: int, most: int) -> None:
    """Compare the luck of deals, of moves and of worlds. Raise AssertionError."""
    where = f"{subject}; seed {seed}"
    _compare(subject, _deals(subject, seed), _dealt(subject, seed), f"{where}; deals")
    dice, left = random.Random(f"luck {seed}"), POSITIONS
    for position in watched(subject, seed, most):
        # At once: what the seats have seen grows with the match.
        if left and subject.rules.to_move(position.state) and dice.random() < LOOKED_AT:
            _compare_position(subject, position, dice, where)
            left -= 1


def _compare_position(subject: Subject, position: Watched, dice: random.Random, where: str) -> None:
    arrays, rules = subject.arrays, subject.rules
    if hasattr(arrays, "worlds"):
        seat = dice.randrange(subject.seats)
        ruled = arrays.from_states(ruled_worlds(subject, position, seat, SAMPLES))
        worlds = _worlds(subject, position, seat)
        _compare(subject, ruled, worlds, f"{where}; worlds of seat {seat} in {position.state}")
    if arrays.luck:
        # In worlds, since a state may have in order what arrays leave to chance.
        (mover,) = rules.to_move(position.state)
        states = ruled_worlds(subject, position, mover, SAMPLES)
        for action in _actions(subject, position.state, mover, dice):
            ruled, tables = _after(subject, states, action), _stepped(subject, states, action)
            _compare(subject, ruled, tables, f"{where}; action {action} in {position.state}")


def _numbers(subject: Subject, count: int, seed: int = 0) -> Array:
    xp = subject.xp
    return uniform(
        xp, xp.arange(SAMPLES, dtype=xp.uint32) + xp.asarray(seed, dtype=xp.uint32), 3, count
    )


def _dealt(subject: Subject, seed: int) -> Tables:
    return subject.arrays.deal(_numbers(subject, subject.arrays.dealing, seed))


def _deals(subject: Subject, seed: int) -> Tables:
    luck = (Dealer((), f"deal {seed} {number}") for number in range(SAMPLES))
    new = subject.rules.new_game
    return subject.arrays.from_states(
        [new(subject.options, subject.seats, each)[0] for each in luck]
    )


def _worlds(subject: Subject, position: Watched, seat: int) -> Tables:
    arrays = subject.arrays
    table = arrays.from_states([position.state])
    luck = _numbers(subject, arrays.hidden)
    return arrays.worlds(position.seen[seat], table, seat, luck)


def _actions(subject: Subject, state: Any, mover: int, dice: random.Random) -> Sequence[int]:
    """Return a legal action, and one that the policy likes."""
    arrays = subject.arrays
    move = dice.choice([*subject.rules.legal_moves(state, mover)])
    liked = [int(arrays.policy(arrays.from_states([state]))[0])] if subject.plays else []
    return [arrays.action(move, state), *liked]


def _after(subject: Subject, states: Sequence[Any], action: int) -> Tables:
    rules, (mover,) = subject.rules, subject.rules.to_move(states[0])
    after = []
    for number, state in enumerate(states):
        move = subject.arrays.move(action, state)
        after.append(rules.apply(state, mover, move, Dealer((), f"step {number}"))[0])
    return subject.arrays.from_states(after)


def _stepped(subject: Subject, states: Sequence[Any], action: int) -> Tables:
    arrays, xp = subject.arrays, subject.xp
    tables = arrays.from_states(states)
    actions = xp.full((SAMPLES,), action, dtype=xp.int32)
    drawn = arrays.chances(tables, actions, _numbers(subject, arrays.luck))
    return arrays.step(tables, actions, drawn)


def _compare(subject: Subject, ruled: Tables, tables: Tables, where: str) -> None:
    for name, one, other in zip(ruled._fields, ruled, canonical(subject, tables), strict=True):
        pairs = zip(_columns(subject, one), _columns(subject, other), strict=True)
        for place, (first, second) in enumerate(pairs):
            apart = deviations(first, second)
            assert apart < UNLIKELY, (
                f"{where}: {name}, number {place}: frequencies differ by {apart:.1f} standard "
                f"deviations: {Counter(first)} by the rules, {Counter(second)} over arrays"
            )


def _columns(subject: Subject, field: Array) -> Iterator[Sequence[Any]]:
    flat = subject.xp.reshape(field, (SAMPLES, -1)) if field.ndim > 1 else field[:, None]
    yield from zip(*listed(flat), strict=True)


def deviations(one: Sequence[Any], other: Sequence[Any]) -> float:
    """Return how unlikely it is that both were drawn alike, as standard deviations above the mean.

    It is the chi-square of two samples of one size, made normal as Wilson and Hilferty do.
    """
    first, second = Counter(one), Counter(other)
    pairs = [(first[value], second[value]) for value in {*first, *second}]
    rare = [pair for pair in pairs if sum(pair) < RARE]
    groups = [pair for pair in pairs if sum(pair) >= RARE]
    if rare:
        groups.append((sum(pair[0] for pair in rare), sum(pair[1] for pair in rare)))
    free = len(groups) - 1
    if not free:
        return 0.0
    square = sum((a - b) ** 2 / (a + b) for a, b in groups)
    spread = 2 / (9 * free)
    return float(((square / free) ** (1 / 3) - 1 + spread) / sqrt(spread))
