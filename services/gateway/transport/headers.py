"""Conditions and preferences of a request: RFC 9110, RFC 7240 and Idempotency-Key."""

import re
from collections.abc import MutableMapping
from typing import Any

from starlette.requests import HTTPConnection, Request

from gateway.errors import Problem

FIELDS = "croupier.fields"
"""Where a request's scope has its header fields once they have been looked at."""

MAX_WAIT_S = 60
DIGITS = 9
"""As many of a number's digits as are read: with them, it is too large already."""
IF_MATCH = re.compile(r'"(0|[1-9]\d{0,19})"', re.ASCII)
ENTITY_TAG = re.compile(r'\s*(?:W/)?"([^"]*)"\s*(?:,|$)')
WAIT = re.compile(r'\s*wait\s*=\s*("?)0*(\d+)\1\s*', re.ASCII | re.IGNORECASE)
IDEMPOTENCY_KEY = re.compile(r"[!-~]{1,255}")
MAX_VERSION = 2**32 - 1


def fields(scope: MutableMapping[str, Any]) -> dict[bytes, bytes]:
    """The header fields by name, the lines of each joined as RFC 9110 joins them."""
    known: dict[bytes, bytes] | None = scope.get(FIELDS)
    if known is None:
        known = scope[FIELDS] = {}
        for name, value in scope["headers"]:
            known[name] = known[name] + b", " + value if name in known else value
    return known


def field(request: HTTPConnection, name: bytes) -> str | None:
    """A header field, in lower case; None if it is not there."""
    value = fields(request.scope).get(name)
    return None if value is None else value.decode("latin-1")


def etag(version: int) -> str:
    """It names the version, not the bytes: every viewer of a version has the same."""
    return f'"{version}"'


def expected_version(request: Request, in_body: int | None) -> int | None:
    """The version that the caller decided upon, from If-Match or the body."""
    header = field(request, b"if-match")
    if header is None:
        return a_version(in_body)
    match = IF_MATCH.fullmatch(header.strip())
    if not match:
        raise Problem("malformed", 'If-Match must be one version in quotes, such as "17".')
    if in_body not in (None, int(match[1])):
        raise Problem("malformed", "If-Match and expectedVersion name different versions.")
    return min(int(match[1]), MAX_VERSION)


def a_version(number: int | None) -> int | None:
    """A version as the engine takes it: there are none beyond 32 bits."""
    return None if number is None else min(number, MAX_VERSION)


def matches_etag(request: Request, version: int) -> bool:
    """Whether If-None-Match has this version: the caller knows it already."""
    header = (field(request, b"if-none-match") or "").strip()
    return header == "*" or str(version) in ENTITY_TAG.findall(header)


def wait_s(request: Request) -> int | None:
    """The seconds of `Prefer: wait=S`, at most 60; None if absent or not understood."""
    for preference in (field(request, b"prefer") or "").split(","):
        if match := WAIT.fullmatch(preference.split(";")[0]):
            return min(int(match[2][:DIGITS]), MAX_WAIT_S)
    return None


def idempotency_key(request: Request) -> str | None:
    """The Idempotency-Key; Problem malformed unless it is 1 to 255 visible ASCII characters."""
    return a_key(field(request, b"idempotency-key"))


def a_key(text: str | None) -> str | None:
    """An idempotency key, if there is one; Problem malformed if it cannot be one."""
    if text is None or IDEMPOTENCY_KEY.fullmatch(text):
        return text
    raise Problem("malformed", "Idempotency-Key must be 1 to 255 visible ASCII characters.")


def prefers(request: Request, *offers: str) -> str:
    """The offered media type that the caller likes best; the first on a tie.

    Problem not_acceptable if it accepts none of them.
    """
    accepted = field(request, b"accept") or "*/*"
    ranked = [(_quality(accepted, offer), -index) for index, offer in enumerate(offers)]
    quality, index = max(ranked)
    if quality <= 0:
        raise Problem("not_acceptable", f"This can be had as {' or '.join(offers)}.")
    return offers[-index]


def _quality(accepted: str, offer: str) -> float:
    """The q of the most specific range that covers `offer`; 0 if none does."""
    best = (-1, 0.0)
    for part in accepted.split(","):
        name, *parameters = (piece.strip().lower() for piece in part.split(";"))
        covers = {offer: 2, f"{offer.split('/')[0]}/*": 1, "*/*": 0}
        if name in covers:
            best = max(best, (covers[name], _q(parameters)))
    return best[1]


def _q(parameters: list[str]) -> float:
    for parameter in parameters:
        if match := re.fullmatch(r"q\s*=\s*([01](?:\.\d{0,3})?)", parameter, re.ASCII):
            return float(match[1])
    return 1.0
