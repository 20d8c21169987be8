"""Tournaments as the verifier in JavaScript is given them, honest and with one value changed."""

import json
import random
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from croupier_tournament import standings
from croupier_tournament.verify import verify

from tests.croupier_tournament.campaign import random_tournament
from tests.sdk.javascript.runtimes import command
from tests.vectors.forged_tournaments import rebound, renumber
from tools.stack import ROOT

FOLDER = ROOT / "sdk/javascript/verify/tournaments"
PROGRAM = FOLDER / "vectors.js"


def honest(seed: str, rounds: int, most: int = 40) -> tuple[list[dict[str, Any]], int]:
    """Random tournaments that have so many rounds in all, and how many they have."""
    made: list[dict[str, Any]] = []
    count = 0
    while count < rounds:
        it = random_tournament(f"{seed} {len(made)}", most)
        count += len(it.it.rounds)
        rows = standings(it.it, it.it.key) if it.it.rounds else None
        made.append({"name": f"{seed} {len(made)}", "lines": _texts(it.lines), "standings": rows})
    return made, count


def forged(seed: str, count: int) -> dict[str, Any]:
    """One honest tournament, and many in which one value, or the course of entries, is another."""
    it, dice = random_tournament(seed, 12), random.Random(seed)
    return {
        "honest": [{"name": seed, "lines": _texts(it.lines)}],
        "forged": [_forged(it.lines, dice, f"{seed} {number}") for number in range(count)],
    }


def _forged(lines: Sequence[bytes], dice: random.Random, name: str) -> dict[str, Any]:
    entries: list[Any] = [json.loads(line) for line in lines]
    at = dice.randrange(len(entries))
    if dice.random() < 0.5:
        place, key = dice.choice([*_places(entries[at])])
        place[key] = json.loads(json.dumps(_other(dice, place[key], entries)))
    else:
        at, key = _rearrange(entries, dice), "course"
    false = rebound(entries) if dice.random() < 0.8 else [_line(entry) for entry in entries]
    finding = verify(false).finding
    return {
        "name": f"{name}: {key} of entry {at + 1}",
        "kept": at,
        "lines": _texts(false[at:]),
        "finding": finding and [finding.line, finding.rule],
    }


def _rearrange(entries: list[Any], dice: random.Random) -> int:
    """Have entries come elsewhere, twice or not at all; from which place on they are others."""
    one, other = sorted(dice.sample(range(1, len(entries)), 2))
    match dice.randrange(4):
        case 0:
            entries.pop(one)
        case 1:
            entries.insert(one, {**entries[other], "at": entries[one]["at"]})
        case 2:
            entries.insert(other, {**entries[one], "at": entries[other]["at"]})
        case _:
            entries[one], entries[other] = entries[other], entries[one]
    renumber(entries)
    return one


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Each place of a JSON value that another value can take."""
    for key, each in value.items() if isinstance(value, dict) else enumerate(value):
        yield value, key
        if isinstance(each, dict | list):
            yield from _places(each)


def _other(dice: random.Random, value: Any, entries: Sequence[Any]) -> Any:
    """Another value: an odd one, one nearby, or one that the log has elsewhere."""
    odd: list[Any] = [None, 0, -1, 2**53 - 1, "", "x" * 22, [], {}, True, 1.5, [0], "a" * 64]
    if type(value) is int:
        return dice.choice([*odd, *[value + dice.choice([-2, -1, 1, 2, 60_000])] * 30])
    same = [
        place[key]
        for entry in entries
        for place, key in _places(entry)
        if type(place[key]) is type(value)
    ]
    return dice.choice([*odd, *dice.choices(same, k=30)])


def _line(entry: Any) -> bytes:
    return json.dumps(entry, sort_keys=True, separators=(",", ":")).encode()


def _texts(lines: Sequence[bytes]) -> list[str]:
    return [line.decode() for line in lines]


def ran(files: Sequence[Path], runtime: str = "deno") -> str:
    """What the program says about files of vectors."""
    done = subprocess.run(
        [*command(runtime), str(PROGRAM), *map(str, files)],
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout + done.stderr
