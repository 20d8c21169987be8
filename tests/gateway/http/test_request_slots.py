"""Request slots: requests that are worked on, that wait, and that are refused without any work."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from gateway.errors import Problem
from gateway.http.middleware import GONE, RequestContext
from gateway.http.request_slots import RequestSlot, RequestSlots
from gateway.observability.metrics import Metrics
from gateway.observability.requests import RequestObserver
from starlette.requests import ClientDisconnect
from starlette.types import Message, Receive, Scope, Send

pytestmark = pytest.mark.anyio

LONG_S = 60.0


class Counted(RequestSlots):
    """Request slots with refusals that can be read."""

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


async def waiting(slots: RequestSlots, **how: Any) -> "asyncio.Task[None]":
    """A request that waits for its slot."""
    task = asyncio.create_task(slots.enter(**how))
    await asyncio.sleep(0)
    assert not task.done()
    return task


async def test_as_many_are_worked_on_as_may_be_and_the_others_in_their_order() -> None:
    slots = Counted(2)
    await slots.enter()
    await slots.enter()
    first, second = await waiting(slots), await waiting(slots)
    slots.leave()
    await first
    assert not second.done()
    slots.leave()
    await second
    assert slots.refused == {}


async def test_who_has_waited_too_long_is_refused_without_a_turn() -> None:
    slots = Counted(wait_s=0.01)
    await slots.enter()
    with pytest.raises(Problem) as refusal:
        await slots.enter()
    assert refusal.value.code == "unavailable"
    assert int(refusal.value.headers["Retry-After"]) in range(1, 4)
    assert slots.refused == {"late": 1}
    slots.leave()
    await slots.enter()  # the one who was refused has taken no slot


async def test_who_has_left_loses_its_turn_to_the_next() -> None:
    slots, gone = Counted(), False
    with pytest.raises(ClientDisconnect):
        await slots.enter(lambda: True)
    await slots.enter()
    leaver = await waiting(slots, is_gone=lambda: gone)
    stayer = await waiting(slots)
    gone = True
    slots.leave()
    with pytest.raises(ClientDisconnect):
        await leaver
    await stayer
    assert slots.refused == {"gone": 2}


async def test_a_cancelled_request_gives_its_turn_back() -> None:
    slots = Counted()
    await slots.enter()
    early, late = await waiting(slots), await waiting(slots)
    early.cancel()
    slots.leave()
    late.cancel()  # its slot has just begun
    await asyncio.wait([early, late])
    await slots.enter()


async def test_a_turn_is_taken_once_and_given_back_once() -> None:
    slots = Counted(1)
    slot = RequestSlot(slots, lambda: False)
    for _ in range(2):
        await slot.take()
    for _ in range(2):
        slot.give_back()
    await slot.take()  # a request that only waits needs none any more
    await slots.enter()


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


def wrapped(app: Application, slots: RequestSlots) -> RequestContext:
    return RequestContext(app, RequestObserver(Metrics()), slots)


@pytest.mark.parametrize("method", ["GET", "POST", "DELETE"])
async def test_a_request_without_a_turn_is_503_and_no_work(method: str) -> None:
    app, slots = Application(), Counted(wait_s=0.01)
    await slots.enter()
    assert await ask(wrapped(app, slots), scope(method, "/v1/matches")) == [503]
    assert app.worked == 0
    slots.leave()
    assert await ask(wrapped(app, slots), scope(method, "/v1/matches")) == [200]
    assert app.worked == 1


async def test_probes_never_wait() -> None:
    app, slots = Application(), Counted(wait_s=0.01)
    await slots.enter()
    assert await ask(wrapped(app, slots), scope("GET", "/readyz")) == [200]


async def test_a_body_that_takes_its_time_holds_nobody_up() -> None:
    app, slots, more = Application(), Counted(1), asyncio.Event()
    slow = asyncio.create_task(
        ask(wrapped(app, slots), scope("POST", "/v1/matches"), b"{", more, b"}")
    )
    await asyncio.sleep(0)
    assert await ask(wrapped(app, slots), scope("POST", "/v1/matches"), b"{}") == [200]
    more.set()
    assert await slow == [200]


async def test_a_caller_who_has_hung_up_is_not_worked_for() -> None:
    app, slots = Application(), Counted()
    for method in ("GET", "POST"):
        asked = scope(method, "/v1/matches", lambda: True)
        assert await ask(wrapped(app, slots), asked) == []
    assert (app.worked, slots.refused) == (0, {"gone": 2})
