"""Subscriptions of a socket: every version once, in order, until the end."""

import random
import socket as sockets
from contextlib import ExitStack
from urllib.parse import urlsplit

import pytest
from gateway.websocket import subscriptions

from tests.support.live import Live
from tests.support.players import Client
from tests.support.requests import newcomer, play_out, table
from tests.support.socket_client import BothWays, first_move, talking

SEED = 20261121
SHORT = {"rounds": 1}
MOVES_MISSED = 50
FLOOD = 50
LITTLE = 4096
"""The buffers on the way to a peer that shall not take much before it reads."""


def test_a_whole_match_over_two_sockets(live: Live) -> None:
    """Both follow it and move as it is pushed; each sees each version once, in order."""
    match_id, seats = table(live.url, options=SHORT)
    dice = random.Random(SEED)
    with ExitStack() as stack:
        talks = [stack.enter_context(talking(seat)) for seat in seats]
        matches = [talk.ask("subscribe", matchId=match_id)["match"] for talk in talks]
        start, seen = matches[0]["version"], [[], []]  # type: ignore[var-annotated]
        while matches[0]["status"] == "active":
            mover = talks[matches[0]["toMove"][0]]
            moves = mover.ask("legalMoves", matchId=match_id)["moves"]
            deck = [each["move"] for each in moves if each["notation"].endswith("*")]
            mover.ask("move", matchId=match_id, move=dice.choice(deck), view="none")
            for number, talk in enumerate(talks):
                push = talk.push()
                matches[number] = push["data"]["match"]
                seen[number].append(push["data"]["version"])
        for talk, versions in zip(talks, seen, strict=True):
            assert versions == list(range(start + 1, matches[0]["version"] + 1)), SEED
            last = talk.push()
            assert (last["event"], last["data"]["version"]) == ("finished", versions[-1])
            assert talk.ask("ping")["time"]
            assert not talk.pushes
        assert [seat.see(match_id) for seat in seats] == matches


def test_a_subscription_goes_on_from_a_version(both: BothWays) -> None:
    """The answer is the match as it is now; all changes after the version follow, and then on."""
    match_id, seats = both.match_id, both.player
    for _ in range(2):
        seen = seats.see(match_id)
        if seen["toMove"] == [0]:
            seats.move(match_id, first_move(seats, match_id))
    now = seats.see(match_id)
    assert both.talk.ask("subscribe", matchId=match_id, after=1) == {"match": now}
    versions = [both.talk.push()["data"]["version"] for _ in range(now["version"] - 1)]
    assert versions == list(range(2, now["version"] + 1))
    assert both.talk.ask("subscribe", matchId=match_id, after=now["version"]) == {"match": now}
    seats.act(match_id, "resign")
    told = both.talk.until(match_id, "finished")
    assert [push["data"]["version"] for push in told] == [now["version"] + 1] * 2
    assert both.talk.ask("subscribe", matchId=match_id, after=-1)["match"]["status"] == "finished"
    again = both.talk.until(match_id, "finished")[:-1]
    assert [push["data"]["version"] for push in again] == list(range(1, now["version"] + 2))


def test_a_subscription_without_the_match_tells_the_rest(both: BothWays) -> None:
    """The answer is the newest outline, also of one that goes on from an earlier version."""
    match_id = both.match_id
    begin = both.talk.ask("subscribe", matchId=match_id, view="none")
    match = both.player.see(match_id)
    assert [*begin] == [
        *("version", "game", "events", "toMove", "yourDecision"),
        *("status", "clock", "undo", "logHead"),
    ]
    assert (begin["version"], begin["events"]) == (match["version"], match["lastEvents"])
    both.player.act(match_id, "resign")
    pushed = both.talk.until(match_id, "finished")[0]["data"]
    assert (pushed["status"], pushed["toMove"]) == ("finished", [])
    assert "match" not in pushed
    assert both.talk.ask("subscribe", matchId=match_id, view="none", after=1) == pushed
    again = both.talk.until(match_id, "finished")[:-1]
    assert [push["data"] for push in again] == [begin, pushed]
    for wrong in ({"view": "thin"}, {"include": "moves"}):
        assert both.talk.refused("subscribe", matchId=match_id, **wrong)["code"] == "malformed"


def test_a_subscription_brings_legal_moves_along(both: BothWays) -> None:
    match_id, moves = both.match_id, {"include": "legalMoves"}
    now = both.player.see(match_id, **moves)
    assert now["legalMoves"]["moves"]
    assert both.talk.ask("subscribe", matchId=match_id, **moves) == {"match": now}
    assert both.talk.ask("subscribe", matchId=match_id, after=2, **moves) == {"match": now}
    both.player.move(match_id, first_move(both.player, match_id))
    pushed = both.talk.push()["data"]["match"]
    assert pushed == both.player.see(match_id, **moves)
    empty = {"game": "lost-cities", "seat": 0, "decision": None, "moves": []}
    assert pushed["legalMoves"] == {**empty, "version": 3}
    begin = both.talk.ask("subscribe", matchId=match_id, view="none", **moves)
    assert begin["legalMoves"] == pushed["legalMoves"]


def test_a_subscription_to_a_finished_match_ends_at_once(live: Live) -> None:
    match_id, seats = table(live.url, options=SHORT)
    match = play_out(match_id, seats)
    with talking(seats[0]) as talk:
        assert talk.ask("subscribe", matchId=match_id) == {"match": match}
        assert talk.push() == {
            "matchId": match_id,
            "event": "finished",
            "data": {"version": match["version"]},
        }


def test_no_event_is_pushed_after_unsubscribing(live: Live) -> None:
    match_id, seats = table(live.url)
    with talking(seats[0]) as talk:
        assert talk.ask("unsubscribe", matchId=match_id) == {}
        talk.ask("subscribe", matchId=match_id)
        assert talk.ask("unsubscribe", matchId=match_id) == {}
        seats[0].act(match_id, "resign")
        assert talk.ask("subscribe", matchId=match_id)["match"]["status"] == "finished"
        assert talk.push()["event"] == "finished"
        assert not talk.pushes


def test_subscribing_again_begins_anew_and_a_refusal_changes_nothing(both: BothWays) -> None:
    match_id = both.match_id
    for _ in range(3):
        both.talk.ask("subscribe", matchId=match_id)
    assert both.talk.refused("subscribe", matchId=match_id, after=99)["code"] == "malformed"
    moved = both.player.move(match_id, first_move(both.player, match_id))
    assert both.talk.push()["data"] == moved
    both.player.act(match_id, "resign")
    assert [push["event"] for push in both.talk.until(match_id, "finished")] == [
        "change",
        "finished",
    ]
    assert both.talk.ask("ping")["time"]
    assert not both.talk.pushes


def test_a_socket_has_only_so_many_subscriptions(
    live: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(subscriptions, "MAX_SUBSCRIPTIONS", 2)
    ann = newcomer(live.url)
    ids = [ann.create()["id"] for _ in range(3)]
    with talking(ann) as talk:
        for match_id in ids[:2]:
            talk.ask("subscribe", matchId=match_id)
        assert talk.refused("subscribe", matchId=ids[2])["code"] == "conflict"
        talk.ask("subscribe", matchId=ids[1])
        talk.ask("unsubscribe", matchId=ids[0])
        talk.ask("subscribe", matchId=ids[2])


def test_a_slow_client_loses_the_subscription_and_not_the_socket(redis_url: str) -> None:
    """The client does not read for a while; then it resumes after the version it knows."""
    with Live(redis_url, send_buffer=LITTLE) as narrow, sockets.socket() as line:
        match_id, seats = table(narrow.url)
        others = [table(narrow.url) for _ in range(4)]
        address = urlsplit(narrow.url)
        line.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, LITTLE)
        line.connect((address.hostname, address.port))
        with talking(Client(narrow.url), sock=line, max_queue=1) as talk:
            version = talk.ask("subscribe", matchId=match_id)["match"]["version"]
            asked = [talk.tell("subscribe", matchId=other) for other, _ in others * FLOOD]
            for _ in range(MOVES_MISSED):
                mover = seats[seats[0].see(match_id)["toMove"][0]]
                mover.move(match_id, first_move(mover, match_id))
            told = talk.until(match_id, "goodbye")
            assert told.pop()["data"]["reason"] == "slow_reader"
            assert all("ok" in talk.answer(name) for name in asked)
            known = version + len(told)
            now = talk.ask("subscribe", matchId=match_id, after=known)["match"]["version"]
            told += [talk.push(match_id) for _ in range(now - known)]
    versions = [push["data"]["version"] for push in told]
    assert versions == list(range(version + 1, version + MOVES_MISSED + 1))
