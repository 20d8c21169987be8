"""Clubs whose players play one tournament after another, and what they were told.

At a table both reveal their entropy, and one of them, by the id of the match, resigns.
"""

import asyncio
import hashlib
import json
import random
import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field

from croupier_tournament import lots

from tests.faults.caller import Caller, Stuck
from tests.faults.tables import Wrong, body_of
from tests.support.players import Json
from tests.support.raw_http import Reply, encode, get, post
from tests.support.sealed import seal_of

PATH = "/v1/tournaments"
LOOK_S = 0.3
OVER = ("finished", "aborted")
TOO_LATE = 409
"""The answer to who checks in after the first round was paired."""
NOT_YET = (404, 409)
"""The answers at a table that is not made yet, or where the other has not revealed."""
WISH = {
    "name": "Kills",
    "game": "lost-cities",
    "clock": {"bank": "3600s", "increment": "0s"},
    "startWhenFull": True,
    "checkIn": "8s",
    "roundBreak": "0s",
    "reveal": "600s",
}


@dataclass
class Told:
    """What the players of a tournament were told: who joined, who checked in, and who resigned in
    which match. `open` are those of its matches that were not told to have ended."""

    id: str
    joined: set[str] = field(default_factory=set)
    checked_in: set[str] = field(default_factory=set)
    resigned: dict[str, str] = field(default_factory=dict)
    status: str = ""


@dataclass
class Member:
    """A player of a club, with the entropies of one tournament after another."""

    id: str
    token: str
    caller: Caller

    def entropy(self, tournament_id: str, place: int | str) -> str:
        return hashlib.sha256(f"{self.id} {tournament_id} {place}".encode()).hexdigest()

    async def see(self, path: str) -> Json:
        return body_of(await self.caller.ask(get(path, self.token)))

    async def post(self, path: str, body: Json) -> Reply:
        return await self.caller.ask(post(path, self.token, body, Idempotency_Key=uuid.uuid4().hex))


class Club:
    """Players, and their tournaments; `wrong` is an answer that must not be, which ends all."""

    def __init__(
        self, urls: Sequence[str], dice: random.Random, callers: Sequence[Caller], rounds: int
    ) -> None:
        self.told: list[Told] = []
        self.wrong = ""
        self._callers, self._rounds = callers, rounds
        self._members: list[Member] = []
        self._urls, self._dice = urls, dice

    async def sit_down(self) -> None:
        """New players."""
        for number, caller in enumerate(self._callers):
            body = json.dumps({"displayName": f"Player {number}", "kind": "bot"}).encode()
            made = body_of(await caller.ask(encode("POST", "/v1/players", body=body)))
            self._members.append(Member(made["player"]["id"], made["token"], caller))

    async def play(self, enough: asyncio.Event) -> None:
        """One tournament after another, until it is enough; the last one to its end."""
        try:
            while not enough.is_set():
                await self._play_one()
        except Wrong as wrong:
            self.wrong = str(wrong)
        except Stuck as stuck:
            self.wrong = f"no answer: {stuck!s:.100}"

    async def close(self) -> None:
        for each in self._callers:
            await each.close()

    async def _play_one(self) -> None:
        wish = {**WISH, "maxPlayers": len(self._members), "rounds": self._rounds}
        # In turn: a player can make a few tournaments a day.
        maker = self._members[len(self.told) % len(self._members)]
        made = body_of(await maker.post(PATH, wish))
        told = Told(made["id"])
        self.told.append(told)
        evenings = (self._take_part(each, told, made["sealsNeeded"]) for each in self._members)
        await asyncio.gather(*evenings)

    async def _take_part(self, member: Member, told: Told, needed: int) -> None:
        """Join, check in, and play every table to the end of the tournament."""
        own = f"{PATH}/{told.id}"
        tables = [seal_of(member.entropy(told.id, place)) for place in range(needed)]
        seal = lots.seal_of(member.entropy(told.id, "lots"))
        body_of(await member.post(f"{own}/join", {"seal": seal, "tableSeals": tables}))
        told.joined.add(member.id)
        played = set[str]()
        while (seen := await member.see(own))["status"] not in OVER:
            you = seen["you"]
            if seen["status"] == "checkIn" and not you["checkedIn"]:
                await self._check_in(member, told)
            for table in you["tables"]:
                if table["matchId"] not in played and await self._sit(member, told, table):
                    played.add(table["matchId"])
            await asyncio.sleep(LOOK_S)
        told.status = seen["status"]

    async def _check_in(self, member: Member, told: Told) -> None:
        body = {"entropy": member.entropy(told.id, "lots")}
        reply = await member.post(f"{PATH}/{told.id}/checkIn", body)
        if reply.status != TOO_LATE:
            body_of(reply)
            told.checked_in.add(member.id)

    async def _sit(self, member: Member, told: Told, table: Json) -> bool:
        """Come to a table; whether nothing is left to do there."""
        match = table["matchId"]
        entropy = {"entropy": member.entropy(told.id, table["seal"])}
        reply = await member.post(f"/v1/matches/{match}/entropy", entropy)
        if reply.status not in NOT_YET:
            body_of(reply)
        (opponent,) = table["opponents"]
        if _loser(match, member.id, opponent["id"]) != member.id:
            return reply.status not in NOT_YET
        reply = await member.post(f"/v1/matches/{match}/resign", {})
        if reply.status in NOT_YET:
            return False
        body_of(reply)
        told.resigned[match] = member.id
        return True


def _loser(match_id: str, *players: str) -> str:
    return sorted(players)[hashlib.sha256(match_id.encode()).digest()[0] % len(players)]
