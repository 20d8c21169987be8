"""An installed game, of which one function is replaced by one that fails.

`failing(game, function, how)` does so within a block, for this process. As a program,
`python -m tests.support.bad_game` is an engine of which the variable FAULT says the same:
"lost-cities apply loops".
"""

import asyncio
import os
import runpy
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NoReturn

from croupier_game.game import Rules
from croupier_game.installed import Package
from engine.domain.registry import GAMES, game_of

SAYING = "R7 is in the hand of seat 1"
"""What an exception says, and no log may."""


def _raises(*_: Any) -> NoReturn:
    raise RuntimeError(SAYING)


def _tells(*all_it_was_given: Any) -> NoReturn:
    raise RuntimeError(repr(all_it_was_given))


def _loops(*_: Any) -> None:
    # Only the main thread has a time limit. A service in another one, of tests before, would hang.
    if threading.current_thread() is not threading.main_thread():
        raise RuntimeError(SAYING)
    while True:
        pass


def _loops_on(*_: Any) -> None:
    """Catch what ends it a few times."""
    for _again in range(3):
        try:
            _loops()
        except BaseException:  # noqa: S112 - a game may do so
            continue


def _exits(*_: Any) -> None:
    sys.exit(1)


def _is_cancelled(*_: Any) -> None:
    raise asyncio.CancelledError


def _gives(value: Any) -> Callable[..., Any]:
    return lambda *_: value


HOW: Mapping[str, Callable[..., Any]] = {
    "raises": _raises,
    "tells": _tells,
    "loops": _loops,
    "loops on": _loops_on,
    "exits": _exits,
    "is cancelled": _is_cancelled,
    "gives None": _gives(None),
    "gives garbage": _gives({"x": 1}),
    "gives a pair of garbage": _gives(({"x": 1}, (object(),))),
    "gives nothing": _gives(()),
    "gives a list": _gives([0]),
    "gives a seat that is not there": _gives((17,)),
    "gives the first seat": _gives((0,)),
    "gives the fifth seat": _gives((4,)),
    "gives a seat twice": _gives((0, 0)),
    "gives texts": _gives(("a", None)),
    "gives one": _gives((1,)),
    "gives no partition": _gives(((0,), (0,))),
    "gives one rank": _gives(((0,),)),
    "gives a long text": _gives("x" * 1_000_000),
    "gives moves of another game": _gives((1, "x")),
}


@contextmanager
def failing(game_id: str, function: str, how: str) -> Iterator[None]:
    """Let the function of the game's rules, or `render` of its table, fail within the block."""
    game = GAMES[game_id]
    rules, table = Rules(game.rules.module), game.table
    bad: Any = HOW[how]
    if function == "render":
        table = type("Table", (), {"render": staticmethod(bad)})()
    else:
        setattr(rules, function, bad)
    GAMES.add(game_of(Package(rules, game.wire, table, game.page, game.files)))
    try:
        yield
    finally:
        GAMES.add(game)


if __name__ == "__main__":
    fault: Any = os.environ["FAULT"].split(maxsplit=2)
    with failing(*fault):
        runpy.run_module("engine", run_name="__main__")
