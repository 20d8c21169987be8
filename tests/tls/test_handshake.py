"""When a certificate ends: the own one of a client or of a server, of any issuer."""

import math
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import trustme
from gateway.app import create_app
from gateway.config import Settings
from tls.credentials import CredentialFiles
from tls.handshake import Side, expiry

from tests.support.certificates import Mounted, mounted

METRIC = "croupier_gateway_certificate_expiry_timestamp_seconds"


def folder(path: Path, end: datetime) -> Mounted:
    """A certificate of an intermediate authority, which this program itself does not trust."""
    issuer = trustme.CA().create_child_ca()
    issued = issuer.issue_cert("engine", not_before=end - timedelta(days=90), not_after=end)
    files = Mounted(path)
    files.put(
        b"".join(blob.bytes() for blob in issued.cert_chain_pems),
        issued.private_key_pem.bytes(),
        trustme.CA().cert_pem.bytes(),
    )
    return files


@pytest.mark.parametrize("side", ["client", "server"])
@pytest.mark.parametrize("days", [-400, 30])
def test_the_end_is_told_before_and_after_it(side: Side, days: int, tmp_path: Path) -> None:
    end = datetime.now(UTC).replace(microsecond=0) + timedelta(days=days)
    assert expiry(folder(tmp_path / "tls", end).files, side) == end.timestamp()


def test_without_files_there_is_no_end_and_files_that_cannot_be_used_have_ended(
    tmp_path: Path,
) -> None:
    assert expiry(None, "server") == math.inf
    missing = CredentialFiles(*(tmp_path / name for name in ("crt", "key", "ca")))
    assert expiry(missing, "server") == 0
    files = mounted(tmp_path / "tls", trustme.CA())
    files.put(b"nonsense", b"nonsense", b"nonsense")
    assert expiry(files.files, "client") == 0


def test_the_metric_follows_the_files(tmp_path: Path) -> None:
    """As those of an engine do, in tests/e2e/test_tls.py."""
    files = mounted(tmp_path / "tls", trustme.CA()).files
    paths: dict[str, Any] = {
        "tls_cert": str(files.certificate),
        "tls_key": str(files.key),
        "tls_ca": str(files.authorities),
    }
    app = create_app(Settings(redis_url="redis://localhost", engines="localhost:1", **paths))
    registry = app.state.observer.metrics.registry
    first = registry.get_sample_value(METRIC)
    assert first > datetime.now(UTC).timestamp()
    files.key.unlink()
    assert registry.get_sample_value(METRIC) == 0
