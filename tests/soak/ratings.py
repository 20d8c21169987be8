"""`make soak-ratings`: the rating recipe beside openskill, and both verifiers about the same.

Random matches are rated by openskill and by the recipe, which must agree to 1e-9; then both are
timed by turns, on the same matches. Matches and ledgers, honest and forged, are given to the
verifier in JavaScript, which must find the same. Last, players with a known skill play, and
ratings must order them by it. It exits with 1 if any of that does not hold.
"""

import argparse
import json
import random
import secrets
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

from croupier_rating import Ledger, Strength, decide, evolve, recipe
from croupier_rating.recipe import UNIT
from tqdm import tqdm

from tests.croupier_rating import test_skill as skill
from tests.croupier_rating.playing import HOUR, ended, random_ranks
from tests.croupier_rating.test_javascript import ledgers, ran, rated
from tests.croupier_rating.test_recipe import NEAR, ORACLE, differences

MATCHES, SHARED, FORGED = 100_000, 10_000, 1_000
TURNS, TIMED = 9, 1_000
LEAST = {2: 0.93, 4: 0.95}
SEEDS = 5


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=MATCHES)
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10**9))
    asked = parser.parse_args()
    say(f"seed {asked.seed}")
    found = [
        beside_openskill(asked.matches, asked.seed),
        in_javascript(asked.seed),
        order_of_skill(asked.seed),
    ]
    timed(asked.seed)
    return 0 if all(found) else 1


def beside_openskill(matches: int, seed: int) -> bool:
    each = tqdm(differences(matches, str(seed)), unit=" players", disable=not sys.stderr.isatty())
    most = max(each)
    say(f"{matches} matches: at most {most:.1e} from openskill")
    return most < NEAR


def in_javascript(seed: int) -> bool:
    dice = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        matches, forged = Path(folder) / "matches.json", Path(folder) / "ledgers.json"
        matches.write_text(json.dumps({"rated": [rated(dice) for _ in range(SHARED)]}))
        forged.write_text(json.dumps(ledgers(f"{seed}", FORGED)))
        told = ran([matches, forged])
    say(f"JavaScript: {told.strip()}")
    return told.startswith(f"{SHARED + FORGED + 1} as they should be, 0 not;")


def order_of_skill(seed: int) -> bool:
    good = True
    for seats, least in LEAST.items():
        found = [skill.order_of_skill(seats, seed + number) for number in range(SEEDS)]
        mean = sum(found) / SEEDS
        say(f"{seats} seats, {skill.MATCHES} matches each: order to skill {mean:.3f} of {least}")
        good = good and mean >= least
    return good


def timed(seed: int) -> None:
    """Matches a second, as the median of turns, of openskill, the recipe, and a whole entry."""
    dice = random.Random(seed)
    for seats in range(2, 6):
        matches = [_match(dice, seats) for _ in range(TIMED)]
        ways = {"openskill": by_openskill, "recipe": by_recipe, "entry and fold": by_ledger}
        found: dict[str, list[float]] = {name: [] for name in ways}
        for _ in range(TURNS):
            for name, way in ways.items():
                found[name].append(_seconds(way(matches)))
        middle = {name: median(each) for name, each in found.items()}
        told = (
            f"{name} {TIMED / each:,.0f} ({middle['openskill'] / each:.2f})"
            for name, each in middle.items()
        )
        say(f"{seats} seats, matches a second of this thread: {', '.join(told)}")


Matches = list[tuple[list[Strength], list[int]]]


def _match(dice: random.Random, seats: int) -> tuple[list[Strength], list[int]]:
    mean, deviation = 25 * UNIT, 5 * UNIT
    strengths = [
        Strength(round(dice.gauss(mean, deviation)), dice.randrange(UNIT, 8 * UNIT))
        for _ in range(seats)
    ]
    return strengths, random_ranks(dice, seats)


def by_openskill(matches: Matches) -> Callable[[], object]:
    given = [
        (
            [[ORACLE.create_rating([mu / UNIT, sigma / UNIT])] for mu, sigma in strengths],
            [float(rank) for rank in ranks],
        )
        for strengths, ranks in matches
    ]
    return lambda: [ORACLE.rate(teams, ranks=ranks) for teams, ranks in given]


def by_recipe(matches: Matches) -> Callable[[], object]:
    return lambda: [recipe.rated(strengths, ranks) for strengths, ranks in matches]


def by_ledger(matches: Matches) -> Callable[[], object]:
    people = random.Random("people")
    given = [
        ended(number, people.sample(range(500), len(ranks)), ranks, number * HOUR / 20)
        for number, (_, ranks) in enumerate(matches)
    ]
    ledger = Ledger("nim.live.human.0")

    def all_of() -> None:
        for match in given:
            evolve(ledger, decide(ledger, match))

    return all_of


def _seconds(work: Callable[[], object]) -> float:
    """Of this thread's own time, since others share the processor."""
    began = time.thread_time()
    work()
    return time.thread_time() - began


if __name__ == "__main__":
    sys.exit(main())
