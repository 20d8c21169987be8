"""Clients of the socket, and of the socket and HTTP together."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.support.players import Client, Json

PROTOCOL = "croupier.v1.json"
PATIENCE_S = 120.0


@dataclass
class Talk:
    """One socket: frames with an id are answers, all others are pushes.

    Who is here may be told between any of them, and is kept apart in `presences`.
    """

    socket: ClientConnection
    answers: dict[Any, Json] = field(default_factory=dict)
    pushes: list[Json] = field(default_factory=list)
    presences: list[Json] = field(default_factory=list)
    count: int = 0

    def tell(self, op: str, **members: Any) -> int:
        """Send a request; return its id."""
        self.count += 1
        self.socket.send(json.dumps({"id": self.count, "op": op, **members}))
        return self.count

    def answer(self, name: Any) -> Json:
        """Return the answer to a request, and keep all frames that come before it."""
        while name not in self.answers:
            self._receive()
        return self.answers.pop(name)

    def order(self, count: int) -> list[Any]:
        """Return the ids of the next answers in their order."""
        while len(self.answers) < count:
            self._receive()
        return list(self.answers)

    def ask(self, op: str, **members: Any) -> Json:
        """Send a request, which must succeed; return the content of its answer."""
        answer = self.answer(self.tell(op, **members))
        assert "ok" in answer, answer
        content: Json = answer["ok"]
        return content

    def refused(self, op: str, **members: Any) -> Json:
        """Send a request, which must be refused; return the problem."""
        answer = self.answer(self.tell(op, **members))
        assert "error" in answer, answer
        problem: Json = answer["error"]
        return problem

    def refusal_of(self, frame: str) -> Json:
        """Send a frame without a valid id; return the problem of the answer with the id null."""
        self.socket.send(frame)
        problem: Json = self.answer(None)["error"]
        return problem

    def push(self, match_id: str = "") -> Json:
        """Return the next push, of this match if one is named."""
        while True:
            for place, push in enumerate(self.pushes):
                if match_id in ("", push["matchId"]):
                    return self.pushes.pop(place)
            self._receive()

    def presence(self) -> Json:
        """Return the next push that tells who is here."""
        while not self.presences:
            self._receive()
        return self.presences.pop(0)

    def until(self, match_id: str, *events: str) -> list[Json]:
        """Return the pushes of a match up to one of these events."""
        found = [self.push(match_id)]
        while found[-1]["event"] not in events:
            found.append(self.push(match_id))
        return found

    def closed(self) -> tuple[int, str]:
        """Return the code and reason with which the server closes; keep all frames before."""
        with pytest.raises(ConnectionClosed) as end:
            self._receive_all()
        last = end.value.rcvd
        assert last, end.value
        return last.code, last.reason

    def _receive_all(self) -> None:
        while True:
            self._receive()

    def _receive(self) -> None:
        frame = json.loads(self.socket.recv(PATIENCE_S))
        if "id" in frame:
            assert frame["id"] not in self.answers
            self.answers[frame["id"]] = frame
        else:
            assert list(frame) == ["matchId", "event", "data"]
            (self.presences if frame["event"] == "presence" else self.pushes).append(frame)


@contextmanager
def dialled(url: str, **how: Any) -> Iterator[Talk]:
    """Open a socket, and send no frame yet."""
    address = url.replace("http", "ws", 1) + "/v1/socket"
    usual = {"subprotocols": [PROTOCOL], "proxy": None, "max_size": None, "max_queue": None}
    with connect(address, **{**usual, **how}) as socket:
        yield Talk(socket)


@contextmanager
def talking(client: Client, **how: Any) -> Iterator[Talk]:
    """Open a socket of a player, or of a spectator, and say hello."""
    with dialled(client.url, **how) as talk:
        talk.ask("hello", **({"token": client.token} if client.token else {}))
        yield talk


@dataclass
class BothWays:
    """A player with a socket, for requests that are sent over HTTP and over that."""

    player: Client
    talk: Talk
    match_id: str

    def move(self, **body: Any) -> tuple[Json, Json]:
        """Return both problems of a move that must be refused: of HTTP, and of the socket."""
        there = self.player.post(f"/v1/matches/{self.match_id}/moves", body)
        here = self.talk.refused("move", matchId=self.match_id, **body)
        return without_id(there.json()), without_id(here)

    def read(self, op: str, path: str, **members: Any) -> tuple[Json, Json]:
        """Return both problems of a read that must be refused: of HTTP, and of the socket."""
        there = self.player.get(f"/v1/matches/{self.match_id}{path}", **members)
        here = self.talk.refused(op, matchId=self.match_id, **members)
        return without_id(there.json()), without_id(here)


def without_id(problem: Json) -> Json:
    """Return the problem without its requestId, which differs from request to request."""
    return {name: value for name, value in problem.items() if name != "requestId"}


def first_move(player: Client, match_id: str) -> str:
    """Return the notation of the player's first legal move."""
    return str(player.legal_moves(match_id)[0]["notation"])
