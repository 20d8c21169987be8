"""Many random matches of every game and number of players: `make soak-games`.

Through the bare rules, without log and reducer, so that there can be many. In
every position: nothing is made or lost, and coins and tents come and go as the
events say; who must move can, `check` accepts all that is listed, and moves survive
notation and wire. Matches end within the bound of the oracle, and those whom the
rules eliminate have not won.
"""

import argparse
import random
import secrets
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from engine.domain.registry import GAMES, Game
from tqdm import tqdm

from tests.support.games import ORACLES, TABLES

T = TypeVar("T")

ROW = "{:<14}{:>6}{:>9}{:>11}{:>9}{:>9}{:>13}"
HEAD = ("game", "seats", "matches", "moves", "mean", "longest", "of the bound")


class Luck:
    """Chance that is fast, not fair."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def below(self, bound: int) -> int:
        return self._rng.randrange(bound)

    def shuffle(self, items: Sequence[T]) -> tuple[T, ...]:
        return tuple(self._rng.sample(items, len(items)))


@dataclass(frozen=True)
class Soaked:
    """What the matches of a game and number of players were like."""

    game_id: str
    seats: int
    lengths: tuple[int, ...]
    share: float
    """Of the bound, at most."""

    def __str__(self) -> str:
        moves, matches = sum(self.lengths), len(self.lengths)
        longest = max(self.lengths)
        share = f"{self.share:.1%}"
        return ROW.format(
            self.game_id, self.seats, matches, moves, moves // matches, longest, share
        )


class Failed(AssertionError):
    """A match did not hold what it owes; with the seed it can be played again."""


def soak(matches: int, seed: int, tables: Iterable[tuple[str, int]] = TABLES) -> list[Soaked]:
    """Play so many matches at each table; raise Failed, saying how to see it again."""
    wanted = [(table, number) for table in tables for number in range(matches)]
    lengths: dict[tuple[str, int], list[tuple[int, int]]] = {}
    # disable=None: no progress bar where it would fill a file
    for table, number in tqdm(wanted, unit=" matches", mininterval=1, disable=None):
        try:
            lengths.setdefault(table, []).append(play(*table, number, seed))
        except Exception as error:
            raise Failed(f"{table}, match {number}, seed {seed}: {error!r}") from error
    return [
        Soaked(*table, tuple(moves for moves, _ in ended), max(m / most for m, most in ended))
        for table, ended in lengths.items()
    ]


def play(game_id: str, seats: int, number: int, seed: int) -> tuple[int, int]:
    """One match, to its end: its moves, and how many it could have had."""
    game, oracle = GAMES[game_id], ORACLES[game_id]
    rng = random.Random(f"{seed} {game_id} {seats} {number}")
    luck = Luck(rng)
    options = oracle.options[number % len(oracle.options)]
    box, most = Counter(oracle.box(options, seats)), oracle.bound(options, seats)
    state, _ = game.rules.new_game(options, seats, luck)
    moves = 0
    while not game.rules.over(state):
        assert moves < most, "the match goes on beyond its bound"
        assert Counter(oracle.pieces(state)) == box, "something was made or lost"
        seat = rng.choice(game.rules.to_move(state))
        move = rng.choice(listed(game, state, seat))
        check_writing(game, move)
        before = state
        state, events = game.rules.apply(state, seat, move, luck)
        assert oracle.accounts(before, events, state), "the events do not account for the move"
        moves += 1
    assert Counter(oracle.pieces(state)) == box, "something was made or lost"
    check_end(game, state, seats)
    return moves, most


def listed(game: Game, state: Any, seat: int) -> Sequence[Any]:
    """The legal moves of a position, of which there are some, and which `check` accepts."""
    moves = game.rules.legal_moves(state, seat)
    assert moves, "a player who must move cannot"
    assert len(set(moves)) == len(moves), "a move is listed twice"
    for move in moves:
        game.rules.check(state, seat, move)
    return moves


def check_writing(game: Game, move: Any) -> None:
    """The move survives notation and wire."""
    assert game.rules.parse(game.rules.notation(move)) == move
    assert game.wire.decode_move(game.wire.encode_move(move)) == move


def check_end(game: Game, state: Any, seats: int) -> None:
    ranking, out = game.rules.ranking(state), game.rules.eliminated(state)
    assert game.rules.to_move(state) == ()
    assert sorted(seat for rank in ranking for seat in rank) == list(range(seats))
    assert not out or ranking[-1] == out, "the eliminated are not last"


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--matches", type=int, default=1000, help="of each game and number of players"
    )
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10**9))
    given = parser.parse_args(arguments)
    say(f"seed {given.seed}")
    soaked = soak(given.matches, given.seed)
    say(ROW.format(*HEAD))
    for each in soaked:
        say(str(each))


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")


if __name__ == "__main__":
    main()
