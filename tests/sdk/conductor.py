"""Scenarios of `faults.json` against the real service, with a fault proxy before it.

README.md has the protocol of the drivers, which are the SDKs' own programs.
"""

import json
import os
import random
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

import httpx
import redis
from croupier_client.testing import Fault, FaultProxy, Sent

from tests.support.players import TLS, Client, Json, ok, play_some, play_words, register
from tests.support.sealed import ENTROPY, seal_of
from tests.support.waiting import until
from tools.stack import ROOT

SCENARIOS: list[Json] = json.loads((Path(__file__).parent / "faults.json").read_text())
PATIENCE_S, SILENCE_S = 60.0, 60.0
"""Of a client whose scenario does not say; a busy machine is no fault."""
LONG_S = 120.0


class DriverProcess:
    """A driver, for as many scenarios as it gets."""

    def __init__(self, command: Sequence[str]) -> None:
        self._process = subprocess.Popen(
            command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._process.kill()
        self._process.communicate()

    def tell(self, line: str = "") -> None:
        assert self._process.stdin
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()

    def seen(self, seconds: float = LONG_S) -> Iterator[str]:
        """Its observations in a scenario, as they come. A driver that hangs is killed."""
        assert self._process.stdout
        hurry = threading.Timer(seconds, self._process.kill)
        hurry.start()
        try:
            for line in self._process.stdout:
                if line == "done\n":
                    return
                yield line.rstrip("\n")
        finally:
            hurry.cancel()
        raise AssertionError("The driver has ended before the scenario.")


@dataclass
class Stage:
    """The service, the match and the players of one scenario."""

    url: str
    redis_url: str
    scenario: Json
    proxy: FaultProxy
    player: Client = field(init=False)
    opponent: Client = field(init=False)
    third: Client = field(init=False)
    match_id: str = ""
    backup: dict[bytes, bytes] = field(default_factory=dict)
    playing: threading.Thread | None = None

    def __post_init__(self) -> None:
        self.player, self.opponent = register(self.url, "Ann", "bot"), register(self.url, "Bob")
        if self.scenario["prepare"] == "turn of three":
            self.third = register(self.url, "Cem")
        prepare: dict[str, Callable[[], object]] = {
            "player": lambda: None,
            "invited": self._invite,
            "match": self._start,
            "own turn": lambda: self._turn(self.player, self.opponent),
            "turn of the opponent": lambda: self._turn(self.opponent, self.player),
            "turn of three": lambda: self._turn(self.opponent, self.player, self.third),
        }
        prepare[self.scenario["prepare"]]()
        for action in self.scenario.get("before", ()):
            self.act(action)

    def _invite(self) -> None:
        sealed = {"deal": "sealed", "seal": seal_of(ENTROPY[1])}
        deal = sealed if self.scenario.get("deal") == "sealed" else {}
        options = {"startSeat": self.scenario.get("begins", 0)}
        self.match_id = self.opponent.create(options=options, **deal)["id"]
        self.backup = dict(self._dump())

    def _start(self) -> None:
        match = self.player.create(options={"rounds": 1, "startSeat": 0}, **self._clock())
        self.match_id = match["id"]
        self.opponent.join(self.match_id)
        self.backup = dict(self._dump())
        seats = [self.player, self.opponent]
        play_some(self.match_id, seats, self.scenario.get("played", 0), random.Random(1))

    def _turn(self, first: Client, second: Client, *others: Client) -> None:
        """A turn of the first, three versions, and a move of the second; all can be taken back."""
        settings: Json = {"options": {"startSeat": 0}, "seats": 2 + len(others), **self._clock()}
        self.match_id = first.create(game="livingstone", **settings)["id"]
        for each in (second, *others):
            each.join(self.match_id)
        play_words(self.match_id, first, "die", "coins", "end")
        play_words(self.match_id, second, "die")

    def _clock(self) -> Json:
        return {"clock": self.scenario["clock"]} if "clock" in self.scenario else {}

    def _dump(self) -> Iterator[tuple[bytes, bytes]]:
        with redis.Redis.from_url(self.redis_url) as client:
            for key in client.scan_iter(f"*{self.match_id}*", count=10_000):
                yield key, client.dump(key) or b""

    def act(self, action: str) -> None:
        """Do what happens meanwhile; `action` is the method's name in words."""
        getattr(self, action.replace(" ", "_"))()

    def offer(self) -> None:
        headers = {"Authorization": f"Bearer {self.player.token}"}
        path = f"{self.url}/v1/players/me/availability"
        body: Json = {"games": {"lost-cities": {}}}
        ok(httpx.put(path, json=body, headers=headers, trust_env=False, verify=TLS))

    def opponent_invites(self) -> None:
        guest = {"playerId": self.player.id}
        ok(self.opponent.post(f"/v1/matches/{self.match_id}/invitations", guest), 201)

    def accept(self) -> None:
        self.player.join(self.match_id)

    def own_move(self) -> None:
        moves = self.player.legal_moves(self.match_id)
        self.player.move(self.match_id, moves[0]["notation"])

    def opponent_resigns(self) -> None:
        self.opponent.act(self.match_id, "resign")

    def opponent_reveals(self) -> None:
        self.opponent.act(self.match_id, "entropy", entropy=ENTROPY[1])

    def opponent_takes_back(self) -> None:
        """Ask for what `_turn` has played, or agree to take it back."""
        self.opponent.act(self.match_id, "undo", toVersion=self.scenario.get("taken_back", 4))

    def third_takes_back(self) -> None:
        self.third.act(self.match_id, "undo", toVersion=self.scenario["taken_back"])

    def opponent_keeps(self) -> None:
        path = f"{self.url}/v1/matches/{self.match_id}/undo"
        headers = {"Authorization": f"Bearer {self.opponent.token}"}
        assert httpx.delete(path, headers=headers, trust_env=False, verify=TLS).is_success

    def opponent_seeks(self) -> None:
        ok(self.opponent.post("/v1/tickets", {"game": "just4fun"}), 201)

    def opponent_seeks_later(self) -> None:
        """Once the player has looked for its ticket."""
        self._meanwhile(self._seek_later)

    def _seek_later(self) -> None:
        until(lambda: bool(self.proxy.sent("GET ")), LONG_S)
        self.opponent_seeks()

    def opponent_plays(self) -> None:
        self._meanwhile(self._play)

    def _meanwhile(self, act: Callable[[], object]) -> None:
        self.playing = threading.Thread(target=act)
        self.playing.start()

    def _play(self) -> None:
        path = f"/v1/matches/{self.match_id}"
        match = self.opponent.see(self.match_id)
        while match["status"] == "active":
            if match["toMove"] == [1]:
                match = self.opponent.move(
                    self.match_id, self.opponent.legal_moves(self.match_id)[0]["notation"]
                )["match"]
            else:
                known = {"If-None-Match": f'"{match["version"]}"', "Prefer": "wait=60"}
                answer = self.opponent.get(path, known)
                match = match if answer.status_code == 304 else ok(answer)

    def clock_runs_out(self) -> None:
        until(lambda: self.opponent.see(self.match_id)["status"] == "finished", LONG_S)

    def abort(self) -> None:
        """As an operator."""
        given = ["abort", self.match_id, "--reason", "A test."]
        command = [sys.executable, "-m", "engine.admin", *given]
        subprocess.run(command, env={**os.environ, "ENGINE_REDIS_URL": self.redis_url}, check=True)

    def delete(self) -> None:
        """As a store does with a match that is older than it keeps them."""
        with redis.Redis.from_url(self.redis_url) as client:
            client.delete(*(key for key, _ in self._dump()))

    def revoke(self) -> None:
        (token,) = ok(self.player.get("/v1/players/me/tokens"))["tokens"]
        path = f"/v1/players/me/tokens/{token['id']}"
        headers = {"Authorization": f"Bearer {self.player.token}"}
        assert httpx.delete(
            self.url + path, headers=headers, trust_env=False, verify=TLS
        ).is_success

    def restore(self) -> None:
        with redis.Redis.from_url(self.redis_url) as client:
            for key, dump in self.backup.items():
                client.restore(key, 0, dump, replace=True)

    def wait_for_a_second_stream(self) -> None:
        """Until something has come on it."""
        until(lambda: len(self.proxy.streamed) > 1, LONG_S)

    def let_through(self) -> None:
        self.proxy.faults.clear()


def conduct(scenario: Json, driver: DriverProcess, url: str, redis_url: str) -> None:
    """Let the driver go through the scenario. Raise AssertionError if it sees something else."""
    faults = [Fault(**fault) for fault in scenario["faults"]]
    with FaultProxy(url, faults) as proxy:
        stage = Stage(url, redis_url, scenario, proxy)
        driver.tell(json.dumps(_told(scenario, stage)))
        seen = []
        for line in driver.seen():
            seen.append(line)
            for action in scenario.get("meanwhile", {}).get(line, ()):
                stage.act(action)
            if line == "waits":
                driver.tell()
        if stage.playing:
            stage.playing.join()
    assert seen == scenario["see"]
    for on, expected in scenario.get("sent", {}).items():
        assert {name: COUNTED[name](proxy.sent(on)) for name in expected} == expected, on
    _check_stored(scenario, stage)


def _told(scenario: Json, stage: Stage) -> Json:
    return {
        "url": stage.proxy.url,
        "token": stage.player.token,
        "match": stage.match_id,
        "patience": scenario.get("patience", PATIENCE_S),
        "silence": scenario.get("silence", SILENCE_S),
        "do": scenario["do"],
    }


def _check_stored(scenario: Json, stage: Stage) -> None:
    if version := scenario.get("stored"):
        assert stage.opponent.see(stage.match_id)["version"] == version
    if count := scenario.get("matches"):
        mine = ok(stage.player.get("/v1/matches", player="me"))["matches"]
        assert len(mine) == count


def _after(sent: Sequence[Sent]) -> list[int | None]:
    """The versions from which streams were asked for."""
    values = [dict(part.split("=") for part in each.query.split("&") if part) for each in sent]
    return [int(each["after"]) if "after" in each else None for each in values]


COUNTED: dict[str, Callable[[Sequence[Sent]], Any]] = {
    "requests": len,
    "keys": lambda sent: len({each.key for each in sent}),
    "after": _after,
}
"""What a scenario may say of the requests that came to the proxy."""
