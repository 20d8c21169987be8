"""`make soak-proofs`: the verifiers in Python and in JavaScript, which share no code, say the same.

Random matches of every game, options and number of seats, by clocks, with resignations,
time-outs and claims, open and sealed, are verified by both; in some, players take moves back. Then
entries of these and of the honest replays of docs/vectors are changed, and the logs hashed anew:
both must refuse the same version, or none. At last come all forgeries of docs/vectors. It
exits with 1 if there is an honest replay that one refuses, a forged one that it accepts, or any
other difference.
"""

import argparse
import json
import random
import secrets
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from itertools import cycle, islice
from pathlib import Path
from typing import NamedTuple

from croupier_game.kit.games import ORACLES
from croupier_match.match import Undo
from engine.domain.registry import GAMES
from tqdm import tqdm

from tests.sdk.javascript.runtimes import SOURCE, deno
from tests.soak.agreement import Case, differences, judged
from tests.vectors.changes import changed
from tests.vectors.files import FOLDER, read
from tests.vectors.honest import BRIEF
from tests.vectors.strolls import strolled
from tests.vectors.tables import Json, Table

MATCHES, PROCESSES, CHUNK = 2_000, 2, 50
CHANGES = 3
"""How many entries are changed for each match."""
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


class Found(NamedTuple):
    """How many replays of a chunk were honest, how many changed, what of these both accept, and
    what is not as it should be."""

    honest: int
    changed: int
    possible: int
    wrong: list[str]


def verified(numbered: tuple[int, list[Kind]], seed: int) -> Found:
    """Play a chunk, change some of it, and verify all that."""
    number, chunk = numbered
    tables = [played(kind, f" {seed} {number} {at}") for at, kind in enumerate(chunk)]
    honest = [judged(table.name, table.replay(0)) for table in tables]
    wrong = [f"{case.name} is honest, and was refused: {case.says}" for case in honest if case.says]
    chosen = random.Random(f"changed {seed} {number}")
    known = [*(case.replay for case in honest), *_vectors()]
    forged = [_changed(known, chosen) for _ in range(CHANGES * len(chunk))]
    wrong += differences([*honest, *forged])
    return Found(len(honest), len(forged), sum(not case.says for case in forged), wrong)


@cache
def _vectors() -> list[Json]:
    """The honest replays of docs/vectors."""
    return [
        each.replay
        for path in sorted(FOLDER.glob("*.json"))
        for each in read(path)
        if not each.check
    ]


def _changed(known: Sequence[Json], chosen: random.Random) -> Case:
    replay = chosen.choice(known)
    name, replay = changed(replay, chosen)
    return judged(f"{replay['match']['id']}, {name}", replay)


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
    with ProcessPoolExecutor(PROCESSES) as pool:
        found = [*pool.map(partial(verified, seed=chosen.seed), chunks(chosen.matches))]
    wrong = [line for each in found for line in each.wrong]
    said = told(sorted(FOLDER.glob("*.json")))
    wrong += [said] if said else []
    honest, forged = sum(each.honest for each in found), sum(each.changed for each in found)
    possible = sum(each.possible for each in found)
    opened, sealed, count = forgeries()
    tqdm.write("\n".join(wrong) or "All are as they should be:")
    tqdm.write(f"{honest} honest replays; {forged} changed ones, of which {possible} are possible")
    tqdm.write(f"{opened} + {sealed} kinds of forgery ({count} in all)")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
