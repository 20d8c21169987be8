"""A bot that follows its match as a stream, a JSON object per row, and survives every cut of it.

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
"""Croupier sends something every 15 seconds; a stream that is silent for longer is lost."""


def retryable(answer: httpx.Response) -> bool:
    """Whether the request should be sent again: after 429 and 5xx. Exit if it never succeeds."""
    if answer.status_code in (400, 401, 403, 404, 422):
        sys.exit(answer.read().decode())
    return answer.status_code == 429 or answer.is_server_error


def request(http: httpx.Client, method: str, path: str, body: object = None) -> Any:
    """The JSON of the answer. Attempts repeat until one comes; the key keeps it to one effect."""
    key = {"Idempotency-Key": uuid.uuid4().hex}
    while True:
        with suppress(httpx.TransportError):
            if not retryable(answer := http.request(method, path, json=body, headers=key)):
                return answer.json()
        time.sleep(RETRY_S)


def changes(http: httpx.Client, path: str) -> Iterator[Any]:
    """The match at every version, each once and in order, until it is over."""
    accept, version = {"Accept": "application/x-ndjson"}, 0
    while True:
        with (
            suppress(httpx.TransportError),
            http.stream("GET", path, headers=accept, params={"after": version}) as stream,
        ):
            for event in map(json.loads, () if retryable(stream) else stream.iter_lines()):
                if event["event"] == "finished":
                    return
                if event["event"] == "change":
                    version = event["version"]
                    yield event["data"]["match"]
        time.sleep(RETRY_S)  # after a goodbye or a lost connection: resume after `version`


def main(goal: str, url: str = "http://127.0.0.1:8080") -> None:
    with httpx.Client(base_url=url, timeout=SILENCE_S, trust_env=False) as http:
        me = request(http, "POST", "/v1/players", {"displayName": "Streamer", "kind": "bot"})
        http.headers["Authorization"] = f"Bearer {me['token']}"
        # An id has 22 characters, and no game is called by so many.
        path, body = (f"/{goal}/join", {}) if len(goal) == 22 else ("", {"game": goal})
        made = request(http, "POST", f"/v1/matches{path}", body)
        here = f"/v1/matches/{made['id']}" if "id" in made else sys.exit(made["detail"])
        print("match", made["id"], flush=True)  # noqa: T201
        for match in changes(http, f"{here}/events"):
            print("version", match["version"], match["status"], flush=True)  # noqa: T201
            legal = (
                request(http, "GET", f"{here}/legal-moves")
                if match["yourSeat"] in match["toMove"]
                else {"moves": []}
            )
            # An event may be of the past, after a resume: then the versions differ.
            if legal["moves"] and legal["version"] == match["version"]:
                turn = {
                    "move": random.choice(legal["moves"])["move"],  # noqa: S311 - it is no secret
                    "expectedVersion": legal["version"],
                }
                request(http, "POST", f"{here}/moves", turn)  # refused, if it comes too late


if __name__ == "__main__":
    main(*sys.argv[1:])
