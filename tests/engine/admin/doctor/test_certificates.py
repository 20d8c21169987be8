"""The certificates that `croupierctl doctor` looks at: the engine's own, and that of a Redis."""

import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import trustme
from engine.admin.doctor.certificates import of_engine, of_redis
from redis.asyncio import Redis
from redislink.client import connect

from tests.engine.conftest import PATIENT_S
from tests.redis.servers import Server
from tests.support.certificates import Mounted, mounted
from tests.support.tls_terminator import terminating

DAY_S = 24 * 60 * 60


@pytest.mark.parametrize(
    ("days", "level", "said"),
    [(30, "ok", "is valid until"), (13, "wrong", "renew it"), (-1, "wrong", "has expired")],
)
def test_the_end_of_the_engines_certificate_is_told(
    days: int, level: str, said: str, tmp_path: Path
) -> None:
    authority = trustme.CA()
    end = datetime.now(UTC) + timedelta(days=days)
    issued = authority.issue_cert("engine", not_before=end - timedelta(days=90), not_after=end)
    files = Mounted(tmp_path / "tls")
    files.put(
        b"".join(blob.bytes() for blob in issued.cert_chain_pems),
        issued.private_key_pem.bytes(),
        authority.cert_pem.bytes(),
    )
    (found,) = of_engine(files.files, time.time())
    assert found.level == level
    assert said in found.text


def test_a_certificate_that_no_gateway_believes_is_wrong(tmp_path: Path) -> None:
    files = mounted(tmp_path / "tls", trustme.CA(), [trustme.CA()])
    (found,) = of_engine(files.files, time.time())
    assert found.level == "wrong"
    assert "ENGINE_TLS_CA" in found.text
    files.files.key.unlink()
    (found,) = of_engine(files.files, time.time())
    assert found.level == "wrong"
    assert "cannot be read" in found.text
    assert not [*of_engine(None, time.time())]


@pytest.mark.anyio
async def test_the_certificate_of_redis_is_looked_at_where_it_has_one(
    tmp_path: Path, own_redis: Redis
) -> None:
    assert await of_redis(own_redis, time.time()) == []
    authority, file, server = trustme.CA(), tmp_path / "ca.crt", Server(tmp_path)
    authority.cert_pem.write_to_path(str(file))
    server.start()
    try:
        end = datetime.now(UTC) + timedelta(days=30)
        with terminating(server.port, authority, not_after=end) as terminator:
            url = f"rediss://localhost:{terminator.server_address[1]}?ssl_ca_certs={file}"
            async with connect(url, PATIENT_S) as redis:
                (now,) = await of_redis(redis, time.time())
                (late,) = await of_redis(redis, time.time() + 20 * DAY_S)
                assert (now.level, late.level) == ("ok", "wrong")
    finally:
        server.close()
