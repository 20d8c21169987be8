"""Export and import: a match arrives whole, and a false one is refused."""

import copy
import json
import random
import stat
import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import reduce
from itertools import chain
from operator import getitem
from pathlib import Path
from typing import Any

import pytest
from croupier_match.match import Access, ClockOptions, Status
from croupier_match.refusals import Conflict, NotFound, NotPlayedHere
from croupier_match.verify.errors import Refuted
from engine.admin.export import NotAnExport, export_match, import_match, read_export
from engine.admin.operator import Operator
from engine.admin.verify_all import check_match
from engine.domain.errors import IdempotencyMismatch
from engine.service.matches import Matches
from engine.service.queries.pagination import Filter
from engine.store.audit import Act
from engine.store.indexes.due_matches import Deadlines
from redislink.client import connect

from tests.engine.conftest import PATIENT_S
from tests.support.matches import Table, fresh_id, full_table, key, outcomes, waiting_table
from tools.redis_server import RedisServer

pytestmark = pytest.mark.anyio

Json = dict[str, Any]


async def taken_out(operator: Operator, match_id: str, folder: Path) -> Path:
    path = folder / fresh_id()
    await export_match(operator, match_id, path, "To look into it")
    return path


async def tables(matches: Matches) -> list[Table]:
    """Matches of all kinds: waiting, running, by the clock, ended."""
    running = await full_table(matches, clock=ClockOptions(bank_ms=600_000))
    await running.play(12)
    ended = await full_table(matches)
    await ended.play(3)
    await ended.resign(0)
    await ended.rematch(1, keep_score=True)
    return [await waiting_table(matches, access=Access.PRIVATE), running, ended]


async def test_what_is_put_in_is_what_was_taken_out(
    matches: Matches, operator: Operator, other_operator: Operator, tmp_path: Path
) -> None:
    for table in await tables(matches):
        whole = read_export(await taken_out(operator, table.match_id, tmp_path))
        await import_match(other_operator, whole)
        there = await other_operator.read(table.match_id)
        assert there.audit[:-1] == (await operator.read(table.match_id)).audit
        assert [entry.act for entry in there.audit] == [Act.EXPORTED, Act.IMPORTED]
        assert replace(there, audit=whole.audit, head=whole.head) == whole
        assert there.match == await table.match()
        assert there.rematch_requests == ({"1": "1"} if there.match.ended else {})


async def test_a_match_that_was_put_in_is_played_on_listed_and_due(
    matches: Matches,
    operator: Operator,
    other_operator: Operator,
    other_server: RedisServer,
    tmp_path: Path,
) -> None:
    table = await full_table(matches, clock=ClockOptions(bank_ms=600_000))
    seat, move = await table.turn()
    once = key(table.players[seat])
    await table.move(seat, move, key=once)
    await import_match(
        other_operator, read_export(await taken_out(operator, table.match_id, tmp_path))
    )
    there = table.through(other_operator.matches)
    assert (await there.move(seat, move, key=once)).replayed
    with pytest.raises(IdempotencyMismatch):
        await there.move(seat, move, key=replace(once, fingerprint="f" * 32))
    await there.play(2)
    wanted = Filter(player_id=table.players[0].id, status=Status.ACTIVE)
    page, _ = await other_operator.matches.queries.page(wanted, 10, "")
    assert [match.id for match in page] == [table.match_id]
    async with connect(other_server.url, PATIENT_S) as redis:
        assert await Deadlines(redis).all() == {table.match_id}
        lives = [await redis.pttl(name) for name in await redis.keys("match:*")]
        assert len(lives) == 3
        assert min(lives) > 1_000_000_000


async def test_a_match_that_is_there_is_left_as_it_is(
    matches: Matches, operator: Operator, tmp_path: Path
) -> None:
    table = await full_table(matches)
    whole = read_export(await taken_out(operator, table.match_id, tmp_path))
    await table.play(2)
    before = await operator.read(table.match_id)
    with pytest.raises(Conflict, match="already"):
        await import_match(operator, whole)
    assert await operator.read(table.match_id) == before


async def test_of_many_who_put_it_in_at_once_one_does(
    matches: Matches, operator: Operator, other_operator: Operator, tmp_path: Path
) -> None:
    table = await full_table(matches)
    await table.play(3)
    whole = read_export(await taken_out(operator, table.match_id, tmp_path))
    done = await outcomes([lambda: import_match(other_operator, whole)] * 8)
    assert sorted(map(type, done), key=str).count(Conflict) == 7
    there = await other_operator.read(table.match_id)
    assert (there.match, there.log) == (whole.match, whole.log)


async def test_what_is_not_true_leaves_nothing_behind(
    matches: Matches,
    operator: Operator,
    other_operator: Operator,
    other_server: RedisServer,
    tmp_path: Path,
) -> None:
    table = await full_table(matches)
    await table.play(3)
    whole = read_export(await taken_out(operator, table.match_id, tmp_path))
    with pytest.raises(Refuted):
        await import_match(other_operator, replace(whole, log=whole.log[:-1]))
    async with connect(other_server.url, PATIENT_S) as redis:
        assert not await redis.keys("*")


async def test_the_file_is_its_owners_alone_and_never_overwritten(
    matches: Matches, operator: Operator, tmp_path: Path
) -> None:
    table, path = await full_table(matches), tmp_path / "file"
    await export_match(operator, table.match_id, path, "x")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    before = path.read_bytes()
    with pytest.raises(FileExistsError):
        await export_match(operator, table.match_id, path, "y")
    assert path.read_bytes() == before
    with pytest.raises(NotFound):
        await export_match(operator, fresh_id(), tmp_path / "other", "z")
    assert not (tmp_path / "other").exists()
    assert [entry.reason for entry in await operator.matches.queries.audit(table.match_id)] == ["x"]


UNPROVEN = (
    *("time", "records", "rematch_requests", "audit"),
    *("match.access", "match.invite_code", "match.id", "match.undo"),
)
"""Members that no hash covers: a holder of the file may have changed them."""


async def test_nothing_gets_in_that_its_log_does_not_prove(
    matches: Matches, operator: Operator, tmp_path: Path
) -> None:
    """Each member of the file in turn is another, or missing."""
    seed = random.randrange(10**6)
    sys.stdout.write(f"seed {seed}\n")
    table = await full_table(matches)
    await table.play(4)
    given = json.loads((await taken_out(operator, table.match_id, tmp_path)).read_text())
    state = given["match"]["state"]
    hidden = {given["match"]["seed"], *state["deck"], *chain.from_iterable(state["hands"])}
    honest, complaints = await table.match(), list[str]()
    for path, changed in forged(given, random.Random(seed)):
        file = tmp_path / "forged"
        file.write_text(json.dumps(changed))
        try:
            whole = read_export(file)
            check_match(whole)
            assert path.startswith(UNPROVEN) or whole.match == honest, path
        except (NotAnExport, Refuted, NotPlayedHere) as error:
            complaints.append(str(error))
    assert len(complaints) > 100
    assert not {*" ".join(complaints).replace(".", "").split()} & hidden


def forged(given: Json, dice: random.Random) -> Iterator[tuple[str, Json]]:
    """The file with one thing changed or left out, and the path of that."""
    for path in paths(given):
        named = ".".join(map(str, path))
        for change in (another, gone):
            changed = copy.deepcopy(given)
            *way, last = path
            change(reduce(getitem, way, changed), last, dice)
            yield named, changed


def paths(value: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every member and item in it."""
    inner = value.items() if isinstance(value, dict) else ()
    for name, each in enumerate(value) if isinstance(value, list) else inner:
        yield (*at, name)
        yield from paths(each, (*at, name))


def another(holder: Any, name: Any, dice: random.Random) -> None:
    """Of the same kind, if it is a text or a number, else of another."""
    value = holder[name]
    if isinstance(value, str):
        holder[name] = dice.choice([value[::-1] + "A", "", value.swapcase(), "Y7"])
    elif isinstance(value, bool) or not isinstance(value, int):
        holder[name] = dice.choice([None, 1, "Y7", [], {}])
    else:
        holder[name] = value + dice.choice([-1, 1, 100])


def gone(holder: Any, name: Any, dice: random.Random) -> None:
    del holder[name]
