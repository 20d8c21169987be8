"""`python -m croupier_game.kit.telling FILE GAME...`: what happens in a few matches, as text.

Each game has its name, and then a line for each version of its matches, with zeros between. Other
processes must tell the same. Where a game fails there is no more of it: other tests say why.
"""

import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from croupier_match.match import AnyMatch
from croupier_match.refusals import GameFailed

from croupier_game.game import view_json
from croupier_game.kit.described import some_of
from croupier_game.kit.games import GAMES, LIMIT_S, ORACLES
from croupier_game.kit.random_matches import random_match
from croupier_game.time_limit import WATCH

MOST = 60
"""Moves of each match."""
MATCHES = 3


def main(arguments: Sequence[str]) -> None:
    """Write what happens in matches of the games into the file."""
    file, *games = arguments
    WATCH.start(LIMIT_S)
    parts = [part for game in games for part in (game, "\n".join(_matches(game)))]
    WATCH.stop()
    Path(file).write_text("\0".join(parts), encoding="utf-8")


def _matches(game_id: str) -> Iterator[str]:
    rules, oracle = GAMES[game_id].rules, ORACLES[game_id]
    for seed in range(MATCHES):
        options, seats = oracle.options[seed % len(oracle.options)], rules.MAX_SEATS - seed % 2
        with suppress(GameFailed):
            played = random_match(game_id, options, max(rules.MIN_SEATS, seats), seed, MOST)
            yield from map(_version, played.dealt)


def _version(match: AnyMatch) -> str:
    """Return what can be seen and done at a version."""
    game, viewers = GAMES[match.game], (*range(len(match.seats)), None)
    rules, wire, state = game.rules, game.wire, match.state
    moving = rules.to_move(state)
    shown = {
        "to_move": moving,
        "legal_moves": [
            [*map(rules.notation, some_of(rules.legal_moves(state, each)))] for each in moving
        ],
        "views": [view_json(game, state, viewer) for viewer in viewers],
        "events": [
            [wire.event_json(rules.event_view(each, viewer)) for each in match.events]
            for viewer in viewers
        ],
        "scores": rules.scores(state),
        "ranking": rules.ranking(state),
    }
    return f"version {match.version} {shown}"


if __name__ == "__main__":
    main(sys.argv[1:])
