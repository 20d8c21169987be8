"""Traces of the herald as a collector gets them, and nothing of a hook in them."""

import asyncio

import pytest
import trustme
from herald.traces import Traces, metadata
from telemetry import tracing

from tests.herald.test_runner import do
from tests.support.heralds import NAME, herald, hook_of, receiver
from tests.support.live import Live
from tests.support.requests import newcomer
from tests.telemetry.collector import Collector

pytestmark = [pytest.mark.service, pytest.mark.anyio]


async def test_a_hook_that_is_attended_to_and_each_try_are_spans(
    live: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    authority, collector = trustme.CA(), Collector()
    with collector.serving():
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", collector.url)
        spans = tracing.start("herald")
        assert spans
        async with (
            receiver(authority) as called,
            herald(live, authority, called, traces=Traces(spans)),
        ):
            ann, bob = await do(newcomer, live.url), await do(newcomer, live.url)
            await hook_of(ann, "yourTurn")
            match_id = str((await do(lambda: ann.create(options={"startSeat": 0})))["id"])
            await do(bob.join, match_id)
            await called.until(lambda it: ("yourTurn", match_id) in it.told(ann.id))
        await asyncio.to_thread(spans.stop)
    assert {each.service for each in collector.spans} == {"croupier-herald"}
    assert {each.name for each in collector.spans} == {"attend", "send"}
    (sent,) = [each for each in collector.spans if each.name == "send"]
    assert sent.fields == {
        "croupier.match_id": match_id,
        "croupier.op": "yourTurn",
        "http.response.status_code": 204,
    }
    assert not [body for body in collector.bodies if NAME.encode() in body]
    assert not [body for body in collector.bodies if ann.id.encode() in body]


async def test_engines_are_told_of_the_trace_in_which_they_are_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:1")
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_TIMEOUT", "1")
    spans = tracing.start("herald")
    assert spans
    assert metadata() == ()
    with Traces(spans).attending():
        ((name, parent),) = metadata()
        assert (name, len(parent)) == ("traceparent", 55)
    assert metadata() == ()
    await asyncio.to_thread(spans.stop)
