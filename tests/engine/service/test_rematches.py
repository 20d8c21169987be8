"""Rematches: created by the last request, for the same players."""

from dataclasses import replace

import pytest
from croupier_match.match import Access, AnyMatch, StartMode, Status
from engine.service.matches import Matches

from tests.support.matches import SHORT, full_table

pytestmark = pytest.mark.anyio


async def test_a_rematch_is_made_once_everyone_has_asked(matches: Matches) -> None:
    table = await full_table(matches)
    await table.resign(1)
    first = await table.rematch(1)
    assert (first.asked, first.match_id) == ((1,), "")
    assert await table.rematch(1) == first
    second = await table.rematch(0)
    assert second.asked == (0, 1)
    made = await matches.queries.store.load(second.match_id)
    assert (made.status, made.version) == (Status.ACTIVE, 2)
    assert [seat.player for seat in made.seats] == list(table.players)
    assert made.seed != (await table.match()).seed
    assert await table.rematch(1) == second


async def test_a_rematch_is_as_private_as_the_match_and_starts_by_itself(
    matches: Matches,
) -> None:
    table = await full_table(matches, access=Access.PRIVATE, start=StartMode.MANUAL)
    await table.start()
    await table.resign(0)
    await table.rematch(0)
    made = await matches.queries.store.load((await table.rematch(1)).match_id)
    assert (made.access, made.status) == (Access.PRIVATE, Status.ACTIVE)
    assert made.invite_code not in ("", (await table.match()).invite_code)


@pytest.mark.parametrize(
    ("wishes", "kept"),
    [
        ([(0, True), (1, True)], True),
        ([(0, True), (1, False)], False),
        ([(0, False), (1, True)], False),
        ([(0, False), (1, False)], False),
        ([(0, False), (0, True), (1, True)], True),
    ],
)
async def test_the_score_is_kept_if_all_ask_for_that(
    matches: Matches, wishes: list[tuple[int, bool]], kept: bool
) -> None:
    table = await full_table(matches, options=replace(SHORT, carried_scores=(30, -10)))
    await table.resign(0)
    asked = [await table.rematch(seat, keep_score) for seat, keep_score in wishes]
    made: AnyMatch = await matches.queries.store.load(asked[-1].match_id)
    assert made.options.carried_scores == ((30, -10) if kept else ())
