"""TLS between gateway and engines: which peers are accepted, and certificates that change.

Engines serve in this process; tests/e2e has the programs.
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
from engine.rpc import batch_stream as engine_streams
from engine.rpc.server import Server
from engine.service.matches import Matches
from enginelink import channel
from gateway.engine_client.client import EngineClient
from gateway.engine_client.group import Way
from gateway.errors import Problem
from grpc_health.v1 import health_pb2, health_pb2_grpc

from tests.support.batch_streams import PATIENT_S, matches_in, next_move, shown
from tests.support.certificates import NAMES, Mounted, mounted
from tests.support.matches import Table, full_table
from tests.support.waiting import happens

pytestmark = [pytest.mark.full, pytest.mark.anyio, pytest.mark.usefixtures("one_loop")]

TABLES = 8
ENOUGH = 60
"""Moves before something happens, and after it."""
STREAM_S = engine_streams.MAX_AGE_S + engine_streams.CLOSING_S
"""The longest that a batch stream lasts, unless a test changes that."""


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check files often, and end batch streams early."""
    monkeypatch.setattr(channel, "POLL_S", 0.02)
    monkeypatch.setattr(engine_streams, "MAX_AGE_S", 1.0)


@pytest.fixture
async def matches(redis_url: str) -> AsyncIterator[Matches]:
    async with matches_in(redis_url) as found:
        yield found


@dataclass(frozen=True)
class Hop:
    """The files of both ends, the engines' addresses, and the gateway's client."""

    engines: Mounted
    gateway: Mounted
    addresses: list[str]
    client: EngineClient


@asynccontextmanager
async def hop(folder: Path, matches: Matches, authority: trustme.CA) -> AsyncIterator[Hop]:
    """Serve two engines, and connect a gateway's client to them."""
    theirs, ours = (mounted(folder / name, authority) for name in ("engine", "gateway"))
    servers = [Server(matches, with_reflection=False) for _ in range(2)]
    addresses = [f"127.0.0.1:{await each.start('127.0.0.1:0', theirs.files)}" for each in servers]
    way = Way(PATIENT_S, tls=ours.files, tls_name=NAMES[0])
    client = EngineClient(f"ipv4:{','.join(addresses)}", way)
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
    """Players that move all the time, and never repeat a move."""

    client: EngineClient
    matches: Matches
    told: Counter[str] = field(default_factory=Counter)
    enough: bool = False

    async def play(self) -> None:
        table: Table | None = None
        while not self.enough:
            table = table or await full_table(self.matches, options=None)
            made = await self._move(table)
            await self.client.get_roster(pb.GetRosterRequest(match_id=table.match_id))
            table = table if shown(made)["status"] == "active" else None

    async def _move(self, table: Table) -> pb.Change:
        try:
            made = await self.client.apply_move(await next_move(table))
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
    """Play until the end of the block; a move that is refused ends it."""
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
    """Return whether an engine at the address answers a call with these credentials."""
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
    """Return the credentials of a client: a certificate of the issuer, and the believed one's."""
    issued = issuer.issue_cert("localhost")
    return grpc.ssl_channel_credentials(
        believed.cert_pem.bytes(),
        issued.private_key_pem.bytes(),
        b"".join(blob.bytes() for blob in issued.cert_chain_pems),
    )


# --- peers that are accepted


async def test_a_client_without_a_certificate_of_the_authority_is_not_accepted(
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


async def test_an_engine_of_another_authority_is_not_believed(
    tmp_path: Path, matches: Matches
) -> None:
    ours, other = trustme.CA(), trustme.CA()
    async with hop(tmp_path, matches, ours) as ends:
        assert not await reached(ends.addresses[0], client_of(ours, other))


# --- certificates that change


async def test_a_new_authority_takes_over_and_no_move_fails(
    tmp_path: Path, matches: Matches
) -> None:
    """In the usual three steps: believe both, show the new one's, believe that one only."""
    old, new = trustme.CA(), trustme.CA()
    async with hop(tmp_path, matches, old) as ends, load(ends.client, matches) as players:
        for issuer, believed in ((old, [old, new]), (new, [old, new]), (new, [new])):
            await players.more()
            ends.gateway.hold(issuer, believed)
            ends.engines.hold(issuer, believed)
            await until_switched()
            await players.more()
        assert await reached(ends.addresses[0], client_of(new, new))
        assert not await reached(ends.addresses[0], client_of(old, new))


async def until_switched() -> None:
    """Wait until the replaced channel is being closed, and then until it is."""
    await happens(replaced_channel_is_open)
    await happens(replaced_channel_is_closed)


async def replaced_channel_is_open() -> bool:
    return any(task.get_name() == channel.RETIRING for task in asyncio.all_tasks())


async def replaced_channel_is_closed() -> bool:
    return not await replaced_channel_is_open()


async def test_a_channel_is_kept_for_as_long_as_a_batch_stream_may_last() -> None:
    assert channel.GRACE_S > STREAM_S


async def test_files_that_do_not_fit_change_nothing(
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
        await until_switched()


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
        assert await replaced_channel_is_closed()
        ends.engines.hold(old, [old, new])
        await until_switched()
        await players.more()


async def test_a_switch_that_fails_is_logged_and_tried_again(
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
