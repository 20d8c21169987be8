"""The specs of all games: a game joins with its folder `tests/engine/games/GAME`, without an edit.

    tests/engine/games/GAME/
      spec.py                    ORACLE and SECRETS; see `tests.support.game_spec`
      test_*.py                  the rulebook, clause by clause
      playthroughs/2-seats.txt   a match of each number of seats as text

GAME is the package of the game in `engine.games`.
"""

from collections.abc import Mapping
from importlib import import_module
from pathlib import Path

from engine.domain.registry import GAMES

from tests.support.game_spec import Oracle, Secrets

TESTS_OF_GAMES = Path(__file__).parents[1] / "engine/games"


def _oracle(arm: str) -> Oracle:
    oracle = import_module(f"tests.engine.games.{arm}.spec").ORACLE
    assert isinstance(oracle, Oracle)
    return oracle


def _secrets(arm: str) -> Secrets:
    secrets = import_module(f"tests.engine.games.{arm}.spec").SECRETS
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


def playthrough(game_id: str, seats: int) -> Path:
    """The file with a whole match of so many seats as text."""
    return TESTS_OF_GAMES / GAMES[game_id].arm / f"playthroughs/{seats}-seats.txt"
