"""A tournament that is over goes out to a file, and into another store; a false one is refused."""

import asyncio
import json
import re
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from croupier_match.refusals import Conflict
from engine.admin.doctor.tournament_findings import of_tournaments
from engine.admin.export import NotAnExport
from engine.admin.operator import Operator
from engine.admin.tournaments.exchange import (
    export_tournament,
    import_tournament,
    read_tournament,
)
from engine.admin.verify_all import check_tournaments
from redislink import tournaments

from tests.croupier_tournament.playing import player
from tests.support.tournaments import Stored, settings

pytestmark = pytest.mark.anyio


async def over(operator: Operator) -> Stored:
    one = Stored.of(operator.redis, settings(rounds=2))
    one.playing.started(4).play()
    return await one.save()


async def exported(operator: Operator, one: Stored, folder: Path) -> Path:
    path = folder / one.id
    await export_tournament(operator, one.id, path, "To look into it")
    return path


async def test_what_is_put_in_is_what_was_taken_out_but_for_the_seed(
    operator: Operator, other_operator: Operator, tmp_path: Path
) -> None:
    one = await over(operator)
    path = await exported(operator, one, tmp_path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert one.playing.secret not in path.read_text()
    assert await import_tournament(other_operator, read_tournament(path)) == one.id
    there = await other_operator.tournament_queue.read(one.id)
    assert there
    here = await operator.tournament_queue.read(one.id)
    assert here
    assert there.log == here.log == one.playing.lines
    assert {each: json.loads(said) for each, said in there.players.items()} == {
        each: json.loads(said) for each, said in here.players.items()
    }
    assert there.maker == here.maker
    known = await other_operator.store.tournaments.read(one.id)
    assert known.tournament == one.playing.it
    redis: Any = other_operator.redis
    assert await redis.zscore(tournaments.of_player(player(3)), one.id)
    assert await redis.zscore(tournaments.in_status("finished"), one.id)
    assert await redis.zscore(tournaments.OVER, one.id)
    assert await redis.zscore(tournaments.DUE, one.id) is None
    with pytest.raises(Conflict):
        await import_tournament(other_operator, read_tournament(path))


async def test_one_that_goes_on_is_not_exported(operator: Operator, tmp_path: Path) -> None:
    one = Stored.of(operator.redis, settings())
    one.playing.started(4)
    await one.save()
    with pytest.raises(Conflict, match="over"):
        await exported(operator, one, tmp_path)
    assert not await asyncio.to_thread((tmp_path / one.id).exists)


def another_result(given: dict[str, Any]) -> None:
    place, line = next(each for each in enumerate(given["log"]) if '"result"' in each[1])
    ranks = re.search(r'"ranks":\[(\d+),(\d+)\]', line)
    assert ranks
    given["log"][place] = line.replace(ranks[0], f'"ranks":[{1 - int(ranks[1])},1]')


def without_end(given: dict[str, Any]) -> None:
    given["log"].pop()


def with_more(given: dict[str, Any]) -> None:
    given["seed"] = "x"


@pytest.mark.parametrize("spoil", [another_result, without_end, with_more])
async def test_a_false_one_is_refused(
    operator: Operator, tmp_path: Path, spoil: Callable[[dict[str, Any]], None]
) -> None:
    path = await exported(operator, await over(operator), tmp_path)
    given = json.loads(path.read_text())
    before = json.dumps(given)
    spoil(given)
    assert json.dumps(given) != before
    path.write_text(json.dumps(given))
    with pytest.raises(NotAnExport):
        await asyncio.to_thread(read_tournament, path)


async def test_all_logs_are_verified_and_the_doctor_finds_what_waits(
    own_operator: Operator,
) -> None:
    one, other = await over(own_operator), await over(own_operator)
    redis, said = own_operator.redis, list[object]()
    await redis.delete(tournaments.DUE, tournaments.tables("lost-cities"))
    assert str(await check_tournaments(own_operator, said.append)) == (
        "2 tournaments verified, 0 wrong"
    )
    assert {each.level for each in await of_tournaments(redis, 1000.0)} == {"ok"}
    await redis.xtrim(tournaments.log(one.id), maxlen=3, approximate=False)
    tally = await check_tournaments(own_operator, said.append)
    assert (tally.right, tally.wrong) == (1, 1)
    assert str(said[-1]).startswith(f"{one.id} WRONG: ")
    last: Any = await redis.xrevrange(tournaments.log(other.id), count=1)
    await redis.xdel(tournaments.log(other.id), last[0][0])
    for queue in (tournaments.DUE, tournaments.tables("lost-cities"), tournaments.OVER):
        await redis.zadd(queue, {one.id: 1})
    found = [each for each in await of_tournaments(redis, 10_000.0) if each.level == "wrong"]
    assert [each.text.rpartition(" ")[2] for each in found[:3]] == [
        "CroupierTournamentsBehind",
        "CroupierTablesNotMade",
        "CroupierTournamentsNotArchived",
    ]
    assert other.id in found[3].text
