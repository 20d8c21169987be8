"""Write the playthrough of every game anew, and a stored match for a game that has none.

A playthrough changes with the rules, the table's text or the chance; look at
the difference before you commit it. A stored match is written once and never
again: what players have stored must load for ever.
"""

from dataclasses import dataclass
from typing import Any

from engine.games import GAMES
from engine.rules import lost_cities

from tests.engine.playthroughs import playthrough, stored, stored_log
from tests.engine.playthroughs.play import Played, random_match
from tests.engine.playthroughs.text import write


@dataclass(frozen=True)
class Specimen:
    """A match that is short and shows much; `views` keeps its text under 20 KB."""

    options: Any
    seats: int
    seed: int
    views: int
    bound: int = 1000


SPECIMENS = {
    lost_cities.ID: Specimen(
        lost_cities.Options(rounds=2, max_turns_without_deck_draw=8), seats=2, seed=108, views=40
    ),
}


def main() -> None:
    for game_id, specimen in SPECIMENS.items():
        played = random_match(
            game_id, specimen.options, specimen.seats, specimen.seed, specimen.bound
        )
        playthrough(game_id).write_text(write(played, specimen.views))
        if not stored(game_id).exists():
            store(game_id, played)


def store(game_id: str, played: Played) -> None:
    """The match at three quarters of its way, and the log up to there."""
    game, versions = GAMES[game_id], len(played.versions) * 3 // 4
    match = game.match_json.dump_json(played.versions[versions - 1])
    stored(game_id).write_bytes(match + b"\n")
    rows = [game.entry_json.dump_json(each, exclude_defaults=True) for each in played.log]
    stored_log(game_id).write_bytes(b"".join(row + b"\n" for row in rows[:versions]))


if __name__ == "__main__":
    main()
