"""A bot over HTTP: it takes a seat, waits for its turn, and moves until the match is over.

`python -m bots.player MATCH_ID` joins a match of any game; `python -m bots.player --create`
makes one and waits for its opponents. `--help` lists the options.
"""

import argparse
import hashlib
import random
import re
import secrets
import sys
import time
import uuid
from collections.abc import Sequence
from contextlib import closing
from typing import Any

import httpx

from bots.strategies import STRATEGIES, Json, at_random

URL = "http://127.0.0.1:8080"
GAME = "lost-cities"
MATCH_ID = re.compile(r"[\w-]{22}", re.ASCII)
RUNNING = ("waiting", "active")
WAIT_S = 30
ATTEMPTS = 5
RETRY_S = 1.0
OVERTAKEN = ("version_mismatch", "not_your_turn", "match_not_active")
"""The codes with which a move is refused when the match has changed since it was chosen."""
STALE = (*OVERTAKEN, "conflict", "match_active")
"""The codes with which entropy is refused when the match has changed since it was read."""


class Refused(Exception):
    """Croupier refuses a request, or does not answer; `code` is empty in the latter case."""

    def __init__(self, detail: str, code: str = "") -> None:
        super().__init__(detail)
        self.code = code


class Overtaken(Exception):
    """The match has changed since the bot last saw it: a player has resigned, for example."""


class Bot:
    """A player with an account of its own. With the same `seed` it makes the same choices."""

    def __init__(self, url: str, name: str, seed: int) -> None:
        """Register the player. Raise Refused if Croupier does not answer at `url`."""
        self.name = name
        self.seed = seed
        self._dice = random.Random(seed)  # noqa: S311 - they only decide between equal moves
        # trust_env=False: a proxy of the environment would be asked for 127.0.0.1 as well.
        self._http = httpx.Client(base_url=url, timeout=WAIT_S + 10, trust_env=False)
        registered = self._post("/v1/players", {"displayName": name, "kind": "bot"})
        self._http.headers["Authorization"] = f"Bearer {registered['token']}"
        self._entropy: dict[str, str] = {}
        self._promised: dict[str, Json] = {}

    def close(self) -> None:
        """Close its connections."""
        self._http.close()

    def games(self) -> list[Json]:
        """The games that can be played, as `GET /v1/games` lists them."""
        return self._send("GET", "/v1/games").json()["games"]  # type: ignore[no-any-return]

    def create(self, **settings: Any) -> Json:
        """Create a match with this bot at seat 0, and return it; `deal` may be "sealed"."""
        entropy, seal = _entropy_for(settings)
        match = self._post("/v1/matches", {**settings, **seal})
        self._keep(match, entropy)
        return match

    def join(self, match_id: str) -> Json:
        """Take the lowest free seat of the match, and return the match."""
        entropy, seal = _entropy_for(self.see(match_id))
        match = self._post(f"/v1/matches/{match_id}/join", seal)
        self._keep(match, entropy)
        return match

    def reveal(self, match: Json) -> Json:
        """Reveal the bot's entropy if the sealed deal waits for it; the match after that."""
        if match["yourSeat"] not in match["fairness"].get("toReveal", ()):
            return match
        entropy = self._entropy[match["id"]]
        self._keep(match, entropy)
        try:
            return self._post(f"/v1/matches/{match['id']}/entropy", {"entropy": entropy})
        except Refused as refused:
            if refused.code not in STALE:
                raise
            return self.see(match["id"])

    def was_promised(self, match_id: str, replay: Json) -> bool:
        """Whether id, commitment and seals are those that the bot saw before it revealed."""
        return _promise_of(replay["match"]) == self._promised[match_id]

    def _keep(self, match: Json, entropy: str) -> None:
        self._entropy[match["id"]] = entropy
        self._promised[match["id"]] = _promise_of(match)

    def see(self, match_id: str) -> Json:
        """The match as the bot sees it now."""
        return self._send("GET", f"/v1/matches/{match_id}").json()  # type: ignore[no-any-return]

    def table(self, match_id: str, version: int) -> str:
        """The table as the bot saw it at that version, as text."""
        path = f"/v1/matches/{match_id}?atVersion={version}"
        return self._send("GET", path, headers={"Accept": "text/plain"}).text

    def replay(self, match_id: str) -> Json:
        """The replay of a match that has ended."""
        answer = self._send("GET", f"/v1/matches/{match_id}/replay")
        return answer.json()  # type: ignore[no-any-return]

    def play(self, match: Json) -> Json:
        """Play until the match is over, and return it."""
        while (match := self.reveal(match))["status"] in RUNNING:
            if match["yourSeat"] not in match["toMove"]:
                match = self.wait(match)
                continue
            try:
                _, match = self.turn(match)
            except Overtaken:
                match = self.see(match["id"])
        return match

    def turn(self, match: Json) -> tuple[str, Json]:
        """Make a move; return its notation and the match after it.

        Raise Overtaken if the match has changed since `match` was read.
        """
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
        """The match once its version is another; `match` itself after WAIT_S without a change."""
        known = {"If-None-Match": f'"{match["version"]}"', "Prefer": f"wait={WAIT_S}"}
        answer = self._send("GET", f"/v1/matches/{match['id']}", headers=known)
        return match if answer.status_code == httpx.codes.NOT_MODIFIED else answer.json()

    def _post(self, path: str, body: Json) -> Json:
        # All attempts have the same key, so a request that was carried out is not repeated.
        key = {"Idempotency-Key": uuid.uuid4().hex}
        return self._send("POST", path, json=body, headers=key).json()  # type: ignore[no-any-return]

    def _send(self, method: str, path: str, **more: Any) -> httpx.Response:
        """The answer, after up to ATTEMPTS requests. Raise Refused for a 4xx or without one."""
        for attempt in range(ATTEMPTS):
            time.sleep(RETRY_S if attempt else 0)
            try:
                answer = self._http.request(method, path, **more)
            except httpx.TransportError:
                continue
            if answer.status_code == httpx.codes.TOO_MANY_REQUESTS:
                time.sleep(int(answer.headers["Retry-After"]))
                continue
            if answer.is_client_error or _is_for_long(answer):
                problem = answer.json()
                raise Refused(problem["detail"], problem["code"])
            if not answer.is_server_error:
                return answer
        raise Refused(f"Croupier does not answer at {self._http.base_url}. Is `make run` running?")


def _is_for_long(answer: httpx.Response) -> bool:
    """Whether it is said to be of no use to try again for longer than all attempts take."""
    wait_s = int(answer.headers.get("Retry-After", 0))
    return answer.is_server_error and wait_s > ATTEMPTS * RETRY_S


def _promise_of(match: Json) -> Json:
    """What the server has promised of the deal, and what a replay has to show as well."""
    fairness = match["fairness"]
    return {"id": match["id"], **{name: fairness.get(name) for name in ("commitment", "seals")}}


def _entropy_for(match: Json) -> tuple[str, Json]:
    """New entropy in hex, and the seal of it to be sent; neither unless the deal is sealed."""
    if match.get("deal", "open") == "open":
        return "", {}
    entropy = secrets.token_bytes(32)
    seal = hashlib.sha256(b"croupier seal v1" + entropy).hexdigest()
    return entropy.hex(), {"seal": seal}


def main(arguments: Sequence[str] | None = None) -> int:
    """Play one match; return the exit code: 0 when it has ended, 1 if Croupier refuses."""
    options = _parse(arguments)
    try:
        with closing(Bot(options.url, options.name, options.seed)) as bot:
            outcome = bot.play(_enter(bot, options))["outcome"]
    except Refused as refused:
        sys.stderr.write(f"{refused}\n")
        return 1
    except KeyboardInterrupt:
        return 130
    sys.stdout.write(f"{outcome['reason']}, {' : '.join(map(str, outcome['scores']))}\n")
    return 0


def _enter(bot: Bot, options: argparse.Namespace) -> Json:
    """The match with the bot at a seat of it; the id of a new one is printed for its opponents."""
    if options.match_id:
        return bot.join(options.match_id)
    deal = "sealed" if options.sealed else None
    settings = {"game": options.game or GAME, "seats": options.seats, "deal": deal}
    match = bot.create(**{name: value for name, value in settings.items() if value is not None})
    sys.stdout.write(f"match {match['id']}\n")
    sys.stdout.flush()
    return match


def _parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    """The command line. Exit with 2 and a message if it is not a valid one."""
    parser = argparse.ArgumentParser(
        "python -m bots.player", description="Play a match, to its end."
    )
    add = parser.add_argument
    add("match_id", metavar="MATCH_ID", nargs="?", type=_match_id, help="the match to join")
    add("--create", action="store_true", help="make a match, print its id, and wait for players")
    add("--game", help=f"with --create: one of the games of GET /v1/games ({GAME})")
    add("--seats", type=int, metavar="N", help="with --create: how many play (the fewest possible)")
    add("--sealed", action="store_true", help="with --create: nobody can choose the deal")
    add("--url", type=_url, default=URL, help="the address of Croupier (%(default)s)")
    add("--name", default="Percy", help="the name of the player (%(default)s)")
    add(
        "--seed",
        type=int,
        metavar="N",
        default=secrets.randbits(32),
        help="repeat the choices of that seed (random)",
    )
    options = parser.parse_args(_ids_last(sys.argv[1:] if arguments is None else arguments))
    if options.create == bool(options.match_id):
        parser.error("give either a MATCH_ID or --create")
    if not options.create and (options.game or options.seats or options.sealed):
        parser.error("--game, --seats and --sealed are for --create: a match that exists has them")
    return options


def _ids_last(arguments: Sequence[str]) -> list[str]:
    """The arguments in an order in which an id that begins with a dash is not an option."""
    ids = [each for each in arguments if each[0:1] == "-" and MATCH_ID.fullmatch(each)]
    others = [each for each in arguments if each not in ids]
    return [*others, "--", *ids] if ids else others


def _match_id(text: str) -> str:
    if not MATCH_ID.fullmatch(text):
        raise argparse.ArgumentTypeError(f"{text!r} is not an id of a match: it has 22 characters")
    return text


def _url(text: str) -> str:
    """Raise ArgumentTypeError unless it is an absolute HTTP URL."""
    try:
        url = httpx.URL(text)
    except httpx.InvalidURL:
        url = httpx.URL()
    if url.scheme not in ("http", "https") or not url.host:
        raise argparse.ArgumentTypeError(f"{text!r} is not a URL such as {URL}")
    return text


if __name__ == "__main__":
    sys.exit(main())
