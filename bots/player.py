"""A bot over HTTP: it sits down, waits for its turn, and moves until the match is over.

`python -m bots.player MATCH_ID [URL]` joins a match with the strategy of `bots.lost_cities`.
"""

import random
import secrets
import sys
import time
import uuid
from collections.abc import Callable, Sequence
from typing import Any

import httpx

from bots import lost_cities

Json = dict[str, Any]
Choose = Callable[[Json, Sequence[Json], random.Random], Json]
"""A strategy: the match as the bot sees it, its legal moves, dice; one of the moves."""

RUNNING = ("waiting", "active")
WAIT_S = 30
ATTEMPTS = 5
RETRY_S = 1.0


class Refused(Exception):
    """Croupier's word on a request that it did not grant."""


class Bot:
    """A player of its own. `seed` makes its dice repeatable."""

    def __init__(self, url: str, name: str, choose: Choose, seed: int) -> None:
        self.name = name
        self.seed = seed
        self._choose = choose
        self._dice = random.Random(seed)  # noqa: S311 - they only decide between equal moves
        self._http = httpx.Client(base_url=url, timeout=WAIT_S + 10, trust_env=False)
        made = self._post("/v1/players", {"displayName": name, "kind": "bot"})
        self._http.headers["Authorization"] = f"Bearer {made['token']}"

    def create(self, **wish: Any) -> Json:
        """A new match, with this bot at seat 0."""
        return self._post("/v1/matches", wish)

    def join(self, match_id: str) -> Json:
        """The match, with this bot at its lowest free seat."""
        return self._post(f"/v1/matches/{match_id}/join", {})

    def see(self, match_id: str) -> Json:
        return self._send("GET", f"/v1/matches/{match_id}").json()  # type: ignore[no-any-return]

    def table(self, match_id: str, version: int) -> str:
        """The table as the bot could see it at that version, as text."""
        path = f"/v1/matches/{match_id}?atVersion={version}"
        return self._send("GET", path, headers={"Accept": "text/plain"}).text

    def replay(self, match_id: str) -> Json:
        answer = self._send("GET", f"/v1/matches/{match_id}/replay")
        return answer.json()  # type: ignore[no-any-return]

    def play(self, match: Json) -> Json:
        """Play to the end; the match then."""
        while match["status"] in RUNNING:
            if match["yourSeat"] in match["toMove"]:
                _, match = self.turn(match)
            else:
                match = self.wait(match)
        return match

    def turn(self, match: Json) -> tuple[str, Json]:
        """Make a move; its notation, and the match after it."""
        path = f"/v1/matches/{match['id']}"
        moves = self._send("GET", f"{path}/legal-moves").json()["moves"]
        chosen = self._choose(match, moves, self._dice)
        body = {"move": chosen["move"], "expectedVersion": match["version"]}
        return chosen["notation"], self._post(f"{path}/moves", body)["match"]

    def wait(self, match: Json) -> Json:
        """The match, as soon as it is another than this; the same if that takes too long."""
        known = {"If-None-Match": f'"{match["version"]}"', "Prefer": f"wait={WAIT_S}"}
        answer = self._send("GET", f"/v1/matches/{match['id']}", headers=known)
        return match if answer.status_code == httpx.codes.NOT_MODIFIED else answer.json()

    def _post(self, path: str, body: Json) -> Json:
        """The key is the same for every attempt, so what was done is not done again."""
        key = {"Idempotency-Key": uuid.uuid4().hex}
        return self._send("POST", path, json=body, headers=key).json()  # type: ignore[no-any-return]

    def _send(self, method: str, path: str, **more: Any) -> httpx.Response:
        """The answer, asked for again if it is lost; raise Refused for a refusal."""
        for attempt in range(ATTEMPTS):
            time.sleep(RETRY_S if attempt else 0)
            try:
                answer = self._http.request(method, path, **more)
            except httpx.TransportError:
                continue
            if answer.is_client_error:
                raise Refused(answer.json()["detail"])
            if not answer.is_server_error:
                return answer
        raise Refused("Croupier does not answer.")


def main(match_id: str, url: str = "http://127.0.0.1:8080") -> None:
    bot = Bot(url, "Percy", lost_cities.choose, secrets.randbits(32))
    outcome = bot.play(bot.join(match_id))["outcome"]
    sys.stdout.write(f"{outcome['reason']}, {' : '.join(map(str, outcome['scores']))}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
