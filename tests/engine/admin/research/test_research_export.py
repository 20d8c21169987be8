"""`croupierctl export --format`: consents, the matches that are exported, and the output."""

import json
import logging
import re
import shlex
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from anyio import to_thread
from croupier_match.commands import Abort
from croupier_match.match import Player
from engine.admin.__main__ import main
from engine.admin.research import research_export
from engine.domain.registry import GAMES
from engine.service.matches import Matches
from engine.store.archive.archived_matches import UNARCHIVED_MS
from engine.store.matches import MatchStore
from redis.asyncio import Redis
from redislink import accounts

from tests.engine.admin.research.test_research_record import forbidden, played_again
from tests.engine.conftest import TTL
from tests.support.archives import Worker, ended
from tests.support.matches import fresh_id, full_table
from tools.postgres_server import PostgresServer

pytestmark = [pytest.mark.anyio, pytest.mark.service]

PAGE = (Path(__file__).parents[4] / "docs/operations/archive.md").read_text()


@pytest.fixture
async def worker(worker: Worker) -> Worker:
    """A worker with an empty archive, since an export takes all of it."""
    async with worker.archive.connection(30) as connection:
        await connection.execute("TRUNCATE croupier_matches, croupier_lists")
    return worker


@pytest.fixture
def store(redis: Redis, worker: Worker) -> MatchStore:
    return MatchStore(redis, replace(TTL, unarchived=UNARCHIVED_MS), archive=worker.archive)


@pytest.fixture
def at_archive(
    redis_url: str, postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Path:
    """The folder in which commands are given, with what an engine's environment has."""
    monkeypatch.setenv("ENGINE_REDIS_URL", redis_url)
    monkeypatch.setenv("ENGINE_ARCHIVE_URL", postgres.url)
    monkeypatch.chdir(tmp_path)
    return tmp_path


async def account(redis: Redis, consent: bool = True, name: str = "Ann Nonymous") -> Player:
    player = Player(fresh_id(), name, "human")
    shown = {"id": player.id, "displayName": name, "kind": "human"}
    fields: Any = {accounts.PLAYER: json.dumps(shown)}
    if consent:
        fields[accounts.RESEARCH] = "1"
    await redis.hset(accounts.account(player.id), mapping=fields)
    return player


async def commanded(line: str) -> int:
    return await to_thread.run_sync(main, shlex.split(line)[1:])


def read(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


async def test_records_of_the_archive_are_played_again_and_tell_nobody(
    store: MatchStore,
    worker: Worker,
    redis: Redis,
    at_archive: Path,
    capsys: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """By the commands of the page."""
    monkeypatch.setattr(research_export, "PAGE", 2)
    monkeypatch.setattr(research_export, "PROGRESS", 2)
    caplog.set_level(logging.INFO, "engine")
    players = [await account(redis), await account(redis, name="Bob Nobody")]
    matches = [await ended(store, game, players) for game in GAMES]
    logs = [await store.log(match, match.version) for match in matches]
    await worker.work()
    (block,) = re.findall(r"```bash\n(croupierctl export --format.*?)```", PAGE, re.S)
    lines = block.splitlines()
    assert [await commanded(line) for line in lines] == [0] * len(lines)
    said = capsys.readouterr().out.splitlines()
    # Other tests of this worker leave matches in the archive, some of rules that are not here.
    counted = [re.sub(r"; \d+ cannot be read", "", line) for line in said[:2]]
    assert [re.sub(r"of \d+", "of all", line) for line in counted] == [
        "3 of all matches are in games.jsonl",
        "1 of all matches are in games.parquet",
    ]
    assert re.search(r"\d of 2 matches so far", caplog.text)
    told = read(at_archive / "games.jsonl")
    for match, log in zip(matches, logs, strict=True):
        (own,) = [each for each in told if each["game"] == match.game]
        state, _ = played_again(own)
        assert (state, tuple(own["scores"])) == (
            match.state,
            match.outcome and match.outcome.scores,
        )
        for content in contents(at_archive).values():
            assert not [each for each in forbidden(match, log) if each.encode() in content]


async def test_a_match_is_exported_only_if_all_of_its_players_consent_now(
    store: MatchStore, worker: Worker, redis: Redis, at_archive: Path
) -> None:
    ann, bob, eve = [await account(redis, name != "Eve", name) for name in ("Ann", "Bob", "Eve")]
    deleted, leaving = await account(redis), await account(redis)
    for other in (eve, deleted, leaving):
        await ended(store, "just4fun", [ann, other], moves=4)
    await ended(store, "just4fun", [ann, bob], moves=5)
    aborted = await full_table(Matches(store))
    await aborted.matches.change(aborted.match_id, None, Abort("Enough."))
    for player in aborted.players:
        await redis.hset(accounts.account(player.id), accounts.RESEARCH, "1")
    await worker.work()
    await redis.delete(accounts.account(deleted.id))
    await redis.zadd(accounts.DELETIONS, {accounts.first_pass(leaving.id): 10**12})
    assert await commanded("croupierctl export --format jsonl --out one") == 0
    assert [len(each["moves"]) for each in read(at_archive / "one")] == [4]
    await redis.hdel(accounts.account(bob.id), accounts.RESEARCH)
    assert await commanded("croupierctl export --format jsonl --out none --game just4fun") == 0
    assert read(at_archive / "none") == []
    await redis.zrem(accounts.DELETIONS, accounts.first_pass(leaving.id))
    assert await commanded("croupierctl export --format jsonl --out left") == 0
    assert len(read(at_archive / "left")) == 1, "of who was about to be deleted"


async def test_a_game_and_a_span_can_be_chosen(
    store: MatchStore, worker: Worker, redis: Redis, at_archive: Path
) -> None:
    players = [await account(redis), await account(redis)]
    for game in ("just4fun", "lost-cities"):
        await ended(store, game, players, moves=4)  # in January 2026
    await worker.work()
    for number, (bounds, games) in enumerate(
        [
            ("--game just4fun", {"just4fun"}),
            ("--since 2026-01-01 --until 2026-02-01", {"just4fun", "lost-cities"}),
            ("--since 2026-02-01", set()),
            ("--until 2026-01-01", set()),
        ]
    ):
        assert await commanded(f"croupierctl export --format jsonl --out {number} {bounds}") == 0
        assert {each["game"] for each in read(at_archive / str(number))} == games


async def test_what_cannot_be_read_is_counted_and_left_out(
    store: MatchStore, worker: Worker, redis: Redis, at_archive: Path, capsys: Any
) -> None:
    players = [await account(redis), await account(redis)]
    first, second, _ = [await ended(store, "just4fun", players, moves=4) for _ in range(3)]
    await worker.work()
    async with worker.archive.connection(30) as connection:
        await connection.execute("UPDATE croupier_matches SET log = '{}' WHERE id = $1", first.id)
        spoilt = (
            "UPDATE croupier_matches SET fields[array_position(fields, 'match') + 1] = 'SECRET' "
            "WHERE id = $1"
        )
        await connection.execute(spoilt, second.id)
    assert await commanded("croupierctl export --format jsonl --out games") == 0
    told = capsys.readouterr()
    assert re.fullmatch(r"1 of \d matches are in games; 2 cannot be read\n", told.out)
    assert "SECRET" not in told.err


async def test_without_an_archive_or_arrow_or_a_new_file_it_says_so(
    at_archive: Path,
    worker: Worker,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (at_archive / "there").write_text("mine")
    assert await commanded("croupierctl export --format jsonl --out there") == 1
    assert capsys.readouterr().err == "there: File exists.\n"
    assert (at_archive / "there").read_text() == "mine"
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert await commanded("croupierctl export --format parquet --out games") == 1
    assert capsys.readouterr().err == 'Parquet needs the extra "research": install pyarrow.\n'
    monkeypatch.delenv("ENGINE_ARCHIVE_URL")
    assert await commanded("croupierctl export --format jsonl --out games") == 1
    told = capsys.readouterr().err
    assert told == "There is no archive to export from: set ENGINE_ARCHIVE_URL.\n"
    monkeypatch.setenv("ENGINE_ARCHIVE_URL", "postgresql://croupier@/none?host=/nowhere")
    assert await commanded("croupierctl export --format jsonl --out games") == 1
    assert capsys.readouterr().err.startswith("The archive does not answer")
    assert {*contents(at_archive)} == {"there"}
