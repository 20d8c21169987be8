"""Two versions of a game side by side: each match is played, shown and read by its own rules."""

import json
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import grpc
import pytest
from croupier.v1 import engine_service_pb2 as pb
from croupier_game.installed import find
from croupier_match.entries import Moved
from croupier_match.games import Game, Games
from croupier_match.refusals import NotPlayedHere
from croupier_match.settings import MatchSettings
from croupier_match.stored import match_type
from croupier_match.verify.errors import NotAReplay
from engine.admin.export import NotAnExport, export_match, read_export
from engine.admin.operator import open_operator
from engine.config import Settings
from engine.domain.creation import new_match
from engine.domain.registry import GAMES, game_of
from engine.service.matches import Matches
from engine.store.match_types import read_json
from engine.verify import verify
from google.protobuf.json_format import ParseDict

from tests.support.engine_rpc import Table, person, serving
from tests.support.game_packages import NIM, OLD, changed, on_path
from tests.support.matches import SEED, fresh_id

if TYPE_CHECKING:
    from tests.support.engine_rpc import Stub

pytestmark = pytest.mark.anyio


@pytest.fixture
def versions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[int, Game]]:
    """Nim by both versions, which this engine plays."""
    with on_path(tmp_path, monkeypatch) as folder:
        files = {
            "croupier_nim/__init__.py": "",
            "croupier_nim/second.py": NIM,
            "croupier_nim/first.py": changed(NIM, OLD),
        }
        entries = {"nim": "croupier_nim.second", "nim@1": "croupier_nim.first"}
        folder.install("croupier-nim", files, entries)
        found = [each for each in find().games if each.rules.ID == "nim"]
        games = [*map(game_of, found)]
        for game in games:
            GAMES.add(game)
        yield {game.rules.VERSION: game for game in games}
        GAMES.remove("nim")


def test_the_newest_is_for_new_matches_in_any_order(versions: dict[int, Game]) -> None:
    old, new = versions[1], versions[2]
    for order in ((old, new), (new, old)):
        games = Games(order)
        assert games["nim"] is games.find("nim") is games.find("nim", 2) is new
        assert games.find("nim", 1) is old
        assert games.find("nim", 3) is games.find("nam") is None
        assert [*games] == ["nim"]
        assert {*games.versions} == {old, new}
    games.remove("nim")
    assert not games
    assert not [*games.versions]
    assert games.find("nim", 1) is None


@pytest.mark.parametrize("version", [1, 2])
def test_a_match_is_read_by_its_own_rules(versions: dict[int, Game], version: int) -> None:
    match = new_match(fresh_id(), SEED, MatchSettings("nim", rules_version=version))
    game = versions[version]
    assert GAMES.of(match) is game
    assert GAMES.has_rules_of(match)
    assert isinstance(match.options, game.rules.Options)
    assert read_json("nim", match_type(game).dump_json(match)) == match


def test_a_new_match_is_by_the_newest(versions: dict[int, Game]) -> None:
    assert new_match(fresh_id(), SEED, MatchSettings("nim")).rules_version == 2


def test_what_is_no_match_of_any_version_is_refused(versions: dict[int, Game]) -> None:
    for version in (1, 2):
        match = new_match(fresh_id(), SEED, MatchSettings("nim", rules_version=version))
        raw = json.loads(match_type(versions[version]).dump_json(match))
        raw["options"] = dict.fromkeys(raw["options"], "many")
        with pytest.raises(ValueError, match="validation error"):
            read_json("nim", json.dumps(raw).encode())


def test_of_a_third_version_all_but_the_rules_is_there(versions: dict[int, Game]) -> None:
    match = new_match(fresh_id(), SEED, MatchSettings("nim", rules_version=1))
    raw = json.loads(match_type(versions[1]).dump_json(match))
    read = read_json("nim", json.dumps({**raw, "rules_version": 3}).encode())
    assert (read.id, read.game, read.rules_version) == (match.id, "nim", 3)
    assert not GAMES.has_rules_of(read)
    with pytest.raises(NotPlayedHere):
        GAMES.of(read)
    with pytest.raises(NotPlayedHere):
        new_match(fresh_id(), SEED, MatchSettings("nim", rules_version=3))


@pytest.fixture
async def elsewhere(other_engine: Matches) -> AsyncIterator["Stub"]:
    """An engine that knows of matches only what is stored."""
    async with serving(other_engine) as engine:
        yield engine.stub


def packed(game: Game, kind: str, json: Any) -> pb.Packed:
    message = ParseDict(json, game.wire.classes[kind]())
    return pb.Packed(rules_version=game.rules.VERSION, value=message.SerializeToString())


async def begun(stub: "Stub", **options: Any) -> Table:
    ada, bob = person(), person("Bob")
    made = await stub.CreateMatch(pb.CreateMatchRequest(creator=ada, game="nim", **options))
    table = Table(made.match_id, (ada, bob))
    await stub.JoinMatch(table.join(bob))
    return table


async def seen(stub: "Stub", table: Table) -> Any:
    return json.loads((await stub.GetMatch(table.get(0))).texts[0].match)


async def refusal(call: Any) -> grpc.StatusCode:
    with pytest.raises(grpc.aio.AioRpcError) as refused:
        await call
    return refused.value.code()


async def test_matches_of_two_versions_are_played_on_over_one_engine(
    versions: dict[int, Game], stub: "Stub", elsewhere: "Stub"
) -> None:
    old = await begun(stub, options=packed(versions[1], "Options", {"sticks": 7}))
    new = await begun(stub)
    # Three may be taken by the old rules, and two by the new ones.
    await elsewhere.ApplyMove(old.move(0, notation="left 3"))
    assert await refusal(elsewhere.ApplyMove(new.move(0, notation="left 3"))) == (
        grpc.StatusCode.FAILED_PRECONDITION
    )
    await elsewhere.ApplyMove(new.move(0, notation="left 2"))
    shown = [await seen(stub, each) for each in (old, new)]
    assert [(each["rulesVersion"], each["state"]) for each in shown] == [
        (1, {"sticks": 4}),
        (2, {"heap": 19}),
    ]
    three = packed(versions[1], "Move", {"end": "RIGHT", "count": 3})
    await stub.ApplyMove(old.move(1, move=three))
    # A message of other rules is not misread.
    assert await refusal(stub.ApplyMove(new.move(1, move=three))) == grpc.StatusCode.ABORTED
    await stub.ApplyMove(old.move(0, notation="left 1"))
    assert (await seen(elsewhere, old))["status"] == "finished"
    assert (await seen(elsewhere, new))["status"] == "active"


async def test_a_rematch_is_by_the_rules_of_the_match(
    versions: dict[int, Game], stub: "Stub", elsewhere: "Stub"
) -> None:
    table = await begun(stub, options=packed(versions[1], "Options", {"sticks": 7}))
    await stub.ResignMatch(table.act(0))
    for seat in (0, 1):
        asked = pb.RequestRematchRequest(match_id=table.match_id, caller=table.caller(seat))
        made = await elsewhere.RequestRematch(asked)
    rematch = await seen(stub, Table(made.match_id, table.players))
    assert (rematch["rulesVersion"], rematch["options"]) == (1, {"sticks": 7})


async def test_an_old_match_is_verified_and_exported_by_its_own_rules(
    versions: dict[int, Game], stub: "Stub", redis_url: str, tmp_path: Path
) -> None:
    table = await begun(stub, options=packed(versions[1], "Options", {"sticks": 7}))
    for seat, text in ((0, "left 3"), (1, "left 3"), (0, "right 1")):
        await stub.ApplyMove(table.move(seat, notation=text))
    asked = pb.GetReplayRequest(match_id=table.match_id, caller=table.caller(0))
    answer = await stub.GetReplay(asked)
    replay = {**json.loads(answer.head), "log": [json.loads(each) for each in answer.log]}
    assert "rulesVersion 1," in "\n".join(verify(replay))
    async with open_operator(Settings(redis_url=redis_url), "me") as operator:
        path = tmp_path / "exported"
        await export_match(operator, table.match_id, path, "To look into it")
        read = read_export(path)
        assert read.match == (await operator.read(table.match_id)).match
        assert isinstance(read.match.state, versions[1].rules.State)
        last = read.log[-1]
        assert isinstance(last, Moved)
        assert isinstance(last.move, versions[1].rules.Move)
    GAMES.remove("nim")
    GAMES.add(versions[2])
    with pytest.raises(NotAReplay, match=r"rulesVersion: 1 is not 2, the version of the rules"):
        verify(replay)
    with pytest.raises(NotAnExport, match=r"does not know its version of the rules"):
        read_export(path)


async def test_without_its_rules_a_match_waits_for_them(
    versions: dict[int, Game], stub: "Stub", elsewhere: "Stub"
) -> None:
    old = await begun(stub, options=packed(versions[1], "Options", {"sticks": 7}))
    new = await begun(stub)
    GAMES.remove("nim")
    GAMES.add(versions[2])
    for call in (
        elsewhere.GetMatch(old.get(0)),
        elsewhere.ApplyMove(old.move(0, notation="left 3")),
        elsewhere.ResignMatch(old.act(0)),
    ):
        assert await refusal(call) == grpc.StatusCode.ABORTED
    await elsewhere.ApplyMove(new.move(0, notation="left 2"))
    GAMES.add(versions[1])
    await elsewhere.ApplyMove(old.move(0, notation="left 3"))
    assert (await seen(elsewhere, old))["state"] == {"sticks": 4}


async def test_each_version_is_described(versions: dict[int, Game], stub: "Stub") -> None:
    listed = (await stub.ListGames(pb.ListGamesRequest())).games
    ours = {each.rules_version: each for each in listed if each.game == "nim"}
    assert {version: each.newest for version, each in ours.items()} == {1: False, 2: True}
    for version, defaults in ((1, {"sticks": 21}), (2, {"heap": 21})):
        asked = pb.DescribeGameRequest(game="nim", rules_version=version)
        bundle = await stub.DescribeGame(asked)
        assert json.loads(bundle.default_options) == defaults
        assert bundle.digest == ours[version].digest
    assert ours[1].digest != ours[2].digest
