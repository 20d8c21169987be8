"""Conditional requests and long polls, also through proxies that change an ETag."""

from concurrent.futures import ThreadPoolExecutor

from tests.proxies.conftest import Table
from tests.proxies.opened import GZIP, through
from tests.proxies.programs import Proxy
from tests.support.players import ok
from tests.support.waiting import Stopwatch

WAIT_S = 1


def test_a_conditional_move_is_made(proxy: Proxy, table: Table) -> None:
    check_move(proxy, table)


def test_a_long_poll_waits_until_there_is_another_version(proxy: Proxy, table: Table) -> None:
    check_long_poll(proxy, table)


def test_a_changed_etag_is_the_version_all_the_same(careless: Proxy, table: Table) -> None:
    """A conditional move is made, and a long poll waits."""
    assert check_move(careless, table) != '"2"', "this proxy has changed nothing"
    check_long_poll(careless, table)


def check_move(proxy: Proxy, table: Table) -> str:
    """Make a move on the condition of the ETag as it came; return that."""
    player, path = through(proxy, table.mover), f"/v1/matches/{table.match_id}"
    tag = player.get(path, GZIP).headers["etag"]
    answer = player.post(f"{path}/moves", table.wish(), {**GZIP, "If-Match": tag})
    assert ok(answer)["version"] == 3
    late = player.post(f"{path}/moves", {"notation": "Y7+*"}, {**GZIP, "If-Match": tag})
    assert late.status_code == 412
    table.turn()
    return tag


def check_long_poll(proxy: Proxy, table: Table) -> None:
    player, path = through(proxy, table.waiting), f"/v1/matches/{table.match_id}"
    known = player.get(path, GZIP)
    waits = {**GZIP, "If-None-Match": known.headers["etag"], "Prefer": f"wait={WAIT_S}"}
    watch = Stopwatch()
    assert player.get(path, waits).status_code == 304
    assert watch.wall_s() >= WAIT_S
    with ThreadPoolExecutor(1) as thread:
        poll = thread.submit(player.get, path, {**waits, "Prefer": "wait=20"})
        table.move()
        answer = poll.result()
    assert ok(answer)["version"] == known.json()["version"] + 1
    assert answer.headers["preference-applied"] == "wait"
