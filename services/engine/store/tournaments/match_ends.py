"""What has come of the matches of tournaments: the tally notes it, and their directors apply it."""

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from croupier_tournament import match_id
from redis.asyncio import Redis
from redislink import tournaments
from redislink.commands import run_all
from redislink.durability import Durability
from redislink.script import Script

from engine.store.errors import outage
from engine.store.scripts import SCRIPTS
from engine.store.tally.ended_matches import Ended

MOST_LEGS = 3
"""Matches that a table can have at most: two legs, and a tie of a knockout is played again."""


@dataclass(frozen=True, slots=True)
class Found:
    """What has come of the match of a table: `found` is what redislink.tournaments says."""

    tournament: str
    round: int
    table: int
    leg: int
    found: Mapping[str, Any]

    @property
    def field(self) -> str:
        return f"{self.round}:{self.table}:{self.leg}"


class MatchEnds:
    """Notes ends, and makes the tournaments due to which they belong."""

    def __init__(self, redis: Redis, durability: Durability | None = None) -> None:
        self._redis = redis
        self._note = Script(redis, SCRIPTS / "note_ended.lua", durability)

    async def count(self, matches: Sequence[Ended]) -> Collection[str]:
        """Note the ends of those that are matches of tournaments; the ids of those that are not
        noted. Whoever does it once more changes nothing. Raise StoreUnavailable."""
        found = {each.id: of_tournament for each in matches if (of_tournament := found_of(each))}
        failures = await self.note([*found.values()])
        return [each for each, failure in zip(found, failures, strict=True) if failure]

    async def note(self, ends: Sequence[Found]) -> list[Exception | None]:
        """Note these, each unless something is noted already; None for each, or the error.

        Raise StoreUnavailable.
        """
        calls = [
            (
                [tournaments.tournament(each.tournament), tournaments.ended(each.tournament)],
                [each.field, json.dumps(each.found)],
            )
            for each in ends
        ]
        with outage():
            answers = await self._note.all(calls)
            # Afterwards, or a director might look for them too early, and never again.
            noted = {
                each.tournament
                for each, answer in zip(ends, answers, strict=True)
                if answer == b"noted"
            }
            due = [("ZADD", tournaments.DUE, 0, each) for each in sorted(noted)]
            await run_all(self._redis, due)
        return [each if isinstance(each, Exception) else None for each in answers]


def found_of(ended: Ended) -> Found | None:
    """What has come of a match; None if it is of no tournament."""
    match = ended.match
    if not (at := match.get("tournament")):
        return None
    place = at["id"], at["round"], at["table"]
    for leg in range(1, MOST_LEGS + 1):
        if match_id(*place, leg) == ended.id:
            shown = {
                "updateTime": match["update_time"],
                "seats": [{"player": {"id": each["id"]}} for each in ended.players],
                "outcome": {name: match["outcome"][name] for name in ("reason", "ranking")},
                "fairness": {"logHead": match["log_head"]},
            }
            return Found(*place, leg, {"match": shown, "log": [ended.log[-1]]})
    return None
