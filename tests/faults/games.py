"""A game that comes with an upgrade, goes with the next one, and comes again: `make faults-games`.

All engines are exchanged, one after the other, while many play other games, and two play a match of
this one for as long as any engine has it. Nobody may hear that what there is does not exist (404),
or that it is refused for good (422); what no engine plays for now is refused with 503, and goes on
when it is back, with all of its moves.
"""

import argparse
import asyncio
import random
import secrets
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event
from time import monotonic

import httpx
from tqdm import tqdm

from tests.faults.caller import Tally
from tests.faults.checking import Verdict, check
from tests.faults.kills import on_new_stack, say
from tests.faults.load import TABLES, close, under_load
from tests.faults.rollout import restart
from tests.support.game_packages import NIM, Folder
from tests.support.patience import PATIENT
from tests.support.players import Client, ok, register
from tests.support.waiting import until
from tools.stack import Stack

RATE = 100.0
"""Moves per second, of the games that stay."""
GAME = "nim"
HEAP = 100
NEVER = (404, 422)
PAUSE_S = 0.05
ENGINE = "tests.support.other_engine"
"""An engine that has the packages of the folder HAS as well."""


@dataclass
class Guests:
    """Two players of the game that comes and goes, each with one request at a time.

    `told` counts the answers to what they ask of their match; `made` are their moves.
    """

    match_id: str
    seats: tuple[Client, Client]
    told: Counter[int] = field(default_factory=Counter)
    made: int = 0

    @classmethod
    def sit_down(cls, url: str) -> "Guests":
        """Begin a match, as soon as all engines have the game."""
        ann, bob = register(url), register(url)
        answers = list[httpx.Response]()

        def begins() -> bool:
            wish = {"game": GAME, "options": {"heap": HEAP}}
            answers.append(ann.post("/v1/matches", wish))
            return answers[-1].status_code == 201

        until(begins)
        match_id = str(ok(answers[-1], 201)["id"])
        bob.join(match_id)
        return cls(match_id, (ann, bob))

    @property
    def path(self) -> str:
        return f"/v1/matches/{self.match_id}"

    def play(self, enough: Event) -> None:
        """Take one at a time, and look at all there is to see in between, until it is enough."""
        while not enough.wait(PAUSE_S):
            mover = self.seats[self.made % 2]
            for end in ("", "/moves", "/legal-moves"):
                self._note(mover.get(f"{self.path}{end}"))
            if self.made < HEAP - 1:
                # A move that was refused comes again under its key.
                key = {"Idempotency-Key": f"{self.match_id}-{self.made}"}
                move = {"move": {"end": "LEFT", "count": 1}}
                made = mover.post(f"{self.path}/moves", move, key)
                self.made += self._note(made) == 200

    def _note(self, answer: httpx.Response) -> int:
        self.told[answer.status_code] += 1
        return answer.status_code

    def lost(self) -> int:
        """How many of their moves are not there."""
        seen = self.seats[0].see(self.match_id)
        return self.made - (HEAP - int(seen["state"]["heap"]))


@dataclass(frozen=True)
class Outcome:
    """What all were told in so many rollouts, and what is there at the end.

    `away` are the answers to guests while no engine had their game.
    """

    rollouts: int
    tally: Tally
    guests: Guests
    away: Counter[int]
    moves: float
    verdict: Verdict

    @property
    def never(self) -> int:
        """The number of answers with a status of NEVER."""
        counts = (self.tally.answers, self.guests.told, self.away)
        return sum(each[status] for each in counts for status in NEVER)

    @property
    def good(self) -> bool:
        fair = not self.never and not self.guests.lost() and {*self.away} == {503}
        return fair and self.verdict.good and {*self.guests.told} <= {200, 503}


async def campaign(
    stack: Stack, folder: Path, rounds: int, seed: int, rate: float = RATE, tables: int = TABLES
) -> Outcome:
    """Add and remove the game so often, and add it once more for a last look."""
    Folder(folder).install(
        "croupier-nim", {"croupier_nim/__init__.py": NIM}, {GAME: "croupier_nim"}
    )
    dice, tally, away = random.Random(seed), Tally(), Counter[int]()
    guests: Guests | None = None
    async with under_load(stack.urls, rate, dice, tally, tables, watching=0, careless=0) as played:
        began = monotonic()
        for number in tqdm(range(2 * rounds + 1), unit=" rollouts", mininterval=1, disable=None):
            enough, has = Event(), str(folder) if number % 2 == 0 else ""
            playing = asyncio.create_task(
                asyncio.to_thread(guests.play, enough) if guests else _none()
            )
            for engine in stack.engines:
                engine.module = ENGINE
                engine.environment["HAS"] = has
                await restart(engine, tally)
            if guests is None:
                guests = await asyncio.to_thread(Guests.sit_down, stack.url)
            enough.set()
            await playing
            if not has:
                away += await asyncio.to_thread(_refusals, guests)
        seconds = monotonic() - began
        moves = sum(len(journal.made) for table in played for journal in table.journals) / seconds
    assert guests
    await asyncio.to_thread(until, lambda: guests.seats[0].get(guests.path).status_code == 200)
    verdict = await check(played)
    await close(played)
    return Outcome(2 * rounds + 1, tally, guests, away, moves, verdict)


async def _none() -> None:
    """Return at once, as players do before the game is there."""


def _refusals(guests: Guests) -> Counter[int]:
    """The answers about a match that no engine plays, as soon as all engines know that."""
    ends = ("", "/moves", "/legal-moves")
    return Counter(guests.seats[0].get(f"{guests.path}{end}").status_code for end in ends)


def report(outcome: Outcome) -> int:
    """Tell it; the exit code."""
    guests, verdict = outcome.guests, outcome.verdict
    say(f"{outcome.rollouts} rollouts at {outcome.moves:.0f} moves/s of other games")
    say(f"answers to them: {dict(sorted(outcome.tally.answers.items()))}")
    say(f"answers to who plays {GAME}: {dict(sorted(guests.told.items()))}")
    say(f"while no engine has it: {dict(outcome.away)}")
    say(f"{outcome.never} of 404 or 422; {guests.lost()} of {guests.made} moves of {GAME} are lost")
    for line in (str(verdict), *verdict.complaints, *outcome.tally.stories):
        say(line)
    return 0 if outcome.good else 1


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the campaign; return 0 if no answer was 404 or 422, and no move is lost."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--rate", type=float, default=RATE, help="moves per second")
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10**9))
    given = parser.parse_args(arguments)
    say(f"seed {given.seed}")
    with tempfile.TemporaryDirectory() as games:
        return on_new_stack(
            lambda stack: report(
                asyncio.run(campaign(stack, Path(games), given.rounds, given.seed, given.rate))
            ),
            **PATIENT,
        )


if __name__ == "__main__":
    sys.exit(main())
