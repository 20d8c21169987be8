"""Notices of new versions of matches: an engine is asked once for each, for all its followers here.

A notice in a match's channel names the version, the head of the log then, and the version and
head before. Feeds that have the version before are shown the new one by an engine, all with one
look, which most often needs no Redis: the engine that made the change has it still. All other
feeds are woken, and fetch what they have not; so are those to which a look brings nothing.
"""

import asyncio
from collections.abc import Sequence
from functools import partial
from itertools import chain
from typing import TypeAlias

from croupier.v1 import engine_service_pb2 as pb
from redislink.channels import RATED, Emote, Notice, match_channel
from redislink.pubsub import Subscriber

from gateway.errors import Problem
from gateway.players.hearing import Hearing
from gateway.streams.event_queue import stream_event
from gateway.streams.match_feed import MatchFeed
from gateway.streams.match_source import MatchSource
from gateway.streams.shown_match import ShownMatch

Feeds: TypeAlias = Sequence[Sequence[MatchFeed]]
"""The feeds of a match by what their readers are shown."""
Shares: TypeAlias = dict[tuple[int | None, pb.Form.ValueType], list[MatchFeed]]
"""The same by seat, None for all who have none, and form."""


class Notices:
    """What becomes of the notices of the matches that are followed on this gateway."""

    def __init__(self, source: MatchSource, subscriber: Subscriber, hearing: Hearing) -> None:
        self._source, self._hearing = source, hearing
        self._subscriber = subscriber
        self._matches: dict[str, MatchNotices] = {}

    def join(self, feed: MatchFeed) -> None:
        """Show the feed new versions, until `leave`."""
        match = self._matches.get(feed.match_id)
        if match is None:
            match = self._matches[feed.match_id] = MatchNotices(
                feed.match_id, self._source, self._hearing
            )
            self._subscriber.add(match_channel(feed.match_id), match.on_message)
        match.feeds.add(feed)

    def leave(self, feed: MatchFeed) -> None:
        match = self._matches.get(feed.match_id)
        if match is None:  # it has left before
            return
        match.feeds.discard(feed)
        if not match.feeds:
            del self._matches[feed.match_id]
            self._subscriber.remove(match_channel(feed.match_id), match.on_message)


class MatchNotices:
    """The feeds of one match, for which there is one look at a time."""

    def __init__(self, match_id: str, source: MatchSource, hearing: Hearing) -> None:
        self.feeds: set[MatchFeed] = set()
        self._match_id = match_id
        self._source, self._hearing = source, hearing
        self._telling = set[asyncio.Task[None]]()
        self._looked_for: frozenset[MatchFeed] = frozenset()
        self._newest: Notice | None = None

    def on_message(self, message: str | None) -> None:
        """Take a message of the match's channel; None says that some may be lost."""
        try:
            if message is not None:
                self._take(message)
                return
        except ValueError:  # none of ours: it must not end the connection of all channels
            pass
        for feed in self.feeds:
            feed.wake()

    def _take(self, message: str) -> None:
        if message == RATED:
            for feed in self.feeds:
                feed.on_rated()
        elif emote := Emote.parse(message):
            self._say(emote)
        else:
            self._follow(Notice.parse(message))

    def _say(self, emote: Emote) -> None:
        """Pass an emote on to all followers of the match here whom it is to reach."""
        listeners = {reader.listener for feed in self.feeds for reader in feed.readers} - {""}
        telling = asyncio.create_task(self._say_to(emote, listeners))
        self._telling.add(telling)
        telling.add_done_callback(self._telling.discard)

    async def _say_to(self, emote: Emote, listeners: set[str]) -> None:
        event = stream_event("emote", {"seat": emote.seat, "emote": emote.name})
        try:
            deaf = await self._hearing.deaf_to(emote.player_id, listeners)
        except Problem:  # rather nothing than what somebody does not want to hear
            deaf = listeners - {emote.player_id}
        for feed in [*self.feeds]:
            feed.say(event, deaf)

    def _follow(self, notice: Notice) -> None:
        """Have the version looked at for the feeds that await it, and wake the others.

        The feeds of a look under way are shown what that brings first.
        """
        if self._looked_for:
            self._newest = notice
        else:
            self._look(notice)
        self._wake(notice.version)

    def _wake(self, version: int) -> None:
        """Have all feeds fetch the version, but those to which a look may bring it."""
        for feed in self.feeds - self._looked_for:
            feed.wake(version)

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
            forms=[form for _, form in shares],
        )
        if self._source.engine.follow(look, partial(self._on_shown, notice, feeds)):
            self._looked_for = frozenset(chain(*feeds))

    def _viewers(self, notice: Notice) -> tuple[list[pb.Caller], Shares]:
        """Return the viewers to be shown the version, and the feeds of each.

        All who have no seat see the same, and count as one.
        """
        shares: Shares = {}
        viewers: list[pb.Caller] = []
        for feed in [*self.feeds]:
            if not feed.awaits(notice):
                continue
            viewer = self._source.visibility.settled_caller(self._match_id, feed.viewer)
            if viewer is None:
                continue
            seat = viewer.seat if viewer.HasField("seat") else None
            share = (seat, feed.form)
            if share not in shares:
                viewers.append(viewer if seat is not None else pb.Caller())
            shares.setdefault(share, []).append(feed)
        return viewers, shares

    def _on_shown(self, notice: Notice, feeds: Feeds, shown: pb.Shown | None) -> None:
        self._looked_for = frozenset()
        # Without texts the match has changed once more, or the engine could not look.
        for same, text in zip(feeds, shown.texts if shown else (), strict=False):
            if shown and text.match:
                match = ShownMatch.of(shown, text)
                for feed in same:
                    feed.publish(match)
        newest, self._newest = self._newest, None
        if newest:
            self._follow(newest)
        else:
            self._wake(notice.version)
