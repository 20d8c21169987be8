"""What the suites must know of a game and its rules do not say.

Each game states it in the module `spec` beside its rules, as ORACLE and SECRETS, in words of its
own: a mistake in the rules must not be able to hide in a spec that is derived from them.
"""

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Specimen:
    """A short match that shows much: the playthrough of the game with some number of seats.

    options: of the match.
    seed:    of the random moves and of the match's chance.
    views:   the table is written down after this many moves each; the text must stay under 20 KB.
    """

    options: Any
    seed: int
    views: int


def is_listed(view: Any, listed: Sequence[Any], move: Any) -> bool:
    return move in listed


def account_for_nothing(before: Any, events: Sequence[Any], after: Any) -> bool:
    return True


@dataclass(frozen=True)
class Oracle:
    """What the tests of every game must know of this one.

    options:     options under which a match of random moves must end.
    bound:       (options, seats) -> the most moves that a match can have.
    box:         (options, seats) -> all cards and pieces of the game, by name.
    pieces:      state -> the same cards and pieces, wherever they are.
    moves:       (state, seat, rng) -> moves to try, legal or not, of any options; all moves
                 that can be written down, where these are few enough.
    kind:        move -> the name of its kind.
    kinds:       all kinds of moves.
    specimens:   by number of seats, the match that is written down.
    covered:     (view, listed, move) -> whether the mover, given this view and this list of
                 legal moves, may make the move.
    accounts:    (state, events, next state) -> whether the events account for what has come
                 and gone that `pieces` cannot count.
    rare:        kinds of moves and of events that random play need not show.
    constructed: positions that do show the rare kinds: a state, and its next move.
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
    accounts: Callable[[Any, Sequence[Any], Any], bool] = account_for_nothing
    rare: frozenset[str] = frozenset()
    constructed: tuple[tuple[Any, Any], ...] = ()


def nothing(state: Any) -> Any:
    return None


def any_of(moves: Sequence[Any], dice: random.Random) -> Any:
    return dice.choice(moves)


@dataclass(frozen=True)
class Secrets:
    """What is secret in a game, stated apart from its views.

    known:     (state, events, viewer) -> all that the viewer may know of the state, and of
               the events that led to it.
    hidden:    (state, viewer) -> what the viewer may not know, by name.
    probe:     (state, viewer) -> a move in notation that another player could make and the
               viewer cannot; whether it is legal for the other is secret.
    options:   (seats, dice) -> options for a random match.
    turns:     the most moves of such a match.
    ahead:     state -> what nearly every next move brings to light, such as the card on top of
               the deck: it is the same in both twins, so that they have a next move in common.
               Not what a move merely probes, such as the hand of another player: what `ahead`
               returns cannot differ, and is not tested.
    choose:    (legal moves, dice) -> the move to make.
    otherwise: (a move, dice) -> another move that looks the same to others, if it is secret in
               part; else the move itself. By default, any legal move that leaves `known` as it is.
    """

    known: Callable[[Any, Sequence[Any], int | None], Any]
    hidden: Callable[[Any, int | None], Mapping[str, Any]]
    probe: Callable[[Any, int | None], str]
    options: Callable[[int, random.Random], Any]
    turns: int
    ahead: Callable[[Any], Any] = nothing
    choose: Callable[[Sequence[Any], random.Random], Any] = any_of
    otherwise: Callable[[Any, random.Random], Any] | None = None
