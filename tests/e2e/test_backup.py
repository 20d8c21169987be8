"""Back up and restore, as docs/operations/backup.md has it, while moves go on."""

import random
import shutil
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from croupier_game.kit.seeds import SEEDS
from engine.admin.__main__ import main
from redis import Redis

from tests.support.live import Live
from tests.support.players import Client, start_match
from tests.support.waiting import until
from tools.backup import save_from
from tools.redis_server import DURABLE, RedisServer

TABLES = 6
BACKUPS = 1 if len(SEEDS) < 10 else 3
"""One per change, more at night."""
MOVES = 40
"""How many are made before the first backup, and at least between two."""
SLOW_US = 10_000
"""How long Redis takes for each key of a snapshot, so that moves are made meanwhile."""
GAMES = ("lost-cities", "just4fun", "livingstone")


@dataclass
class Load:
    """Matches that are played until `over`, and the last version of each that was answered."""

    url: str
    dice: random.Random
    answered: dict[str, int] = field(default_factory=dict)
    players: dict[str, list[Client]] = field(default_factory=dict)
    moves: int = 0
    over: threading.Event = field(default_factory=threading.Event)

    def play(self, game: str) -> None:
        """One match after the other."""
        while not self.over.is_set():
            match_id, players = start_match(self.url, game=game)
            self.players[match_id] = players
            self.answered[match_id] = 2
            while not self.over.is_set() and self._move(match_id, players):
                pass

    def _move(self, match_id: str, players: list[Client]) -> bool:
        """Make one; whether there is another to be made."""
        due = players[0].see(match_id)["toMove"]
        if not due:
            return False
        legal = players[due[0]].legal_moves(match_id)
        made = players[due[0]].move(match_id, self.dice.choice(legal)["notation"], view="none")
        self.answered[match_id] = made["version"]
        self.moves += 1
        return True

    def go_on(self) -> None:
        """Until some more moves are made."""
        enough = self.moves + MOVES
        until(lambda: self.moves >= enough, 30)


@contextmanager
def under_load(url: str) -> Iterator[Load]:
    seed = random.randrange(10**6)
    sys.stdout.write(f"seed {seed}\n")
    load = Load(url, random.Random(seed))
    with ThreadPoolExecutor(TABLES) as pool:
        playing = [pool.submit(load.play, GAMES[table % 3]) for table in range(TABLES)]
        try:
            load.go_on()
            yield load
        finally:
            load.over.set()
        for each in playing:
            each.result()


Backup = Callable[[RedisServer, Path], Path]
"""Takes one, and gives the data folder of a Redis that is to begin with it."""


def by_snapshot(server: RedisServer, folder: Path) -> Path:
    """As `make backup` takes it; tests/docs/test_operating.py does so by `redis-cli --rdb`."""
    folder.mkdir()
    save_from(server.socket, folder / "dump.rdb")
    return folder


def by_append_only_file(server: RedisServer, folder: Path) -> Path:
    """A copy of it; Redis 7 and later have a folder of them."""
    folder.mkdir()
    with Redis.from_url(server.url) as redis:
        redis.config_set("auto-aof-rewrite-percentage", 0)
        until(lambda: not redis.info("persistence")["aof_rewrite_in_progress"])
        for path in server.log.parent.glob("appendonly*"):
            copy: Callable[..., Any] = shutil.copytree if path.is_dir() else shutil.copy
            copy(path, folder / path.name)
        redis.config_set("auto-aof-rewrite-percentage", 100)
    return folder


def restored(folder: Path) -> RedisServer:
    """A Redis that has begun with the backup, and is durable from now on."""
    if not (folder / "dump.rdb").exists():
        server = RedisServer(folder, *DURABLE)
        server.start()
        return server
    first = RedisServer(folder, "--appendonly", "no")
    first.start()
    with Redis.from_url(first.url) as redis:
        redis.config_set("appendonly", "yes")
        until(lambda: written(redis), 30)
    first.close()
    server = RedisServer(folder, *DURABLE)
    server.start()
    return server


def written(redis: Any) -> bool:
    told = redis.info("persistence")
    return bool(told["aof_enabled"]) and not (
        told["aof_rewrite_in_progress"] or told["aof_rewrite_scheduled"]
    )


@pytest.mark.full
@pytest.mark.parametrize("back_up", [by_snapshot, by_append_only_file])
def test_what_is_restored_begins_as_what_was_answered_and_is_played_on(
    back_up: Backup,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    source = RedisServer(tmp_path / "source", *DURABLE)
    source.start()
    with Redis.from_url(source.url) as redis:
        redis.config_set("rdb-key-save-delay", SLOW_US)
        with Live(source.url, engines=2) as live, under_load(live.url) as load:
            backups, meanwhile = [], 0
            for number in range(BACKUPS):
                before, moves = dict(load.answered), load.moves
                backups.append((before, back_up(source, tmp_path / f"backup-{number}")))
                meanwhile += load.moves - moves
                load.go_on()
        assert meanwhile or back_up is by_append_only_file
        for before, folder in backups:
            server = restored(folder)
            monkeypatch.setenv("ENGINE_REDIS_URL", server.url)
            check(redis, server, before, capsys)
            play_on(server, before, load)
            server.close()
    source.close()


def check(
    source: Any, server: RedisServer, before: dict[str, int], capsys: pytest.CaptureFixture[str]
) -> None:
    """Each log is the beginning of the one there was, with all that was answered before."""
    capsys.readouterr()
    assert main(["verify", "--all"]) == 0
    with Redis.from_url(server.url) as redis:
        names: Any = redis.keys("match:{*}:log")
        for name in names:
            rows: Any = redis.lrange(name, 0, -1)
            assert rows == source.lrange(name, 0, len(rows) - 1)
        lengths = {name.decode()[7:-5]: redis.llen(name) for name in names}
    assert capsys.readouterr().out.startswith(f"{len(lengths)} matches verified, 0 wrong\n")
    assert not {each: known for each, known in before.items() if lengths.get(each, 0) < known}


def play_on(server: RedisServer, before: dict[str, int], load: Load) -> None:
    """Players have their tokens and their seats."""
    assert main(["reindex"]) == 0
    with Live(server.url) as live:
        going_on = [each for each in before if go_on_at(live, each, load)]
        assert going_on


def go_on_at(live: Live, match_id: str, load: Load) -> bool:
    players = [Client(live.url, each.token, each.player) for each in load.players[match_id]]
    match = players[0].see(match_id)
    if match["status"] != "active":
        return False
    mover = players[match["toMove"][0]]
    moved = mover.move(match_id, mover.legal_moves(match_id)[0]["notation"])
    return bool(moved["version"] > match["version"])
