"""`croupierctl console` as a program: what it prints, where it listens, and how it ends."""

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import httpx
import pytest
from engine.admin.__main__ import main
from engine.admin.players import of_players
from engine.config import Settings
from redislink.settings import PasswordFile
from telemetry.listening import listener

from tests.support.consoles import SESSION
from tools.stack import free_port

pytestmark = pytest.mark.service
HEAD_BYTES = 16 * 1024 * 1024
"""More than what is on its way between two programs."""
ENTRY = {"issuer": "https://id.example.com", "clientId": "console", "roleClaim": "roles"}


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch, redis_url: str) -> None:
    for name in [each for each in os.environ if each.startswith("CONSOLE_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("ENGINE_REDIS_URL", redis_url)


@contextmanager
def program(*arguments: str, **settings: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The console, and the line that it prints first."""
    process = subprocess.Popen(
        [sys.executable, "-m", "engine.admin", "--by", "olga", "console", *arguments],
        env={**os.environ, **settings},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with process:
        try:
            assert process.stdout
            yield process, process.stdout.readline().rstrip("\n")
        finally:
            process.kill()


def sign_in(link: str) -> httpx.Response:
    page, _, secret = link.partition("#")
    origin = page.removesuffix("/console/")
    sent = {"Origin": origin, "X-Console": "1"}
    return httpx.post(f"{origin}{SESSION}", json={"secret": secret}, headers=sent)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_on_a_terminal_it_prints_a_link_and_ends_with_a_signal(
    tmp_path: Path, number: signal.Signals
) -> None:
    port = free_port()
    settings = {"CONSOLE_ADDRESS": f"127.0.0.1:{port}", "TMPDIR": str(tmp_path)}
    with program(**settings) as (process, link):
        assert link.startswith(f"http://localhost:{port}/console/#")
        assert process.stdout
        about = process.stdout.readline()
        assert about == "This link signs in olga, once and within 10 minutes.\n"
        assert sign_in(link).json() == {"by": "olga"}
        assert sign_in(link).status_code == 401
        process.send_signal(number)
        _, err = process.communicate(timeout=60)
        assert process.returncode == 0, err
        assert not [*tmp_path.iterdir()], "the folder of its links goes with it"
        assert "signed in at the console: olga" in err
        assert "Traceback" not in err


@pytest.mark.parametrize("part", [b"a" * 1024, b"a\r\nX-Next: "], ids=["long", "many"])
def test_a_head_without_an_end_is_cut(part: bytes) -> None:
    port = free_port()
    with (
        program(CONSOLE_ADDRESS=f"127.0.0.1:{port}"),
        socket.create_connection(("127.0.0.1", port)) as sender,
    ):
        sender.sendall(b"GET /console/ HTTP/1.1\r\nHost: localhost\r\nX-First: ")
        with pytest.raises((ConnectionResetError, BrokenPipeError)):
            sender.sendall(part * (HEAD_BYTES // len(part)))


def test_links_are_made_beside_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, issuers, port = tmp_path / "links", tmp_path / "issuers.json", free_port()
    # Issuers of players alone change nothing.
    issuers.write_text(json.dumps([{"issuer": "https://id.example.com", "clientId": "table"}]))
    settings = {
        "CONSOLE_ADDRESS": f"127.0.0.1:{port}",
        "CONSOLE_LINKS": str(folder),
        "CONSOLE_OIDC": str(issuers),
    }
    with program(**settings) as (_, first):
        assert (
            first == f"croupierctl console --link prints a link to http://localhost:{port}/console/"
        )
        for name, each in settings.items():
            monkeypatch.setenv(name, each)
        assert main(["--by", "hugo", "console", "--link"]) == 0
        link = capsys.readouterr().out.splitlines()[0]
        assert folder.stat().st_mode & 0o777 == 0o700
        (file,) = folder.iterdir()
        assert file.stat().st_mode & 0o777 == 0o600
        assert link.partition("#")[2] not in file.name + file.read_text(), "its hash alone"
        assert sign_in(link).json() == {"by": "hugo"}
        assert not [*folder.iterdir()]


def test_with_issuers_there_are_no_links(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path, port = tmp_path / "issuers.json", free_port()
    path.write_text(json.dumps([ENTRY]))
    address = f"127.0.0.1:{port}"
    with program(CONSOLE_ADDRESS=address, CONSOLE_OIDC=str(path)) as (_, first):
        assert first == f"Operators sign in at http://localhost:{port}/console/"
        told = httpx.get(f"http://localhost:{port}/console/api/sign-in").json()
        assert [each["clientId"] for each in told["issuers"]] == ["console"]
    monkeypatch.setenv("CONSOLE_OIDC", str(path))
    monkeypatch.setenv("CONSOLE_LINKS", str(tmp_path))
    assert main(["console", "--link"]) == 1
    assert "links sign nobody in" in capsys.readouterr().err


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["console", *arguments]) == 1
    return capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("ADDRESS", "", "CONSOLE_ADDRESS: must be HOST:PORT"),
        ("ADDRESS", "8082", "CONSOLE_ADDRESS: should be HOST:PORT"),
        ("ORIGIN", "http://ops.example.org", "CONSOLE_ORIGIN: must be an origin of https"),
        ("ORIGIN", "https://ops.example.org/console", "CONSOLE_ORIGIN: must be an origin of https"),
        ("ORIGIN", "ops.example.org", "CONSOLE_ORIGIN: must be an origin of https"),
        ("OIDC", "/nowhere.json", "CONSOLE_OIDC: must be a file that can be read"),
    ],
)
def test_a_wrong_setting_is_named(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    value: str,
    says: str,
) -> None:
    monkeypatch.setenv(f"CONSOLE_{name}", value)
    assert says in refused(capsys)


def test_an_address_that_is_taken_is_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(listener("127.0.0.1", 0)) as taken:
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        monkeypatch.setenv("CONSOLE_ADDRESS", address)
        assert f"CONSOLE_ADDRESS: {address}: Address already in use" in refused(capsys)


def test_a_link_needs_the_folder_of_a_console(capsys: pytest.CaptureFixture[str]) -> None:
    assert "CONSOLE_LINKS" in refused(capsys, "--link")


def test_the_password_of_the_gateways_may_be_in_a_file_and_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "gateway"
    file.write_text("first\n")
    monkeypatch.setenv("CROUPIERCTL_REDIS_USERNAME", "gateway")
    monkeypatch.setenv("CROUPIERCTL_REDIS_PASSWORD_FILE", str(file))
    found = of_players(Settings(redis_url="redis://localhost", redis_username="engine"))
    provider = PasswordFile(found.redis_password_file, found.redis_username)
    assert provider.get_credentials() == ("gateway", "first")
    file.write_text("second")
    assert provider.get_credentials() == ("gateway", "second")
    monkeypatch.setenv("CROUPIERCTL_REDIS_PASSWORD", "typed")
    other = of_players(Settings(redis_url="redis://localhost", redis_username="engine"))
    assert (other.redis_password.get_secret_value(), other.redis_password_file) == ("typed", "")
