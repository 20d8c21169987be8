"""Changes of one match by two engines at once: whatever they do, it has one history."""

import random
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import pytest
from croupier_lost_cities import rules as lost_cities
from croupier_match.match import StartMode, Status
from croupier_match.refusals import (
    Conflict,
    MatchActive,
    MatchFull,
    MatchNotActive,
    NotYourTurn,
    RosterChanged,
    VersionMismatch,
)
from engine.domain.registry import GAMES
from engine.service.changes import Change
from engine.service.matches import Matches
from engine.service.rematches import Rematch

from tests.support.matches import Table, full_table, join, outcomes, person, waiting_table

pytestmark = pytest.mark.anyio

LONG = lost_cities.Options(rounds=9)


async def one_history(table: Table) -> None:
    """The log has one entry per version, and folding it gives what is stored."""
    match = await table.match()
    log = await table.matches.store.log(match, match.version + 100)
    assert [entry.version for entry in log] == list(range(1, match.version + 1))
    pasts, *_ = await table.matches.queries.history(
        table.match_id, table.caller(0), 0, match.version
    )
    assert pasts[-1].match == match


async def test_a_hundred_races_of_two_engines_never_fork_a_match(
    matches: Matches, other_engine: Matches
) -> None:
    table = await full_table(matches, options=LONG)
    engines = [table, table.through(other_engine)]
    choose = random.Random(7)
    for played in range(100):
        match = await choose.choice(engines).match()
        assert match.version == played + 2
        rules = GAMES[match.game].rules
        seat = rules.to_move(match.state)[0]
        moves = [choose.choice(rules.legal_moves(match.state, seat)) for _ in engines]
        expected = [choose.choice([match.version, None]) for _ in engines]
        found = await outcomes(
            [
                partial(engine.move, seat, move, version)
                for engine, move, version in zip(engines, moves, expected, strict=True)
            ]
        )
        assert sum(isinstance(change, Change) for change in found) == 1
        for result, version in zip(found, expected, strict=True):
            refusal = VersionMismatch if version else NotYourTurn
            assert isinstance(result, Change | refusal)
    await one_history(table)


async def test_of_many_who_join_at_once_one_sits_down(
    matches: Matches, other_engine: Matches
) -> None:
    table = await waiting_table(matches)
    engines = [matches, other_engine]
    found = await outcomes(
        [partial(join, engines[n % 2], table.match_id, person(str(n))) for n in range(32)]
    )
    assert sum(isinstance(result, Change) for result in found) == 1
    assert sum(isinstance(result, MatchFull) for result in found) == 31
    assert (await table.match()).version == 2


async def test_whoever_comes_first_the_others_are_told_what_is(
    matches: Matches, other_engine: Matches
) -> None:
    """The creator leaves and starts while a guest leaves and another would join."""
    for order in range(8):
        table = await full_table(matches, start=StartMode.MANUAL)
        there = table.through(other_engine)
        calls: list[Callable[[], Awaitable[Any]]] = [
            table.start,
            partial(there.leave, 1),
            partial(there.join, person("Eve")),
            partial(table.leave, 0),
        ]
        random.Random(order).shuffle(calls)
        found = await outcomes(calls)
        refused = [result for result in found if isinstance(result, Exception)]
        assert {type(error) for error in refused} <= {
            Conflict,
            MatchActive,
            MatchFull,
            MatchNotActive,
            RosterChanged,
        }
        match = await table.match()
        assert match.version == 2 + len(found) - len(refused)
        assert match.status in (Status.ACTIVE, Status.ABORTED)
        log = await matches.store.log(match, 100)
        assert [entry.version for entry in log] == list(range(1, match.version + 1))


async def test_when_both_resign_at_once_one_has_won(
    matches: Matches, other_engine: Matches
) -> None:
    table = await full_table(matches)
    found = await outcomes(
        [partial(table.resign, 0), partial(table.through(other_engine).resign, 1)]
    )
    (made,) = [change for change in found if isinstance(change, Change)]
    assert [type(error) for error in found if isinstance(error, Exception)] == [MatchNotActive]
    assert made.match.outcome
    assert made.match.outcome.winners == (1 - (made.seat or 0),)
    await one_history(table)


async def test_when_both_ask_for_a_rematch_at_once_there_is_one(
    matches: Matches, other_engine: Matches
) -> None:
    for _ in range(10):
        table = await full_table(matches)
        await table.resign(0)
        there = table.through(other_engine)
        found = await outcomes([partial(there.rematch, n % 2) for n in range(6)])
        asked = [result for result in found if isinstance(result, Rematch)]
        assert len(asked) == 6
        (match_id,) = {result.match_id for result in asked} - {""}
        assert {result.match_id for result in asked if len(result.asked) == 2} == {match_id}
        made = Table(other_engine, match_id, table.players)
        assert (await made.match()).version == 2
        await one_history(made)
