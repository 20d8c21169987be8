"""The replay of a match that has ended, and the seeds that it shows."""

import hashlib
import json
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import httpx
import pytest
from croupier.v1 import engine_service_pb2 as pb
from croupier_match.chain import entry_hash
from engine.store import keys
from engine.store.matches import MatchStore
from engine.verify import verify
from engine.verify.__main__ import load, main
from gateway.errors import Problem
from gateway.players.visibility import Visibility
from gateway.streams import match_source
from redis.asyncio import Redis

from tests.support.live import TTL, Live
from tests.support.long_matches import endless_match, stored
from tests.support.long_matches import resigned as given_up
from tests.support.match_states import aborted, resigned, waiting
from tests.support.players import Client, Json, ok, refused
from tests.support.requests import newcomer, play_out, table

NDJSON = {"Accept": "application/x-ndjson"}


@pytest.fixture(scope="module")
def completed(live: Live) -> tuple[Json, list[Client]]:
    """A match that was played to its end, as seat 0 sees it."""
    match_id, seats = table(live.url, options={"rounds": 1})
    return play_out(match_id, seats), seats


def test_a_replay_is_of_a_match_that_has_ended(live: Live) -> None:
    for match_id, seats in (waiting(live.url), table(live.url)):
        for viewer in (*seats, Client(live.url)):
            refused(viewer.get(f"/v1/matches/{match_id}/replay"), 409, "match_active")


@pytest.mark.parametrize("made", [resigned, aborted])
def test_a_replay_tells_everything(
    live: Live, made: Callable[[str], tuple[str, list[Client]]]
) -> None:
    match_id, (_, bob) = made(live.url)
    for viewer in (bob, Client(live.url)):
        replay = ok(viewer.get(f"/v1/matches/{match_id}/replay"))
        match = viewer.see(match_id)
        assert set(replay) == {"game", "match", "options", "serverSeed", "entropy", "log", "audit"}
        assert replay["audit"] == []
        assert replay["match"] == match
        assert replay["options"] == match["options"]
        assert replay["serverSeed"] == match["fairness"]["serverSeed"]
        assert replay["entropy"] == [None, None]
        entry = {"version", "kind", "seat", "move", "time", "prev", "hash"}
        assert all(set(each) == entry for each in replay["log"])
        assert [each["version"] for each in replay["log"]] == [*range(1, match["version"] + 1)]
        hashes = [each["hash"] for each in replay["log"]]
        assert [each["prev"] for each in replay["log"][1:]] == hashes[:-1]
        assert hashes[-1] == match["fairness"]["logHead"]


@pytest.mark.parametrize("made", [resigned, aborted])
def test_the_seed_is_shown_to_all_once_the_match_has_ended(
    live: Live, made: Callable[[str], tuple[str, list[Client]]]
) -> None:
    match_id, seats = made(live.url)
    for viewer in (*seats, Client(live.url)):
        fairness = viewer.see(match_id)["fairness"]
        digest = hashlib.sha256(bytes.fromhex(fairness["serverSeed"])).hexdigest()
        assert digest == fairness["commitment"]


def test_the_seed_is_shown_to_nobody_before(live: Live) -> None:
    for match_id, seats in (waiting(live.url), table(live.url)):
        for viewer in (*seats, Client(live.url)):
            assert viewer.see(match_id)["fairness"]["serverSeed"] is None


@pytest.mark.parametrize("entropy", ["", "00", "ab" * 32, "AbCd", "00" * 31])
def test_entropy_is_given_by_each_seat_and_shown_in_the_end(live: Live, entropy: str) -> None:
    ann, bob = newcomer(live.url), newcomer(live.url)
    match_id = ann.create(entropy=entropy)["id"]
    bob.join(match_id, entropy="ff")
    ann.act(match_id, "resign")
    replay = ok(ann.get(f"/v1/matches/{match_id}/replay"))
    assert replay["entropy"] == [entropy.lower() or None, "ff"]


def test_a_replay_as_lines_is_the_same_one(
    live: Live, completed: tuple[Json, list[Client]], tmp_path: Path
) -> None:
    match, (ann, _) = completed
    path = f"/v1/matches/{match['id']}/replay"
    whole, lines = ok(ann.get(path)), ann.get(path, NDJSON)
    assert lines.headers["content-type"] == "application/x-ndjson"
    assert lines.headers["vary"] == "Authorization, Accept"
    head, *log = map(json.loads, lines.text.splitlines())
    assert {**head, "log": log} == whole
    assert lines.text.endswith("\n")
    file = tmp_path / "replay.ndjson"
    file.write_bytes(lines.content)
    assert verify(load(file))[-1] == "verified"


def test_a_replay_as_lines_is_refused_like_any_other(live: Live) -> None:
    match_id, (ann, _) = table(live.url)
    refused(ann.get(f"/v1/matches/{match_id}/replay", NDJSON), 409, "match_active")
    refused(ann.get(f"/v1/matches/{'A' * 22}/replay", NDJSON), 404, "not_found")
    nobody = {**NDJSON, "Authorization": "Bearer x"}
    refused(Client(live.url).get(f"/v1/matches/{match_id}/replay", nobody), 401, "unauthenticated")
    html = {"Accept": "text/html"}
    refused(ann.get(f"/v1/matches/{match_id}/replay", html), 409, "match_active")


@pytest.mark.anyio
async def test_a_replay_that_is_too_long_for_one_object_comes_as_lines(
    live: Live, redis: Redis
) -> None:
    match = await stored(MatchStore(redis, TTL), given_up(endless_match(5000)))
    watcher, path = Client(live.url), f"/v1/matches/{match.id}/replay"
    for accept in ("application/json", "*/*", "application/*", "application/x-ndjson;q=0, */*"):
        problem = refused(watcher.get(path, {"Accept": accept}), 406, "not_acceptable")
        assert "application/x-ndjson" in problem["detail"]
    for accept in ("application/x-ndjson", "application/json, application/x-ndjson;q=0.1"):
        answer = watcher.get(path, {"Accept": accept})
        assert answer.status_code == 200
        head, *log = map(json.loads, answer.text.splitlines())
        assert [entry["version"] for entry in log] == [*range(1, match.version + 1)]
        assert all(entry["prev"] == before["hash"] for before, entry in pairwise(log))
        assert log[-1]["hash"] == match.log_head == head["match"]["fairness"]["logHead"]


@pytest.mark.anyio
async def test_pages_of_a_replay_fit_together(
    live: Live, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await stored(MatchStore(redis, TTL), given_up(endless_match(100)))
    watcher, path = Client(live.url), f"/v1/matches/{match.id}/replay"
    whole = ok(watcher.get(path))
    for size in (1, 33, 100, 101, 102):
        monkeypatch.setattr(match_source, "LOG_PAGE", size)
        assert ok(watcher.get(path)) == whole
        head, *log = map(json.loads, watcher.get(path, NDJSON).text.splitlines())
        assert {**head, "log": log} == whole
    assert len(whole["log"]) == match.version == 101
    seed = whole["serverSeed"]
    for entry in whole["log"]:
        hashed = {name: entry[name] for name in entry if name not in ("prev", "hash")}
        assert entry["hash"] == entry_hash(seed, entry["prev"], hashed)


@pytest.mark.anyio
async def test_a_replay_that_cannot_be_finished_never_looks_whole(
    live: Live, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await stored(MatchStore(redis, TTL), given_up(endless_match(100)))
    await redis.ltrim(keys.log(match.id), 0, 60)
    monkeypatch.setattr(match_source, "LOG_PAGE", 25)
    watcher, path = Client(live.url), f"/v1/matches/{match.id}/replay"
    refused(watcher.get(path), 404, "not_found")
    with pytest.raises(httpx.RemoteProtocolError):
        watcher.get(path, NDJSON)


class Paging:
    """An engine that answers `pages` one after the other, whatever is asked for."""

    def __init__(self, *pages: tuple[int, int]) -> None:
        self._pages = iter(pages)

    async def get_replay(self, request: pb.GetReplayRequest) -> pb.Replay:
        first, last = next(self._pages)
        log = [b"%d" % each for each in range(first, last + 1)]
        return pb.Replay(log=log, version=6, after=last)


async def versions_of(*pages: tuple[int, int]) -> list[int]:
    engine: Any = Paging(*pages)
    source = match_source.MatchSource(engine, Visibility(engine))
    return [int(entry) async for page in source.replay("m", None) for entry in page.log]


@pytest.mark.anyio
async def test_pages_follow_one_another() -> None:
    assert await versions_of((1, 3), (4, 6)) == [1, 2, 3, 4, 5, 6]
    assert await versions_of((1, 6)) == [1, 2, 3, 4, 5, 6]


@pytest.mark.anyio
@pytest.mark.parametrize("pages", [[(1, 3), (5, 6)], [(1, 3), (1, 3)], [(2, 6)], [(1, 0)]])
async def test_a_page_that_does_not_follow_the_one_before_is_unavailable(
    pages: list[tuple[int, int]],
) -> None:
    with pytest.raises(Problem) as refusal:
        await versions_of(*pages)
    assert refusal.value.code == "unavailable"


def test_a_replay_is_fetched_and_verified_by_the_url_of_its_match(
    live: Live, completed: tuple[Json, list[Client]], capsys: pytest.CaptureFixture[str]
) -> None:
    url = f"{live.url}/v1/matches/{completed[0]['id']}"
    for each in (url, f"{url}/", f"{url}/replay", f"{url}?atVersion=1"):
        assert main([each]) == 0
        assert capsys.readouterr().out.endswith("\nverified\n")


def test_the_token_of_a_player_is_sent_with_the_request(
    live: Live, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    match_id, (ann, _) = aborted(live.url)
    monkeypatch.setenv("TOKEN", "nobody's")
    assert main([f"{live.url}/v1/matches/{match_id}"]) == 2
    assert "it is a refusal of the server" in capsys.readouterr().err
    monkeypatch.setenv("TOKEN", ann.token)
    assert main([f"{live.url}/v1/matches/{match_id}"]) == 0


def test_what_cannot_be_fetched_is_no_replay(
    live: Live, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([f"{live.url}/v1/matches/{'x' * 22}"]) == 2
    assert "it is a refusal of the server" in capsys.readouterr().err
    assert main(["http://127.0.0.1:1/v1/matches/x"]) == 2
    assert "it cannot be fetched" in capsys.readouterr().err
