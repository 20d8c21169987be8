"""Kills of engines, gateways and Redis while clubs play tournaments: `make faults-tournaments`.

At the end, each pairing must have its matches once, each end that a player was told must be in the
log, and the standings that gateways show must be what follows from the log, to the byte.
"""

import argparse
import asyncio
import json
import random
import secrets
import sys
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from croupier_match.match import AnyMatch
from croupier_tournament import Tournament, entry_of, evolve, match_id, standings
from croupier_tournament.entries import Created, Paired, Ranked, Registered, Resulted, Revealed
from croupier_tournament.standings import digest
from croupier_tournament.verify import verify
from engine.store import keys
from engine.store.loading import load_all
from redis.asyncio import Redis
from redislink import tournaments
from redislink.client import connect
from tqdm import tqdm

from tests.faults.caller import Caller, Tally
from tests.faults.clubs import OVER, PATH, Club, Told
from tests.faults.kills import BETWEEN, KINDS, NEXT_S, Killed, kill, on_new_stack, rows, say
from tests.faults.tables import body_of
from tests.support.raw_http import encode
from tests.support.waiting import happens
from tools.stack import Stack

CLUBS, PLAYERS, ROUNDS = 6, 8, 3
ENDS_S = 600.0
"""How long the last tournaments may take after the last kill."""
PATIENCE_S = 120.0
PAGE = 500


@dataclass
class Verdict:
    """`double` are matches that no table has, or another one of a table; `lost` what players were
    told and is not in the log, or ended and is not. The rest are sentences."""

    tournaments: int = 0
    tables: int = 0
    double: int = 0
    lost: int = 0
    complaints: list[str] = field(default_factory=list)

    @property
    def good(self) -> bool:
        return not (self.double or self.lost or self.complaints)

    def __str__(self) -> str:
        return (
            f"{self.tournaments} tournaments, {self.tables} tables: {self.double} double tables, "
            f"{self.lost} lost results, {len(self.complaints)} other faults"
        )


async def campaign(
    stack: Stack, kills: int, seed: int, clubs: int = CLUBS, players: int = PLAYERS
) -> tuple[list[Killed], Tally, list[Club]]:
    """Kill so often, or until something is wrong; what clients met, and were told."""
    dice, tally, killed = random.Random(seed), Tally(), list[Killed]()
    async with playing(stack.urls, dice, tally, clubs, players) as all_of:
        for number in tqdm(range(kills), unit=" kills", mininterval=1, disable=None):
            due = tally.sent + dice.randint(*BETWEEN)
            await happens(partial(_reached, tally, due, all_of), seconds=NEXT_S)
            if any(each.wrong for each in all_of):
                break
            killed.append(await kill(stack, KINDS[number % len(KINDS)], dice, tally))
    return killed, tally, all_of


async def judge(stack: Stack, clubs: Sequence[Club]) -> Verdict:
    """What is there by now, beside what players were told."""
    caller = Caller(stack.urls, random.Random(), Tally())
    async with connect(stack.redis_url, PATIENCE_S) as redis:
        return await check(clubs, redis, caller)


async def _reached(tally: Tally, sent: int, clubs: Sequence[Club]) -> bool:
    return tally.sent >= sent or any(each.wrong for each in clubs)


@asynccontextmanager
async def playing(
    urls: Sequence[str], dice: random.Random, tally: Tally, clubs: int, players: int
) -> AsyncIterator[list[Club]]:
    """So many clubs play during the block, and their last tournaments to the end after it."""
    all_of = [
        Club(urls, dice, [Caller(urls, dice, tally) for _ in range(players)], ROUNDS)
        for _ in range(clubs)
    ]
    for each in all_of:
        await each.sit_down()
    enough = asyncio.Event()
    tasks = [asyncio.create_task(each.play(enough)) for each in all_of]
    try:
        yield all_of
    finally:
        enough.set()
        async with asyncio.timeout(ENDS_S):
            await asyncio.gather(*tasks)
        for each in all_of:
            await each.close()


async def check(clubs: Sequence[Club], redis: Redis, caller: Caller) -> Verdict:
    """Compare what players were told, what is stored, and what gateways show."""
    verdict = Verdict(complaints=[each.wrong for each in clubs if each.wrong])
    matches = await _matches(redis)
    for told in (each for club in clubs for each in club.told):
        verdict.tournaments += 1
        log = await _log(redis, told.id)
        own = [each for each in matches if _is_of(each, told.id)]
        if _check_log(told, log, own, verdict):
            await _check_standings(told, log, caller, verdict)
    await caller.close()
    return verdict


async def _log(redis: Any, tournament_id: str) -> list[bytes]:
    rows = await redis.xrange(tournaments.log(tournament_id))
    return [fields[tournaments.LINE.encode()] for _, fields in rows]


async def _matches(redis: Redis) -> list[AnyMatch]:
    """All that are stored."""
    names = [name async for name in redis.scan_iter(match=keys.match("*"), count=1000)]
    found = list[AnyMatch]()
    for first in range(0, len(names), PAGE):
        loaded = await load_all(redis, names[first : first + PAGE])
        found += [each for each in loaded if each is not None and not isinstance(each, Exception)]
    return found


def _is_of(match: AnyMatch, tournament_id: str) -> bool:
    return match.tournament is not None and match.tournament.id == tournament_id


def _check_log(
    told: Told, log: Sequence[bytes], matches: Sequence[AnyMatch], verdict: Verdict
) -> bool:
    """Compare a log with what was told and with its matches; whether it is a good one by itself."""
    finding = verify(log, "").finding if log else "it is not there"
    if finding:
        verdict.complaints.append(f"the log of {told.id}: {finding}")
        return False
    entries = [entry_of(json.loads(line)) for line in log]
    registered = {each.player for each in entries if isinstance(each, Registered)}
    revealed = {each.player for each in entries if isinstance(each, Revealed)}
    results = {each.match: each for each in entries if isinstance(each, Resulted)}
    paired = {each.round: each for each in entries if isinstance(each, Paired)}
    verdict.tables += sum(len(each.tables) for each in paired.values())
    verdict.lost += len(told.joined - registered) + len(told.checked_in - revealed)
    if told.status not in OVER:
        verdict.complaints.append(f"{told.id} is not over")
    places = {
        match_id(told.id, number, table): each.tables[table - 1]
        for number, each in paired.items()
        for table in range(1, len(each.tables) + 1)
    }
    there = Counter(each.id for each in matches)
    verdict.double += sum(each.id not in places for each in matches)
    verdict.double += sum(count - 1 for count in there.values())
    by_id = {each.id: each for each in matches}
    for match, result in results.items():
        if result.log_head and (match not in by_id or by_id[match].log_head != result.log_head):
            verdict.complaints.append(f"the result of {match} is not that of its match")
    for match, loser in told.resigned.items():
        table = places.get(match, ())
        found = results.get(match)
        if not found or loser not in table or found.ranks[table.index(loser)] != max(found.ranks):
            verdict.lost += 1
    ended = {each.id for each in matches if each.ended}
    verdict.lost += len(ended - {*results}) if told.status == "finished" else 0
    return True


async def _check_standings(
    told: Told, log: Sequence[bytes], caller: Caller, verdict: Verdict
) -> None:
    """Compare what a gateway shows with what follows from the log, and with what it says."""
    it: Tournament | None = None
    said = ""
    for line in log:
        entry = entry_of(json.loads(line))
        if isinstance(entry, Created):
            it = Tournament(told.id, entry.settings)
        assert it
        evolve(it, entry)
        if isinstance(entry, Ranked):
            said = entry.digest
    assert it
    shown = body_of(await caller.ask(encode("GET", f"{PATH}/{told.id}/standings?pageSize=100")))
    due = standings(it, it.key)
    order = [each.player for each in due]
    if shown["digest"] != digest(due) or [each["player"]["id"] for each in shown["rows"]] != order:
        verdict.complaints.append(f"the standings of {told.id} are not those of its log")
    if said and told.status == "finished" and said != shown["digest"]:
        verdict.complaints.append(f"the last standings in the log of {told.id} are others")


def report(killed: Sequence[Killed], tally: Tally, verdict: Verdict) -> int:
    """Say what was found; the exit code."""
    for line in rows(killed):
        say(line)
    say(f"{tally.sent} requests, {tally.repeated} sent again; {tally.replayed} were replayed")
    for line in (str(verdict), *verdict.complaints):
        say(line)
    return 0 if verdict.good else 1


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10**9))
    given = parser.parse_args(arguments)
    say(f"seed {given.seed}")
    return on_new_stack(lambda stack: run(stack, given.kills, given.seed))


def run(stack: Stack, kills: int, seed: int) -> int:
    """The exit code: 0 if each table was made once, and nothing that was told is lost."""
    killed, tally, clubs = asyncio.run(campaign(stack, kills, seed))
    return report(killed, tally, asyncio.run(judge(stack, clubs)))


if __name__ == "__main__":
    sys.exit(main())
