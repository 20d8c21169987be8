"""Requests that nobody should send, made at random from what /openapi.json lists."""

import json
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote, urlencode

from gateway.contract.examples import SEAL

from tests.support.players import Json
from tests.support.raw_http import Reply, encode

POOL = 40
"""How many matches are played with at a time."""

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "PROPFIND", "LINK")
SELDOM = {"resign": 0.3, "openapi.json": 0.1, "docs": 0.1, "replay": 0.4, "games": 0.3}
"""Last parts of paths that are asked for less often: they take long, or end matches."""
FINAL = {("DELETE", "/v1/players/me")}
"""What would end the play of whoever may do it; only nobody tries."""
ODD_TEXTS = (
    *("", " ", "0", "-1", "null", "true", "me", "..", "%", "%00", "*", "\x00", "\ufeff", "Ω≈ç√∫"),
    *("🂡", "\u202e", "e\u0301", "\ud800", "\udfff\ud800", "'; --", "${7*7}", "<b>", "\n", "\t"),
    *("A" * 22, "-" * 22, "x" * 300, "é" * 41, "Y7+*", "Y7", "EXPEDITION", "lost-cities"),
)
ODD_NUMBERS = (
    *(0, -1, 1, 2, 3, 1.5, 1e308, -0.0, 2**31, 2**32, 2**53, 2**63 - 1, 2**63, 2**64 - 1, 2**64),
    *(-(2**63), -(2**63) - 1, 10**40),
)
ODD_JSON = (
    *(
        "NaN",
        "-Infinity",
        "1e999",
        "01",
        "[1,]",
        '{"a":1,"a":2}',
        "'x'",
        "",
        "\ufeff{}",
        '"\\ud800"',
    ),
    *("[" * 60 + "]" * 60, "[" * 66 + "]" * 66, '{"a":' * 500 + "1" + "}" * 500, "[" * 9_999),
)
CARDS = tuple(color + rank for color in "RWYBGP" for rank in ("x", *map(str, range(2, 11))))
ODD_HEADERS = {
    "If-Match": ('"1"', '"17"', 'W/"1"', '"', "*", "1", '"99999999999999999999"', '"1", "2"', "é"),
    "If-None-Match": ('"1"', '"2"', 'W/"3"', "*", "", '"', '"x", "4"', ",,,", '"é"'),
    "Prefer": ("wait=0", "wait=-1", "wait=x", "respond-async, wait=0", "wait", ";;,=", "é"),
    "Accept": ("application/json", "text/plain", "*/*", "text/*;q=0.5", "image/png", "", "q=,;/"),
    "Idempotency-Key": ("a", "b", "c", "k" * 255, "k" * 256, "", "with space", "é"),
    "Content-Type": (
        *("application/json; charset=utf-8", "text/plain", "", "application/json;", "é/é"),
        *("APPLICATION/JSON", "application/x-www-form-urlencoded", "application/problem+json"),
    ),
    "X-Request-Id": ("given", "x" * 129, "é", ""),
    "traceparent": ("00-" + "a" * 32 + "-" + "b" * 16 + "-01", "00-zz", ""),
    "Origin": ("https://example.org", "null", ""),
    "Access-Control-Request-Method": ("POST", "PUT", "NONE", ""),
    "Access-Control-Request-Headers": ("authorization", "é", ""),
    "Range": ("bytes=0-1", "bytes=9-1", "bytes=x", "bytes=99999999-", "lines=1-2"),
    "Expect": ("100-continue", "miracles"),
    "Upgrade": ("websocket", "h2c"),
    "Connection": ("upgrade", "close", "keep-alive, upgrade"),
    "Accept-Encoding": ("gzip", "identity;q=0"),
    "X-Forwarded-For": ("1.2.3.4", "é"),
    "X-Forwarded-Proto": ("https", "é"),
    "Cookie": ("a=b", "é", "x" * 40_000),
}
QUERY = {
    "include": ("legalMoves", "everything"),
    "atVersion": ("1", "2", "0", "-1", "9" * 18),
    "after": ("0", "1", "5", "-1", "9" * 18),
    "pageSize": ("1", "2", "3", "0", "-5"),
    "pageToken": ("MjAyNg==", "====", "MjAyNi0wMS0wMVQwMDowMDowMC4wMDBaIAAA"),
    "view": ("none",),
    "dryRun": ("true", "false", "TRUE"),
    "status": ("active", "waiting", "finished", "won"),
    "game": ("lost-cities", "chess"),
    "player": ("me", "you"),
    "available": ("lost-cities", "chess"),
    "kind": ("bot", "human", "cat"),
}
WILD_PATHS = (
    *("/", "//", "/v1", "/v1/", "/v1/matches/", "/v2/matches", "/v1/matches//moves", "/%2e%2e/x"),
    *("/assets/", "/assets", "/assets/swagger-ui.css", "/assets/%00", "/assets/../app.py"),
    *("/assets/" + "x" * 5_000, "/assets/%2e%2e/%2e%2e/__init__.py", "/assets//etc/passwd"),
    *("/%ff%fe", "/v1/games?%ff=%00", "/v1/matches?a=1&a=2&&=&;", "/metrics", "/favicon.ico", "*"),
    *("/v1/players/me/", "/v1/matches?" + "x" * 20_000, "/v1/\u00e9", "http://elsewhere/v1/games"),
)
WISHES: tuple[Json, ...] = (
    {"game": "lost-cities"},
    {"game": "lost-cities", "options": {"rounds": 1}},
    {"game": "lost-cities", "start": "manual", "entropy": "00ff"},
    {"game": "lost-cities", "access": "private"},
    {"game": "lost-cities", "deal": "sealed", "seal": SEAL, "reveal": "5s"},
    {"game": "livingstone", "options": {"startSeat": 0}},
    {"game": "just4fun"},
    {"game": "lost-cities", "seats": 9},
    {"game": "lost-cities", "options": {"rounds": 0}},
    {"game": "chess"},
)
NO_HTTP = (
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
    b"GET\r\n\r\n",
    b"GET /v1/games HTTP/9.9\r\n\r\n",
    b"BREW /v1/games HTTP/1.1\r\nHost: x\r\n\r\n",
    b"GET /v1/games HTTP/1.1\r\nHost: x\r\nbro ken: 1\r\n\r\n",
    b"GET /v1/games HTTP/1.1\r\nHost: x\r\nX: a\x00b\r\n\r\n",
    b"GET /v1/ga mes HTTP/1.1\r\nHost: x\r\n\r\n",
    b"GET http://[::1 HTTP/1.1\r\nHost: x\r\n\r\n",
    b"POST /v1/players HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
    b"POST /v1/players HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n",
    b"POST /v1/games HTTP/1.1\r\nContent-Length: 9\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
)
"""What is no HTTP, or none that two readers would read alike."""


@dataclass(frozen=True, slots=True)
class Request:
    """A request as it goes over the wire; `caller` names who sends it, "" is nobody.

    `refusable`: it must not be carried out, whatever it says. `closes`: the
    connection cannot be used after it.
    """

    wire: bytes
    caller: str = ""
    method: str = "GET"
    path: str = ""
    refusable: bool = False
    closes: bool = False


@dataclass(frozen=True, slots=True)
class Probe:
    """A running match that only gets requests that must be refused."""

    match_id: str
    version: int
    mover: str
    hand: frozenset[str]


@dataclass
class World:
    """Who there is, and what there is to ask for. `callers` are the tokens by name.

    "ann" and "bob" play, "reader" is ann without the scope to; "eve" sits
    nowhere at first; all others are nobody to the service.
    """

    callers: dict[str, str]
    player_ids: list[str]
    probe: Probe
    matches: list[str]
    owners: dict[str, str] = field(default_factory=dict)
    codes: dict[str, str] = field(default_factory=dict)
    token_ids: list[str] = field(default_factory=list)
    ticket_ids: list[str] = field(default_factory=list)
    invitation_ids: list[str] = field(default_factory=list)
    pairing_codes: list[str] = field(default_factory=list)
    versions: dict[str, int] = field(default_factory=dict)
    legal: dict[str, tuple[str, list[Json]]] = field(default_factory=dict)

    def learn(self, request: Request, reply: Reply) -> None:
        """Remember what an answer tells of new things to ask for."""
        if reply.status == 201 and request.path == "/v1/matches":
            made = reply.json()
            self.owners[made["id"]] = request.caller
            self.codes[made["id"]] = made.get("inviteCode", "")
            self.matches.append(made["id"])
            del self.matches[:-POOL]
        elif reply.status == 201 and request.path == "/v1/players/me/tokens":
            self.token_ids.append(reply.json()["id"])
        elif reply.status == 201 and request.path == "/v1/tickets":
            self.ticket_ids.append(reply.json()["id"])
        elif reply.status == 201 and request.path.endswith("/invitations"):
            self.invitation_ids.append(reply.json()["id"])
        elif reply.status == 201 and request.path == "/v1/players/me/pairing":
            self.pairing_codes.append(reply.json()["code"])
        elif reply.status == 200 and request.path.endswith(("/moves", "/undo")):
            if version := reply.json().get("version"):
                self.versions[request.path.split("/")[3]] = version
        elif reply.status == 200 and request.path.endswith("/legal-moves"):
            match_id = request.path.split("/")[3]
            if match_id != self.probe.match_id and (moves := reply.json()["moves"]):
                self.legal[match_id] = (request.caller, moves)


class Fuzz:
    """Makes requests; with the same seed and the same answers, the same ones."""

    def __init__(self, seed: int, openapi: Json, world: World) -> None:
        self._dice = random.Random(seed)
        self._world = world
        operations = [
            (method.upper(), path, operation)
            for path, operations in openapi["paths"].items()
            for method, operation in operations.items()
        ]
        self._routes = [
            (method, path, _examples(operation))
            for method, path, operation in operations
            if not _streams(operation)
        ]
        self._streams = [path for _, path, operation in operations if _streams(operation)]
        self._weights = [SELDOM.get(path.split("/")[-1], 1.0) for _, path, _ in self._routes]
        self._kinds: dict[Callable[[], Request], float] = {
            self._route: 67,
            self._refusable: 14,
            self._play: 12,
            self._take_back: 2,
            self._look: 3,
            self._no_stream: 1,
            self._wild: 3,
            self._no_http: 1,
        }

    def request(self) -> Request:
        (make,) = self._dice.choices([*self._kinds], [*self._kinds.values()])
        return make()

    def _route(self) -> Request:
        """A listed route, mostly in its own method."""
        dice, world = self._dice, self._world
        ((method, template, examples),) = dice.choices(self._routes, self._weights)
        if self._odds(0.08):
            method = dice.choice(METHODS)
        caller = dice.choice([*world.callers, "ann", "bob", "ann", "bob"])
        if (method, template) in FINAL:
            caller = "forged"
        path = self._filled(template, look=method in ("GET", "HEAD"))
        headers = {**self._token(caller), **self._headers()}
        body = self._body(self._example(template, examples, path)) if examples else b""
        if not examples and self._odds(0.1):
            body = self._garbage()
        return self._sent(method, path, headers, body, caller)

    def _refusable(self) -> Request:
        """Something that the probe must not be changed by."""
        dice, probe = self._dice, self._world.probe
        outsiders = [name for name in self._world.callers if name not in ("ann", "bob")]
        caller = dice.choice(["ann", "bob", *outsiders])
        routes = [route for route in self._routes if "{match_id}" in route[1]]
        method, template, examples = dice.choice(routes)
        path, headers = template.replace("{match_id}", probe.match_id), self._token(caller)
        if caller in outsiders:
            body = self._body(dice.choice(examples)) if examples else b""
            headers |= self._headers()
            return self._sent(method, path, headers, body, caller, refusable=method != "GET")
        path = f"/v1/matches/{probe.match_id}/moves"
        body, more = self._refused_move(caller)
        return self._sent("POST", path, headers | more, body, caller, refusable=True)

    def _refused_move(self, caller: str) -> tuple[bytes, Json]:
        """A move that this player of the probe cannot make now, and headers for it."""
        dice, probe = self._dice, self._world.probe
        move = {"card": dice.choice(CARDS), "place": "EXPEDITION", "draw": "DECK"}
        if caller != probe.mover:
            return self._body({"move": move}), self._headers()
        if self._odds(0.5):
            move["card"] = dice.choice([card for card in CARDS if card not in probe.hand])
            return json.dumps({"move": move}).encode(), {}
        wrong = dice.choice([number for number in range(99) if number != probe.version])
        if self._odds(0.5):
            return json.dumps({"move": move, "expectedVersion": wrong}).encode(), {}
        return json.dumps({"move": move}).encode(), {"If-Match": f'"{wrong}"'}

    def _play(self) -> Request:
        """What goes on: sit down, ask for the legal moves, make one of them."""
        dice, world = self._dice, self._world
        caller, match_id = dice.choice(("ann", "bob")), dice.choice(world.matches)
        if self._odds(0.1):
            body = json.dumps(dice.choice(WISHES)).encode()
            return self._sent("POST", "/v1/matches", self._token(caller), body, caller)
        if self._odds(0.2):
            body = json.dumps({"inviteCode": world.codes.get(match_id, "")}).encode()
            path = f"/v1/matches/{match_id}/join"
            return self._sent("POST", path, self._token(caller), body, caller)
        if not world.legal or self._odds(0.3):
            path = f"/v1/matches/{match_id}/legal-moves"
            return self._sent("GET", path, self._token(caller), b"", caller)
        match_id = dice.choice([*world.legal])
        caller, moves = world.legal.pop(match_id)
        headers = {**self._token(caller), "Idempotency-Key": dice.choice("abc")}
        body = json.dumps({"move": dice.choice(moves)["move"]}).encode()
        return self._sent("POST", f"/v1/matches/{match_id}/moves", headers, body, caller)

    def _take_back(self) -> Request:
        """Ask to take a move back, agree to that, or refuse it."""
        dice, world = self._dice, self._world
        match_id = dice.choice([*world.versions] or world.matches)
        caller, path = dice.choice(("ann", "bob")), f"/v1/matches/{match_id}/undo"
        if self._odds(0.2):
            return self._sent("DELETE", path, self._token(caller), b"", caller)
        body = self._example("/undo", (), path)
        return self._sent("POST", path, self._token(caller), json.dumps(body).encode(), caller)

    def _no_stream(self) -> Request:
        """A stream in a form that there is not, or the answer would have no end."""
        caller = self._dice.choice([*self._world.callers])
        path = self._filled(self._dice.choice(self._streams), look=True)
        headers = {**self._token(caller), "Accept": "image/png"}
        return self._sent("GET", path, headers, b"", caller, refusable=True)

    def _look(self) -> Request:
        """A match in some form, unless it is at some version."""
        dice = self._dice
        headers = self._token(caller := dice.choice([*self._world.callers]))
        for name in ("Accept", "If-None-Match", "Prefer"):
            headers[name] = dice.choice(ODD_HEADERS[name])
        path = f"/v1/matches/{dice.choice(self._world.matches)}"
        return self._sent("GET", path, headers, b"", caller)

    def _wild(self) -> Request:
        path = self._dice.choice(WILD_PATHS)
        headers = self._headers()
        return self._sent(self._dice.choice(METHODS), path, headers, b"", "")

    def _no_http(self) -> Request:
        return Request(self._dice.choice(NO_HTTP), closes=True)

    def _sent(
        self,
        method: str,
        target: str,
        headers: Json,
        body: bytes,
        caller: str,
        refusable: bool = False,
    ) -> Request:
        chunk_size = self._dice.choice((1, 100, 5_000)) if body and self._odds(0.05) else 0
        if len(body) > 1_000:
            chunk_size *= 100
        wire = encode(method, target, headers, body, chunk_size)
        return Request(wire, caller, method, target.split("?")[0], refusable)

    def _filled(self, template: str, look: bool) -> str:
        """The path with ids in it, of which most exist, and perhaps a query."""
        world, parts = self._world, []
        known = {
            "{match_id}": [*world.matches, *([world.probe.match_id] if look else [])],
            "{player_id}": world.player_ids,
            "{token_id}": world.token_ids or ["none"],
            "{ticket_id}": world.ticket_ids or ["none"],
            "{invitation_id}": world.invitation_ids or ["none"],
            "{game}": ["lost-cities"],
            "{code}": ["not_found"],
        }
        for part in template.split("/"):
            if part.startswith("{"):
                part = self._dice.choice(known[part])
                if self._odds(0.15):
                    part = self._dice.choice((*ODD_TEXTS, *world.player_ids))
            parts.append(quote(part, safe="{}", errors="surrogatepass"))
        return "/".join(parts) + self._query()

    def _query(self) -> str:
        query = {}
        for name, values in QUERY.items():
            if self._odds(0.12):
                odd = self._odds(0.2)
                query[name] = self._dice.choice(ODD_TEXTS if odd else values)
        if not query:
            return "?pageSize=2"
        return "?" + urlencode({"pageSize": "2", **query}, errors="surrogatepass")

    def _token(self, caller: str) -> Json:
        token = self._world.callers[caller]
        return {"Authorization": f"Bearer {token}"} if token else {}

    def _headers(self) -> Json:
        """A few odd ones."""
        headers = {}
        for name, values in ODD_HEADERS.items():
            if self._odds(0.03):
                headers[name] = self._dice.choice(values)
        if self._odds(0.02):
            headers |= {"If-None-Match": self._dice.choice(("*", '"2"', '"3"')), "Prefer": "wait=1"}
        if self._odds(0.01):
            headers["Authorization"] = self._dice.choice(("Bearer", "Basic eDp5", "é", "", "crp_"))
        return headers

    def _example(self, template: str, examples: Sequence[Any], path: str) -> Any:
        """A body as it should be."""
        if template == "/v1/matches" and self._odds(0.7):
            return self._dice.choice(WISHES)
        match_id = path.split("/")[3] if path.count("/") > 3 else ""
        if template.endswith("/join") and self._world.codes.get(match_id):
            return {"inviteCode": self._world.codes[match_id]}
        if template == "/v1/pairings" and self._world.pairing_codes and self._odds(0.7):
            return {"code": self._world.pairing_codes[-1]}
        if template.endswith("/undo"):
            version = self._world.versions.get(match_id, 3)
            return {"toVersion": max(1, version - self._dice.randint(0, 3))}
        return self._dice.choice(examples)

    def _body(self, value: Any) -> bytes:
        """A body: as it is, changed a little, or nothing of the kind."""
        chance = self._dice.random()
        if chance < 0.35:
            return json.dumps(value).encode()
        if chance < 0.85:
            return self._mutated(value)
        return self._garbage()

    def _mutated(self, value: Any) -> bytes:
        """The value with one to three places changed, as JSON or nearly so."""
        value = json.loads(json.dumps(value))
        raw = self._dice.choice(ODD_JSON)
        for _ in range(self._dice.randint(1, 3)):
            value = self._changed(value)
        text = json.dumps(value, ensure_ascii=self._odds(0.5)).replace('"@raw"', raw)
        return text.encode("utf-8", "surrogatepass")

    def _changed(self, value: Any) -> Any:
        """The value with one place in it changed."""
        if isinstance(value, dict) and value and self._odds(0.8):
            name = self._dice.choice([*value])
            if self._odds(0.15):
                return {**value, self._odd_text(): self._odd_value()}
            if self._odds(0.1):
                return {each: kept for each, kept in value.items() if each != name}
            return {**value, name: self._changed(value[name])}
        if isinstance(value, list) and value and self._odds(0.6):
            return [*value[:-1], self._changed(value[-1])]
        return self._dice.choice((self._odd_value(), [value], {"value": value}))

    def _odd_value(self) -> Any:
        dice = self._dice
        return dice.choice(
            (None, True, [], {}, "@raw", self._odd_text(), dice.choice(ODD_NUMBERS), [[]] * 50)
        )

    def _odd_text(self) -> str:
        return self._dice.choice(ODD_TEXTS) * self._dice.choice((1, 1, 1, 30))

    def _garbage(self) -> bytes:
        dice = self._dice
        if self._odds(0.1):
            return b" " * 65_536 + b"{}" if self._odds(0.5) else b'"' + b"x" * 70_000 + b'"'
        if self._odds(0.5):
            return dice.choice(ODD_JSON).encode("utf-8", "surrogatepass")
        return dice.randbytes(dice.choice((1, 3, 50)))

    def _odds(self, chance: float) -> bool:
        return self._dice.random() < chance


def _streams(operation: Json) -> bool:
    """Whether the answer of an operation has no end."""
    return "text/event-stream" in json.dumps(operation.get("responses", {}))


def _examples(operation: Json) -> list[Any]:
    """The bodies that the document gives as examples; none where there is no body."""
    content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    return [example["value"] for example in content.get("examples", {}).values()]
