"""Refusals of the console: problem+json, with the codes that the gateway has for the same."""

import json
from collections.abc import Mapping

from croupier_match.refusals import Refusal, code_of
from croupier_tournament import refusals as tournaments
from redislink.refusals import TEXTS
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from telemetry.startup import InvalidSettings

from engine.admin.moderation.accounts import BadName
from engine.admin.players import NotAllowed
from engine.domain.errors import StoreUnavailable
from engine.rpc.status import report
from engine.store.export import Damaged, UnknownFormat

STATUSES = {
    "malformed": 400,
    "unauthenticated": 401,
    "forbidden": 403,
    "not_found": 404,
    "method_not_allowed": 405,
    "conflict": 409,
    "match_not_active": 409,
    "too_large": 413,
    "unsupported_media_type": 415,
    "internal": 500,
    "unavailable": 503,
}
OF_STATUS = {401: "unauthenticated", 403: "forbidden", 404: "not_found", 405: "method_not_allowed"}
CONFLICTS = (Damaged, UnknownFormat, InvalidSettings)
"""What cannot be done as things are; each has a sentence."""


class Refused(Exception):
    """A request that the console refuses: a code of STATUSES, and a sentence."""

    def __init__(self, code: str, detail: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(detail)
        self.code, self.detail, self.headers = code, detail, headers


def problem(code: str, detail: str, headers: Mapping[str, str] | None = None) -> Response:
    """The answer that refuses a request."""
    body = {"status": STATUSES[code], "code": code, "detail": detail}
    told = json.dumps(body).encode()
    return Response(told, STATUSES[code], headers, media_type="application/problem+json")


def refused_as(error: Exception) -> Refused:
    """How a failure of any kind is told: its code and a sentence without secrets."""
    if isinstance(error, Refused):
        return error
    if isinstance(error, StoreUnavailable):
        text = TEXTS.get(error.kind)
        return Refused("unavailable", f"Redis: {text}." if text else str(error))
    if isinstance(error, NotAllowed):
        return Refused("unavailable", str(error))
    if isinstance(error, BadName):
        return Refused("malformed", str(error))
    if isinstance(error, Refusal):
        code = code_of(error)
        return Refused(code if code in STATUSES else "conflict", str(error))
    if isinstance(error, tournaments.Refusal):
        return Refused(error.code if error.code in STATUSES else "conflict", str(error))
    if isinstance(error, CONFLICTS):
        return Refused("conflict", str(error))
    if isinstance(error, HTTPException):
        headers = error.headers
        return Refused(OF_STATUS.get(error.status_code, "malformed"), error.detail, headers)
    report(error, "console")
    return Refused("internal", "The console failed; its log says where.")


async def answer(request: Request, error: Exception) -> Response:
    """Answer a request that failed."""
    told = refused_as(error)
    return problem(told.code, told.detail, told.headers)
