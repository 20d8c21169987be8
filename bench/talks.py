"""The requests of a load generator's clients, each one depending on the answer before."""

from typing import Protocol

import orjson

from bench import gateway
from bench.prepare import Match, Room
from tests.support.raw_http import get, posting, with_body


class Talk(Protocol):
    """The requests of one client; answers must have the status `expected`."""

    expected: int

    def ask(self) -> bytes | None:
        """The next request; None if there are no more."""

    def hear(self, body: bytes) -> int:
        """Take the answer; return how many moves it made."""

    def leave(self) -> None:
        """Give back the match, so that another client can go on with it."""


class Hello:
    """The same request again and again, answered with something that contains `needed`."""

    def __init__(self, request: bytes = b"", expected: int = 200, needed: bytes = b"") -> None:
        self.expected = expected
        self._request = request or get(gateway.PATH)
        self._needed = needed

    def ask(self) -> bytes:
        return self._request

    def hear(self, body: bytes) -> int:
        if self._needed not in body:
            raise ValueError(f"Without {self._needed!r}: {body!r}")
        return 1

    def leave(self) -> None:
        pass


class Mover:
    """A pair that plays one match after another, by POST."""

    expected = 200

    def __init__(self, room: Room, pair: int, query: str = "?view=none") -> None:
        self._room = room
        self._pair = pair
        self._query = query
        self._match: Match | None = None
        self._heads: list[bytes] = []

    def ask(self) -> bytes | None:
        match = self._current()
        if match is None:
            return None
        if not self._heads:
            path = f"/v1/matches/{match.id}/moves{self._query}"
            self._heads = [posting(path, token) for token in match.tokens]
        body = b'{"notation":"%b","expectedVersion":%d}' % (match.notation.encode(), match.version)
        return with_body(self._heads[match.seat], body)

    def hear(self, body: bytes) -> int:
        assert self._match
        self._match.moved(orjson.loads(body))
        return 1

    def leave(self) -> None:
        if self._match:
            self._room.give_back(self._match)

    def _current(self) -> Match | None:
        if self._match is None or not self._match.left:
            self._match = self._room.take(self._pair, or_any=True)
            self._heads = []
        return self._match


class Reader(Mover):
    """A pair that moves, and whose other player then reads the match: each read finds a change."""

    def __init__(self, room: Room, pair: int) -> None:
        super().__init__(room, pair)
        self._reads = False

    def ask(self) -> bytes | None:
        if self._reads and self._match:
            return get(f"/v1/matches/{self._match.id}", self._match.tokens[self._match.seat])
        return super().ask()

    def hear(self, body: bytes) -> int:
        """Take the answer; a read counts, and the move before it is part of that."""
        assert self._match
        moved = not self._reads and super().hear(body)
        if self._reads and _version(self._match.version) not in body:
            raise ValueError(f"Without version {self._match.version}: {body!r}")
        self._reads = bool(moved)
        return int(not moved)


def reader(room: Room, pair: int, unchanged: bool = False) -> Hello:
    """A client that reads a match of the pair; an `unchanged` one has its version, and gets 304."""
    match = room.pairs[pair].matches[0]
    path, token = f"/v1/matches/{match.id}", match.tokens[0]
    if unchanged:
        return Hello(get(path, token, If_None_Match=f'"{match.version}"'), expected=304)
    return Hello(get(path, token), needed=_version(match.version))


def _version(version: int) -> bytes:
    return b'"version":%d,' % version
