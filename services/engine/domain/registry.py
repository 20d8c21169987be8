"""The games that this engine plays: those that are installed, watched by it."""

from croupier_game.installed import Package, find
from croupier_game.time_limit import WATCH
from croupier_match.games import Game, Games

from engine.domain import failures


def game_of(package: Package) -> Game:
    """Return the game of a package: the calls into it have a time limit, and failures are told."""
    return Game.of(package, WATCH.limited, failures.failed)


INSTALLED = find(tried=True)

GAMES = Games(map(game_of, INSTALLED.games))
