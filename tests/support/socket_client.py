"""Clients of the socket, in the words of the contract."""

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
    """One socket: answers are found by their id, what else comes are pushes."""

    socket: ClientConnection
    answers: dict[Any, Json] = field(default_factory=dict)
    pushes: list[Json] = field(default_factory=list)
    count: int = 0

    def tell(self, op: str, **members: Any) -> int:
        """Send a request; its id."""
        self.count += 1
        self.socket.send(json.dumps({"id": self.count, "op": op, **members}))
        return self.count

    def answer(self, name: Any) -> Json:
        """The answer to a request, whatever else comes before it."""
        while name not in self.answers:
            self._receive()
        return self.answers.pop(name)

    def order(self, count: int) -> list[Any]:
        """The ids of the next answers, as they come."""
        while len(self.answers) < count:
            self._receive()
        return list(self.answers)

    def ask(self, op: str, **members: Any) -> Json:
        """What a request that must succeed is answered with."""
        answer = self.answer(self.tell(op, **members))
        assert "ok" in answer, answer
        content: Json = answer["ok"]
        return content

    def refused(self, op: str, **members: Any) -> Json:
        """The problem of a request that must be refused."""
        answer = self.answer(self.tell(op, **members))
        assert "error" in answer, answer
        problem: Json = answer["error"]
        return problem

    def refusal_of(self, frame: str) -> Json:
        """The problem of a frame that cannot be told from others: its id is null."""
        self.socket.send(frame)
        problem: Json = self.answer(None)["error"]
        return problem

    def push(self, match_id: str = "") -> Json:
        """The next push, of this match if one is named."""
        while True:
            for place, push in enumerate(self.pushes):
                if match_id in ("", push["matchId"]):
                    return self.pushes.pop(place)
            self._receive()

    def until(self, match_id: str, *events: str) -> list[Json]:
        """The pushes of a match up to one of these events."""
        found = [self.push(match_id)]
        while found[-1]["event"] not in events:
            found.append(self.push(match_id))
        return found

    def closed(self) -> tuple[int, str]:
        """With which code and reason the server closes it; what comes before that is kept."""
        with pytest.raises(ConnectionClosed) as end:
            self._receive_all()
        last = end.value.rcvd
        assert last, end.value
        return last.code, last.reason

    def _receive_all(self) -> None:
        while True:
            self._receive()

    def _receive(self) -> None:
        said = json.loads(self.socket.recv(PATIENCE_S))
        if "id" in said:
            assert said["id"] not in self.answers
            self.answers[said["id"]] = said
        else:
            assert list(said) == ["matchId", "event", "data"]
            self.pushes.append(said)


@contextmanager
def dialled(url: str, **how: Any) -> Iterator[Talk]:
    """A socket on which nothing has been said."""
    address = url.replace("http", "ws", 1) + "/v1/socket"
    usual = {"subprotocols": [PROTOCOL], "proxy": None, "max_size": None, "max_queue": None}
    with connect(address, **{**usual, **how}) as socket:
        yield Talk(socket)


@contextmanager
def talking(client: Client, **how: Any) -> Iterator[Talk]:
    """A socket of a player, or of a spectator; hello has been said."""
    with dialled(client.url, **how) as talk:
        talk.ask("hello", **({"token": client.token} if client.token else {}))
        yield talk
