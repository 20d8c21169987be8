"""Proxies of Debian as programs, with the configurations of docs/operations/proxies.md."""

import os
import re
import shutil
import signal
import socket
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.support.waiting import until
from tools.stack import ROOT, free_port

PAGE = ROOT / "docs/operations/proxies.md"
BLOCK = re.compile(r"```(\w+)\n(.*?)```", re.DOTALL)
COMPRESSION = re.compile(r"^ *# Compression:.*?(?:\n\n|(?=^}$)|\Z)", re.DOTALL | re.MULTILINE)
"""The paragraph of a configuration that can be left out."""
PATIENCE = re.compile(r"\b75(s?)\b")
"""How long the page has a proxy wait for a byte."""
PATIENCE_S = 26
"""How long it waits in tests: for longer than the 20 s from one ping of a socket to the next."""
HERE = re.compile(r"(?<=bind )(?=:80\b)|(?<=listen )(?=80;)|cards\.example\.org(?= \{)|\*(?=:80>)")
"""Where a configuration says at which address to listen."""


@dataclass(frozen=True)
class Program:
    """A proxy: its command, and what a configuration needs around it to run in a folder."""

    name: str
    """As the page calls the language of its configuration."""
    command: tuple[str, ...]
    around: str

    @property
    def path(self) -> str | None:
        """Where it is installed; None if it is not."""
        return shutil.which(self.command[0], path="/usr/sbin:/usr/bin:/sbin:/bin")


NGINX = Program(
    "nginx",
    ("nginx", "-p", "{folder}", "-c", "{file}", "-e", "{folder}/error.log"),
    """daemon off;
worker_processes 1;
pid {folder}/pid;
events {{ }}
http {{
access_log off;
client_body_temp_path {folder}/body;
proxy_temp_path {folder}/proxy;
fastcgi_temp_path {folder}/fastcgi;
uwsgi_temp_path {folder}/uwsgi;
scgi_temp_path {folder}/scgi;
{configuration}
}}
""",
)
HAPROXY = Program("haproxy", ("haproxy", "-db", "-f", "{file}"), "{configuration}")
CADDY = Program(
    "caddyfile",
    ("caddy", "run", "--adapter", "caddyfile", "--config", "{file}"),
    """{{
admin off
auto_https off
}}
{configuration}""",
)
MODULES = (
    *("mpm_event", "authz_core", "env", "filter", "deflate"),
    *("proxy", "proxy_http", "proxy_wstunnel"),
)
APACHE = Program(
    "apache",
    ("apache2", "-DFOREGROUND", "-d", "{folder}", "-f", "{file}"),
    "".join(
        f"LoadModule {each}_module /usr/lib/apache2/modules/mod_{each}.so\n" for each in MODULES
    )
    + """ServerName localhost
PidFile {folder}/pid
ErrorLog {folder}/error.log
User nobody
Group nogroup
Listen 127.0.0.1:{port}
{configuration}""",
)
PROGRAMS = (NGINX, HAPROXY, CADDY, APACHE)


@dataclass(frozen=True)
class Proxy:
    """A proxy that runs; `url` is where it listens."""

    program: Program
    compresses: bool
    url: str


def configuration(program: Program) -> str:
    """Return the configuration that the page has for a proxy, the first of its language."""
    blocks: list[tuple[str, str]] = BLOCK.findall(PAGE.read_text())
    return next(text for name, text in blocks if name == program.name)


@contextmanager
def running(
    program: Program,
    folder: Path,
    gateway: int,
    *,
    compresses: bool = False,
    text: str = "",
    careless: Mapping[str, str] = {},
) -> Iterator[Proxy]:
    """Run a proxy before the gateway at a port, by the page's configuration or by `text`.

    `careless` replaces some of it.
    """
    port = free_port()
    text = text or configuration(program)
    if not compresses:
        text = COMPRESSION.sub("", text)
    for old, new in careless.items():
        assert old in text
        text = text.replace(old, new)
    text = _placed(program, text, port, gateway)
    folder.chmod(0o755)  # workers are nobody's
    file = folder / "configuration"
    file.write_text(program.around.format(folder=folder, port=port, configuration=text))
    command = [each.format(folder=folder, file=file) for each in program.command]
    command[0] = program.path or command[0]
    with (folder / "output").open("wb") as output:
        process = subprocess.Popen(
            command,
            stdout=output,
            stderr=output,
            env={"HOME": str(folder)},
            cwd=folder,
            process_group=0,  # with its workers
        )
    try:
        until(lambda: process.poll() is not None or _listens(port))
        assert process.poll() is None, (folder / "output").read_text()
        yield Proxy(program, compresses, f"http://127.0.0.1:{port}")
    finally:
        os.killpg(process.pid, signal.SIGKILL)  # Apache would take ten seconds to stop
        process.wait()


def _placed(program: Program, text: str, port: int, gateway: int) -> str:
    """Return the configuration with the ports and the patience of a test."""
    here = "http://127.0.0.1:80" if program is CADDY else "127.0.0.1"
    here = "127.0.0.1:" if program is NGINX else here
    text = HERE.sub(here, text)
    text = re.sub(r"127\.0\.0\.1:80\b", f"127.0.0.1:{port}", text)
    text = text.replace("127.0.0.1:8080", f"127.0.0.1:{gateway}")
    return PATIENCE.sub(rf"{PATIENCE_S}\1", text)


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
