"""All that is kept of a player, for the player: line by line, so that it takes little memory."""

import json
import time
from collections.abc import AsyncGenerator, AsyncIterator, Iterable
from dataclasses import asdict
from typing import Any, TypeAlias

import orjson
from croupier.v1 import engine_service_pb2 as pb
from redis.asyncio import Redis
from redis.exceptions import RedisError
from redislink import deals, relations, reports, tournaments
from redislink.accounts import PLAYER, account
from redislink.reports import Report

from gateway.engine_client.client import EngineClient
from gateway.http import times
from gateway.players.outages import redis_errors
from gateway.players.own_settings import FIELDS, OwnSettings
from gateway.players.player import Player
from gateway.players.token_store import TokenStore
from gateway.sessions.passkeys import Passkeys
from gateway.standings import shown
from gateway.standings.profiles import Profiles

Json: TypeAlias = dict[str, Any]
MATCHES = 100
"""Those that are read at once: not their ids alone, among which are such of expired ones."""
REPORTS = 500
"""Reports of all players that are looked through at once."""


class OwnData:
    """Where all that is kept of a player is found. What is read may raise Problem unavailable."""

    def __init__(
        self,
        redis: Redis,
        tokens: TokenStore,
        passkeys: Passkeys,
        profiles: Profiles,
        engine: EngineClient,
    ) -> None:
        self._redis: Any = redis
        self._passkeys = passkeys
        self._tokens_of, self._profiles, self._engine = tokens, profiles, engine

    async def of(self, player: Player) -> AsyncGenerator[bytes, None]:
        """Yield lines, each the JSON of one thing, whose `what` says what it is.

        The last line is `{"what": "end"}`: without it, the download was cut.
        """
        # Engines first: what is refused is better than what is cut.
        matches = await self._engine.list_matches(_matches_of(player))
        for part in (
            self._account(player),
            self._tokens(player),
            self._access(player),
            self._relations(player),
            self._reports(player),
            self._counted(player),
            self._tournaments(player),
            self._deals(player),
            self._matches(player, matches),
        ):
            async for lines in part:
                if text := b"".join(b"%s\n" % orjson.dumps(each) for each in lines):
                    yield text
        yield b'{"what":"end"}\n'

    async def _account(self, player: Player) -> AsyncIterator[Iterable[Json]]:
        with redis_errors():
            stored, *fields = await self._redis.hmget(account(player.id), PLAYER, *FIELDS)
        if stored:
            settings = OwnSettings.parse(fields).shown()
            yield [{"what": "account", **json.loads(stored), **settings}]

    async def _tokens(self, player: Player) -> AsyncIterator[Iterable[Json]]:
        """All but what they are checked by, which is kept as a hash only."""
        cursor, first = 0, True
        while cursor or first:
            tokens, cursor = await self._tokens_of.page(player, cursor)
            first = False
            yield [{"what": "token", **asdict(each)} for each in tokens]

    async def _access(self, player: Player) -> AsyncIterator[Iterable[Json]]:
        """The other ways into the account; of the recovery code, there is a hash only."""
        found = await self._passkeys.access(player.id)
        yield [{"what": "passkey", **each} for each in found["passkeys"]]
        if code := found["recoveryCode"]:
            yield [{"what": "recoveryCode", **code}]
        yield [{"what": "identity", **each} for each in found["identities"]]
        yield [{"what": "accessEvent", **each} for each in found["events"]]

    async def _relations(self, player: Player) -> AsyncIterator[Iterable[Json]]:
        with redis_errors():
            states = relations.states(await self._redis.hgetall(relations.friends(player.id)))
            blocks = await self._redis.zrange(relations.blocks(player.id), 0, -1, withscores=True)
        yield [
            {"what": "friend", "playerId": other, "state": state} for other, state in states.items()
        ]
        yield [
            {"what": "block", "playerId": other.decode(), "time": times.of_ms(int(since))}
            for other, since in blocks
        ]

    async def _reports(self, player: Player) -> AsyncIterator[Iterable[Json]]:
        """Those that the player has made, of all that there are: they have no other order."""
        cursor, first = 0, True
        while cursor or first:
            try:
                cursor, found = await self._redis.hscan(reports.RECORDS, cursor, count=REPORTS)
            except (RedisError, OSError):
                yield [_missing("report")]
                return
            first = False
            # The id stands in the text of each that it has made; so few are parsed.
            own = [each for each in found.values() if player.id.encode() in each]
            yield [_report(each) for each in map(Report.load, own) if each.by == player.id]

    async def _counted(self, player: Player) -> AsyncIterator[Iterable[Json]]:
        (counted,) = await self._profiles.counted(player.id)
        standings = await self._profiles.standings(counted.account)
        now_ms = int(time.time() * 1000)
        yield [{"what": "rating", **shown.standing(each, now_ms)} for each in standings.known]
        if not standings.complete:
            yield [_missing("rating")]
        yield [{"what": "reliability", "percent": counted.reliability.percent}]
        yield [{"what": "statistics", **each} for each in shown.records(counted.records, True)]
        yield [
            {"what": "met", "playerId": other, "access": access, **shown.meeting(met)}
            for access, other, met in shown.met(counted.met, True)
        ]

    async def _tournaments(self, player: Player) -> AsyncIterator[Iterable[Json]]:
        """Those that the player has made or joined, each with the path under which it is found."""
        with redis_errors():
            found = await self._redis.zrevrangebyscore(
                tournaments.of_player(player.id), "+inf", "-inf"
            )
        ids = [each.decode() for each in found]
        yield [
            {"what": "tournament", "id": each, "path": f"/v1/tournaments/{each}"} for each in ids
        ]

    async def _deals(self, player: Player) -> AsyncIterator[Iterable[Json]]:
        """Those that the player has made; what it has tried is among the matches, by `dealOf`."""
        with redis_errors():
            found = await self._redis.zrevrange(deals.of_player(player.id), 0, -1)
        ids = [each.decode() for each in found]
        yield [{"what": "deal", "id": each, "path": f"/v1/deals/{each}"} for each in ids]

    async def _matches(
        self, player: Player, page: pb.ListMatchesResponse
    ) -> AsyncIterator[Iterable[Json]]:
        """All matches, the archive's too, each with the path under which it is found."""
        while True:
            yield [
                {"what": "match", "id": each.match_id, "path": f"/v1/matches/{each.match_id}"}
                for each in page.rosters
            ]
            if not page.next_page_token:
                return
            page = await self._engine.list_matches(_matches_of(player, page.next_page_token))


def _missing(of: str) -> Json:
    """Return the line that stands for what lies in a part of Redis that does not answer."""
    return {"what": "missing", "of": of}


def _matches_of(player: Player, page_token: str = "") -> pb.ListMatchesRequest:
    return pb.ListMatchesRequest(
        viewer_id=player.id,
        player_id=player.id,
        page_size=MATCHES,
        page_token=page_token,
    )


def _report(of: Report) -> Json:
    return {
        "what": "report",
        "time": times.of_ms(of.at),
        "playerId": of.player,
        "reason": of.reason,
        "matchId": of.match_id or None,
        "text": of.text,
    }
