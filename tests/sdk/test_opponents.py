"""Finding opponents: what the core asks for, and what it makes of the answers."""

import json
import re
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import pytest
from croupier_client import (
    About,
    Availability,
    Available,
    Clock,
    Invitation,
    Notice,
    Offer,
    Presence,
    Searcher,
    SeatPresence,
    TablePresence,
)
from croupier_client.core import Core
from croupier_client.effects import Answer, Emit, Flow, Open, Read, Request, Send, Steps
from croupier_client.errors import Refused, refusal
from croupier_client.matches import MatchesCore
from croupier_client.opponents import Invitations, Oidc, Players
from croupier_client.session import Session
from croupier_client.table import TableCore
from croupier_client.types.known import MATCH

from tests.support.players import Json
from tools.stack import ROOT


def said(body: Json) -> Answer:
    return Answer(200, {}, json.dumps(body).encode())


def driven(steps: Steps[Any] | Flow[Any], *replies: Answer | bytes | None) -> list[Any]:
    """What a call sends and returns, or a stream sends and hands out, until the replies end."""
    seen, waiting = list[Any](), list(replies)
    reply: Answer | bytes | None = None
    try:
        while True:
            effect = steps.send(reply)
            if isinstance(effect, Send):
                seen.append(effect.request)
            elif isinstance(effect, Emit):
                seen.append(effect.value)
            asks = isinstance(effect, Send | Open | Read)
            if asks and not waiting:
                return seen
            reply = waiting.pop(0) if asks else None
    except StopIteration as end:
        return [*seen, end.value]


def bodies(seen: Sequence[Any]) -> list[Any]:
    requests = [each for each in seen if isinstance(each, Request)]
    return [json.loads(each.body or b"null") for each in requests]


def player(name: str) -> Json:
    account = {"id": name, "displayName": name, "kind": "bot"}
    return {**account, "description": "", "level": 2, "rating": None, "house": True, "later": 1}


def test_players_are_those_of_all_pages() -> None:
    first = said({"players": [player("a")], "nextPageToken": "next"})
    empty = said({"players": [], "nextPageToken": "last"})
    last = said({"players": [player("b")], "nextPageToken": None})
    seen = driven(Core(Session()).players("just4fun", "bot"), first, empty, last)
    assert [each.id for each in seen if hasattr(each, "house")] == ["a", "b"]
    asked = {"available": "just4fun", "kind": "bot"}
    assert [each.query for each in seen if isinstance(each, Request)] == [
        asked,
        asked | {"pageToken": "next"},
        asked | {"pageToken": "last"},
    ]


def test_an_offer_has_what_was_said_and_no_more() -> None:
    core = Core(Session("token"))
    answer: Json = {"games": {"just4fun": {"maxMatches": 2, "clocks": "any"}}, "description": ""}
    answer |= {"level": None, "house": False, "expireTime": "2026-11-22T10:00:10.000Z"}
    short = driven(core.available(["just4fun"]), said(answer))
    told = driven(core.available({"just4fun": Offer(2)}, "Calm.", "key", 2), said(answer))
    assert bodies([*short, *told]) == [
        {"games": {"just4fun": {}}},
        {
            "games": {"just4fun": {"maxMatches": 2}},
            "description": "Calm.",
            "houseKey": "key",
            "level": 2,
        },
    ]
    assert short[-1].games["just4fun"] == Offer(2, "any")


def test_who_searches_is_read_from_all_pages() -> None:
    ticket = {"game": "just4fun", "options": {}, "seats": 2, "clock": {"perMove": "60s"}}
    ticket |= {"deal": "sealed", "reveal": "20s", "undo": "consent", "rated": False}
    ticket |= {"createTime": "now"}
    ticket["goneAfter"] = "600s"
    who = {"player": {"id": "a", "displayName": "Ann", "kind": "human"}, "you": False}
    first = said({"tickets": [ticket | who], "nextPageToken": "next"})
    last = said({"tickets": [], "nextPageToken": None})
    seen = driven(Core(Session()).searchers("just4fun"), first, last)
    (found,) = [each for each in seen if isinstance(each, Searcher)]
    assert (found.player.id, found.clock, found.you) == ("a", Clock(per_move="60s"), False)
    asked = [each for each in seen if isinstance(each, Request)]
    assert [each.path for each in asked] == ["/v1/tickets"] * 2
    assert [each.query for each in asked][1] == {"game": "just4fun", "pageToken": "next"}


def test_a_code_tells_its_terms_and_presence_two_numbers() -> None:
    terms: Json = {"matchId": "m", "game": "just4fun", "host": "Ann", "seats": ["Ann", None]}
    terms |= {"yourSeat": None, "options": {}, "clock": None, "deal": "open"}
    terms["goneAfter"] = None
    terms |= {"undoMode": "never", "status": "waiting"}
    request, told = driven(Core(Session()).invitation("k7qf2 m9ptx"), said(terms))
    assert (request.path, told.match_id) == ("/v1/invitations", "m")
    assert bodies([request]) == [{"code": "k7qf2 m9ptx"}]
    request, here = driven(Core(Session()).presence(), said({"people": 2, "bots": 1}))
    assert (request.path, here) == ("/v1/presence", Presence(2, 1))


@pytest.mark.parametrize(
    ("call", "method", "path", "body"),
    [
        (TableCore.claim, "POST", "/claim", {"result": "win"}),
        (lambda table: table.claim(call_off=True), "POST", "/claim", {"result": "abort"}),
        (lambda table: table.take_away(1), "DELETE", "/seats/1", None),
        (TableCore.presence, "GET", "/presence", None),
        (TableCore.rematch_requests, "GET", "/rematch", None),
        (TableCore.end_rematch, "DELETE", "/rematch", None),
    ],
)
def test_a_table_asks_for_what_is_meant(
    call: Callable[[TableCore], Steps[Any]], method: str, path: str, body: Json | None
) -> None:
    honest = json.loads((ROOT / "docs/vectors/just4fun-2.json").read_text())["honest"]
    shown = honest[0]["replay"]["match"] | {"yourSeat": 0}
    (request,) = driven(call(TableCore(Session(), MATCH.decode(json.dumps(shown)))))
    assert (request.method, request.path) == (method, f"/v1/matches/{shown['id']}{path}")
    assert bodies([request]) == [body]


def test_an_offer_is_withdrawn_by_an_answer_without_a_body() -> None:
    (request, nothing) = driven(Core(Session()).unavailable(), Answer(204, {}, b""))
    assert (request.method, nothing) == ("DELETE", None)


def invited(invitation: str) -> bytes:
    data = {"matchId": "m", "version": 1, "invitationId": invitation}
    return msgspec.json.encode({"event": "invited", "version": None, "data": data}) + b"\n"


def test_an_invitation_is_told_once_whatever_the_line_does() -> None:
    """Also a second one to the same match, at an unchanged version."""
    opened = Answer(200, {}, b"")
    again: list[Answer | bytes | None] = [opened, invited("x") + invited("y"), invited("x")]
    told = [invited("x"), None, *again]
    seen = driven(Core(Session()).follow(), opened, *told)
    assert seen == [Notice("m", 1, "invited", "x"), Notice("m", 1, "invited", "y")]


def test_its_types_have_the_members_that_the_document_names() -> None:
    schemas = json.loads((ROOT / "docs/openapi.json").read_text())["components"]["schemas"]
    for kind, name in TYPES.items():
        members = {each.encode_name for each in msgspec.structs.fields(kind)}
        assert members == schemas[name]["properties"].keys(), name


@pytest.mark.parametrize(
    ("wish", "name"),
    [(MatchesCore(Session()).create, "NewMatch"), (Core(Session()).seek, "NewTicket")],
)
def test_all_settings_that_the_document_names_can_be_wished_for(
    wish: Callable[..., Steps[Any]], name: str
) -> None:
    document = json.loads((ROOT / "docs/openapi.json").read_text())["components"]["schemas"]
    named = {*document[f"LostCities{name}"]["properties"]} - {"game", "options", "seal"}
    settings = dict.fromkeys(named, "as wished")
    steps = wish("lost-cities", **{named_here(name): each for name, each in settings.items()})
    asked = bodies([getattr(next(steps), "request", None)])
    with pytest.raises(Refused):
        steps.throw(refusal(422, {"code": "invalid_options"}))
    assert asked == [{"game": "lost-cities", **settings}]


def named_here(name: str) -> str:
    """The name of a member in Python."""
    return re.sub("[A-Z]", lambda letter: f"_{letter[0].lower()}", name)


@pytest.mark.parametrize(
    ("gone_after", "said"), [({}, {}), ({"gone_after": None}, {"goneAfter": None})]
)
def test_that_nobody_is_ever_gone_can_be_wished_for(gone_after: Json, said: Json) -> None:
    request = getattr(
        next(MatchesCore(Session()).create("lost-cities", **gone_after)), "request", None
    )
    assert bodies([request]) == [{"game": "lost-cities", **said}]


TYPES: dict[type[msgspec.Struct], str] = {
    About: "About",
    SeatPresence: "SeatPresence",
    TablePresence: "TablePresence",
    Oidc: "OpenIdConnect",
    Available: "AvailablePlayer",
    Availability: "Offered",
    Offer: "GameOffer",
    Invitation: "Invitation",
    Invitations: "Invitations",
    Players: "AvailablePlayers",
}
