"""`croupier lock-wire [PATH]`: give the members of a game's types their numbers, in `wire.lock`.

Those that have a number keep it. Of a game with a `game.proto`, it also writes `game.binpb`.
"""

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

from croupier_game.errors import BadGame
from croupier_game.kit.local import NotAGame, read
from croupier_game.protobuf.write_lock import write


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the files, and print what is new; return the exit code."""
    about, *_ = (__doc__ or "").split("\n")
    parser = argparse.ArgumentParser("croupier lock-wire", description=about)
    parser.add_argument("path", nargs="?", type=Path, default=Path(), help="the folder of the game")
    try:
        folder = read(parser.parse_args(arguments).path)
        sys.path.insert(0, str(folder.source))
        for game, module in folder.entries.items():
            new = write(import_module(module))
            sys.stdout.write("".join(f"{game}: {line}\n" for line in new or ["nothing is new"]))
    except NotAGame as error:
        sys.stderr.write(f"{error}\n")
        return 1
    except BadGame as error:
        sys.stderr.write(f"{folder.name} {error}.\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
