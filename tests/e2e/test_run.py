"""`make run` as a developer uses it: started, tried, stopped in every way, started again."""

import json
import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import cast

import httpx
import pytest
import segno
from redis import Redis

from tests.support.launch import END_S, READY, READY_S, Launch, session
from tests.support.players import Client, Json, register, start_match
from tests.support.programs import running
from tests.support.waiting import until
from tools.lan import MARGIN, USUAL, WHITE_ON_BLACK
from tools.redis_server import DURABLE, RedisServer, find_server
from tools.stack import ROOT, free_port

pytestmark = pytest.mark.full

START_CPU_S = 6.0
"""What a start may cost. It is spent on two processors, so it takes about half as long."""
NEIGHBOUR = "127.0.0.2"
"""An address of this machine beside the usual one, as in a network of others."""
REDIS = Path(find_server()).name
SERVICES = (REDIS, "-m engine", "-m gateway")
BIN = f"BIN={Path(sys.executable).parent}"
SHELL = ("sh", "-c", '"$@"; exit $?', "sh")
MAKE_RUN = (*SHELL, "make", "-o", "libs/croupier/v1/generated", BIN, "run")
"""As a shell runs it. -o: what `make install` does is not what is tested here."""
TOLD_IN_A_DESTRUCTOR = """
import signal, sys
from tools import run
start = run.Stack.start
class Dropped:
    def __del__(self):
        signal.raise_signal(signal.SIGINT)
def started(stack, check):
    Dropped()
    start(stack, check)
run.Stack.start = started
sys.exit(run.main())
"""


def refusal(folder: Path, **environment: str) -> str:
    """The output of a launcher that must refuse to start."""
    with Launch(folder, **environment) as launch:
        assert launch.ended() == 1
        return launch.output


def test_make_run_tells_how_to_use_it_and_ctrl_c_stops_it(tmp_path: Path) -> None:
    with Launch(tmp_path, *MAKE_RUN) as launch:
        sys.stdout.write(f"ready after {launch.ready():.2f} s\n")
        assert f"Play: http://localhost:{launch.port}\n" in launch.output
        player = curl(launch.output)
        assert Client(launch.url, player["token"]).get("/v1/players/me").is_success
        check_docs(launch)
        assert "<noscript>" in Client(launch.url).get("/").text
        check_bot(launch)
        assert "uses the data" in refusal(tmp_path)
        launch.press_ctrl_c()
        launch.ended()
        assert "\nStopping ...\n" in launch.output
        check_logs(launch.data)


def test_with_a_herald_browsers_subscribe_by_a_key_that_stays(tmp_path: Path) -> None:
    keys = set[str]()
    for _ in range(2):
        with Launch(tmp_path, HERALD="yes") as launch:
            launch.ready()
            player = register(launch.url)
            until(partial(public_key, player))
            keys.add(str(public_key(player)))
    assert len(keys) == 1


def public_key(player: Client) -> str | None:
    found: str | None = player.get("/v1/players/me/push").json()["publicKey"]
    return found


def test_the_console_is_served_where_that_is_asked_for(tmp_path: Path) -> None:
    with Launch(tmp_path, CONSOLE="yes", USER="olga") as launch:
        launch.ready()
        until(lambda: "--link" in launch.output, READY_S)
        (link,) = re.findall(r"http://localhost:\d+/console/#\S+", launch.output)
        assert f"http://localhost:{launch.port + 2}/console/#" in link
        (again,) = re.findall(r"^  (CONSOLE_ADDRESS=.*)$", launch.output, re.MULTILINE)
        me = {**os.environ, "USER": "olga"}
        made = subprocess.run(
            ["bash", "-c", again], capture_output=True, text=True, cwd=ROOT, env=me
        )
        for each in (link, made.stdout.split()[0]):
            page, _, secret = each.partition("#")
            origin = page.removesuffix("/console/")
            sent = {"Origin": origin, "X-Console": "1"}
            answer = httpx.post(f"{page}api/session", json={"secret": secret}, headers=sent)
            assert answer.json() == {"by": "olga"}
        launch.press_ctrl_c()
        launch.ended()
        check_logs(launch.data)


def curl(output: str) -> Json:
    """The answer to the request that it proposes, entered as it stands; it fits a screen."""
    (command,) = (line.strip() for line in output.splitlines() if line.startswith("  curl "))
    done = subprocess.run(["bash", "-c", command], capture_output=True, check=True)
    assert len(done.stdout) < 200
    return cast(Json, json.loads(done.stdout))


def check_docs(launch: Launch) -> None:
    (address,) = re.findall(r"http\S+/docs\b", launch.output)
    assert "<html>" in Client(address.removesuffix("/docs")).get("/docs").text


def check_bot(launch: Launch) -> None:
    """The bot that it proposes makes a match; another one plays against it to the end."""
    (command,) = re.findall(r"^ +\.venv/bin/python (.+)", launch.output, re.MULTILINE)
    with running([sys.executable, *shlex.split(command)]) as first:
        until(lambda: first.printed or first.process.poll() is not None, READY_S)
        match_id = first.printed[0].split()[-1]
        with running(
            [sys.executable, "-m", "bots.player", match_id, "--url", launch.url]
        ) as second:
            assert [first.end(READY_S), second.end(READY_S)] == [0, 0]
    assert Client(launch.url).see(match_id)["outcome"]["reason"] == "completed"


def check_logs(data: Path) -> None:
    """No process has logged an error, since they stop in the right order."""
    for path in data.rglob("*.log"):
        text = path.read_text()
        assert "ERROR" not in text, text
        assert "Traceback" not in text, text


def test_what_was_played_is_there_after_a_restart(tmp_path: Path) -> None:
    with Launch(tmp_path) as first:
        first.ready()
        match_id, seats = start_match(first.url)
        seats[0].act(match_id, "resign")
        before = [each.see(match_id) for each in seats]
        os.kill(first.pid, signal.SIGINT)
        assert first.ended() == 0
        check_logs(first.data)
    with Launch(tmp_path, LAN=NEIGHBOUR) as second:
        seconds, spent = second.ready(), second.cpu_s()
        check_privacy(second)
        second.url = check_lan(second)
        sys.stdout.write(f"second start: {seconds:.2f} s, of processors {spent:.2f} s\n")
        assert spent < START_CPU_S
        again = [Client(second.url, each.token) for each in seats]
        assert [each.see(match_id) for each in again] == before
        (gateway,) = (pid for pid, line in session(second.pid).items() if "-m gateway" in line)
        os.kill(gateway, signal.SIGKILL)
        assert second.ended() == 1
        assert "The gateway has ended (signal 9)" in second.output


def check_lan(launch: Launch) -> str:
    """The service is at the address alone that LAN names, and shows it; return its URL."""
    url = f"http://{NEIGHBOUR}:{launch.port}"
    assert f"Play: {url}\n" in launch.output
    drawn = [line for line in launch.output.splitlines() if WHITE_ON_BLACK in line]
    shown = [line.partition(WHITE_ON_BLACK)[2].removesuffix(USUAL) for line in drawn]
    assert modules(shown) == [[*map(bool, row)] for row in segno.make(url, micro=False).matrix]
    with socket.socket() as probe:
        assert probe.connect_ex(("127.0.0.1", launch.port)) != 0
    return url


def modules(lines: Sequence[str]) -> list[list[bool]]:
    """Which modules of a QR code in half blocks are dark, without the margin of light ones."""
    dark = {" ": (True, True), "▀": (False, True), "▄": (True, False), "█": (False, False)}
    rows = [[dark[each][half] for each in line] for line in lines for half in (0, 1)]
    inner = slice(MARGIN, len(lines[0]) - MARGIN)
    return [row[inner] for row in rows[inner]]


def check_privacy(launch: "Launch") -> None:
    """No other user of the machine can read what Redis has written, or reach the engine."""
    redis = launch.data / "redis"
    assert {path.name for path in redis.rglob("*.aof")}
    assert not [path for path in (redis, *redis.rglob("*.aof")) if path.stat().st_mode & 0o077]
    (engine,) = (pid for pid, line in session(launch.pid).items() if "-m engine" in line)
    environment = Path(f"/proc/{engine}/environ").read_bytes().split(b"\0")
    (address,) = (each for each in environment if each.startswith(b"ENGINE_ADDRESS="))
    socket_path = Path(address.decode().partition("=unix:")[2])
    assert socket_path.is_socket()
    assert not socket_path.parent.stat().st_mode & 0o077


def test_it_stops_when_its_terminal_goes_away(tmp_path: Path) -> None:
    with Launch(tmp_path, *MAKE_RUN) as launch:
        launch.ready()
        launch.hang_up()
        launch.ended()
        check_logs(launch.data)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_can_be_stopped_while_it_starts(tmp_path: Path, number: signal.Signals) -> None:
    with Launch(tmp_path) as launch:
        until(lambda: launch.runs(REDIS), READY_S)
        os.kill(launch.pid, number)
        assert launch.ended() == 0
        assert READY not in launch.output


def test_a_signal_that_arrives_in_a_destructor_stops_it(tmp_path: Path) -> None:
    """Python drops what a signal's handler raises there, as in those of a Redis client."""
    with Launch(tmp_path, sys.executable, "-c", TOLD_IN_A_DESTRUCTOR) as launch:
        assert launch.ended() == 0
        assert READY not in launch.output


def test_what_it_has_started_ends_with_it_even_if_it_is_killed(tmp_path: Path) -> None:
    with Launch(tmp_path) as launch:
        until(lambda: launch.runs(*SERVICES), READY_S)
        os.kill(launch.pid, signal.SIGKILL)
        until(lambda: not session(launch.pid), END_S)


@pytest.mark.parametrize("lose", ["mv data elsewhere", "rm -r data"])
def test_a_service_whose_data_are_taken_away_saves_them_and_stops(
    tmp_path: Path, lose: str
) -> None:
    with Launch(tmp_path) as launch:
        launch.ready()
        match_id, (ann, *_) = start_match(launch.url)
        subprocess.run(["sh", "-c", lose], cwd=tmp_path, check=True)
        assert launch.ended() == 1
        assert f"{launch.data}/redis was moved, removed or emptied" in launch.output
        (how,) = re.findall(r"^make (restore FILE=\S+) brings it back", launch.output, re.MULTILINE)
    known = {**os.environ, "CROUPIER_DATA": str(launch.data), "REDIS_URL": ""}
    made = ("make", "-s", "-o", "libs/croupier/v1/generated", BIN, *how.split())
    subprocess.run(made, cwd=ROOT, env=known, check=True)
    with Launch(tmp_path) as launch:
        launch.ready()
        assert Client(launch.url, ann.token).see(match_id)["status"] == "active"


def test_a_port_that_is_taken_is_named(tmp_path: Path) -> None:
    with taken_port() as port:
        said = refusal(tmp_path, PORT=str(port))
    assert said == f"Port {port} is taken; choose another: make run PORT={port + 1}\n"


@contextmanager
def taken_port() -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield int(listener.getsockname()[1])


def test_data_of_another_format_are_named_in_a_line(tmp_path: Path) -> None:
    """As a development version has left them. No program is started, and no data are lost."""
    data = tmp_path / "data"
    server = RedisServer(data / "redis", *DURABLE)
    server.start()
    with Redis.from_url(server.url) as redis:
        redis.hset("match:{one}", mapping={"version": 1, "game": "chess", "match": b"\x03{}"})
    said = refusal(tmp_path, REDIS_URL=server.url)
    assert "REDIS_URL has matches of another version, which this one cannot read" in said
    server.close()
    for _ in range(2):
        with Launch(tmp_path) as launch:
            assert launch.ended() == 1
            (starting, said) = launch.output.splitlines()
        assert starting.startswith("Starting the engine")
        assert said == (
            f"{data} has matches of another version, which this one cannot read. Delete this "
            "folder, or start with other data: make run CROUPIER_DATA=/tmp/croupier REDIS_URL="
        )
        assert not (data / "engine.log").exists()
    shutil.rmtree(data)
    with Launch(tmp_path) as launch:
        launch.ready()


@pytest.mark.parametrize(
    ("lan", "why"),
    [
        ("maybe", "LAN must be yes or an address, such as LAN=192.168.1.7."),
        ("192.0.2.77", "LAN=192.0.2.77 is no address of this machine."),
    ],
)
def test_an_address_that_is_not_of_this_machine_is_refused(
    tmp_path: Path, lan: str, why: str
) -> None:
    assert refusal(tmp_path, LAN=lan) == f"{why}\n"


@pytest.mark.parametrize("port", ["http", "0", "65536", "-1"])
def test_an_invalid_port_is_refused(tmp_path: Path, port: str) -> None:
    assert "PORT must be a number" in refusal(tmp_path, PORT=port)


def test_a_redis_that_does_not_answer_is_named(tmp_path: Path) -> None:
    said = refusal(tmp_path, REDIS_URL=f"redis://:secret@127.0.0.1:{free_port()}/0")
    assert "The Redis that REDIS_URL names does not answer" in said
    assert "secret" not in said


@pytest.mark.parametrize("url", ["foo", "http://127.0.0.1", "redis+sentinel://127.0.0.1:1"])
def test_a_redis_url_that_is_not_valid_is_refused_with_the_valid_forms(
    tmp_path: Path, url: str
) -> None:
    said = refusal(tmp_path, REDIS_URL=url)
    assert "REDIS_URL: " in said
    assert "Redis URL" in said
    assert "does not answer" not in said


@pytest.mark.parametrize("below", ["", "folder"])
def test_a_folder_that_cannot_be_written_is_named_with_the_setting(
    tmp_path: Path, below: str
) -> None:
    (tmp_path / "file").touch()
    data = tmp_path / "file" / below
    said = refusal(tmp_path, CROUPIER_DATA=str(data))
    assert said.startswith(f"Cannot write to {data}: ")
    assert "CROUPIER_DATA names another folder" in said
    assert "Errno" not in said
