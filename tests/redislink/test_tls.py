"""Redis behind TLS: what is wrong with its certificate has a name, and the authority may change."""

import asyncio
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import trustme
from redis.asyncio import Redis
from redis.exceptions import RedisError
from redislink.client import connect, ping
from redislink.refusals import TEXTS, kind_of
from redislink.url import InvalidUrl, check_url

from tests.redis.servers import Server
from tests.support.tls_terminator import terminating

pytestmark = [pytest.mark.anyio, pytest.mark.service]

PATIENT_S = 60.0
LONG_AGO = datetime(2020, 1, 1, tzinfo=UTC)


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """The port of a Redis without TLS."""
    server = Server(tmp_path_factory.mktemp("plain"))
    server.start()
    yield server.port
    server.close()


@pytest.fixture
def authority(tmp_path: Path) -> trustme.CA:
    """One that is believed: `ca.crt` is its file."""
    return believed(tmp_path)


def believed(folder: Path) -> trustme.CA:
    authority = trustme.CA()
    authority.cert_pem.write_to_path(str(folder / "ca.crt"))
    return authority


def client_of(port: int, folder: Path, host: str = "localhost") -> Redis:
    return connect(f"rediss://{host}:{port}?ssl_ca_certs={folder / 'ca.crt'}", PATIENT_S)


async def kind_at(port: int, folder: Path) -> str:
    async with client_of(port, folder) as client:
        with pytest.raises((RedisError, OSError)) as refused:
            await ping(client)
        return kind_of(refused.value)


@pytest.mark.parametrize(
    ("certificate", "kind"),
    [
        ({"name": "redis.example.com"}, "certificate_name"),
        (
            {"not_before": LONG_AGO, "not_after": LONG_AGO + timedelta(days=1)},
            "certificate_expired",
        ),
    ],
)
async def test_what_is_wrong_with_a_certificate_has_a_name(
    certificate: dict[str, Any], kind: str, authority: trustme.CA, tmp_path: Path
) -> None:
    with terminating(1, authority, **certificate) as terminator:
        assert await kind_at(terminator.server_address[1], tmp_path) == kind
    assert kind in TEXTS


async def test_another_authority_is_not_believed(authority: trustme.CA, tmp_path: Path) -> None:
    with terminating(1, trustme.CA()) as terminator:
        assert await kind_at(terminator.server_address[1], tmp_path) == "certificate_authority"


async def test_what_does_not_speak_tls_is_told_from_what_is_away(
    authority: trustme.CA, tmp_path: Path
) -> None:
    async def hello(_: object, writer: asyncio.StreamWriter) -> None:
        writer.write(b"hello")
        writer.close()

    async with await asyncio.start_server(hello, "127.0.0.1", 0) as server:
        port: int = server.sockets[0].getsockname()[1]
        assert await kind_at(port, tmp_path) == "tls"
    assert await kind_at(1, tmp_path) == "unreachable"


async def test_an_authority_that_has_changed_is_read_again(
    authority: trustme.CA, tmp_path: Path, plain: int
) -> None:
    """By a connection that was there before, which only connects anew."""
    with terminating(plain, authority) as terminator:
        async with client_of(terminator.server_address[1], tmp_path) as client:
            await ping(client)
            terminator.show(believed(tmp_path))
            await client.connection_pool.disconnect()
            await ping(client)
            believed(tmp_path)
            await client.connection_pool.disconnect()
            with pytest.raises(RedisError) as refused:
                await ping(client)
            assert kind_of(refused.value) == "certificate_authority"


def test_the_file_of_an_authority_must_be_there(tmp_path: Path) -> None:
    for scheme, end in (("rediss", ""), ("rediss+cluster", ""), ("rediss+sentinel", "/name")):
        with pytest.raises(InvalidUrl, match="ssl_ca_certs"):
            check_url(f"{scheme}://localhost:1{end}?ssl_ca_certs={tmp_path / 'missing'}")
    believed(tmp_path)
    url = f"rediss://localhost:1?ssl_ca_certs={tmp_path / 'ca.crt'}"
    assert check_url(url) == url
