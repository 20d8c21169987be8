"""Every route of the contract, and requests to it with any header and any body."""

import json
import random
import re
import socket
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import httpx

from tests.support.players import HTTP, Client, Json, ok

JSON = "application/json"
NOBODY = "A" * 22
"""A well-formed id that no player, match, token or ticket has."""


@dataclass(frozen=True)
class Route:
    """A route of the contract and a body for it.

    `path` may have {match}, {player}, {token}, {passkey}, {identity}, {ticket}, {invitation},
    {task}, {webhook}, {delivery}, {browser}, {deal}, {pool} and {tournament}.
    """

    method: str
    path: str
    body: Any = None

    def __str__(self) -> str:
        return f"{self.method} {self.path}"

    @property
    def scope(self) -> str:
        return "read" if self.method == "GET" else "play"

    @property
    def pattern(self) -> str:
        """The path without its query."""
        return self.path.partition("?")[0]

    def at(self, match: str = NOBODY, player: str = NOBODY) -> str:
        """The path of this match and this player; all else in it is unknown."""
        ids = {"match": match, "player": player}
        return re.sub("{([a-z]+)}", lambda found: ids.get(found[1], NOBODY), self.path)


GETS = (
    Route("GET", "/v1/players/me"),
    Route("GET", "/v1/players/me/tokens"),
    Route("GET", "/v1/players/me/friends"),
    Route("GET", "/v1/players/me/blocks"),
    Route("GET", "/v1/players/me/webhooks"),
    Route("GET", "/v1/players/me/push"),
    Route("GET", "/v1/players/me/passkeys"),
    Route("GET", "/v1/players/{player}"),
    Route("GET", "/v1/games"),
    Route("GET", "/v1/games/lost-cities"),
    Route("GET", "/v1/games/lost-cities/rules"),
    Route("GET", "/v1/matches"),
    Route("GET", "/v1/matches/{match}"),
    Route("GET", "/v1/matches/{match}/legal-moves"),
    Route("GET", "/v1/matches/{match}/moves"),
    Route("GET", "/v1/matches/{match}/replay"),
    Route("GET", "/v1/players?available=lost-cities"),
    Route("GET", "/v1/tickets"),
    Route("GET", "/v1/presence"),
    Route("GET", "/v1/leaderboards"),
    Route("GET", "/v1/tournaments"),
    Route("GET", "/v1/about"),
    Route("GET", "/.well-known/webauthn"),
)
OWN = GETS[:7]
"""Routes about the caller, which need a token."""
ACTS = tuple(
    Route("POST", f"/v1/matches/{{match}}/{verb}", {})
    for verb in ("join", "leave", "start", "resign", "rematch")
)
UNDO = Route("POST", "/v1/matches/{match}/undo", {"toVersion": 2})
TABLE_PRESENCE = Route("GET", "/v1/matches/{match}/presence")
REMATCH = Route("GET", "/v1/matches/{match}/rematch")
CLAIM = Route("POST", "/v1/matches/{match}/claim", {})
FREE_SEAT = Route("DELETE", "/v1/matches/{match}/seats/1")
NO_REMATCH = Route("DELETE", "/v1/matches/{match}/rematch")
NO_UNDO = Route("DELETE", "/v1/matches/{match}/undo")
REVEAL = Route("POST", "/v1/matches/{match}/entropy", {"entropy": "00" * 32})
MOVE = Route("POST", "/v1/matches/{match}/moves", {"notation": "Y7+*"})
NEW_PLAYER = Route("POST", "/v1/players", {"displayName": "Ann", "kind": "human"})
NEW_TOKEN = Route("POST", "/v1/players/me/tokens", {"name": "phone"})
NEW_PAIRING = Route("POST", "/v1/players/me/pairing", {})
NEW_MATCH = Route("POST", "/v1/matches", {"game": "lost-cities"})
NEW_TICKET = Route("POST", "/v1/tickets", {"game": "lost-cities"})
EMOTE = Route("POST", "/v1/matches/{match}/emotes", {"emote": "hello"})
ANALYSE = Route("POST", "/v1/matches/{match}/analysis", {})
TAKE = Route("POST", "/v1/analyses", {"houseKey": "", "strategies": {"lost-cities": "1"}})
REPORT = Route(
    "POST",
    "/v1/analyses/{task}",
    {"houseKey": "", "game": "lost-cities", "lease": "", "state": "done", "of": 0}
    | {"unit": "points"},
)
ACCUSE = Route("POST", "/v1/players/{player}/reports", {"reason": "other"})
RELATE = tuple(
    Route(method, f"/v1/players/me/{what}/{{player}}")
    for what in ("friends", "blocks")
    for method in ("PUT", "DELETE")
)
NEW_WEBHOOK = Route(
    "POST",
    "/v1/players/me/webhooks",
    {"url": "https://hooks.example.com/turns", "events": ["yourTurn"]},
)
OF_WEBHOOK = (
    Route("GET", "/v1/players/me/webhooks/{webhook}"),
    Route("DELETE", "/v1/players/me/webhooks/{webhook}"),
    Route("POST", "/v1/players/me/webhooks/{webhook}/test", {}),
    Route("POST", "/v1/players/me/webhooks/{webhook}/secret", {}),
    Route("GET", "/v1/players/me/webhooks/{webhook}/deliveries"),
    Route("POST", "/v1/players/me/webhooks/{webhook}/deliveries/{delivery}/retry", {}),
)
PUSH = Route(
    "PUT",
    "/v1/players/me/push",
    {
        "endpoint": "https://updates.push.services.mozilla.com/wpush/v2/x",
        "keys": {
            "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZG"
            "H6SRpkNtoIAiw4",
            "auth": "BTBZMqHH6r4Tts7J_aSIgg",
        },
    },
)
NO_PUSH = Route("DELETE", "/v1/players/me/push/{browser}")
INVITE = Route("POST", "/v1/matches/{match}/invitations", {"playerId": NOBODY})
BATCH = Route("POST", "/v1/moves", {"moves": [{"matchId": NOBODY, "notation": "Y7+*"}]})
NEW_TOURNAMENT = Route(
    "POST",
    "/v1/tournaments",
    {"name": "Friday", "game": "lost-cities", "clock": {"bank": "300s"}}
    | {"maxPlayers": 4, "startWhenFull": True},
)
TOURNAMENT = "/v1/tournaments/{tournament}"
OF_TOURNAMENT = (
    Route("GET", TOURNAMENT),
    *(Route("GET", f"{TOURNAMENT}/{each}") for each in ("standings", "rounds/1", "players", "log")),
    *(
        Route("POST", f"{TOURNAMENT}/{verb}", {})
        for verb in ("join", "leave", "start", "pause", "resume")
    ),
    Route("POST", f"{TOURNAMENT}/checkIn", {"entropy": "00" * 32}),
    Route("POST", f"{TOURNAMENT}/seals", {"tableSeals": ["00" * 32]}),
    Route("POST", f"{TOURNAMENT}/abort", {"reason": "It rains."}),
    Route("POST", f"{TOURNAMENT}/remove", {"playerId": NOBODY}),
)
POSTS = (
    *(NEW_PLAYER, NEW_TOKEN, NEW_PAIRING, NEW_MATCH, NEW_TICKET),
    *(*ACTS, UNDO, REVEAL, EMOTE, ANALYSE, INVITE, ACCUSE, MOVE, BATCH, NEW_WEBHOOK),
    NEW_TOURNAMENT,
)
PAIR = Route("POST", "/v1/pairings", {"code": "K7QF-2M9P"})
"""Not among POSTS: the code is all that it needs."""
OPEN = Route("POST", "/v1/invitations", {"code": "K7QF2-M9PTX"})
"""The same of an invite code."""
KEY_OPTIONS = Route("POST", "/v1/players/me/passkeys/options", {})
ADD_KEY = Route("POST", "/v1/players/me/passkeys", {"credential": {}})
RENAME_KEY = Route("PATCH", "/v1/players/me/passkeys/{passkey}", {"name": "laptop"})
REMOVE_KEY = Route("DELETE", "/v1/players/me/passkeys/{passkey}")
ADD_IDENTITY = Route("POST", "/v1/players/me/identities", {"idToken": "a.b.c"})
REMOVE_IDENTITY = Route("DELETE", "/v1/players/me/identities/{identity}")
RECOVERY_CODE = Route("POST", "/v1/players/me/recovery-code", {})
SIGN_IN_OPTIONS = Route("POST", "/v1/sessions/options", {})
SIGN_IN = Route("POST", "/v1/sessions", {"recoveryCode": "0000"})
WAYS_IN = (
    *(KEY_OPTIONS, ADD_KEY, RENAME_KEY, REMOVE_KEY, RECOVERY_CODE, SIGN_IN_OPTIONS, SIGN_IN),
    *(ADD_IDENTITY, REMOVE_IDENTITY),
)
"""What takes no Idempotency-Key, and is not among POSTS."""
REVOKE = Route("DELETE", "/v1/players/me/tokens/{token}")
REVOKE_OTHERS = Route("DELETE", "/v1/players/me/tokens")
TICKET = Route("GET", "/v1/tickets/{ticket}")
CANCEL = Route("DELETE", "/v1/tickets/{ticket}")
RENAME = Route("PATCH", "/v1/players/me", {"displayName": "Bea"})
DELETE_ME = Route("DELETE", "/v1/players/me")
OFFER = Route("PUT", "/v1/players/me/availability", {"games": {"lost-cities": {}}})
WITHDRAW = Route("DELETE", "/v1/players/me/availability")
BOARD = Route("GET", "/v1/leaderboards/{pool}")
DATA = Route("GET", "/v1/players/me/data")
LEDGER = Route("GET", "/v1/ratings/{pool}/ledger")
RATING_HISTORY = Route("GET", "/v1/players/{player}/ratings/{pool}/history")
MEETINGS = Route("GET", "/v1/players/{player}/against/{player}")
ANALYSIS = Route("GET", "/v1/matches/{match}/analysis")
NO_ANALYSIS = Route("DELETE", "/v1/matches/{match}/analysis")
INVITED = Route("GET", "/v1/matches/{match}/invitations")
NEW_DEAL = Route("POST", "/v1/deals", {"name": "Friday", "game": "lost-cities"})
TRY_DEAL = Route("POST", "/v1/deals/{deal}/try", {})
OF_DEALS = (
    *(Route("GET", "/v1/deals"), NEW_DEAL, TRY_DEAL),
    *(Route("GET", "/v1/deals/{deal}"), Route("GET", "/v1/deals/{deal}/board")),
)
UNINVITE = Route("DELETE", "/v1/matches/{match}/invitations/{invitation}")
ROUTES = (
    *(*GETS, *POSTS, RENAME, DELETE_ME, REVOKE, REVOKE_OTHERS, TICKET, CANCEL),
    *(
        *RELATE,
        *OF_WEBHOOK,
        PUSH,
        NO_PUSH,
        DATA,
        BOARD,
        LEDGER,
        RATING_HISTORY,
        MEETINGS,
        TABLE_PRESENCE,
        CLAIM,
        FREE_SEAT,
        REMATCH,
        NO_REMATCH,
    ),
    *(OFFER, WITHDRAW, INVITED, UNINVITE, NO_UNDO, PAIR, OPEN, TAKE, REPORT, ANALYSIS, NO_ANALYSIS),
    *(*WAYS_IN, *OF_TOURNAMENT, *OF_DEALS),
)
STREAMS = (
    Route("GET", "/v1/matches/{match}/events"),
    Route("GET", "/v1/events"),
    Route("GET", f"{TOURNAMENT}/events"),
)
"""Not among ROUTES, since their answers do not end."""
OF_A_MATCH = tuple(route for route in ROUTES if "{match}" in route.path)


def send(
    caller: Client,
    method: str,
    path: str,
    *headers: tuple[str, str],
    content: bytes | Iterable[bytes] | None = None,
    without: str = "",
) -> httpx.Response:
    """Send each header as a line of its own; `without` names one that httpx would add."""
    token = [("Authorization", f"Bearer {caller.token}")] if caller.token else []
    lines = [(name.encode(), value.encode()) for name, value in (*token, *headers)]
    request = HTTP.build_request(method, caller.url + path, headers=lines, content=content)
    if without:
        del request.headers[without]
    return HTTP.send(request)


def call(
    caller: Client, route: Route, match: str = NOBODY, *headers: tuple[str, str]
) -> httpx.Response:
    """Call the route for this match; players and tokens in its path are the caller's."""
    path = route.at(match, caller.player.get("id", NOBODY))
    if route.body is None:
        return send(caller, route.method, path, *headers)
    content = json.dumps(route.body).encode()
    return send(caller, route.method, path, ("Content-Type", JSON), *headers, content=content)


def look(viewer: Client, match_id: str, *headers: tuple[str, str]) -> httpx.Response:
    return send(viewer, "GET", f"/v1/matches/{match_id}", *headers)


def post(
    caller: Client,
    path: str,
    content: bytes | Iterable[bytes],
    kind: str = JSON,
    *headers: tuple[str, str],
) -> httpx.Response:
    """Post these bytes as they are."""
    return send(caller, "POST", path, ("Content-Type", kind), *headers, content=content)


def newcomer(url: str, name: str = "Ann", kind: str = "human") -> Client:
    """Create a player, over connections that are open; `register` opens one of its own."""
    made = ok(Client(url).post("/v1/players", {"displayName": name, "kind": kind}), 201)
    return Client(url, made["token"], made["player"])


def table(url: str, **settings: Any) -> tuple[str, list[Client]]:
    """Start a match of two new players; return its id, and the players by seat."""
    ann, bob = newcomer(url, "Ann"), newcomer(url, "Bob")
    match_id = str(ann.create(**settings)["id"])
    bob.join(match_id)
    return match_id, [ann, bob]


def searching_ticket(url: str) -> tuple[Client, Json]:
    """Return a new player and its ticket, which no other ticket can match."""
    ann, seconds = newcomer(url), random.randrange(86_400)
    clock = {"bank": f"{1 + seconds}s", "increment": f"0.{random.randrange(1000):03}s"}
    return ann, ok(ann.post("/v1/tickets", {"game": "livingstone", "clock": clock}), 201)


def matched_ticket(url: str) -> tuple[Client, Json]:
    """Return a new player and its ticket, which has been matched."""
    ann, body = newcomer(url), {"game": "lost-cities", "options": {"rounds": 1, "colors": 6}}
    ticket = ok(ann.post("/v1/tickets", body), 201)
    if ticket["status"] == "searching":
        ok(newcomer(url).post("/v1/tickets", body), 201)
        ticket = ok(ann.get(f"/v1/tickets/{ticket['id']}"))
    assert ticket["status"] == "matched"
    return ann, ticket


def play_out(match_id: str, seats: list[Client]) -> Json:
    """Play a match to its end, drawing from the deck only; return it as seat 0 sees it."""
    match = seats[0].see(match_id)
    while match["status"] == "active":
        mover = seats[match["toMove"][0]]
        moves = [move["notation"] for move in mover.legal_moves(match_id)]
        match = mover.move(match_id, next(move for move in moves if move.endswith("*")))["match"]
    return seats[0].see(match_id)


def with_token(caller: Client, *scopes: str) -> Client:
    """Return the same player with another token, of these scopes only."""
    made = caller.post("/v1/players/me/tokens", {"name": "other", "scopes": scopes}).json()
    return Client(caller.url, made["token"], caller.player)


def problem(response: httpx.Response) -> Json:
    """Return the body of a refusal, which must have the members that every refusal has."""
    body: Json = response.json()
    assert response.headers["content-type"] == "application/problem+json"
    assert {"type", "title", "status", "detail", "code", "requestId"} <= set(body)
    assert body["status"] == response.status_code
    assert body["type"] == f"/problems/{body['code']}"
    assert body["requestId"] == response.headers["x-request-id"]
    assert all(isinstance(body[name], str) and body[name] for name in ("title", "detail"))
    return body


def code(response: httpx.Response) -> tuple[int, str]:
    """Return the status of a refusal, and its code."""
    return response.status_code, str(problem(response)["code"])


def listed(answer: httpx.Response, name: str) -> set[str]:
    return {each.strip() for each in answer.headers[name].split(",")}


def exchange(url: str, text: bytes) -> bytes:
    """Send these bytes; return all that comes back until the server closes the connection."""
    to = urlsplit(url)
    with socket.create_connection((to.hostname, to.port), timeout=120) as connection:
        connection.sendall(text)
        return b"".join(iter(lambda: connection.recv(65536), b""))
