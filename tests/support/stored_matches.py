"""Running matches as releases have stored them: `tests/engine/games/GAME/stored/`.

`shape-1.json` is a match in the first shape that was stored, `shape-1.log` its log, an entry a
line, and `shape-1.pack1`, `.pack2` the match as it was packed. `shape-2` is a sealed deal, and the
first of recipe 2. They are never written again.
"""

from pathlib import Path

from engine.domain.reducer import AnyEntry, AnyMatch
from engine.domain.registry import GAMES, Game

from tests.support.games import TESTS_OF_GAMES

STORED = sorted(TESTS_OF_GAMES.glob("*/stored/*.json"))
PACKED = sorted(TESTS_OF_GAMES.glob("*/stored/*.pack?"))


def stored(game_id: str, shape: int = 1) -> Path:
    """The match that was stored in this shape; its log and its packings stand beside it."""
    return TESTS_OF_GAMES / GAMES[game_id].arm / f"stored/shape-{shape}.json"


def file_id(path: Path) -> str:
    """The game and the file, for the ids of tests."""
    return f"{path.parts[-3]}-{path.stem}"


def load(path: Path) -> AnyMatch:
    return _game(path).match_json.validate_json(path.read_bytes())


def load_log(path: Path) -> list[AnyEntry]:
    game, rows = _game(path), path.with_suffix(".log").read_bytes().splitlines()
    return [game.entry_json.validate_json(row) for row in rows]


def _game(path: Path) -> Game:
    return next(game for game in GAMES.values() if game.arm == path.parts[-3])
