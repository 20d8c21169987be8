"""Access to a match: who looks at it and who acts in it, through whichever door they come."""

from starlette.requests import HTTPConnection, Request

from gateway.auth.authentication import bearer
from gateway.auth.players import PLAY, READ, Player
from gateway.auth.rate_limits import Bucket
from gateway.dependencies import Dependencies
from gateway.transport.parameters import parse_id

READ_ERRORS = ("unauthenticated", "rate_limited", "not_found", "forbidden")
POST_ERRORS = (
    "too_large",
    "unsupported_media_type",
    "malformed",
    "unauthenticated",
    "rate_limited",
    "forbidden",
    "idempotency_mismatch",
)
ACT_ERRORS = (*POST_ERRORS, "not_found")
CHANGE_ERRORS = (*ACT_ERRORS, "version_mismatch")
"""The codes that routes which look, post, act in a match or change it refuse with."""


async def viewer_of(
    match_id: str, request: Request, deps: Dependencies, bucket: Bucket = "reads"
) -> Player | None:
    """The player who looks at the match with this request; None without a token.

    Raise Problem: unauthenticated, rate_limited, not_found and forbidden, in this order.
    """
    return await viewer_by_token(match_id, bearer(request), request, deps, bucket)


async def actor_in(match_id: str, request: Request, deps: Dependencies) -> Player:
    """The player who changes the match with this request; the Problems are those of `viewer_of`."""
    return await actor_by_token(match_id, bearer(request), request, deps)


async def viewer_by_token(
    match_id: str,
    token: str | None,
    caller: HTTPConnection,
    deps: Dependencies,
    bucket: Bucket = "reads",
) -> Player | None:
    """As `viewer_of`, for a token that did not come with the request."""
    viewer = await deps.authenticator.authenticate(
        token,
        caller,
        bucket,
        READ,
        first=lambda viewer: deps.visibility.game_for(match_id, viewer),
    )
    parse_id(match_id, "match")
    return viewer


async def actor_by_token(
    match_id: str, token: str | None, caller: HTTPConnection, deps: Dependencies
) -> Player:
    """As `actor_in`, for a token that did not come with the request."""
    player = await deps.authenticator.required(
        token,
        caller,
        "moves",
        PLAY,
        first=lambda player: deps.visibility.game_for(match_id, player),
    )
    parse_id(match_id, "match")
    return player
