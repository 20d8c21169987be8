"""The Caddyfile of docs/home-server.md, by Debian's Caddy, with a certificate of Caddy's own."""

import os
import signal
import ssl
import subprocess
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.proxies.conftest import installed
from tests.proxies.programs import CADDY, configuration
from tests.support.waiting import until
from tools.stack import ROOT, Stack, free_port

CADDYFILE = ROOT / "deploy/home/Caddyfile"
AROUND = """{{
admin off
skip_install_trust
}}
import {file}
"""


@pytest.fixture
def home(stack: Stack, tmp_path: Path) -> Iterator[str]:
    """The URL of Caddy before the gateway."""
    port = free_port()
    file, around = tmp_path / "Caddyfile", tmp_path / "around"
    file.write_text(CADDYFILE.read_text().replace("gateway:8080", f"127.0.0.1:{stack.port}"))
    around.write_text(AROUND.format(file=file))
    known = {"DOMAIN": f"localhost:{port}", "HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path)}
    command = [each.format(file=around) for each in CADDY.command]
    command[0] = installed(CADDY).path or command[0]
    with subprocess.Popen(command, env=known, process_group=0) as process:
        try:
            authority = tmp_path / "caddy/pki/authorities/local/root.crt"
            until(lambda: authority.exists() or process.poll() is not None)
            yield f"https://localhost:{port}"
        finally:
            os.killpg(process.pid, signal.SIGKILL)


def test_the_page_comes_by_tls(home: str, tmp_path: Path) -> None:
    trusted = ssl.create_default_context(cafile=str(next(tmp_path.rglob("root.crt"))))

    def answered() -> bool:
        with urllib.request.urlopen(f"{home}/readyz", context=trusted) as answer:  # noqa: S310
            return bool(answer.status == 200)

    until(answered)


def test_it_is_the_configuration_of_the_page_of_proxies() -> None:
    """Of which the other tests of this folder know what it passes on, and when."""
    told = configuration(CADDY).replace("cards.example.org", "{$DOMAIN}")
    told = told.replace("127.0.0.1:8080", "gateway:8080")
    assert CADDYFILE.read_text().partition("\n")[2] == told
