"""Two matches that differ only in what seats have chosen in secret are the same to all others.

Unlike `test_secrecy`, whose twins are stored as they are, these are played: the games in it have
no seats that choose at the same time. All that is answered and told is compared, byte by byte and
in its order: status, headers, bodies, streams and sockets, as choices are made, taken back,
asked for and made by the clock. Only ids, and what pins the secrets, are another.
"""

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest
from croupier_game.installed import load
from croupier_game.kit.differences import difference
from engine.domain.registry import GAMES, game_of

from tests.croupier_match.games import late_rounds
from tests.support.live import Live
from tests.support.players import Client, Json, ok, register
from tests.support.socket_client import Talk, talking
from tests.support.stream_reader import NDJSON, QUIET, SSE, Reader, events_path, following
from tests.support.waiting import until
from tools.redis_server import RedisServer

SEATS = 4
SAME = {"X-Request-Id": "same"}
PINS = re.compile(r"[0-9a-f]{64}")
"""Commitments and heads of logs, which pin what is hidden."""
TIMES = ("date", "x-time")
HIDDEN = ((1, 3, 1), (3, 2, 2))
"""What seat 0 bids, seat 1, and seat 0 again once it has taken that back: in either match."""


class Stopped:
    """A clock that stands still until a test puts it on."""

    time = datetime(2126, 11, 22, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.time


@pytest.fixture
def clock() -> Stopped:
    return Stopped()


@pytest.fixture
def hall(tmp_path: Path, clock: Stopped) -> Iterator[Live]:
    """A service with a Redis of its own: deadlines of matches of others are not by this clock."""
    GAMES.add(game_of(load(late_rounds)))
    server = RedisServer(tmp_path / "redis")
    server.start()
    try:
        with Live(server.url, now=clock) as live:
            yield live
    finally:
        server.close()
        GAMES.remove(late_rounds.ID)


@dataclass
class Ear:
    """What one viewer is told over two forms of a stream, its own stream and a socket."""

    match: Reader
    lines: Reader
    own: Reader | None
    talk: Talk
    heard: dict[str, int] = field(default_factory=lambda: {"socket": SEATS})
    """The last version that each has told of."""


@dataclass
class Match:
    """One of the twins, as two seats and a spectator follow it. `told` is all they have got."""

    id: str
    seats: list[Client]
    hidden: tuple[int, ...]
    spectator: Client
    told: dict[str, str] = field(default_factory=dict)
    ears: dict[str, Ear] = field(default_factory=dict)
    stage: str = ""

    @property
    def eyes(self) -> Mapping[str, Client]:
        return {"seat 2": self.seats[2], "seat 3": self.seats[3], "spectator": self.spectator}

    def note(self, name: str, said: httpx.Response | object) -> None:
        text = whole(said) if isinstance(said, httpx.Response) else json.dumps(said)
        clean = PINS.sub("pinned", text.replace(self.id, "MATCH"))
        assert self.told.setdefault(f"{self.stage}: {name}", clean) == clean, name

    def act(self, seat: int, verb: str, **body: Any) -> httpx.Response:
        return self.seats[seat].post(f"/v1/matches/{self.id}/{verb}", body, SAME)

    def bid(self, seat: int, count: int) -> Json:
        return ok(self.act(seat, "moves", notation=str(count)))

    def wait(self, *to_move: int) -> None:
        """Until only these seats are to move: the clock has made the moves of others."""
        until(lambda: self.spectator.see(self.id)["toMove"] == [*to_move])

    def look(self, stage: str) -> None:
        """Note all that there is to see and to be refused, and what has been told until now."""
        self.stage = stage
        version = self.spectator.see(self.id)["version"]
        for name, eyes in self.eyes.items():
            for what, answer in asked(eyes, self.id, version):
                self.note(f"{what} for {name}", answer)
            self.listen(name, version)

    def listen(self, name: str, version: int) -> None:
        """Note what has been told up to this version, in its order, and how much of it."""
        ear = self.ears[name]
        for kind, reader in (("stream", ear.match), ("lines", ear.lines)):
            told = list[object]()
            while ear.heard.get(kind, 0) < version:
                said = reader.next()
                ear.heard[kind] = said.version or said.data["version"]
                told.append((said.event, said.version, said.data))
            self.note(f"{kind} of {name}", told)
        pushed = list[Json]()
        while ear.heard["socket"] < version:
            pushed.append(ear.talk.push(self.id))
            ear.heard["socket"] = pushed[-1]["data"]["version"]
        self.note(f"socket of {name}", pushed)

    def close(self) -> None:
        """Note what was told beyond what `look` has noted, and what the seats' own streams tell."""
        self.stage = "at the end"
        for name, ear in self.ears.items():
            for kind in ("match", "lines", "own"):
                if reader := getattr(ear, kind):
                    left = [each for each in [*reader.events.queue] if each.event not in QUIET]
                    # A seat's own stream begins with what it has to do in all its matches.
                    mine = [repr(each) for each in left if each.data["matchId"] == self.id]
                    self.note(f"{kind} of {name}", mine)


def asked(eyes: Client, match_id: str, version: int) -> Iterator[tuple[str, httpx.Response]]:
    """What a viewer can ask about a match, and what is refused to it."""
    path = f"/v1/matches/{match_id}"
    yield "match", eyes.get(path, SAME)
    yield "text", eyes.get(path, {**SAME, "Accept": "text/plain"})
    yield "match with moves", eyes.get(path, SAME, include="legalMoves")
    yield "packed", eyes.get(path, {**SAME, "Accept-Encoding": "gzip"}, include="legalMoves")
    yield "unchanged", eyes.get(path, {**SAME, "If-None-Match": f'"{version}"'})
    yield "moves", eyes.get(f"{path}/legal-moves", SAME)
    yield "history", eyes.get(f"{path}/moves", SAME)
    yield "outlines", eyes.get(f"{path}/moves", SAME, view="none")
    for each in (1, *range(max(2, version - 2), version + 2)):
        yield f"at {each}", eyes.get(path, SAME, atVersion=each)
        body = {"notation": "2", "expectedDecision": each}
        yield f"decision {each}", eyes.post(f"{path}/moves", body, SAME, dryRun="true")
        body = {"notation": "2", "expectedVersion": each}
        yield f"version {each}", eyes.post(f"{path}/moves", body, SAME, dryRun="true")
    for each in ("0", "9", "x"):
        yield f"no bid {each}", eyes.post(f"{path}/moves", {"notation": each}, SAME, dryRun="true")
    yield "no undo", eyes.delete(f"{path}/undo", SAME)


def whole(answer: httpx.Response) -> str:
    head = [(name, value) for name, value in answer.headers.items() if name not in TIMES]
    return f"{answer.status_code}\n{json.dumps(head)}\n{answer.text}"


@contextmanager
def playing(
    hall: Live, seats: list[Client], hidden: tuple[int, ...], **settings: Any
) -> Iterator[Match]:
    """A match in which all seats are to bid, and all that is told of it."""
    made = seats[0].create(game=late_rounds.ID, seats=SEATS, **settings)
    match = Match(str(made["id"]), seats, hidden, Client(hall.url))
    for each in seats[1:]:
        each.join(match.id)
    with ExitStack() as stack:
        for name, eyes in match.eyes.items():
            path = events_path(match.id)
            talk = stack.enter_context(talking(eyes))
            begun = talk.ask("subscribe", matchId=match.id)
            match.note(f"subscribed by {name}", begun)
            match.ears[name] = Ear(
                stack.enter_context(following(eyes, path, SSE, SAME)),
                stack.enter_context(following(eyes, path, NDJSON, SAME, include="legalMoves")),
                stack.enter_context(following(eyes, "/v1/events")) if eyes.token else None,
                talk,
            )
        match.look("begun")
        yield match
        match.close()


@dataclass
class Twins:
    """Both matches, which go on together: what is done in one is done in the other."""

    matches: list[Match]

    def bid(self, *seats: int, count: int = 2) -> None:
        for match in self.matches:
            for seat in seats:
                match.bid(seat, count)

    def hide(self, seat: int, at: int) -> None:
        """A bid that is another in each."""
        for match in self.matches:
            match.bid(seat, match.hidden[at])

    def undo(self, seat: int, *to: int) -> None:
        """Ask for it, and note the answer if the seat may not know what is hidden."""
        for match in self.matches:
            for version in to:
                answer = match.act(seat, "undo", toVersion=version)
                if seat in (2, 3):
                    match.note(f"undo of seat {seat} to {version}", answer)

    def look(self, stage: str) -> None:
        for match in self.matches:
            match.look(stage)


@contextmanager
def twins(hall: Live, **settings: Any) -> Iterator[Twins]:
    """Two matches of the same players, which must be told alike at the end."""
    seats = [register(hall.url, name) for name in ("Ann", "Bob", "Cleo", "Dan")]
    with ExitStack() as stack:
        made = [stack.enter_context(playing(hall, seats, each, **settings)) for each in HIDDEN]
        yield Twins(made)
    one, other = (match.told for match in made)
    assert difference(one, other) == ""


def test_no_choice_shows_as_it_is_made_taken_back_and_asked_for(hall: Live) -> None:
    with twins(hall, options={"rounds": 3}) as both:
        both.hide(0, 0)
        both.look("one has bid")
        both.hide(1, 1)
        both.look("two have bid")
        both.undo(0, SEATS)
        both.look("one was taken back")
        both.hide(0, 2)
        both.bid(3)
        both.look("three have bid")
        both.undo(2, *range(1, SEATS + 6))
        both.undo(3, SEATS + 4)
        both.look("what could be was taken back")
        both.undo(0, SEATS + 2)
        both.look("or not")


def test_no_choice_shows_when_the_time_of_another_runs_out(hall: Live, clock: Stopped) -> None:
    """Of a seat that was slow, while one has time left: its bid is made before the round ends."""
    bank = {"bank": "100s", "increment": "0s", "onTimeout": "rules"}
    with twins(hall, options={"rounds": 3}, clock=bank) as both:
        both.bid(0, 1, 3)
        clock.time += timedelta(seconds=50)
        both.bid(2)
        both.look("one was slow")
        both.hide(0, 0)
        both.hide(1, 1)
        clock.time += timedelta(seconds=10)
        both.look("both have bid")
        both.undo(0, SEATS + 4)
        both.hide(0, 2)
        both.look("one has bid anew")
        clock.time += timedelta(seconds=60)
        for match in both.matches:
            match.wait(3)
        both.look("one was late")
        both.undo(2, *range(SEATS, SEATS + 9))
        both.look("what was late stays")
    assert '"late":[2]' in both.matches[0].told["one was late: history for spectator"]


def test_no_choice_shows_within_a_phase(hall: Live, clock: Stopped) -> None:
    limit = {"perMove": "600s", "onTimeout": "rules"}
    with twins(hall, options={"rounds": 1}, clock=limit) as both:
        for seat in (0, 1):
            clock.time += timedelta(seconds=10)
            both.hide(seat, seat)
            both.look(f"seat {seat} has bid")
        both.undo(0, SEATS)
        clock.time += timedelta(seconds=10)
        both.look("one was taken back")
        both.hide(0, 2)
        both.bid(3)
        both.undo(3, SEATS + 4)
        both.look("another one, too")
