"""One bad match among several is left out by itself, counted, and logged with its id."""

from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import orjson
import pytest
from cachetools import TTLCache
from croupier.v1 import engine_service_pb2 as pb
from croupier_lost_cities import rules as lost_cities
from croupier_match.admission import ANY
from croupier_match.commands import Move
from croupier_match.refusals import GameFailed
from engine.observability.metrics import Metrics
from engine.observability.store import MetricsObserver
from engine.rpc.servicer import EngineServicer
from engine.service.matches import Matches
from engine.service.queries import unreadable
from engine.store import keys
from engine.store.matches import MatchStore
from prometheus_client import CollectorRegistry
from redis.asyncio import Redis

from tests.engine.conftest import TTL
from tests.support.matches import Table, full_table, reading
from tests.support.spoilt import SPOILT, spoilt

pytestmark = pytest.mark.anyio


@pytest.fixture
def metrics() -> Metrics:
    return Metrics()


@pytest.fixture
def matches(redis: Redis, metrics: Metrics) -> Matches:
    return Matches(MatchStore(redis, TTL, observer=MetricsObserver(metrics)))


@pytest.fixture(params=SPOILT)
async def bad(
    request: pytest.FixtureRequest, matches: Matches, redis: Redis
) -> AsyncIterator[tuple[Table, str]]:
    """A running match that is spoilt, and why it is left out."""
    table, how = await full_table(matches), request.param
    async with spoilt(redis, table.match_id, how):
        yield table, "failed" if how.startswith("cannot") else "not_played_here"


def left_out(metrics: Metrics, why: str) -> float:
    registry: CollectorRegistry = metrics.registry
    return registry.get_sample_value("croupier_engine_matches_left_out_total", {"why": why}) or 0.0


async def test_lists_looks_and_moves_of_others_go_on(
    matches: Matches,
    metrics: Metrics,
    redis: Redis,
    bad: tuple[Table, str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    (broken, why), good = bad, await full_table(matches)
    servicer, before = EngineServicer(matches), left_out(metrics, why)
    items = [
        pb.BatchGetMatchesRequest.Item(match_id=each.match_id, caller=pb.Caller())
        for each in (broken, good)
    ]
    context: Any = None
    batch = await servicer.BatchGetMatches(pb.BatchGetMatchesRequest(items=items), context)
    hidden, shown = batch.shown
    assert hidden == pb.Shown(failed=hidden.failed)
    assert not (hidden.failed and why == "not_played_here"), "another engine may show it"
    assert orjson.loads(shown.texts[0].match)["id"] == good.match_id
    assert left_out(metrics, why) == before + 1
    ids = [vars(each)["match_id"] for each in caplog.records if "match_id" in vars(each)]
    assert ids == ([broken.match_id] if why == "failed" else [])

    for table in (broken, good):
        own = pb.ListMatchesRequest(
            viewer_id=table.players[0].id, player_id=table.players[0].id, page_size=9
        )
        page = await servicer.ListMatches(own, context)
        assert {each.match_id for each in page.rosters} <= {table.match_id}
        assert page.rosters or table is broken

    answer = await servicer._apply_batch(await asked(broken, good, redis))
    assert [len(each.texts) for each in answer.shown] == [0, 0, 1, 1]
    (failed, made), (_, refused, _, found) = answer.results, answer.shown
    assert refused.refusal.reason == failed.refusal.reason
    reasons = {"NOT_PLAYED_HERE"} if why == "not_played_here" else {"INTERNAL", "GAME_FAILED"}
    assert refused.refusal.reason in reasons
    assert orjson.loads(found.texts[0].match)["id"] == good.match_id
    assert made.change.version == 3


async def test_lists_of_one_minute_name_a_match_once(
    matches: Matches,
    metrics: Metrics,
    redis: Redis,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    seconds = [0.0]
    kept: TTLCache[str, bool] = TTLCache(9, unreadable.LOGGED_S, timer=lambda: seconds[0])
    monkeypatch.setattr(unreadable, "_logged", kept)
    ids = [(await full_table(matches)).match_id for _ in range(2)]

    async def read(times: int) -> list[str]:
        caplog.clear()
        for _ in range(times):
            assert await unreadable.load_readable(matches.store, ids) == [None, None]
        return [vars(each)["match_id"] for each in caplog.records]

    async with (
        spoilt(redis, ids[0], "cannot be read"),
        spoilt(redis, ids[1], "cannot be read"),
    ):
        assert await read(3) == ids
        seconds[0] += unreadable.LOGGED_S
        assert await read(3) == ids
    assert left_out(metrics, "failed") == 12


async def asked(broken: Table, good: Table, redis: Redis) -> pb.BatchRequest:
    """A look at each of the two after a notice, one at what is now, and a move."""
    seat, move = await good.turn()
    notation = lost_cities.notation(move)
    request = pb.BatchRequest()
    for table in (broken, good):
        caller = pb.Caller(player_id=table.players[seat].id, seat=seat)
        request.looks.add(
            match_id=table.match_id,
            version=2,
            head=await redis.hget(keys.match(table.match_id), "head"),
            viewers=[pb.Caller()],
        )
        request.looks.add(match_id=table.match_id, viewers=[caller])
        request.moves.add(match_id=table.match_id, caller=caller, notation=notation)
    return request


async def test_a_state_that_cannot_be_stored_fails_no_other_change(matches: Matches) -> None:
    savings = []
    for _ in range(2):
        table = await full_table(matches)
        match, (seat, move) = await table.match(), await table.turn()
        read = reading(move)
        command = Move(seat, read)
        change = matches.prepare(match, table.caller(seat), command, ANY, None, matches.time())
        savings.append(change.saving)
    spoilt = replace(savings[0], after=replace(savings[0].after, state=object()))
    failed, stored = await matches.store.save_all([spoilt, savings[1]])
    assert isinstance(failed, GameFailed)
    assert stored is None
    versions = await matches.store.versions([each.after.id for each in savings])
    assert versions == [2, 3]
