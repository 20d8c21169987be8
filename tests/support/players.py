"""Players over HTTP: a client that creates, joins, reads and plays matches."""

import atexit
import random
import uuid
from pathlib import Path
from typing import Any

import httpx

Json = dict[str, Any]

HOUSE_KEY_FILE = Path(__file__).parent / "house-key"
"""The key of the house in services for tests."""
HOUSE_KEY = HOUSE_KEY_FILE.read_text().strip()

TLS = httpx.create_ssl_context()  # not used, but each client would make one: 20 ms
HTTP = httpx.Client(timeout=120, trust_env=False, verify=TLS)
atexit.register(HTTP.close)


class Client:
    """A caller of the API: a player with a token, or without one a spectator."""

    def __init__(self, url: str, token: str = "", player: Json | None = None) -> None:
        self.url = url
        self.token = token
        self.player = player or {}

    @property
    def id(self) -> str:
        return str(self.player["id"])

    def get(self, path: str, headers: Json | None = None, **query: Any) -> httpx.Response:
        return HTTP.get(self.url + path, headers=self._with_token(headers), params=query)

    def post(
        self, path: str, body: Any = None, headers: Json | None = None, **query: Any
    ) -> httpx.Response:
        own = self._with_token(headers)
        return HTTP.post(self.url + path, json=body, headers=own, params=query)

    def put(self, path: str, body: Any = None, headers: Json | None = None) -> httpx.Response:
        return HTTP.put(self.url + path, json=body, headers=self._with_token(headers))

    def patch(self, path: str, body: Any = None) -> httpx.Response:
        return HTTP.patch(self.url + path, json=body, headers=self._with_token(None))

    def delete(self, path: str, headers: Json | None = None) -> httpx.Response:
        return HTTP.delete(self.url + path, headers=self._with_token(headers))

    def create(self, **settings: Any) -> Json:
        """Create a match, of Lost Cities by default, and return it."""
        return ok(self.post("/v1/matches", {"game": "lost-cities", **settings}), 201)

    def join(self, match_id: str, **body: Any) -> Json:
        return ok(self.post(f"/v1/matches/{match_id}/join", body))

    def act(self, match_id: str, verb: str, **body: Any) -> Json:
        """Leave, start, resign or ask for a rematch: `verb` is the end of the path."""
        return ok(self.post(f"/v1/matches/{match_id}/{verb}", body))

    def see(self, match_id: str, **query: Any) -> Json:
        return ok(self.get(f"/v1/matches/{match_id}", **query))

    def legal_moves(self, match_id: str) -> list[Json]:
        moves: list[Json] = ok(self.get(f"/v1/matches/{match_id}/legal-moves"))["moves"]
        return moves

    def move(self, match_id: str, notation: str, **query: Any) -> Json:
        body = {"notation": notation}
        return ok(self.post(f"/v1/matches/{match_id}/moves", body, **query))

    def _with_token(self, headers: Json | None) -> Json:
        token = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        return {**token, **(headers or {})}


def register(url: str, name: str = "Ann", kind: str = "human", **members: str) -> Client:
    """Create a player, over a connection of its own."""
    body = {"displayName": name, "kind": kind, **members}
    made = ok(httpx.post(f"{url}/v1/players", json=body, trust_env=False, verify=TLS), 201)
    return Client(url, made["token"], made["player"])


def of_the_house(url: str, name: str, key: str = HOUSE_KEY) -> Client:
    """Create a bot with a name that is kept for the house."""
    return register(url, name, "bot", houseKey=key)


def start_match(url: str, **settings: Any) -> tuple[str, list[Client]]:
    """Start a match of two new players; return its id, and the players by seat."""
    ann, bob = register(url, "Ann"), register(url, "Bob")
    match_id = str(ann.create(**settings)["id"])
    bob.join(match_id)
    return match_id, [ann, bob]


def play_some(match_id: str, seats: list[Client], moves: int, dice: random.Random) -> Json:
    """Make up to so many random moves; return the match as its last mover sees it."""
    match = seats[0].see(match_id)
    for _ in range(moves):
        if match["status"] != "active":
            break
        mover = seats[match["toMove"][0]]
        match = mover.move(match_id, dice.choice(mover.legal_moves(match_id))["notation"])["match"]
    return match


def play_words(match_id: str, mover: Client, *words: str) -> None:
    """Make, for each word, the first legal move of the seat that begins with it."""
    for word in words:
        moves = [each["notation"] for each in mover.legal_moves(match_id)]
        mover.move(match_id, next(each for each in moves if each.startswith(word)))


def ok(response: httpx.Response, status: int = 200) -> Json:
    """Return the body of an answer that must have this status."""
    assert response.status_code == status, response.text
    body: Json = response.json()
    return body


def refused(response: httpx.Response, status: int, code: str) -> Json:
    """Return the problem of an answer that must have this status and code."""
    assert response.headers["content-type"] == "application/problem+json", response.text
    body: Json = response.json()
    assert (response.status_code, body["status"], body["code"]) == (status, status, code), body
    return body


def key() -> Json:
    """Return a fresh Idempotency-Key, as headers."""
    return {"Idempotency-Key": uuid.uuid4().hex}
