"""The places of a house bot: one player cannot take them all."""

import asyncio
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from queue import Queue

import pytest
from croupier_client import AsyncCroupier

from bots import places
from bots.evenings import Evenings
from bots.keeping import Seals
from bots.places import SAME_PERSON, Places
from bots.resident import Character, Manners, Resident, hugo
from bots.searching import Searchers
from tests.support.live import Live
from tests.support.opponents import available, invite, statuses
from tests.support.players import HOUSE_KEY, Client, Json, ok, register
from tests.support.waiting import until

GAME = "just4fun"
DAY = {"perMove": "86400s"}
ENDLESS: Sequence[Json] = [
    {},
    {"clock": {"perMove": "86401s"}},
    {"clock": {"bank": "90000s"}},
    {"clock": {**DAY, "onTimeout": "random"}},
    {"clock": DAY, "seats": 3},
    {"clock": DAY, "start": "manual"},
]


@contextmanager
def resident(url: str, folder: Path, most: int) -> Iterator[Client]:
    """The bot as it is known to others, for as long as it can be invited."""
    known: Queue[Client] = Queue()
    seals = folder / "seals.json"
    told = threading.Event()

    async def live() -> None:
        async with AsyncCroupier(url) as me:
            player = await me.register("Hugo", house_key=HOUSE_KEY)
            character, manners = Character("Hugo", "", 2, hugo), Manners(0, most, lambda: HOUSE_KEY)
            bot = Resident(me, character, Seals(seals), manners, Searchers(1), Evenings([]))
            playing = asyncio.create_task(bot.live(me))
            known.put(Client(url, me.token, {"id": player.id}))
            await asyncio.to_thread(told.wait)
            playing.cancel()

    thread = threading.Thread(target=asyncio.run, args=[live()])
    thread.start()
    try:
        bot = known.get(timeout=60)
        until(lambda: bot.id in [each["id"] for each in available(Client(url), GAME)], 60)
        yield bot
    finally:
        told.set()
        thread.join()


def answer(human: Client, bot: Client, **settings: object) -> tuple[str, Json]:
    """What has become of an invitation: its status, and the match."""
    match_id = str(human.create(game=GAME, **settings)["id"])
    invite(human, match_id, bot)
    until(lambda: statuses(human, match_id)[bot.id] != "pending", 60)
    return statuses(human, match_id)[bot.id], human.see(match_id)


def test_one_person_has_few_matches_at_a_time(live: Live, tmp_path: Path) -> None:
    ann, bob = register(live.url), register(live.url)
    with resident(live.url, tmp_path, 1000) as bot:
        matches = [answer(ann, bot, options={"startSeat": 0}) for _ in range(SAME_PERSON + 1)]
        assert [status for status, _ in matches] == ["accepted"] * SAME_PERSON + ["declined"]
        assert answer(bob, bot)[0] == "accepted"
        ended = matches[0][1]["id"]
        ann.act(ended, "resign")
        assert answer(ann, bot)[0] == "accepted"
        # With the place gone, there is no rematch.
        ok(ann.post(f"/v1/matches/{ended}/rematch", {}))
        assert answer(bob, bot)[0] == "accepted"
        assert ok(ann.post(f"/v1/matches/{ended}/rematch", {}))["matchId"] is None


def test_the_second_half_of_the_places_is_for_what_ends(live: Live, tmp_path: Path) -> None:
    with resident(live.url, tmp_path, 2) as bot:
        assert answer(register(live.url), bot)[0] == "accepted"
        bob = register(live.url)
        for settings in ENDLESS:
            assert answer(bob, bot, **settings)[0] == "declined", settings
        assert answer(bob, bot, clock=DAY)[0] == "accepted"


def test_where_all_places_are_taken_a_match_that_was_left_is_given_up(
    live: Live, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(places, "RECOUNT_S", 0.0)
    ann, bob, cleo = (register(live.url) for _ in range(3))
    with resident(live.url, tmp_path, 2) as bot:
        left = answer(ann, bot, options={"startSeat": 0})[1]["id"]
        assert answer(bob, bot)[0] == "declined"
        monkeypatch.setattr(places, "LEFT_S", 0.0)
        status, played = answer(bob, bot, options={"startSeat": 1})
        assert (status, ann.see(left)["outcome"]["winners"]) == ("accepted", [0])
        # This one waits for bob once the bot has moved.
        until(lambda: bob.see(played["id"])["toMove"] == [0], 60)
        assert answer(cleo, bot)[0] == "accepted"
        assert bob.see(played["id"])["outcome"]["winners"] == [0]


def test_matches_of_before_count(live: Live, tmp_path: Path) -> None:
    """Also matches with an end that it was not told of."""
    ann = register(live.url)
    with resident(live.url, tmp_path, 1000) as bot:
        matches = [answer(ann, bot)[1]["id"] for _ in range(SAME_PERSON)]

    async def counted() -> list[bool]:
        async with AsyncCroupier(live.url, bot.token) as me:
            table = await me.matches.get(ann.create(game=GAME)["id"])
            before = await Places(me, 1000).admits(table.now)
            ann.act(matches[0], "resign")
            return [before, await Places(me, 1000).admits(table.now)]

    assert asyncio.run(counted()) == [False, True]
