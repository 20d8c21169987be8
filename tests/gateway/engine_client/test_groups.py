"""Which group of engines is asked, and how few wait for one that does not answer."""

import asyncio
import time
from typing import Any

import pytest
from croupier.v1 import engine_service_pb2 as pb
from enginelink.targets import targets
from gateway.config import Settings
from gateway.engine_client import group as groups
from gateway.engine_client.client import EngineClient
from gateway.engine_client.errors import NotPlayedHere
from gateway.engine_client.group import WAITING, EngineGroup, Way
from gateway.engine_client.routing import Routing
from gateway.errors import GroupAway, NotPlayed, Problem, unavailable
from gateway.observability.metrics import Metrics
from pydantic import ValidationError

pytestmark = pytest.mark.anyio

ENGINES = "engine:1,beans=engine-beans:1,nim+hex=engine-more:1"
ANN = pb.Caller(player_id="a" * 22, seat=0)
EVE = pb.Caller(player_id="e" * 22)
MATCH = "m" * 22
WAY = Way(1.0)


def name_for(routing: Routing, caller: pb.Caller) -> str:
    return routing.of(pb.GetMatchRequest(match_id=MATCH, caller=caller)).name


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("dns:///engine:50051", {"": "dns:///engine:50051"}),
        ("ipv4:h:1,h:2,x=ipv4:h:3,h:4", {"": "ipv4:h:1,h:2", "x": "ipv4:h:3,h:4"}),
        (ENGINES, {"": "engine:1", "beans": "engine-beans:1", "nim+hex": "engine-more:1"}),
        ("unix:/tmp/a=b", {"": "unix:/tmp/a=b"}),
    ],
)
def test_targets_may_have_commas_and_groups_several_games(text: str, found: Any) -> None:
    assert targets(text) == found


@pytest.mark.parametrize(
    "text", ["", "beans=engine:1", "engine:1,beans=", "engine:1,a=x:1,a=y:1", "e:1,a+b=x:1,b=y:1"]
)
def test_targets_that_make_no_sense_are_refused_at_the_start(text: str) -> None:
    with pytest.raises(ValidationError):
        Settings(engines=text, redis_url="redis://x")


async def test_a_match_is_asked_of_the_group_that_has_its_game() -> None:
    routing = Routing(ENGINES, WAY)
    assert [routing.of_game(game).name for game in ("beans", "hex", "chess")] == [
        "beans",
        "nim+hex",
        "",
    ]
    assert name_for(routing, ANN) == ""
    routing.note_rosters([pb.Roster(match_id=MATCH, game="hex")])
    assert name_for(routing, ANN) == name_for(routing, EVE) == "nim+hex"
    assert routing.of_match(MATCH).name == "nim+hex"


async def test_a_private_match_takes_a_stranger_where_an_unknown_id_does() -> None:
    routing = Routing(ENGINES, WAY)
    routing.note(MATCH, "beans", public=False)
    assert [name_for(routing, each) for each in (ANN, EVE, pb.Caller())] == ["beans", "", ""]
    join = pb.JoinMatchRequest(match_id=MATCH)
    assert routing.of(join) is routing.first


@pytest.mark.parametrize(("caller", "known"), [(EVE, ""), (pb.Caller(), "beans")])
async def test_what_an_engine_tells_an_invited_player_is_told_to_no_other(
    caller: pb.Caller, known: str
) -> None:
    routing = Routing(ENGINES, WAY)
    request = pb.GetMatchRequest(match_id=MATCH, caller=caller)
    assert routing.after(request, routing.first, "beans@1").name == "beans"
    assert name_for(routing, pb.Caller()) == known
    assert name_for(routing, ANN) == "beans"
    assert routing.after(request, routing.first, "chess@2") is routing.first


async def test_it_is_told_since_when_a_group_does_not_answer() -> None:
    """From the start on, and for each group: of one that never answers as well."""
    metrics = Metrics()
    client = EngineClient(ENGINES, Way(1.0, batching=False), metrics)
    with pytest.raises(GroupAway):
        await client.list_games(client.groups[1])

    async def listed(*_: Any, **__: Any) -> pb.ListGamesResponse:
        return pb.ListGamesResponse()

    client.groups[2]._stub = type("Stub", (), {"ListGames": listed})
    await client.list_games(client.groups[2])
    heard = {
        games: metrics.registry.get_sample_value(
            "croupier_gateway_games_listed_timestamp_seconds", {"games": games}
        )
        for games in ("", "beans", "nim+hex")
    }
    assert heard[""] == heard["beans"] == 0
    assert time.time() - (heard["nim+hex"] or 0) < 60


class Silent:
    """An engine that answers once it is told what; `asked` has the answers that are due."""

    def __init__(self) -> None:
        self.asked: asyncio.Queue[asyncio.Future[Any]] = asyncio.Queue()

    async def __call__(self, *_: Any, **__: Any) -> Any:
        answer = asyncio.get_running_loop().create_future()
        self.asked.put_nowait(answer)
        return await answer

    async def due(self, count: int) -> list[asyncio.Future[Any]]:
        """Return the next answers that are due, as soon as there are so many."""
        return [await self.asked.get() for _ in range(count)]


def of(name: str, engine: Silent) -> EngineGroup:
    group = EngineGroup(name, "ipv4:127.0.0.1:1", Way(1.0, batching=False))
    group._stub = type("Stub", (), {"GetMatch": engine})
    return group


def ask(group: EngineGroup) -> asyncio.Task[Any]:
    ends = asyncio.get_running_loop().time() + 60
    return asyncio.create_task(group.ask("GetMatch", pb.GetMatchRequest(), ends))


async def test_only_a_few_wait_for_a_group_that_says_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(groups, "SILENT_S", 0.0)
    engine = Silent()
    group = of("beans", engine)
    waiting = [ask(group) for _ in range(WAITING)]
    due = await engine.due(WAITING)
    with pytest.raises(GroupAway):
        await ask(group)
    assert engine.asked.empty()
    for each in due:
        each.set_result(pb.Shown(version=7))
    assert {(await each).version for each in waiting} == {7}
    again = ask(group)
    (answer,) = await engine.due(1)
    answer.set_result(pb.Shown())
    await again
    await group.close()


async def test_however_many_wait_for_the_first_group(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(groups, "SILENT_S", 0.0)
    engine = Silent()
    group = of("", engine)
    waiting = [ask(group) for _ in range(2 * WAITING)]
    for each in await engine.due(2 * WAITING):
        each.set_result(pb.Shown())
    await asyncio.gather(*waiting)
    await group.close()


@pytest.mark.parametrize(
    ("raised", "told"),
    [
        (unavailable(), GroupAway),
        (NotPlayed(), NotPlayed),
        (NotPlayedHere("beans@1"), NotPlayedHere),
        (Problem("unavailable", "Maintenance.", maintenance=True), Problem),
    ],
)
async def test_a_group_is_away_only_if_it_does_not_answer(
    raised: Exception, told: type[Exception]
) -> None:
    group = of("beans", Silent())
    with pytest.raises(told) as refusal, group._asked():
        raise raised
    assert isinstance(refusal.value, GroupAway) == (told is GroupAway)
    await group.close()


async def test_a_group_that_is_back_is_asked_before_a_stream_leads_there() -> None:
    engine = Silent()
    group = EngineGroup("beans", "ipv4:127.0.0.1:1", Way(1.0))
    group._stub = type("Stub", (), {"GetMatch": engine})
    streams = group.streams
    assert streams
    streams._gone_at = 0.0
    assert not streams.connected
    with pytest.raises(GroupAway):
        await ask(group)
    group._heard = asyncio.get_running_loop().time()
    again = ask(group)
    (answer,) = await engine.due(1)
    answer.set_result(pb.Shown())
    await again
    await group.close()
