"""Clocks over HTTP: how they are asked for and shown, and that time runs out."""

from contextlib import ExitStack
from datetime import datetime, timedelta
from typing import Any

from tests.support.live import Live
from tests.support.players import Client, Json, ok, refused, register, start_match
from tests.support.socket_client import talking
from tests.support.stream_reader import NDJSON, SSE, following

SECOND = {"perMove": "1s"}


def seen(live: Live, clock: Json) -> Any:
    """The clock of a new match, as a stranger sees it."""
    ann = register(live.url)
    match_id = ann.create(clock=clock)["id"]
    return Client(live.url).see(match_id)["clock"]


def test_a_clock_is_shown_as_it_was_asked_for(live: Live) -> None:
    assert seen(live, {"perMove": "30s"}) == {
        "perMove": "30s",
        "bank": None,
        "increment": None,
        "onTimeout": "forfeit",
        "deadline": None,
        "deadlines": [None, None],
        "banks": None,
    }
    assert seen(live, {"bank": "600s", "increment": "5s", "onTimeout": "random"}) == {
        "perMove": None,
        "bank": "600s",
        "increment": "5s",
        "onTimeout": "random",
        "deadline": None,
        "deadlines": [None, None],
        "banks": ["600s", "600s"],
    }
    assert seen(live, {"bank": "600s"})["increment"] == "0s"


def test_the_deadline_and_the_banks_follow_the_moves(live: Live) -> None:
    clock = {"bank": "3600s", "increment": "60s"}
    match_id, (ann, bob) = start_match(live.url, clock=clock, options={"startSeat": 0})
    began = bob.see(match_id)
    due = later(began["updateTime"], hours=1)
    assert (began["clock"]["deadline"], began["clock"]["deadlines"]) == (due, [due, None])
    move = ann.legal_moves(match_id)[0]["notation"]
    moved = ann.move(match_id, move)["match"]
    left = float(moved["clock"]["banks"][0].removesuffix("s"))
    assert 3600 < left <= 3660
    assert moved["clock"]["banks"][1] == "3600s"
    assert moved["clock"]["deadline"] == later(moved["updateTime"], hours=1)
    assert bob.see(match_id, atVersion=2)["clock"] == began["clock"]


def later(time: str, hours: int) -> str:
    """RFC 3339, so many hours on; the date may change."""
    moment = datetime.fromisoformat(time) + timedelta(hours=hours)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def test_who_does_not_move_loses_though_nobody_asks(live: Live) -> None:
    match_id, (ann, bob) = start_match(live.url, clock=SECOND, options={"startSeat": 0})
    watching = {"If-None-Match": '"2"', "Prefer": "wait=20"}
    ended = ok(bob.get(f"/v1/matches/{match_id}", watching))
    assert (ended["status"], ended["toMove"], ended["version"]) == ("finished", [], 3)
    assert ended["clock"]["deadline"] is None
    assert (ended["outcome"]["reason"], ended["outcome"]["winners"]) == ("timeout", [1])
    history = ok(ann.get(f"/v1/matches/{match_id}/moves", after=2))["moves"]
    time = ended["updateTime"]
    assert history == [
        {
            "version": 3,
            "game": "lost-cities",
            "kind": "timeout",
            "seat": 0,
            "late": [0],
            "move": None,
            "notation": None,
            "time": time,
            "events": [],
        }
    ]
    refused(ann.post(f"/v1/matches/{match_id}/moves", {"notation": "Q"}), 409, "match_not_active")


def test_a_warning_comes_before_the_time_runs_out(live: Live) -> None:
    """To all followers, by SSE, NDJSON and socket: once for each move that is not made."""
    clock = {"perMove": "3s", "onTimeout": "random"}
    match_id, (ann, bob) = start_match(live.url, clock=clock, options={"startSeat": 0})
    where = f"/v1/matches/{match_id}/events"
    with ExitStack() as stack:
        hers = stack.enter_context(following(ann, where, SSE))
        everybodys = stack.enter_context(following(Client(live.url), where, NDJSON))
        talk = stack.enter_context(talking(bob))
        talk.ask("subscribe", matchId=match_id)
        ann.move(match_id, ann.legal_moves(match_id)[0]["notation"])
        pushed = [(push["event"], push["data"]) for push in (talk.push() for _ in WARNED)]
        told = [[reader.next() for _ in ("snapshot", *WARNED)] for reader in (hers, everybodys)]
    assert [(event, data["version"]) for event, data in pushed] == WARNED
    assert [data for _, data in (pushed[1], pushed[4])] == [
        {"version": 3, "toMove": [1], "deadline": deadline(pushed[0])},
        {"version": 5, "toMove": [0], "deadline": deadline(pushed[3])},
    ]
    for seen in told:
        assert [(said.event, said.data["version"]) for said in seen[1:]] == WARNED
        for said in (seen[2], seen[5]):
            assert said.version is None
            assert (said.event, said.data) in pushed


WARNED = [
    ("change", 3),
    ("clockWarning", 3),
    ("change", 4),
    ("change", 5),
    ("clockWarning", 5),
]
"""What happens when Ann has moved, Bob does not, and then Ann does not either."""


def deadline(change: tuple[str, Json]) -> str:
    return str(change[1]["match"]["clock"]["deadline"])
