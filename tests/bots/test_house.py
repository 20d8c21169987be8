"""Rosa and Hugo: they can be invited, play, play again, and outlive what ends around them."""

import ast
import asyncio
import json
import os
import random
import re
import secrets
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
import redis
from croupier_client import AsyncCroupier, Clock, Croupier
from croupier_client.ida import position_of
from croupier_client.local import LocalMatch
from croupier_client.testing import Fault, FaultProxy
from croupier_game.search import Position

from bots import keeping, resident, searching
from bots.house import Accounts, InvalidSetting, Settings, main
from bots.keeping import Seals
from bots.metrics import SEARCHES, Metrics
from bots.resident import hugo
from tests.support.live import Live
from tests.support.opponents import awaited, invite_by_name, of_name
from tests.support.players import (
    HOUSE_KEY,
    HOUSE_KEY_FILE,
    Client,
    ok,
    play_words,
    register,
)
from tests.support.sealed import seal_of
from tests.support.waiting import until
from tools.house import NAMES
from tools.redis_server import RedisServer
from tools.stack import ROOT, free_port

GAME = "just4fun"


@contextmanager
def house(url: str, folder: Path, **settings: str) -> Iterator["subprocess.Popen[bytes]"]:
    """The program, which must have logged no error."""
    folder.mkdir(exist_ok=True)
    key, data = {"BOTS_HOUSE_KEY_FILE": str(HOUSE_KEY_FILE)}, {"BOTS_DATA": str(folder / "bots")}
    said = {"BOTS_URL": url, "BOTS_THINK_S": "0", **key, **data, **settings}
    log = folder / "bots.log"
    with log.open("ab") as output:
        command = [sys.executable, "-m", "bots.house"]
        process = subprocess.Popen(command, env={**os.environ, **said}, cwd=ROOT, stderr=output)
    try:
        yield process
    finally:
        process.kill()
        process.wait()
    text = log.read_text()
    assert "ERROR" not in text, text
    assert "Traceback" not in text, text


def invited(human: Client, name: str, **settings: Any) -> str:
    """The id of a new match to which the bot has been invited, as soon as it plays."""
    match_id = str(human.create(**settings)["id"])
    invite_by_name(human, match_id, name)
    until(lambda: human.see(match_id)["status"] == "active", 60)
    return match_id


def ended(human: Client, match_id: str) -> bool:
    return bool(human.see(match_id)["status"] == "finished")


def play(human: Client, match_id: str, moves: int = 1000) -> None:
    """Make so many moves, whenever it is the human's turn, or all up to the end."""
    dice = random.Random(match_id)
    for _ in range(moves):
        until(lambda: ended(human, match_id) or human.see(match_id)["toMove"] == [0], 60)
        if ended(human, match_id):
            return
        human.move(match_id, dice.choice(human.legal_moves(match_id))["notation"])


def test_a_person_invites_hugo_and_has_a_rematch(quiet: Live, tmp_path: Path) -> None:
    human = register(quiet.url)
    waiting = human.create(game=GAME)["id"]
    ticket = ok(human.post("/v1/tickets", {"game": GAME}), 201)
    with house(quiet.url, tmp_path) as process:
        match_id = invited(human, "Hugo", game=GAME, access="private")
        play(human, match_id)
        assert human.see(match_id)["outcome"]["reason"] == "completed"
        asked = {"keepScore": True}
        ok(human.post(f"/v1/matches/{match_id}/rematch", asked))
        until(lambda: ok(human.post(f"/v1/matches/{match_id}/rematch", asked))["matchId"], 60)
        again = ok(human.post(f"/v1/matches/{match_id}/rematch", asked))["matchId"]
        play(human, again, 2)
        assert human.see(again)["seats"][1]["player"]["displayName"] == "Hugo"
        # They take no opponents from people.
        assert human.see(waiting)["status"] == "waiting"
        assert ok(human.get(f"/v1/tickets/{ticket['id']}"))["status"] == "searching"
        process.send_signal(signal.SIGTERM)
        assert process.wait(60) == 0
    assert not of_name(human, GAME, "Hugo")
    # `make run` waits for this.
    assert (tmp_path / "bots.log").read_text().count("Hugo can be invited") == 1


def test_ida_searches_in_the_games_that_say_how(quiet: Live, tmp_path: Path) -> None:
    """And an operator is told of each search, and that all of them are at home."""
    human, address = register(quiet.url, kind="bot"), f"127.0.0.1:{free_port()}"
    with house(quiet.url, tmp_path, BOTS_METRICS_ADDRESS=address):
        options = {"rounds": 1, "startSeat": 1}
        play(human, invited(human, "Ida", game="lost-cities", options=options), 2)
        assert awaited(human, "lost-cities", "Emil")["level"] == 4
        assert awaited(human, "livingstone", "Ida")["level"] == 3
        told = httpx.get(f"http://{address}/metrics").text
        for name in ("searches", "moves"):
            counts = re.findall(rf"^croupier_bots_{name}_total{{.*}} (.+)$", told, re.M)
            assert sum(map(float, counts)) >= 1
        assert 'croupier_bots_matches{bot="Ida"} 1.0' in told
        assert {*re.findall(r'offered_timestamp_seconds{bot="(\w+)"} 1', told)} == {*NAMES}
        for probe in ("healthz", "readyz"):
            assert httpx.get(f"http://{address}/{probe}").status_code == 200
    assert "no time to search" not in (tmp_path / "bots.log").read_text()


@pytest.mark.parametrize(
    ("longest_s", "clock", "asked", "effort", "late", "begun", "why"),
    [
        (0.0, None, 1, 1, 1, False, "late"),
        (60.0, None, searching.QUEUE + 2, 1, 2, True, "full"),
        (3.0, Clock(per_move="60s"), 1, 10_000, 1, True, "late"),
        (60.0, Clock(per_move="2s"), 1, 1, 1, False, "short"),
    ],
)
def test_who_would_have_to_wait_for_long_does_not_search(
    live: Live,
    monkeypatch: pytest.MonkeyPatch,
    longest_s: float,
    clock: Clock | None,
    asked: int,
    effort: int,
    late: int,
    begun: bool,
    why: str,
) -> None:
    """A search that would be late, or is one too many for the queue, raises TooLate in time.

    With two seconds on the clock, none is begun. What becomes of each is counted.
    """
    metrics = Metrics()
    monkeypatch.setattr(searching, "LONGEST_S", longest_s)
    with Croupier(live.url) as me, Croupier(live.url) as other:
        me.register("Ann")
        options = {"rounds": 1, "startSeat": 0}
        table = me.matches.create("lost-cities", options=options, clock=clock)
        other.register("Bea")
        other.matches.join(table.id)

        async def chosen() -> list[str | BaseException]:
            searchers = searching.Searchers(1, metrics=metrics)
            async with AsyncCroupier(live.url, me.token) as ann:
                held = await ann.matches.get(table.id, include_legal_moves=True)
                searches = [searchers.chosen(held, effort, random.Random(1)) for _ in range(asked)]
                try:
                    found = await asyncio.gather(*searches, return_exceptions=True)
                    assert (searchers._pool is not None) == begun
                    return found
                finally:
                    searchers.end()

        found = asyncio.run(chosen())
        assert [type(each) for each in found].count(searching.TooLate) == late
        assert [type(each) for each in found].count(str) == asked - late
    counted = {
        result: metrics.registry.get_sample_value(
            "croupier_bots_searches_total", {"result": result}
        )
        for result in SEARCHES
    }
    assert counted == {**dict.fromkeys(SEARCHES, 0), "found": asked - late, why: late}


@pytest.mark.full
def test_a_match_that_cannot_be_played_again_ends_none_of_them(quiet: Live, tmp_path: Path) -> None:
    """The rematch is refused to Hugo, since the scores to carry are too low; the house goes on."""
    human = register(quiet.url, kind="bot")
    options = {"rounds": 1, "startSeat": 0, "carriedScores": [-1_000_000, -1_000_000]}
    with house(quiet.url, tmp_path):
        match_id = invited(human, "Hugo", game="lost-cities", options=options)
        play(human, match_id)  # at random, which costs more than it brings
        ok(human.post(f"/v1/matches/{match_id}/rematch", {"keepScore": True}))
        until(lambda: "InvalidOptions" in (tmp_path / "bots.log").read_text(), 60)
        invited(human, "Hugo", game="lost-cities")


@pytest.mark.full
def test_a_person_takes_a_slip_back(quiet: Live, tmp_path: Path) -> None:
    """Also under a clock, where the bot must agree: it does, before it moves."""
    human = register(quiet.url)
    with house(quiet.url, tmp_path, BOTS_THINK_S="60"):
        options, clock = {"startSeat": 0}, {"bank": "600s"}
        match_id = invited(human, "Hugo", game="livingstone", options=options, clock=clock)
        play_words(match_id, human, "die", "coins", "end")
        before = human.see(match_id)["version"] - 1
        asked = ok(human.post(f"/v1/matches/{match_id}/undo", {"toVersion": before}))
        assert asked["undo"]["needs"] == [1]
        until(lambda: human.see(match_id)["toMove"] == [0], 60)
        assert human.see(match_id)["version"] == before + 3
        human.move(match_id, "end")


@pytest.mark.full
def test_they_play_every_game_and_reveal_in_a_sealed_deal(quiet: Live, tmp_path: Path) -> None:
    human = register(quiet.url, kind="bot")
    with house(quiet.url, tmp_path):
        for name in ("Rosa", "Hugo"):
            for game in ("lost-cities", "livingstone", GAME):
                play(human, invited(human, name, game=game), 3)
        ann = Client(quiet.url, human.token, human.player)
        awaited(ann, GAME, "Rosa")
        seal, entropy = sealed()
        match_id = human.create(game=GAME, deal="sealed", seal=seal)["id"]
        invite_by_name(human, match_id, "Rosa")
        until(lambda: human.see(match_id)["fairness"].get("toReveal") == [0], 60)
        human.act(match_id, "entropy", entropy=entropy)
        play(human, match_id)
        assert ended(human, match_id)


def sealed() -> tuple[str, str]:
    entropy = secrets.token_hex(32)
    return seal_of(entropy), entropy


@pytest.mark.full
def test_they_come_back_as_the_same_players_and_go_on(quiet: Live, tmp_path: Path) -> None:
    human = register(quiet.url, kind="bot")
    with house(quiet.url, tmp_path) as process:
        match_id = invited(human, "Hugo", game=GAME, options={"startSeat": 0})
        process.kill()
        process.wait()
        human.move(match_id, human.legal_moves(match_id)[0]["notation"])
    before = (tmp_path / "bots/tokens.json").read_text()
    assert (tmp_path / "bots/tokens.json").stat().st_mode & 0o077 == 0
    with house(quiet.url, tmp_path) as process:
        until(lambda: human.see(match_id)["version"] > 3, 60)
        process.send_signal(signal.SIGTERM)
        assert process.wait(60) == 0
    assert (tmp_path / "bots/tokens.json").read_text() == before
    assert not of_name(human, GAME, "Hugo")


@pytest.mark.full
def test_they_reveal_what_they_have_sealed_before_a_restart(quiet: Live, tmp_path: Path) -> None:
    human, third = register(quiet.url), register(quiet.url)
    kept = tmp_path / "bots/seals-Rosa.json"
    with house(quiet.url, tmp_path):
        (seal, entropy), (other, its_entropy) = sealed(), sealed()
        match_id = human.create(game=GAME, deal="sealed", seal=seal, seats=3)["id"]
        invite_by_name(human, match_id, "Rosa")
        until(lambda: human.see(match_id)["seats"][1]["player"], 60)
    assert kept.stat().st_mode & 0o777 == 0o600
    assert len(json.loads(kept.read_text())) == 1
    third.join(match_id, seal=other)
    human.act(match_id, "entropy", entropy=entropy)
    third.act(match_id, "entropy", entropy=its_entropy)
    with house(quiet.url, tmp_path):
        until(lambda: human.see(match_id)["status"] == "active", 60)
        human.act(match_id, "resign")
        third.act(match_id, "resign")
        until(lambda: json.loads(kept.read_text()) == {}, 60)


@pytest.mark.full
def test_a_turn_in_which_the_service_fails_is_not_lost(quiet: Live, tmp_path: Path) -> None:
    human = register(quiet.url, kind="bot")
    faults = [Fault("POST /moves", "refuse", status=500, code="internal")]
    faults.append(Fault("POST /moves", "refuse", status=500, code="game_failed", skip=1))
    faults.append(Fault("GET /v1/events", "cut", after=2))
    faults.append(Fault("POST /moves", "lose answer", skip=1))
    with FaultProxy(quiet.url, faults) as proxy, house(proxy.url, tmp_path):
        play(human, invited(human, "Hugo", game=GAME))


@pytest.mark.full
def test_a_service_that_has_lost_everything_gets_new_players(
    own_server: RedisServer, quiet: Live, tmp_path: Path
) -> None:
    viewer = Client(quiet.url)
    with house(quiet.url, tmp_path):
        first = awaited(viewer, GAME, "Rosa")
        with redis.Redis.from_url(own_server.url) as store:
            store.flushall()
    with house(quiet.url, tmp_path):
        second = awaited(viewer, GAME, "Rosa")
    assert first["id"] != second["id"]


@pytest.mark.full
def test_the_house_comes_as_soon_as_it_has_the_key(quiet: Live, tmp_path: Path) -> None:
    key, viewer = tmp_path / "key", Client(quiet.url)
    with house(quiet.url, tmp_path, BOTS_HOUSE_KEY_FILE=str(key)):
        until(lambda: "is kept for the house" in (tmp_path / "bots.log").read_text(), 60)
        key.write_text("x" * 32)
        until(lambda: "is not the key" in (tmp_path / "bots.log").read_text(), 60)
        assert not of_name(viewer, GAME, "Hugo")
        key.write_text(f"{HOUSE_KEY}\n")
        assert awaited(viewer, GAME, "Hugo")["house"]


def test_a_game_without_a_strategy_is_played_at_random(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resident, "STRATEGIES", {})
    moves = [SimpleNamespace(notation=each) for each in "ab"]
    turn: Any = SimpleNamespace(game=GAME, moves=moves)
    assert {hugo(turn, random.Random(seed)) for seed in range(20)} == {"a", "b"}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("BOTS_THINK_S", "soon"),
        ("BOTS_THINK_S", "nan"),
        ("BOTS_MAX_MATCHES", "1001"),
        ("BOTS_MAX_MATCHES", "0"),
        ("BOTS_SEARCHERS", "0"),
        ("BOTS_LOG_LEVEL", "loud"),
        ("BOTS_LOG_FORMAT", "xml"),
        ("BOTS_METRICS_ADDRESS", "9090"),
    ],
)
def test_a_wrong_setting_is_named(name: str, value: str) -> None:
    with pytest.raises(InvalidSetting, match=name):
        Settings.read({name: value})


@pytest.mark.parametrize("name", ["tokens.json", "seals-Hugo.json"])
def test_a_file_with_other_content_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    (tmp_path / name).write_text("{")
    monkeypatch.setenv("BOTS_DATA", str(tmp_path))
    assert main() == 2
    assert name in capsys.readouterr().err


def test_tokens_are_kept_where_nobody_else_reads_them(tmp_path: Path) -> None:
    Accounts(tmp_path / "new").keep("Rosa", "secret")
    path = tmp_path / "new/tokens.json"
    assert path.stat().st_mode & 0o777 == 0o600
    assert (tmp_path / "new").stat().st_mode & 0o777 == 0o700
    assert json.loads(path.read_text()) == {"Rosa": "secret"}
    assert Accounts(tmp_path / "new").token("Rosa") == "secret"
    assert Accounts(tmp_path / "new").token("Hugo") == ""


def test_so_many_seals_are_kept_and_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeping, "MOST_SEALS", 2)
    first, *others = [Seals(tmp_path / "seals.json").seal() for _ in range(3)]
    again = Seals(tmp_path / "seals.json")
    assert again.entropy(first) == ""
    assert all(again.entropy(each) for each in others)


def test_the_program_has_the_client_and_nothing_else() -> None:
    """Its image has what games share besides; msgspec is what the client's types are made of."""
    waiting, seen = ["house"], set[str]()
    while waiting:
        seen.add(name := waiting.pop())
        code = ast.parse((ROOT / "bots" / f"{name}.py").read_text())
        for node in ast.walk(code):
            modules = [each.name for each in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and node.module == "bots":
                modules += [f"bots.{each.name}" for each in node.names]
            elif isinstance(node, ast.ImportFrom):
                modules.append(str(node.module))
            ours = [each.removeprefix("bots.") for each in modules if each.startswith("bots.")]
            waiting += [each for each in ours if each not in seen]
            others = {each.split(".")[0] for each in modules} - {"bots"}
            assert others <= sys.stdlib_module_names | {
                "croupier_client",
                "croupier_game",
                "msgspec",
                "telemetry",
            }, name
    assert {"house", "resident", "strategies"} <= seen


def hasty(position: Position, effort: int) -> str:
    """Search, in a process that may take three seconds of the processor."""
    searching.STUCK_S = 3.0
    return searching.search("lost-cities", position, effort, 1)


def test_a_search_that_never_ends_is_ended_with_its_process() -> None:
    position = position_of(LocalMatch("lost-cities", 2, {"rounds": 1}, seed=3).turn())
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        assert pool.submit(hasty, position, 1).result()
        with pytest.raises(BrokenExecutor):
            pool.submit(hasty, position, 10_000).result()
