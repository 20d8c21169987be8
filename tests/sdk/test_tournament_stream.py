"""The stream of a tournament: it goes on behind what it has told, whatever the line does."""

import json
from typing import Any

from croupier_client.effects import Answer, Emit, Flow, Open, Read
from croupier_client.session import Session
from croupier_client.tournaments import TournamentEvent, TournamentsCore

ID = "t" * 22
OPENED = Answer(200, {}, b"")


def line(event: str, version: int, **data: Any) -> bytes:
    told = {"event": event, "version": version, "data": {"version": version, **data}}
    return json.dumps(told).encode() + b"\n"


def goodbye(reason: str) -> bytes:
    return json.dumps({"event": "goodbye", "data": {"reason": reason}}).encode() + b"\n"


def malformed() -> Answer:
    return Answer(400, {}, json.dumps({"code": "malformed", "detail": "after"}).encode())


def followed(
    flow: Flow[TournamentEvent], *replies: Answer | bytes | None
) -> tuple[list[str | None], list[TournamentEvent]]:
    """Behind which versions a stream is opened, and what it hands out, until it ends."""
    opened, told, waiting = list[str | None](), list[TournamentEvent](), list(replies)
    reply: Answer | bytes | None = None
    while True:
        try:
            effect = flow.send(reply)
        except StopIteration:
            assert not waiting
            return opened, told
        if isinstance(effect, Open):
            opened.append(effect.request.query.get("after"))
        elif isinstance(effect, Emit):
            told.append(effect.value)
        reply = waiting.pop(0) if isinstance(effect, Open | Read) else None


def test_it_goes_on_behind_the_last_version_after_a_cut_and_a_goodbye() -> None:
    flow = TournamentsCore(Session()).follow(ID, after=3)
    bye = line("roundPaired", 6, round=1, table=None, matchId=None, bye=True)
    cut = (OPENED, line("started", 5, rounds=2), None)
    left = (OPENED, bye, goodbye("shutdown"))
    opened, told = followed(flow, *cut, *left, OPENED, line("finished", 9, reason="completed"))
    assert opened == ["3", "5", "6"]
    assert [each.event for each in told] == ["started", "roundPaired", "finished"]
    assert (told[1].round, told[1].bye, told[1].match_id) == (1, True, None)


def test_a_service_that_has_lost_versions_tells_of_what_is_now() -> None:
    flow = TournamentsCore(Session()).follow(ID, after=7)
    opened, told = followed(flow, malformed(), OPENED, line("aborted", 4, reason="Closed"))
    assert opened == ["7", None]
    assert [(each.event, each.reason) for each in told] == [("aborted", "Closed")]
