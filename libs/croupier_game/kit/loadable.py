"""Can these games be played? `python -m croupier_game.kit.loadable GAME...` prints why not."""

import sys

from croupier_game.kit.games import Unplayable, choose


def main(*game_ids: str) -> int:
    """Return the exit code, 0 if all can be."""
    try:
        choose(game_ids)
    except Unplayable as error:
        sys.stdout.write(f"{error}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
