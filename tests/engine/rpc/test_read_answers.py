"""Answers to reads: each of many callers is told what GetMatch tells it, byte for byte."""

import random
from collections.abc import AsyncIterator
from typing import Any

import pytest
from croupier.v1 import engine_service_pb2 as pb
from croupier_match.match import Access
from engine.domain.registry import GAMES
from engine.rpc import status
from engine.rpc.servicer import EngineServicer
from engine.service.matches import Matches

from tests.engine.rpc.test_text_answers import viewers
from tests.support.batch_streams import matches_in
from tests.support.matches import full_table

pytestmark = pytest.mark.anyio

SEED = 20261122


@pytest.fixture
async def matches(redis_url: str) -> AsyncIterator[Matches]:
    async with matches_in(redis_url) as found:
        yield found


async def alone(servicer: EngineServicer, read: pb.Read, context: Any = None) -> bytes:
    """What this read by itself is told: the match, or the refusal."""
    try:
        request = pb.GetMatchRequest(match_id=read.match_id, caller=read.caller)
        shown = await servicer.GetMatch(request, context)
    except Exception as refusal:
        return status.reason_of(refusal).encode()
    return shown.texts[0].match


def told(result: pb.ReadResult) -> bytes:
    if result.HasField("shown"):
        return result.shown.texts[0].match
    return result.refusal.reason.lower().encode()


async def test_many_are_told_what_each_alone_is_told(matches: Matches) -> None:
    dice, reads = random.Random(SEED), []
    for game_id in GAMES:
        for access in Access:
            table = await full_table(matches, game=game_id, options=None, access=access)
            await table.play(dice.randrange(1, 6))
            reads += [
                pb.Read(match_id=table.match_id, caller=each)
                for each in (*viewers(table, dice), *viewers(table, dice))
            ]
    reads += [pb.Read(match_id="A" * 22, caller=pb.Caller())]
    dice.shuffle(reads)
    servicer = EngineServicer(matches)
    each = [await alone(servicer, read) for read in reads]
    for _ in range(2):  # from Redis, and from memory
        answer = await servicer._apply_batch(pb.BatchRequest(reads=reads))
        assert [*map(told, answer.found)] == each
    assert len({*each}) > 2 + 2 * len(GAMES) * len(Access), "views differ"


async def test_who_knows_the_version_is_told_nothing_else(matches: Matches) -> None:
    table = await full_table(matches)
    read = pb.Read(match_id=table.match_id, caller=pb.Caller(), known=2)
    servicer = EngineServicer(matches)
    for version in (2, 3):
        answer = await servicer._apply_batch(pb.BatchRequest(reads=[read]))
        (found,) = answer.found
        assert found.shown.version == version
        assert bool(found.shown.texts) == (version != read.known)
        await table.play(1)


async def test_who_knows_the_version_of_what_it_may_not_see_is_refused(matches: Matches) -> None:
    table = await full_table(matches, access=Access.PRIVATE)
    read = pb.Read(match_id=table.match_id, caller=pb.Caller(), known=2)
    answer = await EngineServicer(matches)._apply_batch(pb.BatchRequest(reads=[read]))
    assert [each.refusal.reason for each in answer.found] == ["NOT_FOUND"]
