"""Each program ends in time when it is told to, whatever it does and whoever does not answer."""

import signal
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from os import kill
from pathlib import Path
from threading import Thread

import httpx
import pytest

from tests.support.opponents import awaited, invite_by_name
from tests.support.players import HTTP, Client
from tests.support.raw_http import post
from tests.support.requests import exchange, newcomer, searching_ticket, table
from tests.support.socket_client import talking
from tests.support.stream_reader import NDJSON, events_path, following
from tests.support.waiting import Stopwatch, until
from tools.stack import Process, Stack

DRAIN_S, LINGER_S = 2.0, 0.5
GO_S = 5.0
"""How long a bot may take to tell the service that it goes."""
SPARE_S = 4.0
"""For Redis's time-outs after a drain, and for the end of Python itself."""
BOT = """
import os, time
from croupier_client import Bot

class Percy(Bot):
    games = ["lost-cities"]
    look_s = 0.1

    def choose(self, turn):
        print("thinks", flush=True)
        time.sleep(600)

Percy("Percy").run(os.environ["URL"])
"""


@pytest.fixture(scope="module")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    stack = Stack(
        tmp_path_factory.mktemp("endings"),
        ENGINE_DRAIN_S=str(DRAIN_S),
        GATEWAY_DRAIN_S=str(DRAIN_S),
        GATEWAY_LINGER_S=str(LINGER_S),
    )
    stack.add_bots(BOTS_THINK_S="0")
    with stack:
        yield stack


@contextmanager
def hanging(stack: Stack, what: str) -> Iterator[None]:
    """One of the processes neither hears nor says anything meanwhile."""
    assert stack.redis
    assert stack.redis.process
    pids = {"engine": stack.engines[0].pid, "gateway": stack.gateway.pid}
    pid = {**pids, "redis": stack.redis.process.pid}.get(what)
    if pid:
        kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        if pid:
            kill(pid, signal.SIGCONT)


@contextmanager
def much_under_way(url: str) -> Iterator[Client]:
    """Streams of each kind, a socket, long polls, a body that does not come, and a searcher."""
    match_id, (ann, bob) = table(url)
    waits = {"Prefer": "wait=30", "If-None-Match": '"2"'}
    seeker, ticket = searching_ticket(url)
    whole = post("/v1/matches", ann.token, {"game": "lost-cities"}, Content_Type="application/json")
    with ExitStack() as under_way:
        for each in (
            lambda: ann.get(f"/v1/matches/{match_id}", waits),
            lambda: seeker.get(f"/v1/tickets/{ticket['id']}", waits),
            lambda: exchange(url, whole[:-5]),
        ):
            under_way.enter_context(beside(each))
        under_way.enter_context(following(ann, events_path(match_id)))
        under_way.enter_context(following(ann, "/v1/events", NDJSON))
        under_way.enter_context(talking(bob)).ask("subscribe", matchId=match_id)
        yield ann


@contextmanager
def beside(work: Callable[[], object]) -> Iterator[None]:
    """Do that in another thread, where it may fail as the service ends."""

    def run() -> None:
        with suppress(httpx.HTTPError, OSError):
            work()

    thread = Thread(target=run)
    thread.start()
    yield
    thread.join()


@contextmanager
def started_again(stack: Stack, process: Process) -> Iterator[None]:
    """Start the process again after the block, which has ended it."""
    try:
        yield
    finally:
        process.start()
        process.wait()
        until(lambda: HTTP.get(f"{stack.url}/readyz").status_code == 200, 60)


def ends_within(process: Process, seconds: float) -> bool:
    """Tell it to end; return whether it does in time, and well."""
    watch = Stopwatch()
    return process.stop() == 0 and watch.seconds() < seconds


@pytest.mark.parametrize("hung", ["nothing", "redis", "engine"])
def test_a_gateway_ends_after_its_drain(stack: Stack, hung: str) -> None:
    with (
        started_again(stack, stack.gateway),
        much_under_way(stack.url) as player,
        hanging(stack, hung),
        beside(lambda: player.get("/v1/matches")),
    ):
        assert ends_within(stack.gateway, LINGER_S + DRAIN_S + SPARE_S)


@pytest.mark.parametrize("hung", ["nothing", "redis", "gateway"])
def test_an_engine_ends_after_its_drain(stack: Stack, hung: str) -> None:
    engine, player = stack.engines[0], newcomer(stack.url)
    body = {"game": "lost-cities"}
    with (
        started_again(stack, engine),
        beside(lambda: player.post("/v1/matches", body)),
        hanging(stack, hung),
    ):
        assert ends_within(engine, DRAIN_S + SPARE_S)


@pytest.mark.parametrize("hung", ["nothing", "redis", "gateway"])
def test_the_house_ends_at_once(stack: Stack, hung: str) -> None:
    """Hugo and Ida have been invited to play, and Ida searches."""
    (house,) = stack.bots
    human = newcomer(stack.url)
    for name in ("Hugo", "Ida"):
        awaited(human, "just4fun", name)
        match_id = human.create(game="just4fun", access="private")["id"]
        invite_by_name(human, match_id, name)
    until(lambda: human.see(match_id)["status"] == "active", 60)
    with started_again(stack, house), hanging(stack, hung):
        assert ends_within(house, GO_S + SPARE_S)


@pytest.mark.parametrize("hung", ["nothing", "gateway"])
def test_a_bot_ends_at_once_also_while_it_thinks(stack: Stack, tmp_path: Path, hung: str) -> None:
    newcomer(stack.url).create(options={"startSeat": 1})
    log = tmp_path / "log"
    (tmp_path / "percy.py").write_text(BOT)
    percy = Process("percy", log, lambda: "thinks" in log.read_text(), URL=stack.url)
    percy.root = tmp_path
    percy.start()
    try:
        percy.wait()
        with hanging(stack, hung):
            assert ends_within(percy, GO_S + SPARE_S)
    finally:
        percy.kill()
