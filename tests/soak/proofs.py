"""`make soak-proofs`: the verifier of the web table accepts honest replays, and no forged ones.

Random matches of every game, options and number of seats, by clocks, with resignations and
time-outs, open and sealed, are verified in JavaScript; then all forgeries of docs/vectors. In
some, players ask to take moves back, and others agree or refuse. It
exits with 1 if there is an honest replay that it refuses, or a forged one that it accepts.
"""

import argparse
import json
import random
import secrets
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory

from croupier_game.kit.games import ORACLES
from croupier_match.match import Undo
from engine.domain.registry import GAMES
from tqdm import tqdm

from tests.sdk.javascript.runtimes import SOURCE, deno
from tests.vectors.files import FOLDER
from tests.vectors.honest import BRIEF
from tests.vectors.strolls import strolled
from tests.vectors.tables import Table

MATCHES, PROCESSES, CHUNK = 10_000, 2, 50
UNDO = 0.05
"""The share of matches in which moves can be taken back."""
Kind = tuple[str, int, int]
"""A game, the number of its options, and seats."""


def kinds() -> list[Kind]:
    """Return what matches there are."""
    return [
        (game, number, seats)
        for game in BRIEF
        for number in range(len(ORACLES[game].options))
        for seats in range(GAMES[game].rules.MIN_SEATS, GAMES[game].rules.MAX_SEATS + 1)
    ]


def chunks(matches: int) -> Iterator[tuple[int, list[Kind]]]:
    """Yield each chunk with its number; all kinds take turns."""
    wanted = islice(cycle(kinds()), matches)
    number = 0
    while chunk := [*islice(wanted, CHUNK)]:
        yield number, chunk
        number += 1


def verified(numbered: tuple[int, list[Kind]], seed: int) -> tuple[int, str]:
    """Play and verify a chunk; return the number of replays, and what was refused."""
    number, chunk = numbered
    tables = [played(kind, f" {seed} {number} {at}") for at, kind in enumerate(chunk)]
    honest = [{"name": table.name, "replay": table.replay(0)} for table in tables]
    with TemporaryDirectory() as folder:
        path = Path(folder) / "honest.json"
        path.write_text(json.dumps({"honest": honest, "forged": []}))
        return len(honest), told([path])


def played(kind: Kind, name: str) -> Table:
    """Play a match; moves can be taken back in some, as finding out what can be takes longer."""
    allowed = random.Random(f"undo{name}").random() < UNDO
    return strolled(*kind, name, Undo() if allowed else None)


def told(files: Sequence[Path]) -> str:
    """Return the lines of the verifier about what is not as it should be."""
    command = [deno(), "run", "--allow-read", str(SOURCE / "verify/vectors.js"), *map(str, files)]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    lines = ran.stdout.splitlines()[:-1]
    return "\n".join(lines) or (ran.stderr if ran.returncode else "")


def forgeries() -> tuple[int, int, int]:
    """Return how many kinds of forgery docs/vectors has in open deals, how many only in sealed
    ones, and how many forgeries."""
    names = {path: _names(path) for path in sorted(FOLDER.glob("*.json"))}
    sealed = {name for path in names if path.stem.endswith("sealed") for name in names[path]}
    opened = {name for path in names if not path.stem.endswith("sealed") for name in names[path]}
    return len(opened), len(sealed - opened), sum(map(len, names.values()))


def _names(path: Path) -> list[str]:
    return [each["name"] for each in json.loads(path.read_text())["forged"]]


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="make soak-proofs", description=__doc__)
    parser.add_argument("--matches", type=int, default=MATCHES)
    parser.add_argument("--seed", type=int, default=secrets.randbelow(1_000_000))
    chosen = parser.parse_args(arguments)
    tqdm.write(f"{chosen.matches} matches, seed {chosen.seed}")
    honest, wrong = 0, []
    with ProcessPoolExecutor(PROCESSES) as pool:
        for count, said in pool.map(partial(verified, seed=chosen.seed), chunks(chosen.matches)):
            honest += count
            wrong += [said] if said else []
    said = told(sorted(FOLDER.glob("*.json")))
    wrong += [said] if said else []
    opened, sealed, count = forgeries()
    tqdm.write("\n".join(wrong) or "All are as they should be:")
    tqdm.write(f"{honest} honest replays, {opened} + {sealed} kinds of forgery ({count} in all)")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
