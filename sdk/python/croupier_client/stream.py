"""Streams as state machines: each version once, however often the line breaks."""

import time
from collections.abc import Callable
from typing import Any

import msgspec

from croupier_client.effects import Emit, Flow, Open, Read, Sleep, Steps
from croupier_client.errors import refusal
from croupier_client.pause import Pause
from croupier_client.session import Session
from croupier_client.types.protocol import MatchRatings


class Line(msgspec.Struct):
    """A line of a stream."""

    event: str
    data: msgspec.Raw
    version: int | None = None


class Goodbye(msgspec.Struct, rename="camel"):
    """Why the service closes a stream."""

    reason: str
    retry_after: float = 0.0


class Emote(msgspec.Struct):
    """What a seat says to all followers of the match, such as "hello"."""

    seat: int
    emote: str


class Ping(msgspec.Struct):
    """The time of the service, if it tells it."""

    time: str = ""


class Notice(msgspec.Struct, rename="camel"):
    """Something that concerns the caller in one of its matches, or in one that it is invited to.

    Only the event "invited" has an `invitation_id`. "emote" is what a `seat` says after the end of
    a match: it has no version. "rematchEnded" is of the `seat` that wants none any more, and says
    whether it has `declined` those of all. "friendAsked" and "friendAccepted" are of a player, of
    no match. "checkInOpened", "roundPaired" and "tournamentFinished" are of a tournament: the
    second is of a `round`, and of a `table` and a match, unless one sits it out.
    """

    match_id: str = ""
    version: int = 0
    event: str = ""
    invitation_id: str = ""
    seat: int | None = None
    emote: str = ""
    declined: bool = False
    player_id: str = ""
    tournament_id: str = ""
    round: int | None = None
    table: int | None = None


LINE = msgspec.json.Decoder(Line)


class Rated(msgspec.Struct):
    """What a rated match that has ended has changed of ratings."""

    ratings: MatchRatings


EMOTE = msgspec.json.Decoder(Emote)
RATED = msgspec.json.Decoder(Rated)
OF_TOURNAMENTS = ("checkInOpened", "roundPaired", "tournamentFinished")
REPEATED = (
    *("emote", "rematchOffered", "rematchEnded", "friendAsked", "friendAccepted"),
    *OF_TOURNAMENTS,
)
"""Notices that may come more than once at a version, and mean it each time."""
OnEmote = Callable[[Emote], object]
OnRatings = Callable[[MatchRatings], object]
OnEmoteIn = Callable[[str, Emote], object]
OnRatingsIn = Callable[[str, MatchRatings], object]
"""The same with the id of the match before it."""
FINAL = {"unauthenticated": 401, "not_found": 404}
"""The reasons of a goodbye after which no stream comes, with the status of that refusal."""


def hear(
    event: str, data: msgspec.Raw, on_emote: OnEmote | None, on_ratings: OnRatings | None
) -> bool:
    """Whether the event is what a seat says, or what has changed of ratings, and tell of it."""
    if event == "emote" and on_emote:
        on_emote(EMOTE.decode(data))
    elif event == "ratings" and on_ratings:
        on_ratings(RATED.decode(data).ratings)
    return event in ("emote", "ratings")


class Lines:
    """The lines of a stream, put together from what is read.

    Pings, emotes and ratings are none of them: the last two are told to `on_emote` and
    `on_ratings`. Presence passes through.
    """

    def __init__(
        self,
        session: Session,
        on_emote: OnEmote | None = None,
        on_ratings: OnRatings | None = None,
    ) -> None:
        self._session = session
        self._on_emote, self._on_ratings = on_emote, on_ratings
        self._rest = b""
        self._ready: list[bytes] = []

    def next(self) -> Steps[Line | None]:
        """The next line; None when the stream is cut, silent or garbled."""
        while True:
            while not self._ready:
                part = yield Read()
                if not isinstance(part, bytes):
                    return None
                *self._ready, self._rest = (self._rest + part).split(b"\n")
            try:
                line = LINE.decode(self._ready.pop(0))
            except msgspec.DecodeError:
                return None
            if line.event == "ping":
                told = msgspec.json.decode(line.data, type=Ping).time
                self._session.clock.told(told, time.time())
            elif not hear(line.event, line.data, self._on_emote, self._on_ratings):
                return line


def farewell(line: Line) -> Goodbye:
    """The goodbye of the line. Raise Refused if it is for good."""
    goodbye = msgspec.json.decode(line.data, type=Goodbye)
    if status := FINAL.get(goodbye.reason):
        detail = "The service has closed the stream."
        raise refusal(status, {"code": goodbye.reason, "detail": detail})
    return goodbye


def _notice(line: Line) -> Notice:
    told = msgspec.json.decode(line.data, type=dict[str, Any])
    given = {name: each for name, each in told.items() if each is not None}
    return msgspec.convert({**given, "event": line.event}, Notice)


def notices(session: Session) -> Flow[Notice]:
    """The stream of a player, opened again whenever it ends."""
    pause, told = Pause(), dict[tuple[str, ...], int]()
    while True:
        request = session.stream("/v1/events")
        if refused := (yield from session.opened(Open(request), pause)):
            raise refused
        lines, wait = Lines(session), None
        while line := (yield from lines.next()):
            pause.reset()
            if line.event == "goodbye":
                wait = farewell(line).retry_after
                break
            notice = _notice(line)
            # One may be invited again at the same version.
            about = (notice.match_id, notice.event, notice.invitation_id)
            if notice.event in REPEATED or told.get(about) != notice.version:
                told[about] = notice.version
                yield Emit(notice)
            if notice.event == "matchFinished":
                told = {each: told[each] for each in told if each[0] != notice.match_id}
        yield Sleep(pause.after(wait))
