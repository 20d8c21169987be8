"""Where Redis is, as an URL says it.

    redis://HOST:PORT/DB  rediss://...  unix://PATH      one server, as redis-py has it
    redis+cluster://HOST:PORT,HOST:PORT                  some nodes of a Redis Cluster
    redis+sentinel://HOST:PORT,HOST:PORT/NAME            the Sentinels that watch over NAME

With `rediss+` in front, the last two are spoken to by TLS. USER:PASSWORD@ goes before the hosts,
?OPTION=VALUE after all of it: redis-py's own, such as ssl_ca_certs. `sentinel_username` and
`sentinel_password` are for the Sentinels, which otherwise are asked without.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Literal, cast
from urllib.parse import urlsplit, urlunsplit

from redis.asyncio.connection import SSLConnection, parse_url

MANY = re.compile(r"(?P<plain>rediss?)\+(?P<kind>cluster|sentinel)://", re.IGNORECASE)
PORTS = {"cluster": 6379, "sentinel": 26379}
SENTINEL = "sentinel_"
UNREADABLE = (
    "The Redis URL cannot be read. It begins with redis://, rediss://, unix:// or another scheme"
    " that docs/operations.md lists; in a password, a character such as / is written as %2F."
)


class InvalidUrl(ValueError):
    """It makes no sense; the message has nothing of it."""


@contextmanager
def tight_lipped() -> Iterator[None]:
    """Raise WrongUrl for any ValueError: what others say of a URL quotes parts of passwords."""
    try:
        yield
    except InvalidUrl:
        raise
    except ValueError:
        raise InvalidUrl(UNREADABLE) from None


@dataclass(frozen=True, slots=True)
class Topology:
    """Several servers that know each other. `options` are those of a connection to one of them.

    `service` and `sentinel_options` are for Sentinels only.
    """

    kind: Literal["cluster", "sentinel"]
    hosts: tuple[tuple[str, int], ...]
    tls: bool
    options: dict[str, Any]
    service: str
    sentinel_options: dict[str, Any]


@tight_lipped()
def parse(url: str) -> Topology | None:
    """What the URL says; None for that of one server. Raise WrongUrl."""
    named = MANY.match(url)
    if not named:
        return None
    kind = cast(Literal["cluster", "sentinel"], named["kind"].lower())
    parts = urlsplit(url)
    credentials, at, hosts = parts.netloc.rpartition("@")
    service = parts.path.strip("/")
    if kind == "sentinel" and not service:
        raise InvalidUrl("A Redis URL for Sentinels ends with the name that they watch: /NAME")
    if kind == "cluster" and service not in ("", "0"):
        raise InvalidUrl("A Redis Cluster has no numbered databases.")
    one = (named["plain"].lower(), f"{credentials}{at}localhost", "", parts.query, "")
    options: dict[str, Any] = {**parse_url(urlunsplit(one))}
    tls = options.pop("connection_class", None) is SSLConnection
    for name in ("host", "db"):
        options.pop(name, None)
    own = [name for name in options if name.startswith(SENTINEL)]
    theirs = {name.removeprefix(SENTINEL): options.pop(name) for name in own}
    found = tuple(_host(host, PORTS[kind]) for host in hosts.split(","))
    return Topology(kind, found, tls, options, service, theirs)


@tight_lipped()
def readable(url: str) -> str:
    """The URL itself. Raise WrongUrl if it makes no sense."""
    if not parse(url):
        parse_url(url)
    return url


def _host(text: str, port: int) -> tuple[str, int]:
    parts = urlsplit(f"//{text}")
    if not parts.hostname:
        raise InvalidUrl("A Redis URL names its servers as HOST:PORT,HOST:PORT.")
    return parts.hostname, parts.port or port
