"""Write the playthroughs of every game anew, and a stored match for a game that has none.

A playthrough changes with the rules, the table's text or the chance; look at
the difference before you commit it. A stored match is written once and never
again: what players have stored must load for ever.
"""

from engine.domain.registry import GAMES

from tests.engine.playthroughs import playthrough, stored, stored_log
from tests.engine.playthroughs.play import Played, random_match
from tests.engine.playthroughs.text import write
from tests.games import ORACLES, TABLES


def main() -> None:
    for game_id, seats in TABLES:
        specimen, bound = ORACLES[game_id].specimens[seats], ORACLES[game_id].bound
        most = bound(specimen.options, seats)
        played = random_match(game_id, specimen.options, seats, specimen.seed, most)
        playthrough(game_id, seats).write_text(write(played, specimen.views))
        if seats == GAMES[game_id].rules.MAX_SEATS and not stored(game_id).exists():
            store(game_id, played)


def store(game_id: str, played: Played) -> None:
    """The match with most players, at three quarters of its way, and the log up to there."""
    game, versions = GAMES[game_id], len(played.versions) * 3 // 4
    match = game.match_json.dump_json(played.versions[versions - 1])
    stored(game_id).write_bytes(match + b"\n")
    rows = [game.entry_json.dump_json(each, exclude_defaults=True) for each in played.log]
    stored_log(game_id).write_bytes(b"".join(row + b"\n" for row in rows[:versions]))


if __name__ == "__main__":
    main()
