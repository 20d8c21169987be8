"""Lookouts, which ask an engine once for a new version, for all who follow the match here.

A notice in a match's channel of heads names the version, the head of the log then, and the
version and head before. Feeds that have the version before are shown the new one by an engine,
all with one look, which most often needs no Redis: the engine that made the change has it still.
Whatever a look does not bring, feeds fetch as they always have: the version numbers in the
match's own channel tell them, and the sweep.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import TypeAlias

from croupier.v1 import engine_service_pb2 as pb
from redislink.channels import EMOTE, heads_channel

from gateway.contract import serializers
from gateway.pubsub import Subscriber
from gateway.streaming.event_queue import StreamEvent, stream_event
from gateway.streaming.form import Form
from gateway.streaming.match_feed import MatchFeed
from gateway.streaming.match_source import MatchSource
from gateway.streaming.sight import Sight

Feeds: TypeAlias = Sequence[Sequence[MatchFeed]]
"""The feeds of a match by what their readers are shown."""
Shares: TypeAlias = dict[tuple[int | None, Form], list[MatchFeed]]
"""The same by seat, None for all who have none, and form."""


@dataclass(frozen=True, slots=True)
class Notice:
    """A version and its head, and those that it was made from; the first of a match has none."""

    version: int
    head: str
    before: int
    head_before: str

    @classmethod
    def parse(cls, message: str) -> "Notice":
        # A later release may say more.
        version, head, before, head_before, *_ = message.split(" ")
        return cls(int(version), head, int(before), head_before)


class Lookouts:
    """The lookouts of this gateway, one for each match that is followed."""

    def __init__(self, source: MatchSource, subscriber: Subscriber) -> None:
        self._source = source
        self._subscriber = subscriber
        self._lookouts: dict[str, Lookout] = {}

    def join(self, feed: MatchFeed) -> None:
        """Show the feed new versions, until `leave`."""
        lookout = self._lookouts.get(feed.match_id)
        if lookout is None:
            lookout = self._lookouts[feed.match_id] = Lookout(feed.match_id, self._source)
            self._subscriber.add(heads_channel(feed.match_id), lookout.on_notice)
        lookout.feeds.add(feed)

    def leave(self, feed: MatchFeed) -> None:
        lookout = self._lookouts.get(feed.match_id)
        if lookout is None:  # it has left before
            return
        lookout.feeds.discard(feed)
        if not lookout.feeds:
            del self._lookouts[feed.match_id]
            self._subscriber.remove(heads_channel(feed.match_id), lookout.on_notice)


class Lookout:
    """The feeds of one match, for which there is one look at a time."""

    def __init__(self, match_id: str, source: MatchSource) -> None:
        self.feeds: set[MatchFeed] = set()
        self._match_id = match_id
        self._source = source
        self._looking = False
        self._newest: Notice | None = None

    def on_notice(self, message: str | None) -> None:
        """Have the version of a notice looked at, or once the look under way has ended.

        A notice of None says that some may be lost: feeds hear of that by themselves.
        """
        if message is None:
            return
        try:
            if message.startswith(EMOTE):
                self._tell(emote_event(message))
                return
            notice = Notice.parse(message)
        except ValueError:  # of a later release: the match's own channel tells, too
            return
        if self._looking:
            self._newest = notice
        else:
            self._look(notice)

    def _tell(self, event: StreamEvent) -> None:
        """Pass an event on to all who follow the match here."""
        for feed in [*self.feeds]:
            feed.tell(event)

    def _look(self, notice: Notice) -> None:
        """Ask for the version on behalf of the feeds that have the one before."""
        viewers, shares = self._viewers(notice)
        feeds = [*shares.values()]
        if not feeds:
            return
        look = pb.Look(
            match_id=self._match_id,
            version=notice.version,
            head=notice.head,
            viewers=viewers,
            forms=[form.message() for _, form in shares],
        )
        if self._source.look(look, partial(self._on_shown, notice, feeds)):
            self._looking = True
            for feed in chain(*feeds):
                feed.looking = True

    def _viewers(self, notice: Notice) -> tuple[list[pb.Caller], Shares]:
        """Return the viewers to be shown the version, and the feeds of each.

        All who have no seat see the same, and count as one.
        """
        shares: Shares = {}
        viewers: list[pb.Caller] = []
        for feed in [*self.feeds]:
            if not feed.awaits(notice.version, notice.before, notice.head_before):
                continue
            viewer = self._source.settled_caller(self._match_id, feed.viewer)
            if viewer is None:
                continue
            seat = viewer.seat if viewer.HasField("seat") else None
            share = (seat, feed.form)
            if share not in shares:
                viewers.append(viewer if seat is not None else pb.Caller())
            shares.setdefault(share, []).append(feed)
        return viewers, shares

    def _on_shown(self, notice: Notice, feeds: Feeds, shown: pb.Shown | None) -> None:
        self._looking = False
        for feed in chain(*feeds):
            feed.looking = False
        # Without sights the match has changed once more, or the engine could not look.
        for same, seen in zip(feeds, shown.sights if shown else (), strict=False):
            if shown and (text := _text(seen, same[0].form)):
                sight = _sight(notice, shown, text, same[0])
                for feed in same:
                    feed.publish(sight, seen.events)
        newest, self._newest = self._newest, None
        if newest:
            self._look(newest)
        for feed in chain(*feeds):
            feed.catch_up()


def emote_event(message: str) -> StreamEvent:
    """Return the event of an emote. Raise ValueError for a message that does not have one."""
    # A later release may say more.
    seat, emote, *_ = message.removeprefix(EMOTE).split(" ")
    return stream_event("emote", {"seat": int(seat), "emote": emote})


def _text(seen: pb.Sight, form: Form) -> bytes:
    """Return what the form asks for; b"" if the viewer is not shown all of that."""
    text = seen.outline if form.omit_match else seen.match
    if not (form.include_legal_moves and text):
        return text
    return serializers.with_legal_moves(text, seen.legal_moves) if seen.legal_moves else b""


def _sight(notice: Notice, shown: pb.Shown, text: bytes, feed: MatchFeed) -> Sight:
    return Sight(
        notice.version,
        feed.sight.game,
        notice.head,
        shown.status,
        list(shown.to_move),
        shown.update_time,
        shown.deadline,
        text,
        feed.form,
    )
