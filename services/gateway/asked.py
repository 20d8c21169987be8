"""What a request asks, read once: who asks, with which body, under which conditions.

Everything here can only find a request malformed, so it comes first: the contract has 400 before
401, 429, 404 and 403. A route asks who it is when it has read all that it needs.
"""

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Annotated, Generic, TypeVar

from croupier.v1 import engine_service_pb2 as pb
from fastapi import Depends
from starlette.requests import Request

from gateway.contract.request_models import Body
from gateway.dependencies import Dependencies
from gateway.http import headers, json_body
from gateway.http.parameters import clamp_uint32, parse_id
from gateway.limits.limit_table import Bucket
from gateway.limits.requester import Requester
from gateway.players.player import Player
from gateway.players.tokens import PLAY, READ

T = TypeVar("T")
AnyBody = TypeVar("AnyBody", bound=Body)


@dataclass(slots=True)
class Asked(Generic[AnyBody]):
    """A request with a body: over HTTP, as an entry of a batch, or as a frame of a socket."""

    who: Requester
    body: AnyBody
    key: str | None
    """The Idempotency-Key."""
    path: str
    method: str = "POST"
    expected_version: int | None = None
    condition: str = ""
    """What If-Match demands, see `headers.condition`."""

    def idempotency(self, *query: str) -> pb.Idempotency | None:
        """Return the key with the fingerprint of the request; None without a key."""
        if self.key is None:
            return None
        return pb.Idempotency(key=self.key, fingerprint=self.fingerprint(*query))

    def fingerprint(self, *query: str) -> str:
        """Return a hash that is equal for equal requests: route, If-Match, body, and these
        query parameters. An idempotency key is bound to it."""
        content = self.body.as_posted()
        return json_body.digest(self.method, self.path, self.condition, content, *query)


class Reading(Generic[AnyBody]):
    """Reads requests with one kind of body: a dependency of their route."""

    def __init__(
        self,
        model: type[AnyBody],
        *,
        versioned: bool = False,
        keyed: bool = True,
        max_bytes: int = json_body.MAX_BYTES,
        usual: re.Pattern[bytes] | None = None,
    ) -> None:
        """`versioned` requests may expect a version of their match, by If-Match or in their body.

        Those that are not `keyed` take no Idempotency-Key: they can be repeated without one.
        """
        self._model, self._versioned, self._keyed = model, versioned, keyed
        self._max_bytes, self._usual = max_bytes, usual

    async def __call__(self, request: Request) -> Asked[AnyBody]:
        """Raise Problem too_large, unsupported_media_type, timeout or malformed."""
        body = await json_body.read(request, self._model, self._max_bytes, self._usual)
        scope, key, condition = request.scope, None, ""
        expected: int | None = getattr(body, "expected_version", None)
        # Most requests have none of these headers: to ask for each costs more than to look once.
        fields = headers.fields(scope)
        if self._keyed and b"idempotency-key" in fields:
            key = headers.idempotency_key(request)
        if b"if-match" in fields:
            condition = headers.condition(request)
            if self._versioned:
                expected = headers.expected_version(request, expected)
        elif expected is not None:
            expected = clamp_uint32(expected)
        who = Requester.of(request)
        return Asked(who, body, key, scope["path"], scope["method"], expected, condition)


async def requester(request: Request) -> Requester:
    # async, though nothing is awaited: FastAPI runs a plain function in a thread.
    return Requester.of(request)


async def expected_version(request: Request) -> int | None:
    return headers.expected_version(request, None)


Who = Annotated[Requester, Depends(requester)]
"""Who asks, of requests without a body."""
ExpectedVersion = Annotated[int | None, Depends(expected_version)]
"""The version that If-Match names, of requests without a body."""


async def viewer_of(match_id: str, who: Requester, deps: Dependencies) -> Player | None:
    """Return the viewer of a match: the player of the token; None without a token.

    Raise Problem, the first of: unauthenticated, rate_limited, not_found, forbidden.
    """
    viewer = await deps.authenticator.player(
        who, READ, check_found=lambda viewer: deps.visibility.game_for(match_id, viewer)
    )
    # Only now: without a valid token, an id of a wrong form is 401 like every other.
    parse_id(match_id, "match")
    return viewer


async def actor_in(
    match_id: str, who: Requester, deps: Dependencies, begins: bool = False
) -> Player:
    """Return the actor in a match: the player of the token.

    Raise the Problems of `viewer_of`, unauthenticated without a token, and suspended if the player
    `begins` something new in it.
    """
    player = await deps.authenticator.required(
        who,
        PLAY,
        check_found=lambda player: deps.visibility.game_for(match_id, player),
        begins=begins,
    )
    parse_id(match_id, "match")
    return player


async def trying(who: Requester, deps: Dependencies, use: Callable[[], Awaitable[T]]) -> T:
    """Return what comes of the use of a code, which is paid by the `tries` of its route.

    That is done first, and given back for a good code: many tries at once are not made for free.
    """
    bucket: Bucket = who.connection.scope["route"].tries
    await deps.limits.spend(bucket, who.connection, who.token or "")
    made = await use()
    await deps.limits.give_back(bucket, who.connection, who.token or "")
    return made
