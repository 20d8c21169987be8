"""What the gateway itself has answered under Idempotency-Keys, so that a repeat gets it again.

    player:{ID}:key:KEY        string  {"mark", "status", "body"}: of a request about no match
    player:{ID}:key:MATCH KEY  string  the same of a match

Beside the records of new tokens, see `gateway.players.player_store`. What is done under a key here
changes nothing when it is done twice, so that two requests at once both do it, and both get the
answer of whichever was first; but two that take an analysis have two, of which one waits for its
next worker until the lease is over.
"""

import json
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple, TypeAlias

from croupier.v1 import engine_service_pb2 as pb
from fastapi import Response
from redis.asyncio import Redis
from redislink.accounts import account

from gateway.errors import Problem
from gateway.http.responses import REPEATED, written_response
from gateway.players.outages import redis_errors
from gateway.players.player import Player
from gateway.players.token_store import KEY_TTL

Show: TypeAlias = Callable[[bytes], Awaitable[bytes]]
"""Makes the JSON of an answer of what is remembered of it."""


async def _as_it_is(body: bytes) -> bytes:
    return body


class Answer(NamedTuple):
    """The status of a success, and its JSON; nothing for 204."""

    status: int
    body: bytes

    def response(self, replayed: bool) -> Response:
        if self.body:
            return written_response(self.body, self.status, replayed=replayed)
        return Response(status_code=self.status, headers=REPEATED if replayed else None)


class Repeats:
    """The answers of all players' keys. Every method may raise Problem unavailable."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    async def once(
        self,
        asked: pb.Idempotency | None,
        player: Player | None,
        work: Callable[[], Awaitable[Answer]],
        match_id: str = "",
        show: Show = _as_it_is,
    ) -> Response:
        """Return the answer to an earlier request with the key of this one, or else that of `work`.

        Without a key or a player, nothing is remembered. Names of players must not be, since they
        may be deleted: an answer that has some is shown anew. Raise Problem idempotency_mismatch if
        the key was used for another request.
        """
        if asked is None or player is None:
            return await _shown(await work(), show)
        name = f"{account(player.id)}:key:{' '.join(filter(None, (match_id, asked.key)))}"
        mark = asked.fingerprint
        if known := await self._known(name):
            return await _shown(_same(known, mark), show, replayed=True)
        made = await work()
        answer = await _shown(made, show)  # what cannot be shown is no success
        first = await self._keep(name, mark, made)
        return await _shown(_same(first, mark), show, replayed=True) if first else answer

    async def _known(self, name: str) -> bytes | None:
        with redis_errors():
            found: Any = await self._redis.get(name)
        return found  # type: ignore[no-any-return]

    async def _keep(self, name: str, mark: str, made: Answer) -> bytes | None:
        """Remember an answer; return the record of the first one if there is one meanwhile."""
        record = json.dumps({"mark": mark, "status": made.status, "body": made.body.decode()})
        with redis_errors():
            is_new = await self._redis.set(name, record, ex=KEY_TTL, nx=True)
        return None if is_new else await self._known(name)


async def _shown(answer: Answer, show: Show, replayed: bool = False) -> Response:
    return answer._replace(body=await show(answer.body)).response(replayed)


def _same(record: bytes, mark: str) -> Answer:
    """Return the answer in a record. Raise Problem idempotency_mismatch for another request's."""
    known = json.loads(record)
    if known["mark"] != mark or "body" not in known:
        raise Problem("idempotency_mismatch", "This Idempotency-Key was used for another request.")
    return Answer(known["status"], known["body"].encode())
