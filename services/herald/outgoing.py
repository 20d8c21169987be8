"""Calls out of the network: one resolution, all of it public, and one connection to what it said.

No redirect is followed, no proxy is asked, and of an answer 4 KiB are read at the most: a receiver
may be anybody's. What must not be called is refused before a byte is sent.
"""

import asyncio
import re
import socket
import ssl
from collections.abc import Awaitable, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from http import HTTPStatus
from http.client import HTTPException, HTTPResponse
from io import BytesIO
from typing import TypeAlias, cast

from redislink.hook_urls import HookUrl

from herald.addresses import Network, is_public
from herald.schedule import Answer

TIMEOUT_S = 10.0
"""The most time for all of a call: name, connection, handshake and answer."""
READ_BYTES = 4096
REST_S = 1.0
"""How long the rest of an answer is read, so that its sender sees no broken connection."""
STATUS = re.compile(rb"HTTP/1\.[01] (\d{3})(?:[ \r]|$)")
RETRY_AFTER = re.compile(rb"\r\nretry-after:[ \t]*([^\r\n]{0,64})", re.IGNORECASE)

RESOLVERS = ThreadPoolExecutor(256, "resolver")
"""Look names up, one for each message on its way: a name server that hangs has its thread for
longer than the message waits, and must not hold up the names of others."""

Resolve: TypeAlias = Callable[[str, int], Awaitable[Sequence[str]]]
"""Returns the addresses of a name. Raise OSError if it has none."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a connection goes to."""

    address: str
    port: int


async def system_resolve(host: str, port: int) -> Sequence[str]:
    """Return the addresses of a name as the system knows them. Raise OSError without any."""
    ask = partial(socket.getaddrinfo, host, port, type=socket.SOCK_STREAM)
    found = await asyncio.get_running_loop().run_in_executor(RESOLVERS, ask)
    return [str(address[0]) for *_, address in found]


class Unfetched(Exception):
    """What could not be fetched, with a reason."""


@dataclass(frozen=True, slots=True)
class Outgoing:
    """What may be called: public addresses that are not `denied`.

    `own` are places by name that are the operator's and need not be public.
    """

    trust: ssl.SSLContext
    denied: Sequence[Network] = ()
    own: Mapping[str, Place] = field(default_factory=dict)
    resolve: Resolve = system_resolve

    async def post(
        self, url: HookUrl, headers: Mapping[str, str], body: bytes, own: bool = False
    ) -> Answer:
        """Post a body; return the answer, or why there is none. Places of `own` only if told so."""
        try:
            async with asyncio.timeout(TIMEOUT_S):
                place = await self._place(url, own)
                if place is None:
                    return Answer(0, error="refused")
                return await self._exchange(place, url.host, _request("POST", url, headers, body))
        except TimeoutError:
            return Answer(0, error="timeout")
        except ssl.SSLError:
            return Answer(0, error="certificate")
        except socket.gaierror:
            return Answer(0, error="name")
        except (OSError, EOFError, ValueError):
            return Answer(0, error="connection")

    async def get(self, url: HookUrl, most_bytes: int) -> bytes:
        """Get what is at a URL of the operator's choice; places of `own` may be called.

        Raise Unfetched for any answer but a whole one with the status 200 and `most_bytes`.
        """
        try:
            async with asyncio.timeout(TIMEOUT_S):
                place = await self._place(url, own=True)
                if place is None:
                    raise Unfetched("its address is not public")
                read = await self._read(place, url, most_bytes + READ_BYTES)
        except ssl.SSLError as error:
            raise Unfetched("its certificate is not trusted") from error
        except (OSError, EOFError, TimeoutError) as error:
            raise Unfetched("it does not answer in time") from error
        return _body(read, most_bytes)

    async def _read(self, place: Place, url: HookUrl, most_bytes: int) -> bytes:
        """Return all that is answered, up to one byte more than these."""
        reader, writer = await self._connect(place, url.host)
        try:
            writer.write(_request("GET", url, {"Accept": "application/json"}, b""))
            read = b""
            while len(read) <= most_bytes and (some := await reader.read(READ_BYTES)):
                read += some
            return read
        finally:
            writer.transport.abort()

    async def _place(self, url: HookUrl, own: bool) -> Place | None:
        """Where the name is, all of whose addresses are public; None if one of them is not."""
        if own and url.host in self.own:
            return self.own[url.host]
        found = await self.resolve(url.host, url.port)
        if not found or not all(is_public(each, self.denied) for each in found):
            return None
        return Place(found[0], url.port)

    async def _exchange(self, place: Place, name: str, request: bytes) -> Answer:
        reader, writer = await self._connect(place, name)
        try:
            writer.write(request)
            return await _answer(reader)
        finally:
            writer.transport.abort()

    async def _connect(
        self, place: Place, name: str
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection(
            place.address,
            place.port,
            ssl=self.trust,
            server_hostname=name,
            limit=READ_BYTES,
            ssl_shutdown_timeout=REST_S,
        )


async def _answer(reader: asyncio.StreamReader) -> Answer:
    """What is answered, after any 1xx before it. Raise EOFError or ValueError if it is not HTTP."""
    read = b""
    while not (head := _head(read)):
        some = await reader.read(READ_BYTES - len(read)) if len(read) < READ_BYTES else b""
        if not some:
            raise EOFError
        read += some
    status, asked = STATUS.match(head), RETRY_AFTER.search(head)
    if not status:
        raise ValueError
    with suppress(TimeoutError, OSError):
        async with asyncio.timeout(REST_S):
            left = READ_BYTES - len(read)
            while left > 0 and (some := await reader.read(left)):
                left -= len(some)
    return Answer(int(status[1]), asked[1].decode("latin-1") if asked else "")


def _head(read: bytes) -> bytes:
    """The head of the answer, b"" while it is not whole; what only precedes it is passed over."""
    while True:
        head, end, rest = read.partition(b"\r\n\r\n")
        if not end:
            return b""
        if not head.startswith((b"HTTP/1.1 1", b"HTTP/1.0 1")):
            return head
        read = rest


def _body(read: bytes, most_bytes: int) -> bytes:
    """Return the body of an answer. Raise Unfetched."""
    answer = HTTPResponse(cast(socket.socket, _Read(read)))
    try:
        answer.begin()
        body = answer.read()
    except (HTTPException, ValueError, OSError) as error:
        raise Unfetched("it answers what is not HTTP") from error
    if answer.status != HTTPStatus.OK:
        raise Unfetched(f"it answers {answer.status}")
    if len(body) > most_bytes or len(read) > most_bytes + READ_BYTES:
        raise Unfetched("it answers too much")
    return body


class _Read:
    """What was read of a connection, as `HTTPResponse` reads it."""

    def __init__(self, read: bytes) -> None:
        self._read = read

    def makefile(self, _: str) -> BytesIO:
        return BytesIO(self._read)


def _request(verb: str, url: HookUrl, headers: Mapping[str, str], body: bytes) -> bytes:
    lines = [
        f"{verb} {url.target} HTTP/1.1",
        f"Host: {url.authority}",
        "User-Agent: croupier-herald",
        "Connection: close",
        f"Content-Length: {len(body)}",
        *(f"{name}: {value}" for name, value in headers.items()),
    ]
    return "\r\n".join([*lines, "", ""]).encode("ascii") + body
