"""The core of the Python SDK without any I/O: a test answers what it asks for."""

import json
from asyncio import CancelledError
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from email.utils import formatdate
from pathlib import Path
from typing import Any

import msgspec
import pytest
from croupier_client import Bot, Croupier, CroupierError, Emote, MatchRatings
from croupier_client.clock import ServerClock, seconds_asked
from croupier_client.core import PARTING_S, Core
from croupier_client.effects import (
    Answer,
    Connect,
    Emit,
    Read,
    Reply,
    Send,
    Sleep,
    Steps,
)
from croupier_client.errors import NotUnderstood, Refused, Unreachable
from croupier_client.matches import MatchesCore
from croupier_client.notes import Note
from croupier_client.pause import Pause
from croupier_client.session import Session
from croupier_client.socket import watch
from croupier_client.stream import Lines
from croupier_client.types import NotFound, RateLimited, Unavailable

from tests.support.live import Live
from tests.support.players import Json

ASKED: Json = json.loads((Path(__file__).parent / "retry_after.json").read_text())
TICKET = {
    "id": "t" * 22,
    "status": "searching",
    "matchId": None,
    "window": None,
    "expireTime": "",
}


def said(status: int, body: Json, **headers: str) -> Answer:
    return Answer(status, headers, json.dumps(body).encode())


def refusal(status: int, code: str, **headers: str) -> Answer:
    return said(status, {"code": code, "detail": code, "requestId": "r", "rule": "No."}, **headers)


def driven(steps: Steps[Any], replies: Sequence[Reply]) -> list[Any]:
    """What the call asks for, if these replies come to what it sends."""
    effects, waiting = [], list(replies)
    effect = next(steps)
    try:
        while True:
            effects.append(effect)
            reply = waiting.pop(0) if isinstance(effect, Send) else None
            effect = steps.send(reply)
    except StopIteration:
        return effects


PLAYER = {"id": "p", "displayName": "Ann", "kind": "human", "later": 1}


def test_a_request_is_repeated_as_it_was_until_there_is_an_answer() -> None:
    core = Core(Session("token"))
    later = {"retry-after": "7"}
    replies = [None, refusal(503, "unavailable"), refusal(429, "rate_limited", **later)]
    effects = driven(core.player(), [*replies, said(200, PLAYER)])
    sent = [each.request for each in effects if isinstance(each, Send)]
    pauses = [each.seconds for each in effects if isinstance(each, Sleep)]
    assert len(sent) == 4
    assert len({id(each) for each in sent}) == 1
    assert pauses[0] <= 0.1 < pauses[2] == 7


@pytest.mark.parametrize(("said", "seconds"), ASKED["asked"])
def test_what_a_service_asks_to_wait_is_a_number_or_a_date(
    said: str, seconds: float | None
) -> None:
    now = datetime.fromisoformat(ASKED["now"]).timestamp()
    assert seconds_asked(Answer(503, {"retry-after": said}, b""), now) == seconds


def test_a_pause_is_as_long_as_was_asked_but_neither_none_nor_endless() -> None:
    assert [Pause().after(asked) for asked in (0.5, 7, 1e20)] == [0.5, 7, 300]
    assert all(0.05 <= Pause().after(asked) <= 0.1 for asked in (None, 0, -37))


def test_a_stream_is_opened_again_at_the_date_that_a_proxy_names() -> None:
    """A `Retry-After` that is a date counts by the clock of who names it, an hour ahead here."""
    session, ahead = Session(), datetime.now(UTC) + timedelta(hours=1)
    date, later = (
        formatdate((ahead + timedelta(seconds=s)).timestamp(), usegmt=True) for s in (0, 60)
    )
    effect = next(steps := Core(session).follow())
    effect = steps.send(Answer(503, {"date": date, "retry-after": later}, b"<html>"))
    assert isinstance(effect, Sleep)
    assert 57 < effect.seconds < 62


def test_a_date_that_is_none_tells_no_time() -> None:
    clock = ServerClock()
    clock.note(Answer(200, {"date": "today"}, b""), 0, 0)
    assert clock.ahead == 0


@pytest.mark.parametrize(
    ("reply", "raised"),
    [
        (None, Unreachable),
        (refusal(503, "unavailable"), Unavailable),
        (refusal(429, "rate_limited"), RateLimited),
    ],
)
def test_the_patience_ends(reply: Reply, raised: type[Exception]) -> None:
    core = Core(Session(patience_s=0.0))
    with pytest.raises(raised):
        driven(core.player(), [reply])


@pytest.mark.service
def test_that_there_is_no_answer_is_told_with_address_time_and_reason() -> None:
    with Croupier("http://127.0.0.1:9", patience_s=0) as me, pytest.raises(Unreachable) as told:
        me.player()
    what = "No answer from http://127.0.0.1:9 to GET /v1/players/me in 0 s: connection refused"
    assert str(told.value) == what
    assert told.value.__cause__


def test_that_there_is_no_answer_is_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO", "croupier_client")
    core = Core(Session(url="http://a"))
    for _ in range(2):
        driven(core.player(), [None, None, said(200, PLAYER)])
    assert caplog.messages == ["http://a does not answer; trying again"] * 2


@pytest.mark.parametrize(
    "wrong", ["", "..", "../me", "a/b", "a?b=c", "a#b", "%2e", "x" * 65, "\u0664"]
)
def test_what_is_no_id_is_not_asked_for(wrong: str) -> None:
    """It is refused as the service would, and comes into no path."""
    core, matches = Core(Session()), MatchesCore(Session())
    for steps in (core.player(wrong), matches.get(wrong), matches.join(wrong)):
        with pytest.raises(NotFound, match="no id"):
            next(steps)


@pytest.mark.parametrize("url", ["127.0.0.1:8080", "localhost", "http://", ""])
def test_an_address_has_a_scheme_and_a_host(url: str) -> None:
    with pytest.raises(CroupierError, match="is not an address such as"):
        Croupier(url)


@pytest.mark.parametrize("games", [(), ("lostcities",), "just4fun"])
def test_a_bot_plays_games_that_there_are(live: Live, games: Sequence[str]) -> None:
    bot = type("Percy", (Bot,), {"games": games, "choose": lambda self, turn: turn.moves[0]})
    with pytest.raises(CroupierError, match=r"Percy.games is .*'just4fun'"):
        bot("Percy").run(live.url)


def test_a_bot_has_to_choose() -> None:
    bot = type("Percy", (Bot,), {"games": ("just4fun",)})
    with pytest.raises(CroupierError, match=r"Percy has no choose\(self, turn\)"):
        bot("Percy").run("http://127.0.0.1:9")


def test_a_refusal_says_what_the_service_says() -> None:
    with pytest.raises(Refused, match="of_tomorrow") as refused:
        driven(Core(Session()).player(), [refusal(418, "of_tomorrow")])
    error = refused.value
    assert (error.code, error.rule, error.request_id) == ("of_tomorrow", "No.", "r")
    assert type(error) is Refused


def test_posts_have_keys_of_their_own() -> None:
    session = Session()
    first, second = (session.request("POST", "/v1/matches", {}) for _ in range(2))
    assert first.headers["Idempotency-Key"] != second.headers["Idempotency-Key"]
    assert "Idempotency-Key" not in session.request("GET", "/v1/matches").headers


@pytest.mark.parametrize("known", [True, False])
def test_a_search_that_is_given_up_cancels_its_ticket(known: bool) -> None:
    """Also when the answer has not come: the same request once more tells of the ticket.

    Neither is waited for as long as usual: the program may be ending.
    """
    steps = Core(Session()).seek("just4fun")
    first = next(steps)
    assert isinstance(first, Send)
    if known:
        steps.send(said(201, TICKET))
    again = steps.throw(CancelledError())
    assert again == Send(replace(first.request, timeout_s=PARTING_S))
    effect = steps.send(said(201, TICKET))
    assert isinstance(effect, Send)
    assert (effect.request.method, effect.request.path) == ("DELETE", f"/v1/tickets/{'t' * 22}")
    assert effect.request.timeout_s == PARTING_S
    with pytest.raises(CancelledError):
        steps.send(said(204, {}))


def test_the_clock_of_the_server_is_found_within_its_bounds() -> None:
    clock, ahead = ServerClock(), 1000.0
    assert clock.ahead == 0
    for tenth in range(10):
        now = 1_700_000_000 + tenth / 10
        clock.note(dated(now + ahead), now, now + 0.01)
        assert abs(clock.ahead - ahead) <= 1.01
    assert abs(clock.ahead - ahead) < 0.6
    clock.note(dated(now - 500), now, now)  # it has been set
    assert abs(clock.ahead + 500) <= 1.01


def test_a_ping_tells_the_time_of_the_server_to_the_time_that_it_took() -> None:
    clock = ServerClock()
    clock.note(dated(1_700_000_000), 1_700_000_000, 1_700_000_000)
    for came_s, late_s in ((12, 0.3), (24, 0.01), (36, 0.5)):
        clock.told(pinged(1_700_000_000 + came_s), 1_700_000_000 + came_s + late_s - 60)
    assert abs(clock.ahead - 60 + 0.01) < 0.002
    clock.told(pinged(1_700_000_048), 1_700_000_048)  # it has been set
    assert clock.ahead == 0


def test_a_stream_tells_the_time_as_it_begins() -> None:
    session = Session()
    steps = Lines(session).next()
    next(steps)
    ahead = datetime.now(UTC) + timedelta(seconds=1000)
    ping = {"event": "ping", "version": None, "data": {"time": ahead.isoformat()}}
    steps.send(json.dumps(ping).encode() + b"\n")
    assert 999 < session.clock.ahead <= 1000


def test_a_socket_tells_the_time_and_what_is_no_version() -> None:
    session, said_so = Session(), list[object]()
    tell = lambda *said: said_so.append(said)  # noqa: E731
    steps = watch(session, ["M"], False, tell, tell)
    ahead = datetime.now(UTC) + timedelta(seconds=1000)
    spoken = {"matchId": "M", "event": "emote", "data": {"seat": 1, "emote": "nice"}}
    changed = {"seat": 0, "before": 1500, "after": 1512, "deviation": 90}
    ratings = {"pool": "nim.live.human.0", "seq": 1, "counted": True, "reason": None, "weight": 100}
    told = {"version": 3, "ratings": {**ratings, "changes": [changed]}}
    rated = {"matchId": "M", "event": "ratings", "data": told}
    messages = [{"id": "hello", "ok": {"player": None, "time": ahead.isoformat()}}, spoken, rated]
    effect = next(steps)
    while messages:
        reply: Reply = Answer(101, {}, b"") if isinstance(effect, Connect) else None
        if isinstance(effect, Read):
            reply = json.dumps(messages.pop(0)).encode()
        effect = steps.send(reply)
    of_ratings = msgspec.convert({**ratings, "changes": [changed]}, MatchRatings)
    assert said_so == [("M", Emote(1, "nice")), ("M", of_ratings)]
    assert 999 < session.clock.ahead <= 1000


def pinged(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).isoformat()


def dated(at: float) -> Answer:
    return Answer(200, {"date": formatdate(int(at), usegmt=True)}, b"")


def test_what_is_no_match_is_left_out_of_lists() -> None:
    page = {"matches": [{"game": "of-tomorrow"}], "nextPageToken": None}
    effects = list[Any]()
    flow = MatchesCore(Session()).list()
    effects.append(next(flow))
    with pytest.raises(StopIteration):
        effects.append(flow.send(said(200, page)))
    assert not [each for each in effects if isinstance(each, Emit)]


def test_what_is_no_match_is_not_understood() -> None:
    with pytest.raises(NotUnderstood, match="options"):
        driven(MatchesCore(Session()).get("m"), [said(200, {"game": "of-tomorrow"})])


def test_matches_of_any_game_can_be_asked_for() -> None:
    """What is said of a game and its options goes to the service, which alone knows them."""
    session, options = Session("token"), {"heap": 30}
    asked = [
        (MatchesCore(session).create("of-tomorrow", options=options), "/v1/matches"),
        (Core(session).seek("of-tomorrow", options=options), "/v1/tickets"),
    ]
    for steps, path in asked:
        effect = next(steps)
        assert isinstance(effect, Send)
        assert effect.request.path == path
        assert json.loads(effect.request.body or b"") == {"game": "of-tomorrow", "options": options}
        with pytest.raises(NotFound):
            steps.send(refusal(404, "not_found"))


def test_what_is_revealed_is_revealed_once_more_after_the_service_has_lost_it() -> None:
    note = Note(revealed=True)
    note.lose(2)
    assert not note.revealed
