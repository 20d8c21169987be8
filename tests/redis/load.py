"""Players who go on whatever happens, and who remember what they were told.

A request that is refused with 503 is sent again with its key until there is an answer. What
was answered must be in the history of its match for ever: that is what `check` looks at.
"""

import random
import threading
import time
import uuid
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

import httpx

from tests.support.players import Client, Json, ok, register

PAUSE_S = 0.05
"""Before a request is sent again."""
GIVE_UP_S = 300.0


@dataclass(frozen=True, slots=True)
class Told:
    """A move that was answered: the history has it at this version, of that time."""

    match_id: str
    version: int
    notation: str
    time: str


@dataclass
class Notes:
    """What all players were told."""

    told: list[Told] = field(default_factory=list)
    moves: Counter[int] = field(default_factory=Counter)
    """How many of them there were at each table."""
    refused: Counter[str] = field(default_factory=Counter)
    away_s: float = 0.0
    """The longest that anybody had to wait for an answer, sending again and again."""
    slowest_s: float = 0.0
    """The longest that a single request took."""


@dataclass(frozen=True)
class Found:
    """What became of the moves that were answered; `unknown` are in a history, and nobody's."""

    told: int
    missing: int
    unknown: int
    refused: int
    away_s: float
    slowest_s: float

    def __str__(self) -> str:
        return (
            f"{self.told} moves answered, {self.missing} of them missing, {self.unknown} made "
            f"and not answered, {self.refused} times 503, answers again after {self.away_s:.1f} s, "
            f"the slowest request took {self.slowest_s:.2f} s"
        )


class Load:
    """`tables` matches of two, each played by a thread, between `playing` and its end."""

    def __init__(self, url: str, tables: int, seed: int) -> None:
        self.notes = Notes()
        self._url = url
        self._seats = [[register(url, name) for name in ("Ann", "Bob")] for _ in range(tables)]
        self._stop = threading.Event()
        self._choose = [random.Random(seed + table) for table in range(tables)]
        self._failures: list[BaseException] = []

    def moved(self, some: int, since: Mapping[int, int]) -> bool:
        """Whether there were so many moves at each table, besides those that there had been.

        Raise what a player met that nobody should meet.
        """
        if self._failures:
            raise self._failures[0]
        moves = self.notes.moves
        return all(moves[table] - since.get(table, 0) >= some for table in range(len(self._seats)))

    @contextmanager
    def playing(self) -> Iterator[Notes]:
        """Raise what a player met that nobody should meet."""
        threads = [
            threading.Thread(target=self._play, args=each)
            for each in enumerate(zip(self._seats, self._choose, strict=True))
        ]
        for thread in threads:
            thread.start()
        try:
            yield self.notes
        finally:
            self._stop.set()
            for thread in threads:
                thread.join()
        if self._failures:
            raise self._failures[0]

    def check(self) -> Found:
        """Compare what was told with what is there."""
        told = set(self.notes.told)
        matches = {each.match_id for each in told}
        there = {entry for match_id in matches for entry in self._history(match_id)}
        notes = self.notes
        return Found(
            told=len(told),
            missing=len(told - there),
            unknown=len(there - told),
            refused=notes.refused.total(),
            away_s=notes.away_s,
            slowest_s=notes.slowest_s,
        )

    def _play(self, table: int, of: tuple[Sequence[Client], random.Random]) -> None:
        try:
            while not self._stop.is_set():
                self._play_match(table, *of)
        except BaseException as failure:
            self._failures.append(failure)

    def _play_match(self, table: int, seats: Sequence[Client], choose: random.Random) -> None:
        wish = {"game": "lost-cities"}
        match_id = self._insist(seats[0], "POST", "/v1/matches", wish).json()["id"]
        path = f"/v1/matches/{match_id}"
        self._insist(seats[1], "POST", f"{path}/join", {})
        while not self._stop.is_set():
            answer = self._insist(seats[0], "GET", path)
            if answer.status_code != 200 or not (to_move := answer.json()["toMove"]):
                return
            if self._move(seats[to_move[0]], match_id, choose):
                self.notes.moves[table] += 1

    def _move(self, player: Client, match_id: str, choose: random.Random) -> bool:
        """Whether some move was made; if not, the match is another one than was thought."""
        path = f"/v1/matches/{match_id}"
        legal = self._insist(player, "GET", f"{path}/legal-moves")
        if legal.status_code != 200 or not legal.json()["moves"]:
            return False
        notation = choose.choice(legal.json()["moves"])["notation"]
        answer = self._insist(player, "POST", f"{path}/moves", {"notation": notation})
        if answer.status_code != 200:
            return False
        made: Json = answer.json()
        time_ = made["match"]["updateTime"]
        self.notes.told.append(Told(match_id, made["version"], notation, time_))
        return True

    def _insist(
        self, player: Client, method: str, path: str, body: Json | None = None
    ) -> httpx.Response:
        """The answer to a request that is sent, with one key, until it is not 503."""
        headers = {"Idempotency-Key": uuid.uuid4().hex} if method == "POST" else None
        started = time.monotonic()
        while True:
            sent = time.monotonic()
            answer = player.post(path, body, headers) if headers else player.get(path)
            self.notes.slowest_s = max(self.notes.slowest_s, time.monotonic() - sent)
            if answer.status_code != 503:
                break
            waited_s = time.monotonic() - started
            assert waited_s < GIVE_UP_S, answer.text
            self.notes.refused[answer.json()["code"]] += 1
            threading.Event().wait(PAUSE_S)
        self.notes.away_s = max(self.notes.away_s, time.monotonic() - started)
        assert answer.status_code < 500, answer.text
        assert answer.status_code != 401, "a player is not known any more"
        return answer

    def _history(self, match_id: str) -> Iterator[Told]:
        viewer, after = Client(self._url), 0
        while after is not None:
            answer = viewer.get(f"/v1/matches/{match_id}/moves", after=after)
            if answer.status_code == 404:
                return
            page = ok(answer)
            for entry in page["moves"]:
                if entry["kind"] == "move":
                    yield Told(match_id, entry["version"], entry["notation"], entry["time"])
            after = page["nextAfter"]
