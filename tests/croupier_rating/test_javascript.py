"""The verifier in JavaScript computes the same numbers, and finds the same."""

import json
import random
import re
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from croupier_rating import Strength, recipe
from croupier_rating.verify import verify

from tests.croupier_rating.playing import random_ranks, stroll
from tests.sdk.javascript.runtimes import NAMES, command
from tests.vectors.forged_ratings import rebound
from tests.vectors.ratings import FILE
from tools.stack import ROOT

pytestmark = pytest.mark.full

FOLDER = ROOT / "sdk/javascript/verify/ratings"
PROGRAM = FOLDER / "vectors.js"
MATCHES = 10_000
FORGED = 200


@pytest.mark.parametrize("runtime", NAMES)
def test_it_agrees_about_the_vectors(runtime: str) -> None:
    parts = json.loads(FILE.read_text())
    count = sum(len(part) for part in parts.values() if isinstance(part, list))
    assert ran([FILE], runtime).startswith(f"{count} as they should be, 0 not;")


def test_no_number_differs_by_more_than_a_millionth(tmp_path: Path) -> None:
    dice = random.Random("many")
    path = tmp_path / "rated.json"
    path.write_text(json.dumps({"rated": [rated(dice) for _ in range(MATCHES)]}))
    assert ran([path]).startswith(f"{MATCHES} as they should be, 0 not;")


def test_it_agrees_about_random_ledgers_and_what_is_changed_in_them(tmp_path: Path) -> None:
    path = tmp_path / "ledgers.json"
    path.write_text(json.dumps(ledgers("javascript", FORGED)))
    assert ran([path]).startswith(f"{FORGED + 1} as they should be, 0 not;")


def test_a_browser_has_all_that_it_needs() -> None:
    """No module but the program imports anything but its neighbours, or asks for its system."""
    modules = {*FOLDER.glob("*.js")} - {PROGRAM}
    assert len(modules) > 5
    for path in modules:
        names = re.findall(r'from "([^"]+)"', path.read_text())
        assert all(name.startswith(".") and (path.parent / name).exists() for name in names), path


def rated(dice: random.Random) -> dict[str, Any]:
    """A random match, by the library."""
    seats = dice.randrange(2, 6)
    before = [
        Strength(dice.randrange(-10_000_000, 60_000_000), dice.randrange(600_000, 8_333_334))
        for _ in range(seats)
    ]
    ranks, weight = random_ranks(dice, seats), dice.choice([50, 100])
    after = recipe.rated(before, ranks, weight)
    return {"before": before, "ranks": ranks, "weight": weight, "after": after}


def ledgers(seed: str, forged: int) -> dict[str, Any]:
    """An honest ledger of all kinds of entries, and many in which one value is another."""
    it, dice = stroll(seed, 80), random.Random(seed)
    return {
        "honest": [{"name": seed, "lines": [line.decode() for line in it.lines]}],
        "forged": [_forged(it.lines, dice, f"{seed} {number}") for number in range(forged)],
    }


def _forged(honest: Sequence[bytes], dice: random.Random, name: str) -> dict[str, Any]:
    lines: list[Any] = [json.loads(line) for line in honest]
    at = dice.randrange(len(lines))
    place, key = dice.choice([*_places(lines[at])])
    place[key] = _other(dice, place[key])
    false = rebound(lines) if dice.random() < 0.5 else [json_line(line) for line in lines]
    return {
        "name": name,
        "kept": at,
        "lines": [line.decode() for line in false[at:]],
        "findings": [[found.line, found.seq, found.rule] for found in verify(false).findings],
    }


def json_line(line: Any) -> bytes:
    return json.dumps(line, sort_keys=True, separators=(",", ":")).encode()


def _places(value: Any) -> Any:
    """Each place of a JSON value that another value can take."""
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for key, each in items:
        yield value, key
        if isinstance(each, dict | list):
            yield from _places(each)


def _other(dice: random.Random, value: Any) -> Any:
    odd: list[Any] = [None, 0, -1, 2**53 - 1, "", "x" * 22, [], {}, True, 1.5, [0], "é"]
    near = [value + dice.choice([-2, -1, 1, 2, 1000])] * 12 if type(value) is int else []
    return dice.choice([*odd, *near])


def ran(files: Sequence[Path], runtime: str = "deno") -> str:
    """What the program says about files of vectors."""
    done = subprocess.run(
        [*command(runtime), str(PROGRAM), *map(str, files)],
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout + done.stderr
