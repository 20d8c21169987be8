"""Own data: all that is kept of a player, as one download for the player."""

from fastapi import Request, Response

from gateway.asked import Who
from gateway.dependencies import Deps
from gateway.http import headers
from gateway.http.responses import error_responses, lines_of
from gateway.players.tokens import READ
from gateway.routing import TOKEN_ERRORS, Router
from gateway.streams.event_stream import NDJSON
from gateway.streams.line_stream import LineStream, begun

router = Router(prefix="/v1/players/me", tags=["Players"])


@router.get(
    "/data",
    bucket="downloads",
    response_class=Response,
    responses={
        200: {
            "description": "A line for each thing, the last one being of `end`.",
            "content": {NDJSON: lines_of("DataLine")},
        },
        **error_responses(*TOKEN_ERRORS, "not_acceptable"),
    },
)
async def download_data(request: Request, who: Who, deps: Deps) -> Response:
    """Download all that is kept of you: account, tokens without their values, friends, blocks,
    reports that you have made, ratings, statistics, and all of your matches.

    Matches are named by their paths: the replay of each has all the rest. Without a line of `end`
    the download was cut.
    """
    headers.preferred_media_type(request, NDJSON)
    player = await deps.authenticator.required(who, READ)
    name = f'attachment; filename="croupier-{player.id}.ndjson"'
    lines = await begun(deps.own_data.of(player))
    return LineStream(lines, {"Content-Disposition": name})
