"""Matches of seeded random moves, one of each game and number of players written down.

`GAME-SEATS.txt` is a whole match as text, `../stored/GAME-1.json` a match as it
is stored, with the log that leads to it in `../stored/GAME-1.log`.
"""

from pathlib import Path

HERE = Path(__file__).parent
STORED = HERE.parent / "stored"


def playthrough(game_id: str, seats: int) -> Path:
    return HERE / f"{game_id}-{seats}.txt"


def stored(game_id: str, shape: int = 1) -> Path:
    """A match that was stored in the first shape, or a later one."""
    return STORED / f"{game_id}-{shape}.json"


def stored_log(game_id: str, shape: int = 1) -> Path:
    """The log of that match, an entry a line."""
    return STORED / f"{game_id}-{shape}.log"
