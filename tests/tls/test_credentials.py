"""Files of TLS: what is taken, what is refused, and what is said of it."""

import logging
from pathlib import Path
from typing import Any

import pytest
import trustme
from cryptography.hazmat.primitives import serialization
from engine.config import Settings as EngineSettings
from gateway.config import Settings as GatewaySettings
from pydantic import ValidationError
from tls.credentials import CredentialFiles, InvalidCredentials, Reloader, credential_files

from tests.support.certificates import Mounted, mounted

LOG = logging.getLogger("tests")


@pytest.fixture(scope="module")
def authority() -> trustme.CA:
    return trustme.CA()


@pytest.fixture
def folder(tmp_path: Path, authority: trustme.CA) -> Mounted:
    return mounted(tmp_path / "tls", authority)


def test_what_is_there_is_read(folder: Mounted, authority: trustme.CA) -> None:
    credentials = folder.files.read()
    assert credentials.authorities == authority.cert_pem.bytes()
    assert credentials.certificate == folder.files.certificate.read_bytes()
    assert credentials.key == folder.files.key.read_bytes()


def test_a_key_is_never_shown(folder: Mounted) -> None:
    credentials = folder.files.read()
    assert "PRIVATE" not in f"{credentials} {credentials!r}"


@pytest.mark.parametrize("name", ["certificate", "key", "authorities"])
def test_a_file_that_is_missing_is_credential_files(folder: Mounted, name: str) -> None:
    path: Path = getattr(folder.files, name)
    path.unlink()
    with pytest.raises(InvalidCredentials, match=f"{path} cannot be read: No such file"):
        folder.files.read()


@pytest.mark.parametrize("missing", range(3))
def test_a_file_without_pem_is_unfit(folder: Mounted, authority: trustme.CA, missing: int) -> None:
    issued = authority.issue_cert("localhost")
    blobs = [issued.cert_chain_pems[0], issued.private_key_pem, authority.cert_pem]
    contents = [b"" if n == missing else blob.bytes() for n, blob in enumerate(blobs)]
    folder.put(*contents)
    with pytest.raises(InvalidCredentials, match=r"cannot be used"):
        folder.files.read()


def test_another_certificates_key_is_unfit(folder: Mounted, authority: trustme.CA) -> None:
    one, other = (authority.issue_cert("localhost") for _ in range(2))
    folder.put(
        one.cert_chain_pems[0].bytes(), other.private_key_pem.bytes(), authority.cert_pem.bytes()
    )
    with pytest.raises(InvalidCredentials, match="KEY_VALUES_MISMATCH"):
        folder.files.read()


def test_a_key_with_a_password_is_unfit(folder: Mounted, authority: trustme.CA) -> None:
    """The password is not asked for, and no program waits at a terminal."""
    issued = authority.issue_cert("localhost")
    key = serialization.load_pem_private_key(issued.private_key_pem.bytes(), None)
    locked = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.BestAvailableEncryption(b"secret"),
    )
    folder.put(issued.cert_chain_pems[0].bytes(), locked, authority.cert_pem.bytes())
    with pytest.raises(InvalidCredentials, match="the key has a password"):
        folder.files.read()


def test_new_papers_are_noticed_once(folder: Mounted, authority: trustme.CA) -> None:
    reloader = Reloader(folder.files, LOG)
    before = reloader.credentials
    assert not reloader.reload()
    folder.hold(authority)
    assert reloader.reload()
    assert reloader.credentials != before
    assert not reloader.reload()


def test_what_is_unfit_is_told_once_and_changes_nothing(
    folder: Mounted, authority: trustme.CA, caplog: pytest.LogCaptureFixture
) -> None:
    reloader = Reloader(folder.files, LOG)
    before = reloader.credentials
    folder.put(b"", b"", b"")
    assert not reloader.reload()
    assert not reloader.reload()
    assert reloader.credentials == before
    assert [each.levelname for each in caplog.records] == ["ERROR"]
    folder.hold(authority)
    assert reloader.reload()


def test_all_three_are_named_or_none() -> None:
    assert credential_files("", "", "") is None
    assert credential_files("a", "b", "c") == CredentialFiles(Path("a"), Path("b"), Path("c"))
    with pytest.raises(ValueError, match="all three"):
        credential_files("a", "b", "")


@pytest.mark.parametrize("part", ["tls_cert", "tls_key", "tls_ca"])
def test_settings_with_a_part_of_tls_are_refused(part: str) -> None:
    wish: dict[str, Any] = {"redis_url": "redis://localhost", part: "x"}
    with pytest.raises(ValidationError, match="TLS needs all three"):
        EngineSettings(**wish)
    with pytest.raises(ValidationError, match="TLS needs all three"):
        GatewaySettings(engines="localhost:1", **wish)
