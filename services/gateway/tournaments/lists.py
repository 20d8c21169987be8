"""Lists of tournaments: public ones by status, and those of a player; the newest first."""

import json
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from redis.asyncio import Redis
from redislink import tournaments
from redislink.commands import Command, pairs, run, run_all

from gateway.errors import Problem
from gateway.http.parameters import TOURNAMENT_STATUSES
from gateway.players.outages import redis_errors
from gateway.recent import Recent
from gateway.tournaments import views
from gateway.tournaments.entrants import Entrants, Json

TURNS = 5
"""How often a page is filled up, of those that are wanted."""
EQUAL = 50
"""More than there are of one millisecond."""
PLACE = re.compile(r"(?P<made>[0-9]{1,15}) (?P<id>[\w-]{22})", re.ASCII)
MOST_AT_ONCE = 50
"""How many tournaments a player may take part in at a time, beside those that it only directs."""
MOST_LISTED = 10_000
"""Tournaments of a player that are looked through."""
AT_A_TIME = 100
"""Tournaments that are read together: a few milliseconds."""
REMEMBERED = 100_000
"""Tournaments that are known to be over."""
GOING_ON = ("open", "checkIn", "running")


class Place(NamedTuple):
    """When a tournament was made, in ms, and its id: the order of lists is the falling one."""

    made: int
    id: str

    @property
    def token(self) -> str:
        return urlsafe_b64encode(f"{self.made} {self.id}".encode()).decode()

    @classmethod
    def of(cls, token: str | None) -> "Place | None":
        """Return the place of a token; None without one. Raise Problem malformed."""
        if token is None:
            return None
        try:
            found = PLACE.fullmatch(urlsafe_b64decode(token).decode())
        except ValueError:
            found = None
        if not found:
            raise Problem("malformed", "pageToken must be one that this list has answered.")
        return cls(int(found["made"]), found["id"])


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which tournaments: those of a player, or public ones; of a status and a game, if given."""

    player_id: str = ""
    status: str = ""
    game: str = ""

    @property
    def keys(self) -> list[str]:
        if self.player_id:
            return [tournaments.of_player(self.player_id)]
        return [
            tournaments.in_status(each) for each in TOURNAMENT_STATUSES if self.status in ("", each)
        ]

    def has(self, summary: Json) -> bool:
        # A list may say what was a moment ago.
        right_game = self.game in ("", summary["settings"]["game"])
        return right_game and self.status in ("", summary["status"])


class Lists:
    """The lists of all tournaments. Every method may raise Problem unavailable."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._over: Recent[str, bool] = Recent(REMEMBERED)

    async def page(
        self, wanted: Wanted, size: int, after: Place | None, entrants: Entrants
    ) -> Json:
        """Return a page of what is wanted, behind a place."""
        found, end = list[Json](), False
        for _ in range(TURNS):
            places, end = await self._places(wanted, size - len(found), after)
            for place, (made, summary) in zip(places, await self._read(places), strict=True):
                if made and summary and wanted.has(summary):
                    found.append(views.listed(place.id, made, summary, entrants))
            after = places[-1] if places else after
            if end or len(found) >= size:
                break
        token = None if end or after is None else after.token
        return {"tournaments": found, "nextPageToken": token}

    async def going_on(self, player_id: str, most: int) -> list[str]:
        """Return the ids of the newest tournaments of a player that are not over."""
        return [*await self._going_on(player_id, most)][:most]

    async def _going_on(self, player_id: str, most: int) -> dict[str, Json]:
        """Return by id what was said of the newest that are not over, `most` of them or some more.

        However many are: those that were over once are not read again.
        """
        places, _ = await self._places(Wanted(player_id), MOST_LISTED, None)
        unread = [each for each in places if not self._over.get(each.id)]
        found = dict[str, Json]()
        for at in range(0, len(unread), AT_A_TIME):
            some = unread[at : at + AT_A_TIME]
            for place, (made, summary) in zip(some, await self._read(some), strict=True):
                if made and summary and summary["status"] in GOING_ON:
                    found[place.id] = made
                elif summary:
                    self._over[place.id] = True
            if len(found) >= most:
                break
        return found

    async def check_room(self, player_id: str, tournament_id: str) -> None:
        """Raise Problem conflict if the player takes part in MOST_AT_ONCE others that are not over.

        Who joins several at the same moment may come to some more: each lies elsewhere in Redis.
        """
        going_on = await self._going_on(player_id, MOST_LISTED)
        going_on.pop(tournament_id, None)
        if len(going_on) < MOST_AT_ONCE:
            return
        directed = [each for each, made in going_on.items() if made["maker"]["id"] == player_id]
        commands = [("HEXISTS", tournaments.players(each), player_id) for each in directed]
        with redis_errors():
            played = await run_all(self._redis, commands)
        if len(going_on) - played.count(0) >= MOST_AT_ONCE:
            detail = f"A player may take part in {MOST_AT_ONCE} tournaments at a time."
            raise Problem("conflict", detail)

    async def _places(
        self, wanted: Wanted, size: int, after: Place | None
    ) -> tuple[list[Place], bool]:
        """Return the next places of a list, and whether there are no more behind them."""
        most = str(after.made) if after else "+inf"
        room = size + (EQUAL if after else 0) + 1
        commands: list[Command] = [
            ("ZREVRANGEBYSCORE", key, most, "-inf", "WITHSCORES", "LIMIT", 0, room)
            for key in wanted.keys
        ]
        with redis_errors():
            answers = await run_all(self._redis, commands)
        found = (
            Place(int(float(score)), member.decode())
            for answer in answers
            for member, score in pairs(answer)
        )
        every = sorted({*found}, reverse=True)
        behind = [each for each in every if after is None or each < after]
        return behind[:size], len(behind) <= size

    async def _read(self, places: Sequence[Place]) -> list[tuple[Json | None, Json | None]]:
        """Return what was said of each as it was made, and its summary; None of one that is gone.

        What lies in a part of Redis that does not answer is left out as well.
        """
        fields = (tournaments.MADE, tournaments.SUMMARY)
        commands = [("HMGET", tournaments.tournament(each.id), *fields) for each in places]
        with redis_errors():
            answers = await run(self._redis, commands) if commands else []
        return [
            (None, None) if isinstance(each, Exception) else (_loaded(each[0]), _loaded(each[1]))
            for each in answers
        ]


def _loaded(text: bytes | None) -> Json | None:
    return json.loads(text) if text else None
