"""A bot that is told when something happens: a JSON object a line, whatever becomes of the line.

`python -m bots.stream_bot GAME [URL]` makes a match and prints its id, and
`python -m bots.stream_bot MATCH_ID [URL]` joins it; both play at random until it is over.
"""

import json
import random
import sys
import time
import uuid
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import httpx

RETRY_S = 0.5
SILENCE_S = 30.0
"""Croupier says something every 15 seconds; who hears nothing for longer has lost the line."""


def later(answer: httpx.Response) -> bool:
    """Whether to ask again: too fast, or Croupier is away. Exit if it is refused for good."""
    if answer.status_code in (400, 401, 403, 404, 422):
        sys.exit(answer.read().decode())
    return answer.status_code == 429 or answer.is_server_error


def ask(http: httpx.Client, method: str, path: str, body: object = None) -> Any:
    """The answer. It is asked for until it comes; by its key, what was done is not done again."""
    key = {"Idempotency-Key": uuid.uuid4().hex}
    while True:
        with suppress(httpx.TransportError):
            if not later(answer := http.request(method, path, json=body, headers=key)):
                return answer.json()
        time.sleep(RETRY_S)


def changes(http: httpx.Client, path: str) -> Iterator[Any]:
    """The match at every version, each once and in order, until it is over."""
    accept, version = {"Accept": "application/x-ndjson"}, 0
    while True:
        with (
            suppress(httpx.TransportError),
            http.stream("GET", path, headers=accept, params={"after": version}) as lines,
        ):
            for told in map(json.loads, () if later(lines) else lines.iter_lines()):
                if told["event"] == "finished":
                    return
                if told["event"] == "change":
                    version = told["version"]
                    yield told["data"]["match"]
        time.sleep(RETRY_S)  # after a goodbye or a lost line: go on where it was left


def main(wish: str, url: str = "http://127.0.0.1:8080") -> None:
    with httpx.Client(base_url=url, timeout=SILENCE_S, trust_env=False) as http:
        me = ask(http, "POST", "/v1/players", {"displayName": "Streamer", "kind": "bot"})
        http.headers["Authorization"] = f"Bearer {me['token']}"
        path, body = (f"/{wish}/join", {}) if len(wish) == 22 else ("", {"game": wish})
        table = ask(http, "POST", f"/v1/matches{path}", body)
        here = f"/v1/matches/{table['id']}" if "id" in table else sys.exit(table["detail"])
        print("match", here.split("/")[-1], flush=True)  # noqa: T201
        for match in changes(http, f"{here}/events"):
            print("version", match["version"], match["status"], flush=True)  # noqa: T201
            legal = ask(http, "GET", f"{here}/legal-moves")
            if legal["moves"] and legal["version"] == match["version"]:
                turn = {
                    "move": random.choice(legal["moves"])["move"],  # noqa: S311 - it is no secret
                    "expectedVersion": legal["version"],
                }
                ask(http, "POST", f"{here}/moves", turn)  # refused, if it comes too late


if __name__ == "__main__":
    main(*sys.argv[1:])
