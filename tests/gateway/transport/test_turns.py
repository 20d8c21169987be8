"""Turns: requests that are worked on, that wait, and that are refused without any work."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from gateway.errors import Problem
from gateway.observability.metrics import Metrics
from gateway.observability.requests import RequestObserver
from gateway.transport.middleware import GONE, RequestContext
from gateway.transport.turns import Turn, Turns
from starlette.requests import ClientDisconnect
from starlette.types import Message, Receive, Scope, Send

pytestmark = pytest.mark.anyio

LONG_S = 60.0


class Counted(Turns):
    """Turns whose refusals can be read."""

    def __init__(self, working: int = 1, wait_s: float = LONG_S) -> None:
        self.metrics = Metrics()
        super().__init__(working, wait_s, self.metrics)

    @property
    def refused(self) -> dict[str, float]:
        return {
            sample.labels["kind"]: sample.value
            for family in self.metrics.registry.collect()
            for sample in family.samples
            if sample.name == "croupier_gateway_refused_total" and sample.value
        }


async def waiting(turns: Turns, **how: Any) -> "asyncio.Task[None]":
    """A request that waits for its turn."""
    task = asyncio.create_task(turns.enter(**how))
    await asyncio.sleep(0)
    assert not task.done()
    return task


async def test_as_many_are_worked_on_as_may_be_and_the_others_in_their_order() -> None:
    turns = Counted(2)
    await turns.enter()
    await turns.enter()
    first, second = await waiting(turns), await waiting(turns)
    turns.leave()
    await first
    assert not second.done()
    turns.leave()
    await second
    assert turns.refused == {}


async def test_who_has_waited_too_long_is_refused_without_a_turn() -> None:
    turns = Counted(wait_s=0.01)
    await turns.enter()
    with pytest.raises(Problem) as refusal:
        await turns.enter()
    assert refusal.value.code == "unavailable"
    assert int(refusal.value.headers["Retry-After"]) in range(1, 4)
    assert turns.refused == {"late": 1}
    turns.leave()
    await turns.enter()  # the one who was refused has taken no turn


async def test_who_has_left_loses_its_turn_to_the_next() -> None:
    turns, gone = Counted(), False
    with pytest.raises(ClientDisconnect):
        await turns.enter(lambda: True)
    await turns.enter()
    leaver = await waiting(turns, is_gone=lambda: gone)
    stayer = await waiting(turns)
    gone = True
    turns.leave()
    with pytest.raises(ClientDisconnect):
        await leaver
    await stayer
    assert turns.refused == {"gone": 2}


async def test_a_cancelled_request_gives_its_turn_back() -> None:
    turns = Counted()
    await turns.enter()
    early, late = await waiting(turns), await waiting(turns)
    early.cancel()
    turns.leave()
    late.cancel()  # its turn has just begun
    await asyncio.wait([early, late])
    await turns.enter()


async def test_a_turn_is_taken_once_and_given_back_once() -> None:
    turns = Counted(1)
    turn = Turn(turns, lambda: False)
    for _ in range(2):
        await turn.take()
    for _ in range(2):
        turn.give_back()
    await turn.take()  # a request that only waits needs none any more
    await turns.enter()


# --- requests


def scope(method: str, path: str, gone: Callable[[], bool] = lambda: False) -> Scope:
    return {
        "type": "http",
        "method": method,
        "path": path,
        "headers": [],
        "extensions": {GONE: {"gone": gone}},
    }


class Application:
    """Reads the body and answers 200; counts the requests that it has begun to work on."""

    def __init__(self) -> None:
        self.worked = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        while (await receive()).get("more_body"):
            pass
        self.worked += 1
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})


async def ask(app: RequestContext, what: Scope, *body: bytes | asyncio.Event) -> list[int]:
    """The statuses that are sent; a body may come in parts, and an event holds it up."""
    parts, statuses = [*body] or [b""], []

    async def receive() -> Message:
        part = parts.pop(0)
        if isinstance(part, asyncio.Event):
            await part.wait()
            part = parts.pop(0)
        return {"type": "http.request", "body": part, "more_body": bool(parts)}

    async def send(message: Message) -> None:
        if message["type"] == "http.response.start":
            statuses.append(message["status"])

    await app(what, receive, send)
    return statuses


def wrapped(app: Application, turns: Turns) -> RequestContext:
    return RequestContext(app, RequestObserver(Metrics()), turns)


@pytest.mark.parametrize("method", ["GET", "POST", "DELETE"])
async def test_a_request_without_a_turn_is_503_and_no_work(method: str) -> None:
    app, turns = Application(), Counted(wait_s=0.01)
    await turns.enter()
    assert await ask(wrapped(app, turns), scope(method, "/v1/matches")) == [503]
    assert app.worked == 0
    turns.leave()
    assert await ask(wrapped(app, turns), scope(method, "/v1/matches")) == [200]
    assert app.worked == 1


async def test_probes_never_wait() -> None:
    app, turns = Application(), Counted(wait_s=0.01)
    await turns.enter()
    assert await ask(wrapped(app, turns), scope("GET", "/readyz")) == [200]


async def test_a_body_that_takes_its_time_holds_nobody_up() -> None:
    app, turns, more = Application(), Counted(1), asyncio.Event()
    slow = asyncio.create_task(
        ask(wrapped(app, turns), scope("POST", "/v1/matches"), b"{", more, b"}")
    )
    await asyncio.sleep(0)
    assert await ask(wrapped(app, turns), scope("POST", "/v1/matches"), b"{}") == [200]
    more.set()
    assert await slow == [200]


async def test_a_caller_who_has_hung_up_is_not_worked_for() -> None:
    app, turns = Application(), Counted()
    for method in ("GET", "POST"):
        asked = scope(method, "/v1/matches", lambda: True)
        assert await ask(wrapped(app, turns), asked) == []
    assert (app.worked, turns.refused) == (0, {"gone": 2})
