"""What the tests must know of each game, and its rules module does not say.

A game joins with a module of its own here, named as its arm on the wire, in
which there are an ORACLE and SECRETS; nothing else is edited.
"""

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from engine.domain.registry import GAMES


@dataclass(frozen=True)
class Specimen:
    """A match that is short and shows much; `views` keeps its text under 20 KB."""

    options: Any
    seed: int
    views: int


def is_listed(seen: Any, listed: Sequence[Any], move: Any) -> bool:
    return move in listed


def say_enough(before: Any, events: Sequence[Any], after: Any) -> bool:
    return True


@dataclass(frozen=True)
class Oracle:
    """What these tests must know of a game.

    options:     under these, a match of random moves must end.
    bound:       (options, seats) -> no match has more moves.
    box:         (options, seats) -> all cards and pieces of the game.
    pieces:      state -> all cards and pieces, wherever they are.
    accounts:    (state, events, next state) -> whether the events account for what has come
                 and gone that `pieces` cannot count.
    moves:       (state, seat, rng) -> moves to try, legal or not, of any options;
                 all that can be written down where these are few enough.
    kind:        move -> what kind of move it is.
    kinds:       all kinds of moves there are.
    specimens:   by number of seats, the match that is written down.
    covered:     (view, listed, move) -> whether the mover, who sees this view and
                 this list of legal moves, may make the move.
    rare:        kinds of moves and of events that random play need not show.
    constructed: positions that do show them: state, and its next move.
    """

    options: tuple[Any, ...]
    bound: Callable[[Any, int], int]
    box: Callable[[Any, int], Iterable[str]]
    pieces: Callable[[Any], Iterable[str]]
    moves: Callable[[Any, int, random.Random], Iterable[Any]]
    kind: Callable[[Any], str]
    kinds: frozenset[str]
    specimens: Mapping[int, Specimen]
    covered: Callable[[Any, Sequence[Any], Any], bool] = is_listed
    accounts: Callable[[Any, Sequence[Any], Any], bool] = say_enough
    rare: frozenset[str] = frozenset()
    constructed: tuple[tuple[Any, Any], ...] = ()


def at_random(moves: Sequence[Any], dice: random.Random) -> Any:
    return dice.choice(moves)


def as_it_is(move: Any, dice: random.Random) -> Any:
    return move


@dataclass(frozen=True)
class Secrets:
    """What is secret in a game, in a test's own words, apart from its views.

    known:     (state, events, viewer) -> all that the viewer may know of it, and of what led there.
    hidden:    (state, viewer) -> by name, what the viewer may not know.
    ahead:     state -> what the next move may bring to light, whoever makes it.
    probe:     (state, viewer) -> a move, in writing, that somebody else could make and the
               viewer cannot; whether it is one the viewer may not learn.
    options:   (seats, dice) -> options for a random match.
    turns:     the most moves of such a match.
    choose:    (legal moves, dice) -> one of them.
    otherwise: (a move that is secret in part, dice) -> another that looks the same to others.
    """

    known: Callable[[Any, Sequence[Any], int | None], Any]
    hidden: Callable[[Any, int | None], Mapping[str, Any]]
    ahead: Callable[[Any], Any]
    probe: Callable[[Any, int | None], str]
    options: Callable[[int, random.Random], Any]
    turns: int
    choose: Callable[[Sequence[Any], random.Random], Any] = at_random
    otherwise: Callable[[Any, random.Random], Any] = as_it_is


def _oracle(arm: str) -> Oracle:
    oracle = import_module(f"{__name__}.{arm}").ORACLE
    assert isinstance(oracle, Oracle)
    return oracle


def _secrets(arm: str) -> Secrets:
    secrets = import_module(f"{__name__}.{arm}").SECRETS
    assert isinstance(secrets, Secrets)
    return secrets


ORACLES: Mapping[str, Oracle] = {game_id: _oracle(game.arm) for game_id, game in GAMES.items()}
SECRETS: Mapping[str, Secrets] = {game_id: _secrets(game.arm) for game_id, game in GAMES.items()}

TABLES = [
    (game_id, seats)
    for game_id, game in GAMES.items()
    for seats in range(game.rules.MIN_SEATS, game.rules.MAX_SEATS + 1)
]
"""Every game with every number of players."""
