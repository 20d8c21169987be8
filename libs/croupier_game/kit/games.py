"""The games that the suites test, and what the spec of each says of it.

The spec is the module `spec` of a game's package, and the game's own tests lie beside it:

croupier_GAME/
  spec.py                          ORACLE and SECRETS; see `croupier_game.kit.spec`
  tests/test_*.py                  the rulebook, clause by clause
  tests/playthroughs/2-seats.txt   a match of each number of seats as text
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from traceback import format_exception
from typing import Generic, TypeVar

from croupier_match.games import Game, Games
from croupier_match.refusals import GameFailed

from croupier_game.errors import TooSlow
from croupier_game.game import Rules, package_of
from croupier_game.installed import Package, find
from croupier_game.kit import unspecified
from croupier_game.kit.spec import Oracle, Secrets
from croupier_game.time_limit import WATCH

T = TypeVar("T")


LIMIT_S = 1.0
"""CPU time of a call. Engines allow a quarter: a slow machine must not fail a game."""
LOOPS = (
    "It takes too long, as if it never ended. An engine ends such a call, and what was asked fails."
)
LOOPING = set[str]()
"""The games of which a call did not come to its end: no more is tested of them."""


def tell_why(failure: GameFailed, error: BaseException | None) -> None:
    """Let the failure tell the author of the game why: pytest prints its notes."""
    failure.add_note(
        "".join(format_exception(error)) if error else "It has given what it must not."
    )
    if isinstance(error, TooSlow):
        LOOPING.add(failure.game)
        failure.add_note(LOOPS)


INSTALLED = find(tried=True)
GAMES = Games(Game.of(each, WATCH.limited, tell_why) for each in INSTALLED.games)
"""The games that are installed, behind the guarded layer that engines call them through."""
_chosen: list[str] = []


def package(game_id: str) -> Package:
    """Return what is installed of the game, by the newest version of its rules."""
    found = (each for each in INSTALLED.games if game_id == each.rules.ID)
    return max(found, key=lambda each: each.rules.VERSION)


class Specs(Mapping[str, T], Generic[T]):
    """What the spec of each game that is chosen has by some name."""

    def __init__(self, name: str, without: Callable[[Rules], T]) -> None:
        self._name, self._without = name, without

    def __getitem__(self, game_id: str) -> T:
        if not specified(game_id):
            return self._without(GAMES[game_id].rules)
        return getattr(import_module(_name_beside(game_id, "spec")), self._name)  # type: ignore[no-any-return]

    def __iter__(self) -> Iterator[str]:
        return iter(chosen())

    def __len__(self) -> int:
        return len(chosen())


ORACLES: Mapping[str, Oracle] = Specs("ORACLE", unspecified.oracle)
SECRETS: Mapping[str, Secrets] = Specs("SECRETS", unspecified.secrets)


class Unplayable(Exception):
    """There is no such game, or it is refused: the text has a line for each reason."""


def choose(game_ids: Sequence[str]) -> None:
    """Test these games only; without any, all that are installed. Raise Unplayable."""
    if missing := [game_id for game_id in game_ids if game_id not in GAMES]:
        known = f"There is no game {', '.join(missing)}; there are {', '.join(GAMES)}."
        raise Unplayable("\n".join([*INSTALLED.refused, known]))
    _chosen[:] = game_ids


def chosen() -> Sequence[str]:
    """Return the games to test, by their ids."""
    return [game_id for game_id in GAMES if not _chosen or game_id in _chosen]


def tables() -> list[tuple[str, int]]:
    """Return every game to test with every number of players."""
    return [
        (game_id, seats)
        for game_id in chosen()
        for seats in range(GAMES[game_id].rules.MIN_SEATS, GAMES[game_id].rules.MAX_SEATS + 1)
    ]


@cache
def specified(game_id: str) -> bool:
    """Return whether the game has a spec."""
    return has_module(game_id, "spec")


def has_module(game_id: str, name: str) -> bool:
    """Return whether a game has a module of some name beside its rules."""
    return find_spec(_name_beside(game_id, name)) is not None


def _name_beside(game_id: str, name: str) -> str:
    return f"{package_of(GAMES[game_id].rules.module)}.{name}"


def folder(game_id: str) -> Path:
    """Return the folder of the game's package."""
    return Path(str(files(package_of(GAMES[game_id].rules.module))))


def playthrough(game_id: str, seats: int) -> Path:
    """Return the file with a whole match of so many seats as text."""
    return folder(game_id) / f"tests/playthroughs/{seats}-seats.txt"
