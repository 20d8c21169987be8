"""Tests of `croupierctl games`, and of what `croupierctl doctor` says of engines that differ."""

import asyncio
from typing import Any, cast

import pytest
from croupier_game.installed import Installed
from engine.admin import games
from engine.admin.__main__ import main
from engine.admin.doctor import engine_games
from engine.admin.doctor.engine_games import of_games
from engine.admin.doctor.finding import Finding
from engine.domain.registry import GAMES
from engine.service.matches import Matches
from engine.store.engines import KEYS, Engines
from engine.store.matches import MatchStore
from redis.asyncio import Redis

from tests.engine.conftest import TTL
from tests.support.matches import full_table, waiting_table
from tests.support.spoilt import spoilt
from tools.redis_server import RedisServer

pytestmark = pytest.mark.anyio


async def says(redis: Redis, name: str, games: str, group: str = "") -> None:
    """Have an engine of these games live."""
    text = f'99999999999999 {{"games": {games}, "group": "{group}"}}'.replace("'", '"')
    await cast(Any, redis.hset(KEYS[0], name, text))


async def told(redis: Redis) -> list[tuple[str, str]]:
    return [(each.level, each.text) for each in await of_games(redis)]


async def test_each_version_has_its_engines_and_its_matches(
    own_redis: Redis,
    own_server: RedisServer,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("ENGINE_REDIS_URL", own_server.url)

    async def printed() -> list[str]:
        assert await asyncio.to_thread(main, ["games"]) == 0
        return capsys.readouterr().out.splitlines()

    refusal = "bad 1.0 is not played: it has a fault."
    with monkeypatch.context() as patch:
        for module in (games, engine_games):
            patch.setattr(module, "INSTALLED", Installed([], [refusal]))
        assert (await printed())[1:] == [refusal]
        assert (await told(own_redis))[0] == ("wrong", refusal.rstrip("."))
    assert await printed() == ["no engine has said what it plays, and there are no matches"]
    matches = Matches(MatchStore(own_redis, TTL))
    running, ended, odd = [await full_table(matches) for _ in range(3)]
    await ended.resign(0)
    await waiting_table(matches)
    await matches.store.engines.beat("own")
    await says(own_redis, "other", str([f"{each}@7" for each in GAMES]))
    async with spoilt(own_redis, odd.match_id, "has other rules"):
        lines = await printed()
    assert len(lines) == 2 * (len(GAMES) + 1)
    place = lines.index("lost-cities@1  1 waiting, 1 active, 1 ended")
    assert lines[place + 1] == "  played by 1 of 2 engines: own"
    assert lines[place + 2 :] == [
        "lost-cities@9  0 waiting, 1 active, 0 ended",
        "  no live engine plays it",
    ]
    assert running.match_id not in "".join(lines)


async def test_the_doctor_names_who_lacks_what_others_of_its_group_have(own_redis: Redis) -> None:
    assert [each.level for each in await of_games(own_redis)] == ["note"]
    await says(own_redis, "a", "['chess@1', 'go@1']")
    await says(own_redis, "b", "['chess@1', 'go@1']")
    await says(own_redis, "apart", "['poker@1']", "apart")
    assert await told(own_redis) == [("ok", "all of 3 engines play the same games")]
    await says(own_redis, "b", "['chess@2', 'go@1']")
    (first, second) = await told(own_redis)
    assert first[0] == second[0] == "wrong"
    assert first[1].startswith("engine a lacks chess@2, which others have: no new match")
    assert second[1].startswith("engine b lacks chess@1, which others have: no new match")


async def test_the_doctor_names_what_runs_and_nobody_plays(own_redis: Redis) -> None:
    matches = Matches(MatchStore(own_redis, TTL))
    table = await full_table(matches)
    await Engines(own_redis).beat("gone")
    await Engines(own_redis).leave("gone")
    others = str([each for each in sorted(GAMES.played) if not each.startswith("lost")])
    await says(own_redis, "left", others)
    (found,) = await of_games(own_redis)
    text = "no engine plays lost-cities@1, of which 1 matches run and 0 wait: install it again"
    assert (found.level, found.text.startswith(text)) == ("wrong", True)
    await table.resign(0)
    assert await of_games(own_redis) == [Finding("ok", "all of 1 engines play the same games")]
