"""Programs of this version beside those of the last release, as far as the wire and Redis go.

What is old here is the protocol alone: an engine of this version that is sent, and gives, no
field and no call that the last release did not know. That old code does the right thing with
what it knows was tested when it was released. Whether it still reads what new code stores is
tested the other way round: this version must overlook what a later one may add.
"""

import random
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import grpc
import pytest
from croupier.v1 import engine_service_pb2 as pb
from croupier.v1 import engine_service_pb2_grpc as pb_grpc
from engine.domain.registry import GAMES
from engine.rpc.server import Server
from engine.service.matches import Matches
from engine.store.matches import MatchStore
from engine.store.types import Ttl
from gateway.engine_client.client import EngineClient
from google.protobuf.descriptor_pb2 import FileDescriptorSet
from redislink.client import connect

from tests.compat.older import as_of, pool_of, trimming
from tests.engine.service.test_change_loop import one_history
from tests.support.matches import full_table
from tests.support.waiting import happens
from tools import released

pytestmark = [pytest.mark.full, pytest.mark.anyio]

PATIENT_S = 20.0
TTL = Ttl(finished=1_000_000, abandoned=2_000_000)
RENEWED_S = 60.0
"""All lines may have gone to the engine that was there first; each is renewed within 20 s."""
ENOUGH = 30
"""Messages that must have passed through the release's protocol."""
SEED = random.SystemRandom().randrange(1 << 32)
LAST = released.releases()[-1]


@pytest.fixture
async def matches(redis_url: str) -> AsyncIterator[Matches]:
    async with connect(redis_url, PATIENT_S) as client:
        yield Matches(MatchStore(client, TTL, 1000))


@asynccontextmanager
async def engine(redis_url: str) -> AsyncIterator[str]:
    """Where one serves that remembers matches of its own."""
    async with connect(redis_url, PATIENT_S) as client:
        server = Server(Matches(MatchStore(client, TTL, 1000)), with_reflection=False)
        port = await server.start("127.0.0.1:0")
        try:
            yield f"127.0.0.1:{port}"
        finally:
            await server.grpc.stop(None)


@asynccontextmanager
async def gateway(*addresses: str) -> AsyncIterator[EngineClient]:
    client = EngineClient(f"ipv4:{','.join(addresses)}", PATIENT_S)
    client.start()
    try:
        await happens(lambda: _streams_lead(client, len(addresses)), RENEWED_S)
        yield client
    finally:
        await client.close()


async def _streams_lead(client: EngineClient, engines: int) -> bool:
    streams: Any = client._streams
    return len(streams._queues) == engines


async def play(client: EngineClient, matches: Matches, dice: random.Random) -> None:
    """Matches of all games to their ends, by moves at random."""
    for game_id in GAMES:
        table = await full_table(matches, game=game_id, options=None)
        while not (match := await table.match()).ended:
            rules = GAMES[game_id].rules
            seat = dice.choice(rules.to_move(match.state))
            move = dice.choice(rules.legal_moves(match.state, seat))
            caller = pb.Caller(player_id=table.players[seat].id, seat=seat)
            request = pb.ApplyMoveRequest(
                match_id=match.id,
                caller=caller,
                notation=rules.notation(move),
                include_legal_moves=True,
            )
            change = await client.apply_move(request)
            assert change.version == match.version + 1
            await client.complete(change, match.id, caller)
            assert change.legal_moves == await client.list_legal_moves(
                pb.ListLegalMovesRequest(match_id=match.id, caller=caller)
            )
            seen = pb.GetMatchRequest(match_id=match.id, caller=caller)
            for see in (client.get_match, client.read_match):
                assert (await see(seen)).version == change.version
        await one_history(table)


async def test_an_engine_of_the_last_release_serves_beside_one_of_this(
    redis_url: str, matches: Matches
) -> None:
    sys.stdout.write(f"seed {SEED}, beside {LAST.stem}\n")
    async with AsyncExitStack() as stack:
        new, inner = [await stack.enter_async_context(engine(redis_url)) for _ in range(2)]
        old, older = await stack.enter_async_context(as_of(released.load(LAST), inner))
        client = await stack.enter_async_context(gateway(new, old))
        await play(client, matches, random.Random(SEED))
        assert older.passed > ENOUGH


async def test_gateways_of_both_releases_are_served_by_an_engine_of_this(
    redis_url: str, matches: Matches
) -> None:
    """All that an old gateway sends and understands goes the way through its protocol."""
    sys.stdout.write(f"seed {SEED}, beside {LAST.stem}\n")
    async with AsyncExitStack() as stack:
        new = await stack.enter_async_context(engine(redis_url))
        old, older = await stack.enter_async_context(as_of(released.load(LAST), new))
        for address in (old, new):
            client = await stack.enter_async_context(gateway(address))
            await play(client, matches, random.Random(SEED))
        assert older.passed > ENOUGH


# --- the older one really is older


def without(files: FileDescriptorSet, rpc: str, field: str) -> FileDescriptorSet:
    """As of a release before the rpc, and before the field of ListGamesResponse's games."""
    old = FileDescriptorSet()
    old.CopyFrom(files)
    for file in old.file:
        for service in file.service:
            service.method.remove(next(each for each in service.method if each.name == rpc))
        for message in file.message_type:
            if message.name == "Game":
                message.field.remove(next(each for each in message.field if each.name == field))
    return old


async def test_a_release_before_a_call_and_a_field_has_neither(redis_url: str) -> None:
    old = without(released.current(), "GetVersions", "name")
    async with (
        engine(redis_url) as inner,
        as_of(old, inner) as (address, _),
        grpc.aio.insecure_channel(address) as channel,
    ):
        stub: Any = pb_grpc.EngineServiceStub(channel)
        games = (await stub.ListGames(pb.ListGamesRequest())).games
        assert [game.id for game in games] == [*GAMES]
        assert {game.name for game in games} == {""}
        with pytest.raises(grpc.aio.AioRpcError) as refused:
            await stub.GetVersions(pb.GetVersionsRequest())
        assert refused.value.code() == grpc.StatusCode.UNIMPLEMENTED


def test_what_is_not_known_is_not_passed_on() -> None:
    trim = trimming(pool_of(released.load(LAST)), "croupier.v1.GetRosterRequest")
    known = pb.GetRosterRequest(match_id="this").SerializeToString()
    assert trim(known + b"\xfa\x7f\x03new") == known
