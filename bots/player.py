"""A bot over HTTP: it sits down, waits for its turn, and moves until the match is over.

`python -m bots.player MATCH_ID [URL]` joins a match of any game, with the strategy for it.
"""

import random
import secrets
import sys
import time
import uuid
from collections.abc import Callable, Sequence
from typing import Any

import httpx

from bots import just4fun, livingstone, lost_cities

Json = dict[str, Any]
Choose = Callable[[Json, Sequence[Json], random.Random], Json]
"""A strategy: the match as the bot sees it, its legal moves, dice; one of the moves."""

STRATEGIES: dict[str, Choose] = {
    "lost-cities": lost_cities.choose,
    "livingstone": livingstone.choose,
    "just4fun": just4fun.choose,
}
"""By game. Others are played at random."""

RUNNING = ("waiting", "active")
WAIT_S = 30
ATTEMPTS = 5
RETRY_S = 1.0


OVERTAKEN = ("version_mismatch", "not_your_turn", "match_not_active")
"""What a move is refused with when the match has gone on without it."""


class Refused(Exception):
    """Croupier's word on a request that it did not grant, and the code of the refusal."""

    def __init__(self, detail: str, code: str = "") -> None:
        super().__init__(detail)
        self.code = code


class Overtaken(Exception):
    """The match is not what it was any more: someone has resigned, say."""


class Bot:
    """A player of its own. `seed` makes its dice repeatable."""

    def __init__(self, url: str, name: str, seed: int) -> None:
        self.name = name
        self.seed = seed
        self._dice = random.Random(seed)  # noqa: S311 - they only decide between equal moves
        self._http = httpx.Client(base_url=url, timeout=WAIT_S + 10, trust_env=False)
        made = self._post("/v1/players", {"displayName": name, "kind": "bot"})
        self._http.headers["Authorization"] = f"Bearer {made['token']}"

    def close(self) -> None:
        self._http.close()

    def games(self) -> list[Json]:
        return self._send("GET", "/v1/games").json()["games"]  # type: ignore[no-any-return]

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
            if match["yourSeat"] not in match["toMove"]:
                match = self.wait(match)
                continue
            try:
                _, match = self.turn(match)
            except Overtaken:
                match = self.see(match["id"])
        return match

    def turn(self, match: Json) -> tuple[str, Json]:
        """Make a move; its notation, and the match after it. Raise Overtaken if it is too late."""
        path = f"/v1/matches/{match['id']}"
        legal = self._send("GET", f"{path}/legal-moves").json()
        if legal["version"] != match["version"] or not legal["moves"]:
            raise Overtaken
        choose = STRATEGIES.get(match["game"], at_random)
        chosen = choose(match, legal["moves"], self._dice)
        body = {"move": chosen["move"], "expectedVersion": match["version"]}
        try:
            return chosen["notation"], self._post(f"{path}/moves", body)["match"]
        except Refused as refused:
            if refused.code in OVERTAKEN:
                raise Overtaken from refused
            raise

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
            if answer.status_code == httpx.codes.TOO_MANY_REQUESTS:
                time.sleep(int(answer.headers["Retry-After"]))
                continue
            if answer.is_client_error:
                problem = answer.json()
                raise Refused(problem["detail"], problem["code"])
            if not answer.is_server_error:
                return answer
        raise Refused("Croupier does not answer.")


def at_random(match: Json, moves: Sequence[Json], dice: random.Random) -> Json:
    """What is played where there is no strategy."""
    return dice.choice(moves)


def main(match_id: str, url: str = "http://127.0.0.1:8080") -> None:
    try:
        bot = Bot(url, "Percy", secrets.randbits(32))
        match = bot.play(bot.join(match_id))
    except Refused as refused:
        sys.exit(str(refused))
    outcome = match["outcome"]
    sys.stdout.write(f"{outcome['reason']}, {' : '.join(map(str, outcome['scores']))}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
