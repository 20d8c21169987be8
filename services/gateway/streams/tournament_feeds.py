"""Feeds of tournaments: one for each that is followed here, whatever the number of its followers.

A message in a tournament's channel says that its log goes on. The log is read once, and each entry
tells those whom it concerns. What happens often is told at most once a second, and is but a hint to
read more: who follows is shown nothing that a GET does not show.
"""

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias

from croupier_tournament import OVER, Entry, Presence, Status, Tournament, match_id
from croupier_tournament.entries import (
    Aborted,
    CheckInOpened,
    Ended,
    Held,
    Left,
    Paired,
    Paused,
    Ranked,
    Registered,
    Resulted,
    Resumed,
    Returned,
    Revealed,
    Started,
    Withdrew,
)
from redislink import tournaments
from redislink.pubsub import Subscriber
from redislink.tasks import cancel_and_wait
from redislink.tournament_logs import Known
from telemetry.redaction import error_location

from gateway.errors import Problem
from gateway.http import times
from gateway.streams.event_queue import (
    EventQueue,
    StreamEvent,
    goodbye,
    iterate,
    stream_event,
)
from gateway.tournaments.reading import Reading

log = logging.getLogger("gateway")

Json = dict[str, Any]

RESYNC_S = 15.0
"""How long a lost message may stay unnoticed."""
RETRY_S = 0.5
PACE_S = 0.05
"""Entries that come within so short a time are read together."""
TICK_S = 1.0
"""How often what happens often is told at most."""
AT_ONCE = 200
"""Followers who are told something before others have their turn: a few milliseconds."""
FOLLOWERS_A_SECOND = 2_000
"""Of more followers, each is told of it less often."""
OF_NUMBERS, OF_STANDINGS = (Registered, Left, Revealed), (Resulted, Ranked, Withdrew, Returned)


@dataclass(frozen=True, slots=True)
class Happening:
    """Something that happened in a tournament, at a version of its log: its name and its data."""

    tournament_id: str
    name: str
    data: Json
    version: int
    event: StreamEvent = field(init=False)
    """The same for readers of the tournament's own stream."""

    def __post_init__(self) -> None:
        event = stream_event(self.name, {"version": self.version, **self.data}, self.version)
        object.__setattr__(self, "event", event)

    @property
    def is_end(self) -> bool:
        return self.name in OVER


class Follower(Protocol):
    """Who is told what happens in a tournament, as a player, or as a spectator: ""."""

    player_id: str

    def take(self, happening: Happening) -> None: ...

    def end(self, last: StreamEvent) -> None:
        """Take the last event: the service cannot tell how it goes on."""


@dataclass(eq=False, slots=True)
class Reader:
    """The reader of a tournament's stream."""

    player_id: str
    queue: EventQueue

    def take(self, happening: Happening) -> None:
        self.queue.put(happening.event, last=happening.is_end)

    def end(self, last: StreamEvent) -> None:
        self.queue.cut(last)


Told: TypeAlias = tuple[Happening, Iterable[str] | None]
"""Something that happened, and the players who are told; None for everybody."""


class TournamentFeeds:
    """All feeds of this process."""

    def __init__(self, reading: Reading, subscriber: Subscriber) -> None:
        self._reading, self._subscriber = reading, subscriber
        self._feeds: dict[str, tuple[TournamentFeed, list[asyncio.Task[None]]]] = {}

    @contextlib.asynccontextmanager
    async def follow(
        self, tournament_id: str, player_id: str, after: int | None, queue: EventQueue
    ) -> AsyncIterator[AsyncIterator[StreamEvent]]:
        """Yield the events that a stream begins with; the queue is filled with the rest.

        Those are what is so by now, unless the reader has just that version. Raise Problem
        not_found, unavailable, or malformed if there is no version `after`.
        """
        reader = Reader(player_id, queue)
        async with self.entered(tournament_id) as feed:
            known = await self._reading.known(tournament_id)
            it = known.tournament
            if after is not None and after > it.version:
                raise Problem("malformed", f"The tournament has no version {after} yet.")
            begin = [] if after == it.version else [each.event for each in so_far(it, player_id)]
            if it.is_over:
                queue.close(_over(it).event)
                begin = begin[:-1]
            with feed.following(reader, it.version):
                yield iterate(begin)

    @contextlib.asynccontextmanager
    async def entered(self, tournament_id: str) -> AsyncIterator["TournamentFeed"]:
        """Yield the feed, which goes on for as long as anybody has entered it."""
        if tournament_id not in self._feeds:
            made = TournamentFeed(tournament_id, self._reading)
            # Listen first, so that an entry is not missed that comes while the log is read.
            self._reading.watch(tournament_id, made.on_entry)
            self._subscriber.add(tournaments.tournament(tournament_id), made.wake)
            work = [asyncio.create_task(each) for each in (made.run(), made.deliver())]
            self._feeds[tournament_id] = made, work
        feed, _ = self._feeds[tournament_id]
        feed.users += 1
        try:
            yield feed
        finally:
            feed.users -= 1
            if not feed.users:
                await self._close(feed)

    async def _close(self, feed: "TournamentFeed") -> None:
        _, work = self._feeds.pop(feed.id)
        self._reading.unwatch(feed.id)
        self._subscriber.remove(tournaments.tournament(feed.id), feed.wake)
        feed.stop()
        await cancel_and_wait(*work)


class TournamentFeed:
    """What all followers of a tournament are told."""

    def __init__(self, tournament_id: str, reading: Reading) -> None:
        self.id = tournament_id
        self.users = 0
        self._reading = reading
        self._followers: dict[str, dict[Follower, int]] = {}
        """By the ids of their players, with the version that each knew at first."""
        self._number = 0
        self._woken = asyncio.Event()
        self._version = 0
        """Up to which followers have been told."""
        self._to_tell: deque[Iterable[Told]] = deque()
        self._telling = asyncio.Event()
        self._due: dict[str, Callable[[Tournament], Happening]] = {}
        self._known: Known | None = None
        self._tick: asyncio.TimerHandle | None = None

    def wake(self, message: str | None) -> None:
        """Take a message of the channel; None says that some may have been missed."""
        self._woken.set()

    @contextlib.contextmanager
    def following(self, follower: Follower, version: int) -> Iterator[None]:
        """Tell the follower, who knows the tournament at a version, of all that comes then."""
        if not self._number:
            self._version = version
        self._followers.setdefault(follower.player_id, {})[follower] = version
        self._number += 1
        try:
            yield
        finally:
            self._number -= 1
            same = self._followers[follower.player_id]
            del same[follower]
            if not same:
                del self._followers[follower.player_id]

    async def run(self) -> None:
        """Read the log whenever it goes on, and every RESYNC_S. Never ends."""
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(RESYNC_S):
                    await self._woken.wait()
            self._woken.clear()
            try:
                self._check((await self._reading.known(self.id)).tournament)
            except Problem:
                await asyncio.sleep(RETRY_S)
                self._woken.set()
            except Exception as error:  # or all its streams would be deaf from now on
                self._note("a log could not be followed: %s", error)
                await asyncio.sleep(RETRY_S)
            await asyncio.sleep(PACE_S)

    async def deliver(self) -> None:
        """Tell followers what is to be told, in order, some at a time. Never ends."""
        while True:
            await self._telling.wait()
            self._telling.clear()
            while self._to_tell:
                try:
                    await self._deliver(self._to_tell.popleft())
                except Exception as error:  # what comes then is told nevertheless
                    self._note("followers were not told: %s", error)

    def _note(self, what: str, error: Exception) -> None:
        log.error(what, error_location(error), extra={"tournament_id": self.id})

    async def _deliver(self, told: Iterable[Told]) -> None:
        count = 0
        for happening, players in told:
            for follower, known in self._following(players):
                if happening.version > known:
                    follower.take(happening)
                count += 1
                if count % AT_ONCE == 0:
                    await asyncio.sleep(0)

    def stop(self) -> None:
        if self._tick:
            self._tick.cancel()

    def on_entry(self, known: Known, entry: Entry) -> None:
        """Tell those whom an entry concerns, or make it due to be told."""
        if entry.version <= self._version or not self._number:
            return
        self._version, self._known = entry.version, known
        it = known.tournament
        match entry:
            case CheckInOpened():
                self._tell_all(_check_in(it))
            case Started():
                self._tell_all(_started(it))
            case Paired():
                self._tell_later(self._pairing(it, entry, it.version))
            case Resulted():
                self._tell_result(it, entry)
            case Held() | Paused() | Resumed():
                self._tell_all(_halted(it))
            case Ended() | Aborted():
                self._say_due()
                self._tell_all(_over(it))
        if isinstance(entry, OF_NUMBERS):
            self._put_off("registered", _numbers)
        elif isinstance(entry, OF_STANDINGS):
            self._put_off("standings", _standings)

    def _check(self, it: Tournament) -> None:
        """End all streams if the log is one of before: Redis was restored."""
        if it.version < self._version:
            self._version = it.version
            for each in self._every():
                each.end(goodbye("version_mismatch"))

    def _pairing(self, it: Tournament, entry: Paired, version: int) -> Iterator[Told]:
        """Yield who is told what of a pairing, while the tournament goes on."""
        seated = set(entry.byes)
        for table, players in enumerate(entry.tables, 1):
            seated.update(players)
            if not self._followers.keys().isdisjoint(players):
                yield _seat(it.id, version, entry.round, table, 1), players
        yield _seat(it.id, version, entry.round, bye=True), entry.byes
        if not it.is_arena:  # where it is every few seconds
            yield _seat(it.id, version, entry.round), self._followers.keys() - seated

    def _tell_result(self, it: Tournament, entry: Resulted) -> None:
        of = it.round(entry.round)
        players = of.table(entry.table).players
        done = {"round": entry.round, "table": entry.table, "leg": entry.leg}
        self._tell(Happening(it.id, "result", done, it.version), players)
        if entry.table in of.open_tables:
            seat = _seat(it.id, it.version, entry.round, entry.table, entry.leg + 1)
            self._tell(seat, players)

    def _tell_all(self, happening: Happening) -> None:
        self._tell(happening, None)

    def _tell(self, happening: Happening, players: Iterable[str] | None) -> None:
        """Tell all who follow as these players; None for everybody."""
        self._tell_later([(happening, players)])

    def _tell_later(self, told: Iterable[Told]) -> None:
        self._to_tell.append(told)
        self._telling.set()

    def _following(self, players: Iterable[str] | None) -> Iterator[tuple[Follower, int]]:
        """Yield who follows as these players now, or as anybody, with what each knew at first."""
        for player in [*(self._followers if players is None else players)]:
            yield from [*self._followers.get(player, {}).items()]

    def _every(self) -> list[Follower]:
        return [each for same in self._followers.values() for each in same]

    def _put_off(self, what: str, make: Callable[[Tournament], Happening]) -> None:
        """Tell of it with the next tick, as it is by then."""
        self._due[what] = make
        if self._tick is None:
            pace = TICK_S + self._number / FOLLOWERS_A_SECOND
            self._tick = asyncio.get_running_loop().call_later(pace, self._on_tick)

    def _on_tick(self) -> None:
        self._tick = None
        self._say_due()

    def _say_due(self) -> None:
        due, self._due = self._due, {}
        if self._known:
            for make in due.values():
                self._tell_all(make(self._known.tournament))


def so_far(it: Tournament, player_id: str) -> list[Happening]:
    """Return what a stream of the player begins with: what is so now."""
    match it.status:
        case Status.OPEN:
            return [_numbers(it)]
        case Status.CHECK_IN:
            return [_numbers(it), _check_in(it)]
        case Status.RUNNING:
            halted = [_halted(it)] if it.paused or it.is_held else []
            return [_started(it), _standings(it), *halted, *own_seats(it, player_id)]
        case Status.FINISHED | Status.ABORTED:
            return [_standings(it), _over(it)]
        case _:
            return []


def own_seats(it: Tournament, player_id: str) -> list[Happening]:
    """Return where a player plays by now, or that it has a bye."""
    own = it.players.get(player_id)
    if own is None:
        return []
    if not own.tables and it.has_bye(player_id):
        return [_seat(it.id, it.version, len(it.rounds), bye=True)]
    return [
        _seat(it.id, it.version, number, table, it.round(number).table(table).leg)
        for number, table in sorted(own.tables)
    ]


def own_check_in(it: Tournament, player_id: str) -> list[Happening]:
    """Return the check-in that waits for a player."""
    own = it.players.get(player_id)
    waits = own and own.presence is Presence.REGISTERED and not own.entropy
    return [_check_in(it)] if waits and it.status is Status.CHECK_IN else []


def _numbers(it: Tournament) -> Happening:
    numbers = {"players": it.taking_part, "checkedIn": it.checked_in}
    return Happening(it.id, "registered", numbers, it.version)


def _check_in(it: Tournament) -> Happening:
    start = {"startTime": times.of_ms(it.starts_at)}
    return Happening(it.id, "checkInOpened", start, it.version)


def _started(it: Tournament) -> Happening:
    return Happening(it.id, "started", {"rounds": it.rounds_due or None}, it.version)


def _standings(it: Tournament) -> Happening:
    return Happening(it.id, "standings", {}, it.version)


def _halted(it: Tournament) -> Happening:
    return Happening(it.id, "halted", {"paused": it.paused, "held": it.is_held}, it.version)


def _over(it: Tournament) -> Happening:
    return Happening(it.id, it.status, {"reason": it.reason}, it.version)


def _seat(
    tournament_id: str,
    version: int,
    number: int,
    table: int | None = None,
    leg: int | None = None,
    bye: bool = False,
) -> Happening:
    """Return where somebody plays in a round, if at all."""
    match = match_id(tournament_id, number, table, leg) if table and leg else None
    seat = {"round": number, "table": table, "leg": leg, "matchId": match, "bye": bye}
    return Happening(tournament_id, "roundPaired", seat, version)
