"""Callers: the viewer of a read and the actor of a change, however a request arrives."""

from starlette.requests import HTTPConnection, Request

from gateway.dependencies import Dependencies
from gateway.http.parameters import parse_id
from gateway.limits.limit_table import Bucket
from gateway.players.authentication import bearer
from gateway.players.player_store import Player
from gateway.players.tokens import PLAY, READ

TOKEN_ERRORS = ("unauthenticated", "rate_limited", "forbidden")
"""The codes that every route under /v1 can refuse with."""
READ_ERRORS = (*TOKEN_ERRORS, "not_found")
"""Those of routes that read one match or ticket."""
POST_ERRORS = (
    *TOKEN_ERRORS,
    "timeout",
    "too_large",
    "unsupported_media_type",
    "malformed",
    "idempotency_mismatch",
)
"""Those of POSTs that may be repeated with an Idempotency-Key."""
ACT_ERRORS = (*POST_ERRORS, "not_found")
"""Those of POSTs to one match."""
CHANGE_ERRORS = (*ACT_ERRORS, "version_mismatch")
"""Those of POSTs to one match that take an expected version."""


async def viewer_of(
    match_id: str, request: Request, deps: Dependencies, bucket: Bucket = "reads"
) -> Player | None:
    """Return the viewer of a match: the player of the request's token; None without a token.

    Raise Problem, the first of: unauthenticated, rate_limited, not_found, forbidden.
    """
    return await viewer_by_token(match_id, bearer(request), request, deps, bucket)


async def actor_in(
    match_id: str, request: Request, deps: Dependencies, bucket: Bucket = "moves"
) -> Player:
    """Return the actor in a match: the player of the request's token.

    Raise the Problems of `viewer_of`, and unauthenticated without a token.
    """
    return await actor_by_token(match_id, bearer(request), request, deps, bucket)


async def viewer_by_token(
    match_id: str,
    token: str | None,
    caller: HTTPConnection,
    deps: Dependencies,
    bucket: Bucket = "reads",
) -> Player | None:
    """Return the viewer as `viewer_of` does, for a token that a socket's hello brought."""
    viewer = await deps.authenticator.authenticate(
        token,
        caller,
        bucket,
        READ,
        check_found=lambda viewer: deps.visibility.game_for(match_id, viewer),
    )
    # Only now: without a valid token, an id of a wrong form is 401 like every other.
    parse_id(match_id, "match")
    return viewer


async def actor_by_token(
    match_id: str,
    token: str | None,
    caller: HTTPConnection,
    deps: Dependencies,
    bucket: Bucket = "moves",
) -> Player:
    """Return the actor as `actor_in` does, for a token that a socket's hello brought."""
    player = await deps.authenticator.require_token(
        token,
        caller,
        bucket,
        PLAY,
        check_found=lambda player: deps.visibility.game_for(match_id, player),
    )
    parse_id(match_id, "match")
    return player
