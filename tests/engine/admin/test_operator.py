"""An operator ends a match: by the one way in which matches change, and with the reason in it."""

from typing import Any

import pytest
from croupier_match.entries import Aborted
from croupier_match.match import Access, ClockOptions, Kind, Reason, Status
from croupier_match.refusals import MatchNotActive, NotFound
from croupier_match.verify.stored import check_stored
from engine.admin.operator import Operator
from engine.domain.registry import GAMES
from engine.service.matches import Matches
from engine.service.queries.pagination import Filter
from engine.store.indexes.due_matches import Deadlines
from engine.store.matches import MatchStore
from redis.asyncio import Redis

from tests.engine.conftest import TTL
from tests.support.matches import Table, fresh_id, full_table, outcomes, waiting_table

pytestmark = pytest.mark.anyio

WHY = 'The clock of the server was wrong; "sorry" \\o/'


async def test_a_running_match_ends_without_a_winner_and_everybody_keeps_their_seat(
    matches: Matches, operator: Operator
) -> None:
    table = await full_table(matches)
    await table.play(3)
    before = await table.match()
    after = await operator.abort(table.match_id, WHY)
    assert after == await table.match()
    assert (after.status, after.version) == (Status.ABORTED, before.version + 1)
    assert after.seats == before.seats
    assert after.state == before.state
    assert after.outcome
    assert (after.outcome.reason, after.outcome.ranking) == (Reason.ABORTED, ((0, 1),))
    assert (after.outcome.scores, after.outcome.winners) == ((0, 0), ())
    last = (await matches.store.log(after, after.version))[-1]
    assert last == Aborted(after.version, 0, after.update_time, note=WHY)


@pytest.mark.parametrize("access", Access)
async def test_a_match_that_waits_can_be_aborted_too(
    matches: Matches, operator: Operator, access: Access
) -> None:
    """Its creator stays seated, and so can read why, also in a private match."""
    table = await waiting_table(matches, access=access)
    after = await operator.abort(table.match_id, WHY)
    assert after.status == Status.ABORTED
    assert after.seat_of(table.players[0].id) == 0
    pasts, *_ = await matches.queries.history(table.match_id, table.caller(0), 0, 10)
    entry = pasts[-1].entry
    assert isinstance(entry, Aborted)
    assert entry.note == WHY


async def test_what_has_ended_cannot_be_aborted(matches: Matches, operator: Operator) -> None:
    table = await full_table(matches)
    await table.resign(0)
    before = await table.match()
    with pytest.raises(MatchNotActive):
        await operator.abort(table.match_id, WHY)
    assert await table.match() == before
    assert await matches.queries.audit(table.match_id) == ()
    with pytest.raises(NotFound):
        await operator.abort(fresh_id(), WHY)


async def test_lists_and_deadlines_follow(
    matches: Matches, operator: Operator, redis: Redis
) -> None:
    clock = ClockOptions(per_move_ms=600_000)
    table = await full_table(matches, clock=clock)
    assert table.match_id in await Deadlines(redis).all()
    await operator.abort(table.match_id, WHY)
    assert table.match_id not in await Deadlines(redis).all()
    ada = table.players[0].id
    for status in Status:
        page, _ = await matches.queries.page(Filter(ada, status=status, player_id=ada), 10, "")
        assert [match.id for match in page] == [table.match_id] * (status == Status.ABORTED)


async def test_an_engine_that_remembers_the_match_makes_no_move_in_it(
    redis: Redis, operator: Operator
) -> None:
    table = await full_table(Matches(MatchStore(redis, TTL, cached_matches=10)))
    await table.play(2)
    seat, move = await table.turn()
    await operator.abort(table.match_id, WHY)
    with pytest.raises(MatchNotActive):
        await table.move(seat, move)


async def test_of_moves_and_an_abort_at_once_none_is_lost(
    matches: Matches, operator: Operator
) -> None:
    for _ in range(5):
        table = await full_table(matches)

        async def play(table: Table = table) -> Any:
            return await table.move(*await table.turn())

        async def abort(table: Table = table) -> Any:
            return await operator.abort(table.match_id, WHY)

        done = await outcomes([play, abort, play, play, abort])
        match = await table.match()
        log = await matches.store.log(match, match.version)
        check_stored(GAMES, match, log)
        assert [entry.kind for entry in log].count(Kind.ABORTED) == 1
        assert log[-1].kind == Kind.ABORTED
        assert match.version == 2 + sum(not isinstance(each, Exception) for each in done)
