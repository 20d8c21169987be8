"""Request headers: conditions (RFC 9110), preferences (RFC 7240), Idempotency-Key, Accept."""

import re
from collections.abc import MutableMapping
from functools import lru_cache
from typing import Any

from starlette.requests import HTTPConnection, Request

from gateway.errors import Problem
from gateway.http.parameters import clamp_uint32

FIELDS = "croupier.fields"
"""The key of a request's scope under which its parsed header fields are kept."""

REMEMBERED = 256
"""Values of Accept for which is remembered what they prefer."""

MAX_WAIT_S = 50
"""Proxies give up after 60 s, unless they are told otherwise."""
DIGITS = 9
"""How many digits of a number are read: a longer one is above MAX_WAIT_S anyway."""
VERSION = re.compile(r"0|[1-9]\d{0,19}", re.ASCII)
KNOWN_VERSION = re.compile(r"[1-9]\d{0,8}", re.ASCII)
# A proxy that compresses makes a tag weak, or adds the coding to it: W/"2" is nginx's and
# haproxy's, "2-gzip" Apache's.
ENTITY_TAG = re.compile(r'(?:W/)?"([^"]*?)(?:-(?:gzip|br|deflate|zstd))?"\s*(?:,|$)')
RATED = "-rated"
"""What follows the version in the tag of a match that says what it has changed of ratings."""
ANY_TAG = "*"
WAIT = re.compile(r'\s*wait\s*=\s*("?)0*(\d+)\1\s*', re.ASCII | re.IGNORECASE)
IDEMPOTENCY_KEY = re.compile(r"[!-~]{1,255}")
QUALITY = re.compile(r"q\s*=\s*([01](?:\.\d{0,3})?)", re.ASCII)


def fields(scope: MutableMapping[str, Any]) -> dict[bytes, bytes]:
    """Return the header fields by lower-case name, repeated ones joined as in RFC 9110."""
    known: dict[bytes, bytes] | None = scope.get(FIELDS)
    if known is None:
        known = scope[FIELDS] = {}
        for name, value in scope["headers"]:
            known[name] = known[name] + b", " + value if name in known else value
    return known


def field(request: HTTPConnection, name: bytes) -> str | None:
    """Return the header field of this lower-case name; None if it is absent."""
    value = fields(request.scope).get(name)
    return None if value is None else value.decode("latin-1")


def etag(tag: int | str) -> str:
    """Return the ETag of a match's version, which every viewer of it gets, or of another tag."""
    return f'"{tag}"'


def match_tag(version: int, rated: bool) -> str:
    """Return the tag of a match at a version: another one once its `ratings` are known."""
    return f"{version}{RATED}" if rated else str(version)


def expected_version(request: Request, in_body: int | None) -> int | None:
    """Return the version that the caller requires, from If-Match or from the body.

    Raise Problem malformed if If-Match does not name one version, or not that of the body.
    """
    version = _if_match(request)
    if version is None:
        return clamp_uint32(in_body)
    if in_body not in (None, version):
        raise Problem("malformed", "If-Match and expectedVersion name different versions.")
    return clamp_uint32(version)


def condition(request: Request) -> str:
    """Return what If-Match demands, the same for all ways to write a tag; "" if there is none."""
    header = field(request, b"if-match") or ""
    return ",".join(sorted({*ENTITY_TAG.findall(header)})) or header


def _if_match(request: Request) -> int | None:
    """Return the version that If-Match names; None if any is right. Raise Problem malformed."""
    header = field(request, b"if-match")
    if header is None or header.strip() == ANY_TAG:
        return None
    tags = {tag.removesuffix(RATED) for tag in ENTITY_TAG.findall(header)}
    if ENTITY_TAG.sub("", header).strip() or len(tags) != 1 or not VERSION.fullmatch(*tags):
        raise Problem("malformed", 'If-Match must name one version in quotes, such as "17".')
    return int(*tags)


def matches_etag(request: Request, tag: int | str) -> bool:
    """Return whether If-None-Match lists this version or tag, so that the answer is 304."""
    header = field(request, b"if-none-match")
    if header is None:
        return False
    header = header.strip()
    return header == ANY_TAG or str(tag) in ENTITY_TAG.findall(header)


def known_version(request: Request) -> int:
    """Return the version that If-None-Match names, if it names one only; else 0."""
    tags = set(ENTITY_TAG.findall(field(request, b"if-none-match") or ""))
    if len(tags) == 1 and KNOWN_VERSION.fullmatch(*tags):
        return int(*tags)
    return 0


def wait_s(request: Request) -> int | None:
    """Return the seconds of `Prefer: wait=S`, at most MAX_WAIT_S; None if absent or malformed."""
    for preference in (field(request, b"prefer") or "").split(","):
        # RFC 7240 allows parameters after the value; wait has none, so they are ignored.
        if match := WAIT.fullmatch(preference.split(";")[0]):
            return min(int(match[2][:DIGITS]), MAX_WAIT_S)
    return None


def idempotency_key(request: Request) -> str | None:
    """Return the Idempotency-Key; None without one. Raise Problem malformed, see `parse_key`."""
    return parse_key(field(request, b"idempotency-key"))


def parse_key(text: str | None) -> str | None:
    """Return an idempotency key. Raise Problem malformed unless it is 1 to 255 visible ASCII."""
    if text is None or IDEMPOTENCY_KEY.fullmatch(text):
        return text
    raise Problem("malformed", "Idempotency-Key must be 1 to 255 visible ASCII characters.")


def preferred_media_type(request: Request, *offers: str) -> str:
    """Return the offer with the highest quality in Accept; the first of equals.

    Raise Problem not_acceptable if Accept covers none of them.
    """
    return _preferred(field(request, b"accept") or "*/*", offers)


@lru_cache(REMEMBERED)
def _preferred(accepted: str, offers: tuple[str, ...]) -> str:
    """Return the same of the value of Accept, of which there are few."""
    ranked = [(_quality(accepted, offer), -index) for index, offer in enumerate(offers)]
    # Of equal qualities, the greatest -index is that of the first offer.
    quality, index = max(ranked)
    if quality <= 0:
        raise Problem("not_acceptable", f"Available media types: {', '.join(offers)}.")
    return offers[-index]


def prefers(request: Request, media_type: str, usual: str) -> bool:
    """Return whether Accept wants this media type more than the usual one."""
    accepted = field(request, b"accept") or "*/*"
    return _quality(accepted, media_type) > _quality(accepted, usual)


def names(request: Request, media_type: str) -> bool:
    """Return whether Accept has this very media type, and not only a range with it."""
    accepted = (field(request, b"accept") or "").split(",")
    return any(_quality(part, media_type) > 0 for part in accepted if "*" not in part)


def takes_gzip(request: Request) -> bool:
    """Return whether Accept-Encoding has gzip, or anything, and not with a quality of 0."""
    return takes(request, "gzip")


def takes(request: Request, coding: str) -> bool:
    """Return whether Accept-Encoding has the coding, or anything, and not with a quality of 0."""
    weights = {}
    for part in (field(request, b"accept-encoding") or "").split(","):
        name, *parameters = (piece.strip().lower() for piece in part.split(";"))
        weights[name] = _parse_quality(parameters)
    return weights.get(coding, weights.get("*", 0.0)) > 0


def _quality(accepted: str, offer: str) -> float:
    """Return the q of the most specific range that covers `offer`; 0 if none does."""
    best = (-1, 0.0)
    for part in accepted.split(","):
        name, *parameters = (piece.strip().lower() for piece in part.split(";"))
        specificity = {offer: 2, f"{offer.split('/')[0]}/*": 1, "*/*": 0}
        if name in specificity:
            best = max(best, (specificity[name], _parse_quality(parameters)))
    return best[1]


def _parse_quality(parameters: list[str]) -> float:
    for parameter in parameters:
        if match := QUALITY.fullmatch(parameter):
            return float(match[1])
    return 1.0
