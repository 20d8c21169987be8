"""Notices: one look for all readers of a match, each of which is shown its own view."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator

import pytest
from croupier.v1 import engine_service_pb2 as pb
from gateway.players.player import Player
from gateway.streams.event_queue import EventQueue
from gateway.streams.match_feed import MatchFeed
from gateway.streams.notices import Notices
from redislink.channels import Emote

from tests.support.at_peace import AllEars
from tests.support.memory_matches import ANN, BOB, CHANNEL, EVE, MATCH_ID, MemoryMatch
from tests.support.notifications import publish, unconnected_subscriber

pytestmark = pytest.mark.anyio

LONG_S = 20.0
VIEWERS = (ANN, BOB, None)
OUTLINES = (pb.FORM_OUTLINE, pb.FORM_OUTLINE_WITH_MOVES)
WITH_MOVES = (pb.FORM_MATCH_WITH_MOVES, pb.FORM_OUTLINE_WITH_MOVES)


def head_of(version: int) -> str:
    return f"{version:016x}"


def text_of(match: bytes, form: pb.Form.ValueType) -> pb.Text:
    return pb.Text(match=match, events=b"" if form in OUTLINES else b"[]")


def shown(look: pb.Look, texts: list[pb.Text]) -> pb.Shown:
    return pb.Shown(
        texts=texts, version=look.version, head=look.head, status=pb.MATCH_STATUS_ACTIVE
    )


def each_viewer(look: pb.Look) -> Iterator[tuple[pb.Caller, pb.Form.ValueType]]:
    return zip(look.viewers, look.forms, strict=True)


class Hall:
    """A match at version 2, and a feed with a reader for each viewer."""

    def __init__(self) -> None:
        self.source = MemoryMatch()
        self.source.match.head = head_of(2)
        self.subscriber = unconnected_subscriber()
        self.ears = AllEars()
        self.notices = Notices(self.source, self.subscriber, self.ears)
        self.feeds = [self.feed(each.id if each else "", each, pb.FORM_MATCH) for each in VIEWERS]
        self.readers = [EventQueue() for _ in VIEWERS]
        for feed, reader in zip(self.feeds, self.readers, strict=True):
            reader.listener = feed.viewer.id if feed.viewer else ""
            feed.readers.add(reader)
            self.notices.join(feed)

    def feed(self, key: str, viewer: Player | None, form: pb.Form.ValueType) -> MatchFeed:
        return MatchFeed((MATCH_ID, key, form), viewer, self.source)

    async def join(self, viewer: Player | None, form: pb.Form.ValueType) -> EventQueue:
        """Have one more follow the match."""
        feed, reader = self.feed(viewer.id if viewer else "", viewer, form), EventQueue()
        feed.readers.add(reader)
        self.feeds.append(feed)
        self.notices.join(feed)
        await feed.refresh()
        return reader

    def notice(self, version: int, head_before: str = "") -> None:
        before = head_before or head_of(version - 1)
        told = f"{version} {head_of(version)} {version - 1} {before}"
        publish(self.subscriber, CHANNEL, told)

    def show(self, number: int = 0, hidden: str = "") -> None:
        """Answer a look, to each viewer with its own name; `hidden` are those that may not see."""
        look, on_shown = self.source.looks[number]
        texts = [
            pb.Text()
            if hidden and each.player_id == hidden
            else text_of(json.dumps(each.player_id).encode(), form)
            for each, form in zip(look.viewers, look.forms, strict=True)
        ]
        on_shown(shown(look, texts))

    async def next(self, place: int) -> tuple[int | None, str]:
        event = await self.readers[place].get(LONG_S)
        assert event
        return event.version, json.loads(event.data)["match"]


@pytest.fixture
async def hall() -> AsyncIterator[Hall]:
    hall = Hall()
    for feed in hall.feeds:
        await feed.refresh()
    yield hall
    for feed in hall.feeds:
        await feed.close()


async def test_one_look_shows_each_viewer_its_own(hall: Hall) -> None:
    hall.notice(3)
    (look, _), *others = hall.source.looks
    assert not others
    assert (look.match_id, look.version, look.head) == (MATCH_ID, 3, head_of(3))
    for _ in range(10):  # as far as anything gets without an answer
        await asyncio.sleep(0)
    assert hall.source.reads == []
    hall.show()
    for place, viewer in enumerate(VIEWERS):
        assert await hall.next(place) == (3, viewer.id if viewer else "")
    assert hall.source.reads == []


async def test_an_emote_reaches_those_who_want_to_hear_it(hall: Hall) -> None:
    hall.ears.deaf = {ANN.id}
    publish(hall.subscriber, CHANNEL, Emote(1, "hello", BOB.id).message())
    publish(hall.subscriber, CHANNEL, Emote(0, "oops", ANN.id).message())
    said = [[b'"oops"'], [b'"hello"', b'"oops"'], [b'"hello"', b'"oops"']]
    for reader, names in zip(hall.readers, said, strict=True):
        for name in names:
            event = await reader.get(LONG_S)
            assert event
            assert name in event.data
        assert await reader.get(0.0) is None


async def test_an_emote_is_told_to_all_and_asks_nobody(hall: Hall) -> None:
    publish(hall.subscriber, CHANNEL, Emote(1, "hello", BOB.id).message())
    for reader in hall.readers:
        event = await reader.get(LONG_S)
        assert event
        said = b'{"seat":1,"emote":"hello"}'
        assert event.ndjson == b'{"event":"emote","version":null,"data":%s}\n' % said
        assert event.sse == b"event: emote\ndata: %s\n\n" % said
        assert await reader.get(0.0) is None
    assert (hall.source.looks, hall.source.reads) == ([], [])


async def test_while_a_look_is_under_way_the_newest_notice_is_kept(hall: Hall) -> None:
    hall.notice(3)
    hall.notice(4)
    assert len(hall.source.looks) == 1
    hall.show()
    assert [each.version for each, _ in hall.source.looks] == [3, 4]
    hall.show(1)
    for place in range(len(VIEWERS)):
        assert [(await hall.next(place))[0] for _ in range(2)] == [3, 4]
    assert hall.source.reads == []


async def test_what_a_look_does_not_bring_is_fetched(hall: Hall) -> None:
    hall.source.change()
    hall.notice(3)
    hall.source.looks[0][1](None)
    for reader in hall.readers:
        event = await reader.get(LONG_S)
        assert event
        assert event.version == 3
    assert hall.source.reads == [2, 2, 2]


async def test_who_is_shown_nothing_asks_for_itself(hall: Hall) -> None:
    hall.source.change()
    hall.notice(3)
    hall.show(hidden=BOB.id)
    for reader in hall.readers:
        event = await reader.get(LONG_S)
        assert event
        assert event.version == 3
    assert hall.source.reads == [2]


async def test_a_version_that_does_not_follow_is_not_looked_at(hall: Hall) -> None:
    hall.notice(4)
    hall.notice(2)
    publish(hall.subscriber, CHANNEL, f"4 {head_of(4)} 2 {head_of(2)}")
    assert hall.source.looks == []
    assert all(not feed.gone for feed in hall.feeds)


async def test_players_are_not_looked_for_while_their_seats_may_change(hall: Hall) -> None:
    hall.source.settled = False
    hall.notice(3)
    assert hall.source.looks == []


async def test_the_readers_of_a_lost_history_are_sent_away(hall: Hall) -> None:
    """Redis was restored, and the match has gone on to the next version from another one."""
    hall.notice(3, head_before="f" * 16)
    assert hall.source.looks == []
    for reader in hall.readers:
        event = await reader.get(LONG_S)
        assert event
        assert json.loads(event.data)["reason"] == "version_mismatch"


async def test_an_answer_that_is_overtaken_is_published_once(hall: Hall) -> None:
    hall.notice(3)
    hall.source.change()
    hall.source.match.head = head_of(3)
    await hall.feeds[0].refresh()
    hall.show()
    hall.notice(4)
    hall.show(1)
    event = await hall.readers[0].get(LONG_S)
    assert event
    assert (event.version, await hall.next(0)) == (3, (4, ANN.id))


async def test_who_has_left_is_not_looked_for(hall: Hall) -> None:
    for feed in hall.feeds:
        hall.notices.leave(feed)
    hall.notice(3)
    assert hall.source.looks == []
    assert CHANNEL not in hall.subscriber._listeners


async def test_all_who_have_no_seat_are_one_viewer(hall: Hall) -> None:
    reader = await hall.join(EVE, pb.FORM_MATCH)
    hall.notice(3)
    ((look, _),) = hall.source.looks
    assert sorted(each.player_id for each in look.viewers) == ["", ANN.id, BOB.id]
    hall.show()
    event = await reader.get(LONG_S)
    assert event
    assert json.loads(event.data)["match"] == ""


async def test_each_reader_is_shown_what_it_asks_for(hall: Hall) -> None:
    """Matches and outlines by one look, for which all spectators are one viewer of each."""
    outlines = [await hall.join(each, pb.FORM_OUTLINE) for each in (ANN, EVE, None)]
    hall.notice(3)
    ((look, _),) = hall.source.looks
    asked = [(each.player_id, form in OUTLINES) for each, form in each_viewer(look)]
    matches = [(ANN.id, False), (BOB.id, False), ("", False)]
    assert sorted(asked) == sorted([*matches, (ANN.id, True), ("", True)])
    hall.show()
    told = [await reader.get(LONG_S) for reader in outlines]
    assert [event.data for event in told if event] == [
        f'"{name}"'.encode() for name in (ANN.id, "", "")
    ]
    for place, viewer in enumerate(VIEWERS):
        assert await hall.next(place) == (3, viewer.id if viewer else "")
    assert hall.source.reads == []


async def test_readers_with_legal_moves_have_a_look_of_their_own_form(hall: Hall) -> None:
    readers = [await hall.join(ANN, form) for form in WITH_MOVES]
    hall.notice(3)
    look, on_shown = hall.source.looks[0]
    assert {*WITH_MOVES} < {*look.forms}
    on_shown(shown(look, [text_of(b'{"form":%d}' % form, form) for form in look.forms]))
    told = [json.loads(event.data) for reader in readers if (event := await reader.get(LONG_S))]
    match, outline = ({"form": form} for form in WITH_MOVES)
    assert told == [{"version": 3, "game": "", "events": [], "match": match}, outline]
    assert hall.source.reads == []


async def test_during_a_look_a_feed_that_may_have_missed_a_notice_asks_for_itself(
    hall: Hall,
) -> None:
    hall.notice(3)
    hall.source.change()
    for match in hall.notices._matches.values():
        match.on_message(None)
    for reader in hall.readers:
        event = await reader.get(LONG_S)
        assert event
        assert event.version == 3
    hall.show()
    assert [await reader.get(0.0) for reader in hall.readers] == [None, None, None]


@pytest.mark.parametrize("message", ["3", "three of hearts and so on", "emote x hello", "emote"])
async def test_after_a_message_of_others_all_look_for_what_they_have_missed(
    hall: Hall, message: str
) -> None:
    hall.source.change()
    publish(hall.subscriber, CHANNEL, message)
    assert hall.source.looks == []
    for reader in hall.readers:
        event = await reader.get(LONG_S)
        assert event
        assert event.version == 3
