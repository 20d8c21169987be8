"""Fetching of replays from a server, by the URL of their match."""

import os
from http.client import HTTPException
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from croupier_match.verify.errors import NotAReplay

TIMEOUT_S = 60
MAX_BYTES = 256 * 2**20


def is_url(source: str) -> bool:
    """Whether this is a URL, and not the path of a file."""
    return urlsplit(source).scheme in ("http", "https")


def id_of(url: str) -> str:
    """The id of the match with this URL, which may be that of its replay as well."""
    return urlsplit(url).path.rstrip("/").removesuffix("/replay").rpartition("/")[2]


def fetch(url: str) -> bytes:
    """The replay of the match with this URL, or what the server says instead.

    TOKEN is the token of one of its players: without one, a private match cannot be had.
    Raise NotAReplay.
    """
    bare = urlsplit(url)._replace(query="", fragment="").geturl()
    return fetch_lines(f"{bare.rstrip('/').removesuffix('/replay')}/replay")


def fetch_lines(url: str) -> bytes:
    """What the server answers to a request for the lines at this URL, or says instead.

    TOKEN is a player's token, as above. Raise NotAReplay.
    """
    # As lines, in which a match of any length can be had.
    accept = {"Accept": "application/x-ndjson, application/problem+json"}
    request = Request(url, headers=accept)  # noqa: S310
    if token := os.environ.get("TOKEN"):
        # Not to where a redirect leads.
        request.add_unredirected_header("Authorization", f"Bearer {token}")
    try:
        with urlopen(request, timeout=TIMEOUT_S) as answer:  # noqa: S310
            text = answer.read(MAX_BYTES + 1)
    except HTTPError as error:
        # A refusal is JSON too, and its sentence is worth more than its number.
        return error.read(MAX_BYTES)
    except (OSError, HTTPException, ValueError) as error:
        raise NotAReplay(f"it cannot be fetched ({error}).") from None
    if len(text) > MAX_BYTES:
        raise NotAReplay("it is larger than any replay.")
    return bytes(text)
