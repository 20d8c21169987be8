"""`make soak-pairings`: many random tournaments, and what must hold of each of them.

Swiss tournaments whose players leave: nobody twice, nobody a second bye before all had one, none
stuck. Then tournaments of all systems in which everything happens: the verifier follows each log,
and the one in JavaScript pairs its rounds the same, and finds the same in logs with one value
changed. Last, 10,000 players are paired. It exits with 1 if any of that does not hold.
"""

import argparse
import json
import secrets
import sys
import tempfile
import time
from pathlib import Path

from croupier_tournament.verify import verify
from tqdm import tqdm

from tests.croupier_tournament.campaign import faults_of, random_tournament, swiss_with_leavers
from tests.croupier_tournament.javascript import forged, honest, ran
from tests.croupier_tournament.playing import Playing, settings
from tests.croupier_tournament.test_speed import MOST_S, PLAYERS

TOURNAMENTS, ROUNDS, CHANGED = 100_000, 10_000, 1_000
PART = 500
"""Rounds in a file for the verifier in JavaScript."""
VERIFIED = 100
"""One of so many tournaments is of any system, and verified."""
LARGE_ROUNDS = 14


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tournaments", type=int, default=TOURNAMENTS)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10**9))
    asked = parser.parse_args()
    say(f"seed {asked.seed}")
    found = [
        fair(asked.tournaments, asked.seed),
        same_rounds(asked.rounds, asked.seed),
        same_findings(asked.seed),
        large(asked.seed),
    ]
    return 0 if all(found) else 1


def fair(tournaments: int, seed: int) -> bool:
    rounds = repeats = wrong = 0
    numbers = tqdm(range(tournaments), unit=" tournaments", disable=not sys.stderr.isatty())
    for number in numbers:
        name = f"{seed} {number}"
        it = swiss_with_leavers(name)
        rounds += len(it.it.rounds)
        repeats += sum(len(each.shown.get("repeats", ())) for each in it.entries)
        faults = faults_of(it)
        if number % VERIFIED == 0:
            faults += verified(name)
        for fault in faults:
            wrong += 1
            say(f"{name!r}: {fault}")
    say(
        f"{tournaments} tournaments of 4 to 64 players, {rounds} rounds, "
        f"{repeats} tables that had to repeat a meeting: {wrong} faults"
    )
    return not wrong


def verified(name: str) -> list[str]:
    """What the verifier finds in a tournament of any system."""
    it = random_tournament(name)
    finding = verify(it.lines, it.it.head).finding
    return [str(finding)] if finding else []


def same_rounds(rounds: int, seed: int) -> bool:
    done, good = 0, True
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "honest.json"
        while done < rounds:
            made, count = honest(f"{seed} {done}", min(PART, rounds - done), 64)
            path.write_text(json.dumps({"honest": made}))
            told = ran([path])
            if "as they should be, 0 not" not in told:
                good = False
                say(told)
            done += count
    say(f"JavaScript: {done} rounds, {'all the same' if good else 'NOT THE SAME'}")
    return good


def same_findings(seed: int) -> bool:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "forged.json"
        path.write_text(json.dumps(forged(f"{seed}", CHANGED)))
        told = ran([path])
    say(f"JavaScript, {CHANGED} changed logs: {told.strip()}")
    return told.startswith(f"{CHANGED + 1} as they should be, 0 not")


def large(seed: int) -> bool:
    it = Playing(settings(rounds=LARGE_ROUNDS), f"{seed}").started(PLAYERS)
    slowest = 0.0
    for _ in range(LARGE_ROUNDS):
        began = time.process_time()  # others share the processor
        it.pair()
        slowest = max(slowest, time.process_time() - began)
        it.play_round()
    say(
        f"{PLAYERS} players, {LARGE_ROUNDS} rounds: "
        f"the slowest was paired in {slowest:.2f} s of processor time"
    )
    return slowest < MOST_S


if __name__ == "__main__":
    sys.exit(main())
