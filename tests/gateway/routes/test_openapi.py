"""What is documented happens: every example, status and answer; also without the internet."""

import json
import random
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any
from urllib.parse import urljoin

import httpx
import pytest
import schemathesis
from croupier_game.kit.seeds import SEEDS
from engine.domain.registry import GAMES
from gateway.contract.document import answer_headers
from gateway.contract.document import examples as given_examples
from gateway.players.tokens import random_id
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from redis import Redis
from redislink import hooks, ratings
from redislink.oidc import identity_of
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.support.authenticator import Authenticator
from tests.support.issuers import SHARED, SHARED_SIGNER, shared_id_token
from tests.support.ledgers import Kept, a_match
from tests.support.live import Live
from tests.support.openapi import OPERATION, documented, examples, responses, strict, validator
from tests.support.opponents import invite, of_the_house
from tests.support.players import Client, Json, key, ok
from tests.support.requests import (
    ACCUSE,
    ADD_IDENTITY,
    ADD_KEY,
    BATCH,
    JSON,
    KEY_OPTIONS,
    NEW_DEAL,
    NEW_TOURNAMENT,
    NEW_WEBHOOK,
    NOBODY,
    OF_TOURNAMENT,
    OFFER,
    OPEN,
    PAIR,
    PUSH,
    RECOVERY_CODE,
    RELATE,
    RENAME,
    RENAME_KEY,
    REPORT,
    ROUTES,
    SIGN_IN,
    TAKE,
    UNDO,
    Route,
    code,
    matched_ticket,
    newcomer,
    problem,
    searching_ticket,
    send,
    table,
    with_token,
)
from tests.support.sealed import SEALS
from tests.support.stream_reader import NDJSON
from tests.support.tournament_clients import check_in, join, join_body, make, of
from tests.support.tournament_clients import entropy as tournament_entropy
from tests.support.waiting import until

ELSEWHERE = {
    "408": "routes/test_bodies sends half a body",
    "414": "http/server/test_connection_bounds",
    "431": "http/server/test_connection_bounds",
    "429": "limits/test_rate_limits asks for too much",
    "501": "http/server/test_framing",
    "503": "e2e/test_outage takes engine and store away",
    "404 /problems/{code}": "test_errors",
    "406 /v1/matches/{match_id}/replay": "routes/test_replay asks for a very long one",
    "101 /v1/socket": "websocket/test_connection",
    "200 /v1/matches/{match_id}/claim": "routes/test_claims lets time pass",
    "422 /v1/matches/{match_id}/claim": "the same: it takes a claim that was made",
    **dict.fromkeys(
        (
            "200 /v1/matches/{match_id}/analysis",
            "202 /v1/matches/{match_id}/analysis",
            "200 /v1/analyses",
            "204 /v1/analyses/{match_id}",
            "404 /v1/analyses/{match_id}",
            "422 /v1/analyses",
            "422 /v1/analyses/{match_id}",
            "409 /v1/analyses/{match_id}",
        ),
        "routes/test_analysis has workers",
    ),
    **dict.fromkeys(
        (
            f"{status} /v1/players/me/webhooks/{{webhook_id}}/deliveries/{{delivery_id}}/retry"
            for status in (202, 409, 422)
        ),
        "routes/test_hooks has deliveries",
    ),
    "409 /v1/players/me": "engine/service/tournaments/test_leaving has one that keeps changing",
    "409 /v1/players/me/push": "routes/test_push has no key",
}
"""Documented statuses that are not provoked here, and where they are."""
SELDOM = {
    *("RateLimit", "RateLimit-Policy", "Idempotency-Replayed", "Preference-Applied", "ETag"),
}
"""Documented headers that an answer may lack."""
EXAMPLES = settings(
    max_examples=len(SEEDS),
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
SITUATION = ("pageToken", "if-match")
"""What is malformed unless an earlier answer had it, or if the body says something else."""
BEYOND = re.compile(r'\\n|\d\.\d|"move":')
"""In a body: a newline, which Python's $ allows; 3.0, which is an integer to JSON Schema alone; and
a move, which may be another game's than that of the match. All else that the schemas allow is not
malformed, whether or not it fits the match."""
schemathesis.openapi.format("push-endpoint", st.just(PUSH.body["endpoint"]))
schemathesis.openapi.format("webhook-url", st.just("https://hooks.example.com/turns"))
schemathesis.openapi.format("name", st.text("abcxyzÄÖÜ0123456789", min_size=1, max_size=40))
OF_NO_GAME = dict.fromkeys(
    ("GET /v1/matches", "GET /v1/tickets", "GET /v1/tournaments", "GET /v1/deals"), "?game=chess"
)
"""What is not found of lists."""
RENAMED = documented(RENAME_KEY)
POOL = "lost-cities.daily.bot.9"
"""One that there is."""
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]


@pytest.fixture(scope="module", autouse=True)
def board(redis_url: str) -> None:
    with Redis.from_url(redis_url) as server:
        server.hset(hooks.PUSH, hooks.PUSH_KEY, PUSH.body["keys"]["p256dh"])
        if not server.exists(ratings.ledger(POOL)):  # this process may have begun the file before
            Kept(server, POOL).play([a_match(random.Random(7), ["B" * 22, "C" * 22], 1)])


@pytest.fixture(scope="module")
def document(live: Live) -> Json:
    return ok(Client(live.url).get("/openapi.json"))


@pytest.fixture(scope="module")
def operations(document: Json) -> Any:
    """What schemathesis has read of the document, once for all routes."""
    return schemathesis.openapi.from_dict(document)


# --- examples

OF_EXAMPLES: Mapping[str, tuple[int, str]] = {
    TAKE.path: (403, "forbidden"),
    "/analysis": (422, "not_analysed"),
    "/claim": (409, "conflict"),
    "/checkIn": (403, "forbidden"),
    ADD_IDENTITY.path: (401, "unauthenticated"),
    SIGN_IN.path: (401, "unauthenticated"),
    ADD_KEY.path: (422, "passkey_refused"),
    f"{TAKE.path}/{{match_id}}": (403, "forbidden"),
    **dict.fromkeys(
        ("/invitations", "/pairings", "/reports", "/retry", "/remove"), (404, "not_found")
    ),
}
"""How examples are refused: there is no house here, nobody is gone, nothing has their ids, codes,
tokens or seals, and what is signed in them is forged."""


def refusal_of_example(path: str) -> tuple[int, str] | None:
    return next((why for end, why in OF_EXAMPLES.items() if path.endswith(end)), None)


def test_every_example_is_accepted(live: Live, document: Json) -> None:
    for path, name, _, example in examples(document):
        game = name.replace(" ", "-")
        game = game if game in GAMES else min(GAMES)  # that of examples about something else
        method = {RENAME.path: "PATCH", RENAMED: "PATCH", OFFER.path: "PUT", PUSH.path: "PUT"}.get(
            path, "POST"
        )
        answer = place(live.url, path, method, game=game).post(example)
        if refusal := refusal_of_example(path):
            assert code(answer) == refusal
        elif path == BATCH.path:
            # That there are no such matches is only found out of what is a move.
            codes = [each["error"]["code"] for each in ok(answer)["results"]]
            assert codes == ["not_found"] * len(example["moves"])
        elif path.endswith("/moves"):
            # Whether it is legal depends upon the cards; that it is a move does not.
            assert answer.status_code == 412, name
            here = place(live.url, path, game=game)
            answer = here.post({**example, "expectedDecision": None})
            assert answer.status_code == 200 or problem(answer)["code"] == "illegal_move"
        else:
            assert answer.status_code in (200, 201, 202, 204), (path, name, answer.text)


# --- statuses


@dataclass
class Place:
    """A route, with a match and a caller for which it can be used."""

    player: Client
    method: str
    path: str
    body: Any
    match_id: str = ""

    def post(self, body: Any, headers: Json | None = None) -> httpx.Response:
        if self.method in ("PUT", "PATCH"):
            lines = (("Content-Type", JSON), *(headers or {}).items())
            content = json.dumps(body).encode()
            return send(self.player, self.method, self.path, *lines, content=content)
        return self.player.post(self.path, body, headers)

    def ask(self, *headers: tuple[str, str], query: str = "") -> httpx.Response:
        if self.method in ("POST", "PUT", "PATCH"):
            return self.post(self.body, dict(headers))
        return send(self.player, self.method, self.path + query, *headers)


def place(
    url: str, path: str, method: str = "POST", spoilt: bool = False, game: str = "lost-cities"
) -> Place:
    """A fresh place; `spoilt` for a match in a situation that forbids what the route is for."""
    if "{ticket_id}" in path:
        ann, ticket = matched_ticket(url) if spoilt else searching_ticket(url)
        return Place(ann, method, path.format(ticket_id=ticket["id"]), None)
    if path.startswith(TAKE.path):
        body = TAKE.body if path == TAKE.path else REPORT.body
        return Place(newcomer(url), method, path.format(match_id=NOBODY), body)
    if path == documented(UNDO):
        return taking_back(url, path, method, spoilt)
    if path == OPEN.path:
        code = newcomer(url).create(access="private")["inviteCode"]
        return Place(newcomer(url), method, path, {"code": code})
    if "/identities" in path:
        return linking(url, path, method, spoilt)
    if "/sessions" in path or "/passkeys" in path:
        return keeping(url, path, method, spoilt)
    if "/seats/" in path:
        return taking_away(url, path, method, spoilt)
    if "/tournaments" in path:
        return entering(url, path, method, spoilt)
    if "/invitations" in path:
        return inviting(url, path, method, spoilt)
    return (of_a_match if "{match_id}" in path else of_nobodys)(url, path, method, spoilt, game)


def dealing(url: str, path: str, method: str, spoilt: bool) -> Place:
    """A deal is made or tried; `spoilt`, there are as many as may be, or it has not begun."""
    ann, body = newcomer(url), NEW_DEAL.body
    for _ in range(MOST["deals"] if spoilt and path == NEW_DEAL.path else 0):
        ok(ann.post(NEW_DEAL.path, body), 201)
    if path == NEW_DEAL.path:
        return Place(ann, method, path, body)
    of_the_house(url)
    later = (datetime.now(UTC) + timedelta(days=1)).isoformat()
    made = ok(ann.post(NEW_DEAL.path, {**body, "startTime": later} if spoilt else body), 201)
    return Place(ann, method, path.format(deal_id=made["id"]), {})


def of_nobodys(url: str, path: str, method: str, spoilt: bool, __: str) -> Place:
    """A route about no match in particular."""
    if path.startswith(NEW_DEAL.path):
        return dealing(url, path, method, spoilt)
    verb = path.rsplit("/", 1)[1]
    ann = newcomer(url)
    if "/push" in path:
        return browser(ann, method, path)
    if "/webhooks" in path:
        return webhook(ann, method, path, spoilt)
    if verb in ("pairing", "pairings"):
        return pairing(ann, method, path, spoilt)
    bodies: dict[str, Json] = {
        "players": {"displayName": "Ann", "kind": "bot"},
        "me": {"displayName": "Bea"},
        "availability": OFFER.body,
        "tokens": {"name": "phone"},
        "matches": {"game": "lost-cities"},
        "tickets": {"game": "lost-cities"},
        "moves": BATCH.body,
        "reports": ACCUSE.body,
    }
    other = newcomer(url, "Bob") if path in OF_OTHERS and not spoilt else ann
    here = Place(ann, method, filled(path, ann, other), bodies.get(verb))
    if (method, verb) == ("GET", "players"):
        here.path += "?available=lost-cities"
    for _ in range(MOST.get(verb, 0) if spoilt else 0):
        here.ask()
    return here


OF_OTHERS = {documented(route) for route in (ACCUSE, *RELATE)}
"""Where a player says something of another one, and not of itself."""


def webhook(ann: Client, method: str, path: str, spoilt: bool) -> Place:
    """Of Ann's webhook; `spoilt`, she has as many as she may."""
    made = [
        ok(ann.post(NEW_WEBHOOK.path, NEW_WEBHOOK.body), 201)["id"]
        for _ in range(5 if spoilt else "{" in path)
    ]
    here = path.format(webhook_id=made[0] if made else "", delivery_id="msg_x")
    return Place(ann, method, here, NEW_WEBHOOK.body if path == NEW_WEBHOOK.path else {})


def browser(ann: Client, method: str, path: str) -> Place:
    """Of a browser that Ann has, if the path names one."""
    made = ok(ann.put(PUSH.path, PUSH.body))["id"] if "{" in path else ""
    return Place(ann, method, path.format(browser_id=made), PUSH.body)


def pairing(ann: Client, method: str, path: str, spoilt: bool) -> Place:
    """A code is made, or used; `spoilt`, the player has as many tokens as it may."""
    made = ok(ann.post("/v1/players/me/pairing", {}), 201)["code"]
    for _ in range(MOST["tokens"] if spoilt else 0):
        ann.post("/v1/players/me/tokens", {"name": "phone"})
    return Place(ann, method, path, {"code": made} if path == PAIR.path else {})


def of_a_match(url: str, path: str, method: str, spoilt: bool, game: str) -> Place:
    """A route of a match, in a situation that allows it unless it is `spoilt`."""
    verb = path.rsplit("/", 1)[1]
    if verb == "join":
        match_id = str(newcomer(url).create()["id"])
        seats = [newcomer(url)]
        if spoilt:
            newcomer(url).join(match_id)
    elif verb == "entropy" and not spoilt:
        seats = [newcomer(url), newcomer(url)]
        match_id = str(
            seats[0].create(deal="sealed", seal=given_examples.SEAL, reveal="3600s")["id"]
        )
        seats[1].join(match_id, seal=SEALS[1])
    else:
        manual = (verb in ("leave", "start")) != (
            spoilt and verb not in ("moves", "replay", "emotes", "analysis")
        )
        talk = verb != "emotes" or not spoilt
        match_id, seats = table(url, start="manual" if manual else "auto", game=game, talk=talk)
    seat, body = seats[verb == "leave"], dict[str, Any]()
    if verb == "entropy":
        body = {"entropy": given_examples.ENTROPY}
    if verb == "emotes":
        body = {"emote": "hello"}
    if verb in ("rematch", "replay", "analysis") and not spoilt:
        seats[1].act(match_id, "resign")
    if verb == "leave" and spoilt:
        seats[0].act(match_id, "resign")
    if verb == "moves" and method == "POST":
        seat = seats[(seats[0].see(match_id)["toMove"][0] + spoilt) % 2]
        body = {"notation": seat.legal_moves(match_id)[0]["notation"] if not spoilt else "Y7-*"}
    return Place(seat, method, path.format(match_id=match_id), body, match_id)


def inviting(url: str, path: str, method: str, spoilt: bool) -> Place:
    """Of a match that Ann has invited Bob to, and Cleo not yet; `spoilt`, Bob sits there, and so
    can neither be invited nor be uninvited."""
    ann, bob, cleo = (newcomer(url, name) for name in ("Ann", "Bob", "Cleo"))
    match_id = str(ann.create(start="manual")["id"])
    invitation = invite(ann, match_id, bob)["id"]
    if spoilt:
        bob.join(match_id)
    here = path.format(match_id=match_id, invitation_id=invitation)
    return Place(ann, method, here, {"playerId": (bob if spoilt else cleo).id}, match_id)


def keeping(url: str, path: str, method: str, spoilt: bool) -> Place:
    """A passkey is made, or another way in is used; `spoilt`, it is there, or there is no room."""
    ann = newcomer(url)
    if path == SIGN_IN.path:
        code = ok(ann.post(RECOVERY_CODE.path, {}), 201)["code"]
        for _ in range(MOST["tokens"] if spoilt else 0):
            ann.post("/v1/players/me/tokens", {"name": "phone"})
        return Place(ann, method, path, {"recoveryCode": code})
    if path.endswith("/options"):
        return Place(ann, method, path, {})
    device, there = Authenticator(), path != ADD_KEY.path or method == "GET" or spoilt
    if there:
        ok(ann.post(ADD_KEY.path, {"credential": new_key(ann, device)}), 201)
    body = {"credential": new_key(ann, device)} if path == ADD_KEY.path else {"name": "laptop"}
    return Place(ann, method, path.format(passkey_id=device.id), body)


def linking(url: str, path: str, method: str, spoilt: bool) -> Place:
    """An identity is added or removed; `spoilt`, it is there, or nothing else opens the account."""
    ann, subject = newcomer(url), random_id()
    body = {"idToken": shared_id_token(subject)}
    if spoilt and method == "DELETE":
        ann = Client(url, SHARED_SIGNER.access(subject, iss=SHARED))
        ok(ann.get("/v1/players/me"))
    elif spoilt or method == "DELETE":
        ok(ann.post(ADD_IDENTITY.path, body), 201)
    return Place(ann, method, path.format(identity_id=identity_of(SHARED, subject)), body)


def new_key(player: Client, device: Authenticator) -> Json:
    return device.create(ok(player.post(KEY_OPTIONS.path, {})))


def entering(url: str, path: str, method: str, spoilt: bool) -> Place:
    """A tournament that allows what the route is for; `spoilt`, one that does not."""
    verb, ann, bob = path.rsplit("/", 1)[1], newcomer(url), newcomer(url)
    if verb == "tournaments":
        for _ in range(20 if spoilt else 0):  # as many as may be made in a day
            make(ann)
        return Place(ann, method, path, NEW_TOURNAMENT.body)
    if verb in ("pause", "resume", "{round}") and not spoilt:
        ann, made = a_running_one(url)
        if verb != "{round}":  # a key is kept of what changes something
            before = "resume" if verb == "pause" else "pause"
            ok(ann.post(f"{NEW_TOURNAMENT.path}/{made['id']}/{before}"))
    else:
        arena = {"system": "arena", "rounds": None} if verb == "seals" and not spoilt else {}
        made = make(ann, maxPlayers=3, **arena)
        if verb != "join" or spoilt:
            join(bob, made)
        if verb in ("start", "checkIn"):
            join(ann, made)
        if (verb == "checkIn") != spoilt and verb in ("checkIn", "start"):
            ok(ann.post(f"{NEW_TOURNAMENT.path}/{made['id']}/start"))
        if spoilt and verb in ("leave", "remove", "abort"):
            ok(ann.post(f"{NEW_TOURNAMENT.path}/{made['id']}/abort", {"reason": "over"}))
    bodies: dict[str, Json] = {
        "join": join_body(bob, made["sealsNeeded"]),
        "checkIn": {"entropy": tournament_entropy(bob)},
        "seals": {"tableSeals": given_examples.TABLE_SEALS},
        "abort": {"reason": "It rains."},
        "remove": {"playerId": bob.id},
    }
    here = path.format(tournament_id=made["id"], round=1)
    actor = bob if verb in ("join", "leave", "checkIn", "seals") else ann
    return Place(actor, method, here, bodies.get(verb, {}) if method == "POST" else None)


@cache
def a_running_one(url: str) -> tuple[Client, Json]:
    """A tournament whose first round is paired, for all, and its maker."""
    ann, players = newcomer(url), [newcomer(url), newcomer(url)]
    made = make(ann, maxPlayers=2, checkIn="1s")
    for each in players:
        join(each, made)
    for each in players:
        check_in(each, made)
    until(lambda: of(ann, made)["round"] == 1)
    return ann, made


def taking_away(url: str, path: str, method: str, spoilt: bool) -> Place:
    """A bot sits beside Ann, or, `spoilt`, a person, whom nobody takes away."""
    ann, other = newcomer(url), newcomer(url, kind="human" if spoilt else "bot")
    match_id = str(ann.create(start="manual")["id"])
    other.join(match_id)
    return Place(ann, method, path.format(match_id=match_id, seat=1), None, match_id)


def taking_back(url: str, path: str, method: str, spoilt: bool) -> Place:
    """Bob may take back his only move; or Ann's request is refused; `spoilt`, the match is over."""
    match_id, (ann, bob) = table(url, game="livingstone", options={"startSeat": 0})
    for mover, word in ((ann, "die"), (ann, "coins"), (ann, "end"), (bob, "die")):
        moves = [each["notation"] for each in mover.legal_moves(match_id)]
        mover.move(match_id, next(each for each in moves if each.startswith(word)))
    here = path.format(match_id=match_id)
    if method == "DELETE" and not spoilt:
        ok(ann.post(here, {"toVersion": 4}))
    if spoilt:
        ann.act(match_id, "resign")
    return Place(bob, method, here, {"toVersion": 5} if method == "POST" else None, match_id)


MOST = {"tokens": 99, "matches": 200, "tickets": 80, "deals": 20}
"""As many of them more than a newcomer may have; some tickets meet those of other tests."""


def filled(path: str, ann: Client, other: Client) -> str:
    (token,) = ok(ann.get("/v1/players/me/tokens"))["tokens"]
    ids = {
        "player_id": other.id,
        "other_id": ann.id,
        "token_id": token["id"],
        "game": "lost-cities",
    }
    return path.format(**ids, code="malformed", pool=POOL)


UNPROCESSABLE: dict[str, Json] = {
    "matches": {"game": "chess"},
    "tickets": {"game": "chess"},
    "deals": {"name": "Friday", "game": "chess"},
    "join": {"seat": 7},
    "moves": {"notation": "nonsense"},
    "undo": {"toVersion": 99},
    "analysis": {},
    "tournaments": {**NEW_TOURNAMENT.body, "game": "chess"},
    "availability": {"games": {"chess": {}}},
    "passkeys": {"credential": {}},
}
QUERIES = {
    "players": "&pageSize=x",
    "{match_id}": "?atVersion=x",
    "moves": "?after=x",
    "matches": "?pageSize=x",
    "tickets": "?pageToken=x",
    "deals": "?mine=x",
    "board": "?pageSize=x",
    "tokens": "?pageToken=x",
    "{pool}": "?around=x",
    "ledger": "?after=x",
    "history": "?pageToken=x",
    "readyz": "?exclude=x",
    "tournaments": "?pageToken=x",
    "standings": "?around=x",
    "{round}": "?pageToken=x",
    "log": "?after=x",
}
HEADERS = {
    "304": ("If-None-Match", "*"),
    "401": ("Authorization", "Bearer x"),
    "406": ("Accept", "image/png"),
    "412": ("If-Match", '"99"'),
}


def provoke(url: str, method: str, path: str, status: str) -> httpx.Response:
    """An answer of that status."""
    here = place(url, path, method, spoilt=status == "409")
    verb = path.rsplit("/", 1)[1]
    if status in HEADERS:
        return here.ask(HEADERS[status])
    if status == "400":
        if method == "DELETE":
            return here.ask(("If-Match", "x"), query="?allOfSender=x")
        here.body = {**(here.body or {}), "nonsense": 1}
        of_tournament = "?pageToken=x" if path.endswith("{tournament_id}/players") else ""
        return here.ask(query=of_tournament or QUERIES.get(verb, ""))
    if status == "409" and method == "GET":
        return here.ask(query="?as=0")
    if status in ("413", "415"):
        body, kind = (b" " * 540_000, JSON) if status == "413" else (b"{}", "text/plain")
        kinds = ("Content-Type", kind)
        return send(here.player, here.method, here.path, kinds, content=body)
    if status == "422" and method == "DELETE":
        once = tuple(key().items())
        assert here.ask(*once).status_code == 200
        return here.ask(*once, ("If-Match", '"2"'))
    if status == "422":
        other = UNPROCESSABLE.get(verb) if "{tournament_id}" not in path else None
        return mismatch(here) if other is None else here.post(other)
    if status == "403":
        here.player = with_token(here.player, "play" if method == "GET" else "read")
    if status == "404":
        # What one is to a player who is not there by now can still be ended.
        ends = method == "DELETE" and path in OF_OTHERS
        unknown = "nobody" if ends else NOBODY
        here.path = re.sub(r"[\w-]{22}|lost-cities", unknown, here.path)
        here.body = {PAIR.path: PAIR.body, OPEN.path: OPEN.body}.get(path, here.body)
        return here.ask(query=OF_NO_GAME.get(f"{method} {path}", ""))
    return here.ask()


MAKES = re.compile(
    "players$|deals$|tournaments$|tokens|webhooks$|secret$|pairing|matches/.*/invitations"
)


def mismatch(here: Place) -> httpx.Response:
    """A key that was used with another If-Match. A player that has left must be back for it."""
    once = key()
    made = 201 if MAKES.search(here.path) else 200
    other = {"emotes": 204, "reports": 202, "test": 202}
    assert here.post(here.body, once).status_code == other.get(here.path.rsplit("/", 1)[1], made)
    if here.path.endswith("/leave") and here.match_id:
        here.player.join(here.match_id)
    return here.post(here.body, {**once, "If-Match": '"2"'})


@pytest.mark.parametrize("route", [*ROUTES, *OPERATION], ids=str)
def test_every_status_that_is_documented_occurs_as_it_is(
    live: Live, document: Json, route: Route
) -> None:
    path = documented(route)
    operation, closed = document["paths"][path][route.method.lower()], strict(document)
    for status, response in responses(document, operation).items():
        if status in ELSEWHERE or f"{status} {path}" in ELSEWHERE:
            continue
        answer = provoke(live.url, route.method, path, status)
        assert str(answer.status_code) == status, answer.text
        kind = answer.headers.get("content-type", "").split(";")[0]
        content = response.get("content", {})
        assert kind in content if content else not answer.content
        if kind.endswith("json"):
            checked = validator(closed, content[kind]["schema"])
            for each in answer.text.splitlines() if kind == NDJSON else [answer.text]:
                checked.validate(json.loads(each))
        assert_headers(answer, response.get("headers", {}))
        assert_as_it_is(answer)
        if int(status) >= 400:
            assert f"`{problem(answer)['code']}`" in response["description"]


def assert_headers(answer: httpx.Response, documented: Json) -> None:
    """Those that the document knows at all are sent where it says so; some only now and then."""
    known = {answer_headers.NAMES.get(name, name) for name in answer_headers.HEADERS}
    sent = {name for name in known if name in answer.headers}
    assert sent <= {*documented}
    assert {*documented} - sent <= SELDOM


def assert_as_it_is(answer: httpx.Response) -> None:
    """Proxies leave what the API answers as it is, or it is compressed already."""
    if answer.content and answer.url.path.startswith("/v1/"):
        assert "no-transform" in answer.headers["cache-control"].split(", ")
        assert answer.headers["content-encoding"] in ("identity", "gzip")


@pytest.mark.parametrize("route", [*ROUTES, *OPERATION], ids=str)
def test_who_needs_a_token_is_documented(live: Live, document: Json, route: Route) -> None:
    security = document["paths"][documented(route)][route.method.lower()]["security"]
    path = route.path.replace("{code}", "malformed")
    path = Route(route.method, path).at()
    # What signs in with nothing that is good is refused as one without a token.
    body = {"nonsense": 1} if route == SIGN_IN else route.body
    here = Place(Client(live.url), route.method, path, body)
    assert (here.ask().status_code == 401) == (security == [{"token": []}])


# --- offline


def test_the_page_needs_nothing_from_elsewhere(live: Live) -> None:
    page = Client(live.url).get("/docs")
    assert page.headers["content-type"].startswith("text/html")
    assert "//" not in re.sub(r"^\s*<!--.*?-->\s*$", "", page.text, flags=re.MULTILINE)
    parts = re.findall(r"""(?:src|href|url)\s*[=:]\s*["']([^"']+)["']""", page.text)
    assert "openapi.json" in parts
    assert len(parts) == 4
    for part in parts:
        there = httpx.get(urljoin(live.url + "/docs", part), trust_env=False)
        assert there.status_code == 200, part
        assert there.content


# --- whatever comes


@pytest.mark.parametrize("route", [*ROUTES, *OPERATION], ids=str)
def test_no_request_finds_an_answer_that_is_not_documented(
    live: Live, operations: Any, route: Route
) -> None:
    match_id, seats = table(live.url)
    unknown = dict.fromkeys(("token_id", "ticket_id", "invitation_id", "passkey_id"), NOBODY)
    unknown["identity_id"] = "0" * 64
    ids = {"match_id": match_id, "player_id": seats[0].id, **unknown}
    if route in OF_TOURNAMENT:
        ids |= {"tournament_id": make(seats[0])["id"], "round": "1"}
    operation = operations[documented(route)][route.method]

    @given(case=operation.as_strategy())
    @settings(EXAMPLES)
    def check(case: schemathesis.Case[Any]) -> None:
        case.path_parameters = {
            name: ids.get(name, value) for name, value in (case.path_parameters or {}).items()
        }
        for name in SITUATION:
            case.query.pop(name, None)
            case.headers.pop(name, None)
        headers = {"Authorization": f"Bearer {seats[0].token}"}
        answer = case.call(base_url=live.url, headers=headers)
        case.validate_response(answer, checks=CHECKS)
        if route not in OPERATION and not BEYOND.search(json.dumps(case.body, default=str)):
            assert answer.status_code not in (400, 413, 415), answer.text

    check()
