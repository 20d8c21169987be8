"""A herald at work on tournaments: what their logs say reaches the hooks of their players."""

import hashlib
import json
import re
import time
from collections.abc import AsyncIterator
from typing import Any

import pytest
import trustme
from croupier_tournament import Status, commands, match_id
from croupier_tournament.lots import seal_of
from herald.owned import Owned
from redis.asyncio import Redis
from redislink import tournaments
from redislink.channels import TOURNAMENT, Emote, player_channel
from redislink.pubsub import Subscriber

from tests.croupier_tournament.playing import Playing
from tests.herald.test_runner import WEBHOOKS, do
from tests.support.heralds import Called, herald, hook_of, receiver
from tests.support.live import Live
from tests.support.matches import fresh_id
from tests.support.players import Client, ok
from tests.support.requests import newcomer
from tests.support.tournaments import Stored, settings
from tests.support.waiting import happens

pytestmark = [pytest.mark.service, pytest.mark.anyio]

EVENTS = ("checkInOpened", "roundPaired", "tournamentFinished")
NAMES = ("Annabellissima", "Bobadilla")
PRIVATE = {"name": "Cabaletta", "access": "private", "inviteCode": "c0de" * 5}
MEMBERS = {
    *("tournamentId", "game", "version", "installation", "url"),
    *("startTime", "round", "table", "matchId", "bye", "status"),
}
HOUR_MS = 60 * 60 * 1000
TIME = re.compile(r"\d{4}-[\d-]+T[\d:.]+Z")
ID = re.compile(r"[\w-]{22}")


@pytest.fixture(scope="module")
def authority() -> trustme.CA:
    return trustme.CA()


@pytest.fixture
async def called(authority: trustme.CA) -> AsyncIterator[Called]:
    async with receiver(authority) as found:
        yield found


class Evening(Stored):
    """A private tournament of players of a service, of which its log alone says anything."""

    @classmethod
    async def begun(cls, redis: Redis, players: list[Client], seed: str) -> "Evening":
        now_ms = round(time.time() * 1000)
        wish = settings(rounds=1, start=now_ms + HOUR_MS, check_in_ms=60_000, break_ms=0)
        it = cls(redis, Playing(wish, seed, fresh_id(), now=now_ms), made=PRIVATE, given=0)
        joins = [commands.Register(each.id, None, seal_of(it.lots(each))) for each in players]
        await it.act(*joins)
        return it

    def lots(self, who: Client) -> str:
        """The entropy of a player's seal."""
        return hashlib.sha256(f"{self.playing.seed} {who.id}".encode()).hexdigest()

    def entrant(self, player: str) -> dict[str, Any]:
        return {"displayName": NAMES[0], "kind": "human", "seals": []}

    async def act(self, *wishes: commands.Command) -> None:
        for each in wishes:
            self.playing.do(each, 1)
        await self.save()
        await self.redis.zrem(tournaments.DUE, self.id)  # no director has a hand in it

    async def reveal(self, players: list[Client]) -> None:
        await self.act(*(commands.Reveal(each.id, self.lots(each)) for each in players))

    async def pair(self) -> None:
        self.playing.pair()
        await self.act()

    async def end(self) -> None:
        self.playing.play_round()
        while self.playing.it.status is Status.RUNNING:
            self.playing.proceed()
        await self.act()


def told(called: Called, player: Client, tournament_id: str) -> list[Any]:
    """What one hook was told of a tournament."""
    bodies = zip(called.receiver.received, called.messages, strict=True)
    own = [each for one, each in bodies if f"/{player.id} " in one.line]
    return [each for each in own if each["data"]["tournamentId"] == tournament_id]


async def told_of_an_evening(called: Called, redis: Redis, seats: list[Client], seed: str) -> Any:
    """Play a tournament; return what both were told, without its ids and times."""
    evening = await Evening.begun(redis, seats, seed)
    for each in seats:
        await hook_of(each, *EVENTS)

    async def until_told(*kinds: str) -> None:
        def holds(it: Called) -> bool:
            each_told = [told(it, each, evening.id) for each in seats]
            return all([one["type"] for one in each] == [*kinds] for each in each_told)

        await called.until(holds)

    await evening.act(commands.OpenCheckIn())
    await until_told(*EVENTS[:1])
    await evening.reveal(seats)
    await evening.pair()
    await until_told(*EVENTS[:2])
    first = told(called, seats[0], evening.id)[-1]["data"]
    assert first["matchId"] == match_id(evening.id, 1, 1)
    await evening.end()
    await until_told(*EVENTS)
    text = json.dumps([told(called, each, evening.id) for each in seats])
    for hidden in (evening.playing.secret, *map(evening.lots, seats), PRIVATE["inviteCode"]):
        assert hidden not in text
    for each in seats:
        hooks = (await do(lambda each=each: ok(each.get(WEBHOOKS))))["webhooks"]
        for one in hooks:
            await do(each.delete, f"{WEBHOOKS}/{one['id']}")
    return TIME.sub("TIME", ID.sub("ID", text))


async def test_two_tournaments_of_other_secrets_are_told_alike_and_without_names(
    live: Live, authority: trustme.CA, called: Called, redis: Redis
) -> None:
    """Other seeds and entropies give the same bodies, from the check-in to the end."""
    async with herald(live, authority, called):
        seats = [await do(newcomer, live.url, name) for name in NAMES]
        first = await told_of_an_evening(called, redis, seats, "one")
        second = await told_of_an_evening(called, redis, seats, "two")
    assert first == second
    for message in called.messages:
        assert message.keys() == {"type", "timestamp", "data"}
        assert message["data"].keys() <= MEMBERS
    bodies = " ".join(one.body.decode() for one in called.receiver.received)
    hidden = (*NAMES, PRIVATE["name"], *(each.id for each in seats))
    assert not [each for each in hidden if each in bodies]


async def test_a_hook_is_attended_to_at_once_when_its_player_joins(redis: Redis) -> None:
    """Not a minute later, when it is looked at; and a friend or an emote is nothing to it."""
    wanted, ann, joined = list[str](), fresh_id(), fresh_id()
    subscriber = Subscriber(redis, "herald")
    owned = Owned(subscriber, lambda _, notice: wanted.append(notice))
    owned.learn(fresh_id(), ann)
    subscriber.start()
    channel: Any = player_channel(ann)

    async def is_heard() -> bool:
        return dict(await redis.pubsub_numsub(channel)) == {channel.encode(): 1}

    async def is_wanted() -> bool:
        return bool(wanted)

    await happens(is_heard)
    emote = Emote(0, "hello", ann).message()
    for message in (f"friend asked {ann}", f"{fresh_id()} {emote}", f"{TOURNAMENT} {joined}"):
        await redis.publish(channel, message)
    await happens(is_wanted)
    assert wanted == [f"{TOURNAMENT} {joined}"]
    await subscriber.stop()


async def test_what_came_while_no_herald_ran_is_told_by_the_next(
    live: Live, authority: trustme.CA, called: Called, redis: Redis
) -> None:
    seats = [await do(newcomer, live.url) for _ in range(2)]
    evening = await Evening.begun(redis, seats, "three")
    await hook_of(seats[0], *EVENTS)
    async with herald(live, authority, called):
        await evening.act(commands.OpenCheckIn())
        await called.until(lambda it: told(it, seats[0], evening.id))
    await evening.reveal(seats)
    await evening.pair()
    async with herald(live, authority, called):
        await called.until(lambda it: len(told(it, seats[0], evening.id)) == 2)
    await evening.end()
    async with herald(live, authority, called):
        await called.until(lambda it: len(told(it, seats[0], evening.id)) == 3)
    kinds = [each["type"] for each in told(called, seats[0], evening.id)]
    assert kinds == [*EVENTS]
