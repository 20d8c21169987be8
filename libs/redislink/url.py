"""URLs of Redis.

    redis://HOST:PORT/DB  rediss://...  unix://PATH      one server, as redis-py has it
    redis+cluster://HOST:PORT,HOST:PORT                  some nodes of a Redis Cluster
    redis+sentinel://HOST:PORT,HOST:PORT/NAME            the Sentinels of the primary NAME

With `rediss+` in front, the last two use TLS. USER:PASSWORD@ goes before the hosts, and
?OPTION=VALUE after everything else: options of redis-py, such as ssl_ca_certs.
`sentinel_username` and `sentinel_password` are for the Sentinels, which get none otherwise.
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, cast
from urllib.parse import urlsplit, urlunsplit

from redis.asyncio.connection import SSLConnection, parse_url

SEVERAL = re.compile(r"(?P<plain>rediss?)\+(?P<kind>cluster|sentinel)://", re.IGNORECASE)
PORTS = {"cluster": 6379, "sentinel": 26379}
SENTINEL = "sentinel_"
ACCEPTED = (
    "The Redis URL is not valid. Accepted are redis://HOST:PORT/DB, unix://PATH,"
    " redis+cluster://HOST:PORT,HOST:PORT and redis+sentinel://HOST:PORT,HOST:PORT/NAME, with"
    " rediss for TLS and USER:PASSWORD@ before the hosts; / in a password is written as %2F."
)


class InvalidUrl(ValueError):
    """The URL is not valid. The message never quotes it, since it may have a password."""


@contextmanager
def without_secrets() -> Iterator[None]:
    """Raise InvalidUrl for any ValueError: those of parsers quote parts of the password."""
    try:
        yield
    except InvalidUrl:
        raise
    except ValueError:
        raise InvalidUrl(ACCEPTED) from None


@dataclass(frozen=True, slots=True)
class Topology:
    """A cluster or Sentinels. `options` are those of a connection to one of the Redis servers.

    `service` is the name of the primary; it and `sentinel_options` are for Sentinels only.
    """

    kind: Literal["cluster", "sentinel"]
    hosts: tuple[tuple[str, int], ...]
    tls: bool
    options: dict[str, Any]
    service: str
    sentinel_options: dict[str, Any]


@without_secrets()
def parse(url: str) -> Topology | None:
    """The cluster or the Sentinels of a URL; None for one server. Raise InvalidUrl."""
    found = SEVERAL.match(url)
    if not found:
        return None
    kind = cast(Literal["cluster", "sentinel"], found["kind"].lower())
    parts = urlsplit(url)
    credentials, at, hosts = parts.netloc.rpartition("@")
    service = parts.path.strip("/")
    if kind == "sentinel" and not service:
        raise InvalidUrl("A Redis URL of Sentinels must end with the name of the primary: /NAME")
    if kind == "cluster" and service not in ("", "0"):
        raise InvalidUrl("A Redis URL of a cluster must not end with a database, or with /0 only.")
    # redis-py parses options and credentials, as if they were those of one server.
    one = (found["plain"].lower(), f"{credentials}{at}localhost", "", parts.query, "")
    options: dict[str, Any] = {**parse_url(urlunsplit(one))}
    tls = options.pop("connection_class", None) is SSLConnection
    for name in ("host", "db"):
        options.pop(name, None)
    names = [name for name in options if name.startswith(SENTINEL)]
    sentinel_options = {name.removeprefix(SENTINEL): options.pop(name) for name in names}
    addresses = tuple(_host(host, PORTS[kind]) for host in hosts.split(","))
    return Topology(kind, addresses, tls, options, service, sentinel_options)


@without_secrets()
def check_url(url: str) -> str:
    """Return `url`. Raise InvalidUrl if it is not valid, or its authority's file is missing."""
    found = parse(url)
    options: Mapping[str, Any] = found.options if found else cast(Any, parse_url(url))
    authority = options.get("ssl_ca_certs")
    if authority and not Path(authority).is_file():
        raise InvalidUrl("ssl_ca_certs in the Redis URL must name a file that can be read.")
    return url


def names_user(url: str) -> bool:
    """Whether the URL names a user, or has a password."""
    return "@" in urlsplit(url).netloc


def _host(text: str, port: int) -> tuple[str, int]:
    parts = urlsplit(f"//{text}")
    if not parts.hostname:
        raise InvalidUrl("A Redis URL must name its servers as HOST:PORT,HOST:PORT.")
    return parts.hostname, parts.port or port
