"""What can be taken back, in positions that a seat cannot tell apart: `make twins N=100000`.

A position is a random one of a game, its mover, and one of its legal moves. Its twin agrees on
all that the mover knows, and else is another. The move can be taken back in both or in neither;
and if it can, the mover knows the same of both afterwards: so it has learned nothing. The spec
of each game says what a seat knows, in words of its own.
"""

import argparse
import random
import secrets
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from typing import Any

from croupier_game.kit import twins
from croupier_game.kit.games import SECRETS, tables
from croupier_game.kit.spec import nothing
from croupier_game.kit.twins import Planted, Position
from croupier_match.entries import Moved
from croupier_match.match import AnyMatch
from croupier_match.undo import trial
from engine.domain.registry import GAMES

from tests.support.matches import person

MOVES = 12
"""The most moves that are tried in one pair of positions."""
Outcomes = Counter[tuple[str, int, str]]
Map = Callable[
    [Callable[[tuple[str, int]], Outcomes], Iterable[tuple[str, int]]], Iterable[Outcomes]
]
Decision = tuple[str, Any, Any]
"""Whether the move can be taken back, and what has come of it: the state and the events."""


class Failed(Exception):
    """Two positions that the mover cannot tell apart, and that are not treated alike."""


def soak(positions: int, seed: int, each: Map = map) -> Outcomes:
    """So many positions, the same of each game and number of players; how many of each outcome.

    `each` carries out what is to be done for every table; nothing depends on where, or when.
    """
    counts = each(partial(_soak_table, positions // len(tables()), seed), tables())
    return sum(counts, Outcomes())


def _soak_table(positions: int, seed: int, table: tuple[str, int]) -> Outcomes:
    counts, dice = Outcomes(), random.Random(f"{seed} {table[0]} {table[1]}")
    while counts.total() < positions:
        found = _pair(*table, dice)
        for move in _moves(*found, dice)[: positions - counts.total()]:
            counts[(*table, _outcome(*found, move))] += 1
    return counts


def _pair(game: str, seats: int, dice: random.Random) -> tuple[Position, Position]:
    """A position, and another one that its mover cannot tell from it."""
    while True:
        turns = dice.randint(1, SECRETS[game].turns)
        one = twins.play(game, [person() for _ in range(seats)], turns, dice)
        if one.state is not None:
            # What comes next must differ, too: it is what a move may bring to light.
            loose = replace(SECRETS[game], ahead=nothing)
            return one, twins.twin(one, one.turn, dice, secrets=loose)


def _moves(one: Position, other: Position, dice: random.Random) -> Sequence[Any]:
    """Legal moves of the mover, the same ones in both positions."""
    rules = GAMES[one.match.game].rules
    moves = list(rules.legal_moves(one.state, one.turn))
    if moves != list(rules.legal_moves(other.state, one.turn)):
        raise Failed(f"{one.match.game}: the mover has other moves.")
    return dice.sample(moves, min(MOVES, len(moves)))


def _outcome(one: Position, other: Position, move: Any) -> str:
    """Whether the move can be taken back. Raise Failed if that tells something."""
    rules, known = GAMES[one.match.game].rules, SECRETS[one.match.game].known
    first, state, events = _decided(one, move)
    second, other_state, other_events = _decided(other, move)
    place = f"{one.match.game} of {len(one.match.seats)}, {rules.notation(move)}"
    if first != second:
        raise Failed(f"{place}: {first} in one position, {second} in its twin.")
    now, there = known(state, events, one.turn), known(other_state, other_events, one.turn)
    if first == "allowed" and now != there:
        raise Failed(f"{place}: allowed, and the mover has learned something.")
    return first


def _decided(position: Position, move: Any) -> Decision:
    match: AnyMatch = position.match
    entry = Moved(match.version + 1, position.turn, match.update_time, move)
    game, luck = GAMES[match.game], Planted()
    rules = game.rules
    counted = trial.Counted(luck("", (), entry.version, ""))
    what = trial.told(rules, match.state, entry, counted)
    after = rules.apply(match.state, entry.seat, move, luck("", (), entry.version, ""))
    if counted.draws:
        return ("chance", *after)
    return ("hidden" if trial.at_once(trial.tells(game, match, entry, what)) else "allowed", *after)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10**9))
    given = parser.parse_args(arguments)
    sys.stdout.write(f"seed {given.seed}\n")
    with ProcessPoolExecutor() as processors:
        counts = soak(given.positions, given.seed, processors.map)
    for (game, seats, outcome), count in sorted(counts.items()):
        sys.stdout.write(f"{game:12} {seats} {outcome:8} {count:7}\n")


if __name__ == "__main__":
    main()
