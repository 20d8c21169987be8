"""TLS between gateway and engines: whom they let in, and certificates that change while they play.

Engines serve in here; tests/e2e has the programs.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import grpc
import pytest
import trustme
from croupier.v1 import engine_service_pb2 as pb
from engine.rpc import move_stream as engine_lines
from engine.rpc.server import Server
from engine.service.matches import Matches
from engine.store.matches import MatchStore
from engine.store.types import Ttl
from gateway.engine_client import channel
from gateway.engine_client.client import EngineClient
from gateway.errors import Problem
from grpc_health.v1 import health_pb2, health_pb2_grpc
from redislink.client import connect

from tests.gateway.engine_client.test_move_stream import wish
from tests.support.certificates import NAMES, Mounted, mounted
from tests.support.matches import Table, full_table
from tests.support.waiting import happens

pytestmark = [pytest.mark.full, pytest.mark.anyio, pytest.mark.usefixtures("one_loop")]

PATIENT_S = 20.0
TTL = Ttl(finished=1_000_000, abandoned=2_000_000)
TABLES = 8
ENOUGH = 60
"""Moves before something happens, and after it."""
LINE_S = engine_lines.MAX_AGE_S + engine_lines.CLOSING_S
"""The longest that a line lasts, if it is not changed for these tests."""


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files are looked at often, and lines end early."""
    monkeypatch.setattr(channel, "POLL_S", 0.02)
    monkeypatch.setattr(engine_lines, "MAX_AGE_S", 1.0)


@pytest.fixture
async def matches(redis_url: str) -> AsyncIterator[Matches]:
    async with connect(redis_url, PATIENT_S) as client:
        yield Matches(MatchStore(client, TTL, 1000))


@dataclass(frozen=True)
class Hop:
    """Both ends' files, the engines' addresses, and the gateway's end."""

    engines: Mounted
    gateway: Mounted
    addresses: list[str]
    client: EngineClient


@asynccontextmanager
async def hop(folder: Path, matches: Matches, authority: trustme.CA) -> AsyncIterator[Hop]:
    """Two engines, and a gateway that plays with them."""
    theirs, ours = (mounted(folder / name, authority) for name in ("engine", "gateway"))
    servers = [Server(matches, with_reflection=False) for _ in range(2)]
    addresses = [f"127.0.0.1:{await each.start('127.0.0.1:0', theirs.files)}" for each in servers]
    client = EngineClient(
        f"ipv4:{','.join(addresses)}", PATIENT_S, tls=ours.files, tls_name=NAMES[0]
    )
    client.start()
    try:
        await happens(client.healthy)
        yield Hop(theirs, ours, addresses, client)
    finally:
        await client.close()
        for server in servers:
            await server.grpc.stop(None)


@dataclass
class Load:
    """Players who never rest, and never ask twice."""

    client: EngineClient
    matches: Matches
    told: Counter[str] = field(default_factory=Counter)
    enough: bool = False

    async def play(self) -> None:
        table: Table | None = None
        while not self.enough:
            table = table or await full_table(self.matches, options=None)
            made = await self._move(table)
            await self.client.get_roster(table.match_id)
            table = table if made.match.status == pb.MATCH_STATUS_ACTIVE else None

    async def _move(self, table: Table) -> pb.Change:
        try:
            made = await self.client.apply_move(await wish(table))
        except Problem as refusal:
            self.told[refusal.code] += 1
            raise
        self.told["made"] += 1
        return made

    async def more(self) -> None:
        made = self.told["made"] + ENOUGH

        async def there() -> bool:
            return self.told["made"] >= made

        await happens(there)


@asynccontextmanager
async def load(client: EngineClient, matches: Matches) -> AsyncIterator[Load]:
    """All play until the end of the block; whoever is refused ends it."""
    found = Load(client, matches)
    async with asyncio.TaskGroup() as group:
        for _ in range(TABLES):
            group.create_task(found.play())
        try:
            yield found
        finally:
            found.enough = True
    assert set(found.told) == {"made"}


async def reached(address: str, credentials: grpc.ChannelCredentials | None) -> bool:
    """Whether an engine there answers who comes so."""
    channel = (
        grpc.aio.secure_channel(address, credentials)
        if credentials
        else grpc.aio.insecure_channel(address)
    )
    async with channel:
        health: Any = health_pb2_grpc.HealthStub(channel)
        call = health.Check(health_pb2.HealthCheckRequest(), timeout=PATIENT_S)
        code = await call.code()
    assert code in (grpc.StatusCode.OK, grpc.StatusCode.UNAVAILABLE)
    return bool(code == grpc.StatusCode.OK)


def client_of(issuer: trustme.CA, believed: trustme.CA) -> grpc.ChannelCredentials:
    """Of who has a certificate of the one, and believes the other."""
    issued = issuer.issue_cert("localhost")
    return grpc.ssl_channel_credentials(
        believed.cert_pem.bytes(),
        issued.private_key_pem.bytes(),
        b"".join(blob.bytes() for blob in issued.cert_chain_pems),
    )


# --- who is let in


async def test_who_has_no_certificate_of_the_authority_is_not_let_in(
    tmp_path: Path, matches: Matches
) -> None:
    ours, other = trustme.CA(), trustme.CA()
    async with hop(tmp_path, matches, ours) as ends:
        for address in ends.addresses:
            assert await reached(address, client_of(ours, ours))
            assert not await reached(address, client_of(other, ours))
            nobody = grpc.ssl_channel_credentials(ours.cert_pem.bytes())
            assert not await reached(address, nobody)
            assert not await reached(address, None)


async def test_an_engine_that_is_none_of_the_authority_is_not_believed(
    tmp_path: Path, matches: Matches
) -> None:
    ours, other = trustme.CA(), trustme.CA()
    async with hop(tmp_path, matches, ours) as ends:
        assert not await reached(ends.addresses[0], client_of(ours, other))


# --- certificates that change


async def test_a_new_authority_takes_over_and_no_move_fails(
    tmp_path: Path, matches: Matches
) -> None:
    """In three steps, as one does it: believe both, show the new one's, believe that one only."""
    old, new = trustme.CA(), trustme.CA()
    async with hop(tmp_path, matches, old) as ends, load(ends.client, matches) as players:
        for issuer, believed in ((old, [old, new]), (new, [old, new]), (new, [new])):
            await players.more()
            ends.gateway.hold(issuer, believed)
            ends.engines.hold(issuer, believed)
            await until_moved_over()
            await players.more()
        assert await reached(ends.addresses[0], client_of(new, new))
        assert not await reached(ends.addresses[0], client_of(old, new))


async def until_moved_over() -> None:
    """Until the channel before is being closed, and then until it is."""
    await happens(channel_before_is_open)
    await happens(channel_before_is_closed)


async def channel_before_is_open() -> bool:
    return any(task.get_name() == channel.RETIRING for task in asyncio.all_tasks())


async def channel_before_is_closed() -> bool:
    return not await channel_before_is_open()


async def test_a_channel_is_kept_for_as_long_as_a_line_may_last() -> None:
    assert channel.GRACE_S > LINE_S


async def test_files_that_make_no_sense_change_nothing(
    tmp_path: Path, matches: Matches, caplog: pytest.LogCaptureFixture
) -> None:
    old, new = trustme.CA(), trustme.CA()
    async with hop(tmp_path, matches, old) as ends, load(ends.client, matches) as players:
        odd = new.issue_cert("localhost")
        for mounted_files in (ends.gateway, ends.engines):
            mounted_files.put(
                odd.cert_chain_pems[0].bytes(),
                new.issue_cert("localhost").private_key_pem.bytes(),
                new.cert_pem.bytes(),
            )
        assert await reached(ends.addresses[0], client_of(old, old))
        await happens(lambda: said(caplog, "gateway", "certificates stay as they were"))
        await players.more()
        complaints = [each.name for each in caplog.records if "stay as they" in each.message]
        assert complaints.count("gateway") == 1
        assert "engine" in complaints
        ends.gateway.hold(old, [new, old])
        await until_moved_over()


async def test_certificates_that_no_engine_believes_change_nothing(
    tmp_path: Path, matches: Matches
) -> None:
    """Until one does."""
    old, new = trustme.CA(), trustme.CA()
    async with hop(tmp_path, matches, old) as ends, load(ends.client, matches) as players:
        ends.gateway.hold(new, [old, new])
        for address in ends.addresses:
            assert not await reached(address, client_of(new, old))
        await players.more()
        assert await channel_before_is_closed()
        ends.engines.hold(old, [old, new])
        await until_moved_over()
        await players.more()


async def test_what_fails_while_it_moves_over_is_logged_and_tried_again(
    tmp_path: Path, matches: Matches, caplog: pytest.LogCaptureFixture
) -> None:
    authority, used = trustme.CA(), list[grpc.aio.Channel]()

    def use(channel: grpc.aio.Channel) -> None:
        used.append(channel)
        if len(used) == 2:
            raise ValueError("SECRET")

    async with hop(tmp_path, matches, authority) as ends:
        target = f"ipv4:{','.join(ends.addresses)}"
        found = channel.ReloadingChannel(target, (), ends.gateway.files, NAMES[0], use)
        found.start()
        ends.gateway.hold(authority)
        await happens(lambda: said(caplog, "gateway", "could not be taken up: ValueError at "))
        await happens(lambda: as_many(used, 3))
        await found.close()
    assert used[0] is not used[1] is used[2]
    assert "SECRET" not in caplog.text


async def as_many(used: list[grpc.aio.Channel], count: int) -> bool:
    return len(used) == count


async def said(caplog: pytest.LogCaptureFixture, name: str, words: str) -> bool:
    return any(each.name == name and words in each.message for each in caplog.records)
