"""Resigned seats: the moves that the server makes for them are stored with what they follow."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from croupier_match.match import AnyMatch, Kind
from croupier_match.refusals import GameFailed
from engine.service.change_loop import MOST_FORCED
from engine.service.changes import Change
from engine.service.matches import Matches
from engine.service.queries.past_versions import MatchVersion

from tests.support import heap
from tests.support.bad_game import failing
from tests.support.heap import Move, Options
from tests.support.matches import Table, key, outcomes, person, waiting_table

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
def game_of_heap() -> Iterator[None]:
    with heap.installed():
        yield


async def heap_table(matches: Matches, seats: int, size: int = 12) -> Table:
    table = await waiting_table(matches, game=heap.ID, seats=seats, options=Options(size))
    for seat in range(1, seats):
        table = await table.join(person(f"P{seat}"))
    return table


async def log_of(table: Table) -> list[MatchVersion]:
    match = await table.match()
    pasts, *_ = await table.matches.queries.history(table.match_id, table.caller(0), 0, 1000)
    assert pasts[-1].match == match
    assert [past.entry.version for past in pasts] == list(range(1, match.version + 1))
    return pasts


def turn(match: AnyMatch) -> tuple[int, ...]:
    assert match.state
    return heap.to_move(match.state)


def moves_of(pasts: list[MatchVersion], after: int = 0) -> list[tuple[str, int]]:
    return [(past.entry.kind, past.entry.seat) for past in pasts[after:]]


async def test_a_game_whose_turn_stays_with_a_resigned_seat_has_failed(matches: Matches) -> None:
    table = await heap_table(matches, 3, size=3 * MOST_FORCED)
    with failing(heap.ID, "to_move", "gives the first seat"):
        with pytest.raises(GameFailed, match="in to_move"):
            await table.resign(0)
        assert not (await table.match()).seats[0].resigned


async def test_the_server_moves_for_who_resigned_as_soon_as_it_is_its_turn(
    matches: Matches,
) -> None:
    table = await heap_table(matches, 3)
    await table.resign(1)
    change = await table.move(0, Move(2))
    assert change.match.version == 6
    assert [(event.seat, 1 <= event.take <= 3) for event in change.events] == [(0, True), (1, True)]
    assert change.match.events == change.events[1:]
    assert turn(change.match) == (2,)
    assert moves_of(await log_of(table), after=3) == [
        (Kind.RESIGNED, 1),
        (Kind.MOVE, 0),
        (Kind.MOVE, 1),
    ]


async def test_a_match_of_those_who_stayed_comes_to_its_end(matches: Matches) -> None:
    table = await heap_table(matches, 4, size=40)
    await table.resign(2)
    while not (await table.match()).ended:
        seat, move = await table.turn()
        assert seat != 2
        await table.move(seat, move)
    pasts = await log_of(table)
    outcome = pasts[-1].match.outcome
    assert outcome
    assert outcome.ranking[-1] == (2,)
    assert sum(outcome.scores) == 40
    assert (Kind.MOVE, 2) in moves_of(pasts)


async def test_a_repeat_answers_with_the_server_s_moves_too(
    matches: Matches, other_engine: Matches
) -> None:
    table = await heap_table(matches, 3, size=100)
    await table.resign(1)
    for act in (partial(table.move, 0, Move(2)), partial(table.resign, 2)):
        used = key(person(), "key-1", repr(act.args))
        first: Change = await act(key=used)
        again: Any = await act(key=used)
        assert again == replace(first, replayed=True)
        assert len(first.events) == (2 if act.func == table.move else 0)


async def test_when_several_resign_at_once_everyone_s_wish_is_kept(
    matches: Matches, other_engine: Matches
) -> None:
    table = await heap_table(matches, 5, size=100)
    there = table.through(other_engine)
    found = await outcomes([partial((table, there)[seat % 2].resign, seat) for seat in range(4)])
    assert all(isinstance(result, Change) for result in found)
    match = await table.match()
    assert match.outcome
    assert match.outcome.winners == (4,)
    await log_of(table)
