"""A herald at work: a service, its players, and a receiver of their hooks."""

import asyncio
from collections.abc import AsyncIterator, Callable
from functools import partial
from typing import Any, TypeVar

import pytest
import trustme
from herald.outgoing import Place
from herald.runner import Herald
from redis import Redis
from redislink import hooks
from standardwebhooks.webhooks import Webhook

from tests.support.heralds import NAME, Called, herald, hook_of, receiver
from tests.support.live import Live
from tests.support.players import Client, Json, key, ok
from tests.support.receivers import OK, receiving
from tests.support.requests import newcomer, table

pytestmark = [pytest.mark.service, pytest.mark.anyio]

T = TypeVar("T")
ALL = ("yourTurn", "matchStarted", "matchFinished", "invited", "rematchOffered", "entropyNeeded")
WEBHOOKS = "/v1/players/me/webhooks"
FAILS = b"HTTP/1.1 500 No\r\n\r\n"


@pytest.fixture(scope="module")
def authority() -> trustme.CA:
    return trustme.CA()


@pytest.fixture
async def called(authority: trustme.CA) -> AsyncIterator[Called]:
    async with receiver(authority) as found:
        yield found


@pytest.fixture
async def working(live: Live, authority: trustme.CA, called: Called) -> AsyncIterator[Herald]:
    async with herald(live, authority, called) as found:
        yield found


async def do(act: Callable[..., T], *given: Any) -> T:
    """Act as a player, while the receiver answers."""
    return await asyncio.to_thread(act, *given)


async def happens(read: Callable[..., Any], holds: Callable[[Any], bool], *given: Any) -> None:
    """Read until it holds."""
    async with asyncio.timeout(60):
        while not holds(await read(*given)):
            pass


def move(match_id: str, seats: list[Client]) -> int:
    """Make a move of whoever is to move; return the seat."""
    mover = seats[0].see(match_id)["toMove"][0]
    moves = [each["notation"] for each in seats[mover].legal_moves(match_id)]
    seats[mover].move(match_id, next(each for each in moves if each.endswith("*")))
    return int(mover)


async def test_a_match_is_told_from_its_beginning_to_its_end(
    live: Live, working: Herald, called: Called
) -> None:
    ann, bob = await do(newcomer, live.url), await do(newcomer, live.url)
    await hook_of(ann, *ALL)
    hook = await hook_of(bob, *ALL)
    match_id = str((await do(lambda: ann.create(options={"startSeat": 0})))["id"])
    await do(bob.join, match_id)
    await called.until(
        lambda it: it.told(ann.id) == [("matchStarted", match_id), ("yourTurn", match_id)]
    )
    await called.until(lambda it: it.told(bob.id) == [("matchStarted", match_id)])
    await do(move, match_id, [ann, bob])
    await called.until(lambda it: ("yourTurn", match_id) in it.told(bob.id))
    await do(ann.act, match_id, "resign")
    finished = ("matchFinished", match_id)
    await called.until(lambda it: finished in it.told(ann.id) and finished in it.told(bob.id))
    assert called.told(bob.id) == [
        (each, match_id) for each in ("matchStarted", "yourTurn", "matchFinished")
    ]
    (last,) = (each for each in called.receiver.received[-2:] if f"/{bob.id} " in each.line)
    body = Webhook(hook["secret"]).verify(last.body, last.headers)
    assert set(body) == {"type", "timestamp", "data"}
    assert body["data"] == {
        "matchId": match_id,
        "game": "lost-cities",
        "version": body["data"]["version"],
        "url": f"https://cards.example.org/?match={match_id}",
        "installation": (await do(lambda: ok(ann.get("/v1/about"))))["installation"],
    }


async def test_a_turn_that_was_made_before_it_could_be_told_is_not_told(
    live: Live, working: Herald, called: Called
) -> None:
    called.receiver.answer = FAILS
    ann, bob = await do(newcomer, live.url), await do(newcomer, live.url)
    hook = await hook_of(ann, "yourTurn")
    match_id = str((await do(lambda: ann.create(options={"startSeat": 0})))["id"])
    await do(bob.join, match_id)
    await called.until(lambda it: it.told(ann.id) == [("yourTurn", match_id)])
    called.receiver.answer = OK
    await do(move, match_id, [ann, bob])
    await do(move, match_id, [ann, bob])
    await called.until(lambda it: len(it.told(ann.id)) == 2)
    assert called.messages[1]["data"]["version"] == 4
    await happens(
        deliveries,
        lambda found: [each["state"] for each in found] == ["sent", "superseded"],
        ann,
        hook,
    )


async def deliveries(player: Client, hook: Json) -> list[Json]:
    path = f"/v1/players/me/webhooks/{hook['id']}/deliveries"
    found: list[Json] = (await do(lambda: ok(player.get(path))))["deliveries"]
    return found


async def test_a_hook_that_cannot_be_read_holds_up_no_others(
    live: Live, redis_url: str, authority: trustme.CA, called: Called
) -> None:
    ann, bob = await do(newcomer, live.url), await do(newcomer, live.url)
    of_ann, _ = await hook_of(ann, *ALL), await hook_of(bob, *ALL)
    with Redis.from_url(redis_url) as store:
        for unreadable in ("{", "[]", '{"off": "gone"}', '{"queue": [{"id": 1}]}'):
            store.hset(hooks.hook(of_ann["id"]), hooks.STATE, unreadable)
            async with herald(live, authority, called):
                match_id = str((await do(ann.create))["id"])
                await do(bob.join, match_id)
                await called.until(partial(_began, match_id, bob))
    assert not called.told(ann.id)


def _began(match_id: str, player: Client, called: Called) -> bool:
    return ("matchStarted", match_id) in called.told(player.id)


async def test_what_happened_while_no_herald_was_there_is_told_by_the_next(
    live: Live, authority: trustme.CA, called: Called
) -> None:
    ann, bob = await do(newcomer, live.url), await do(newcomer, live.url)
    await hook_of(ann, *ALL)
    async with herald(live, authority, called):
        ended = str((await do(lambda: ann.create(options={"startSeat": 0})))["id"])
        await do(bob.join, ended)
        await called.until(lambda it: len(it.told(ann.id)) == 2)
    await do(ann.act, ended, "resign")
    short = str((await do(ann.create))["id"])
    await do(bob.join, short)
    await do(bob.act, short, "resign")
    running = str((await do(lambda: ann.create(options={"startSeat": 0})))["id"])
    await do(bob.join, running)
    async with herald(live, authority, called):
        await called.until(lambda it: len(it.told(ann.id)) == 6)
    told = called.told(ann.id)[2:]
    assert sorted(told) == sorted(
        [
            ("matchFinished", ended),
            ("matchFinished", short),
            ("matchStarted", running),
            ("yourTurn", running),
        ]
    )


async def test_a_test_and_a_message_that_was_given_up_are_sent_when_asked_for(
    live: Live, working: Herald, called: Called
) -> None:
    ann = await do(newcomer, live.url)
    hook = await hook_of(ann, "invited")
    path = f"/v1/players/me/webhooks/{hook['id']}"
    called.receiver.answer = FAILS
    made = (await do(lambda: ok(ann.post(f"{path}/test", {}, key()), 202)))["id"]
    await called.until(lambda it: it.told(ann.id) == [("test", None)])
    await happens(
        deliveries, lambda found: [each["state"] for each in found] == ["dead"], ann, hook
    )
    called.receiver.answer = OK
    await do(lambda: ok(ann.post(f"{path}/deliveries/{made}/retry", {}, key()), 202))
    await called.until(lambda it: len(it.told(ann.id)) == 2)
    ids = [each.headers["webhook-id"] for each in called.receiver.received]
    assert ids == [made, made]


async def test_410_switches_a_hook_off_and_a_test_that_arrives_on_again(
    live: Live, working: Herald, called: Called
) -> None:
    called.receiver.answer = b"HTTP/1.1 410 Gone\r\n\r\n"
    ann, bob = await do(newcomer, live.url), await do(newcomer, live.url)
    hook = await hook_of(ann, "matchStarted")
    path = f"/v1/players/me/webhooks/{hook['id']}"

    async def stands(status: str) -> None:
        await happens(do, lambda found: found["status"] == status, lambda: ok(ann.get(path)))

    match_id = str((await do(ann.create))["id"])
    await do(bob.join, match_id)
    await stands("gone")
    called.receiver.answer = OK
    await do(lambda: ok(ann.post(f"{path}/test", {}, key()), 202))
    await stands("on")


async def test_an_invitation_is_told_unless_who_sends_it_is_blocked(
    live: Live, working: Herald, called: Called
) -> None:
    ann, bob, eve = [await do(newcomer, live.url) for _ in range(3)]
    await hook_of(ann, "invited")
    await do(lambda: ok(ann.put(f"/v1/players/me/blocks/{eve.id}", {})))
    for each in (eve, bob):
        match_id = str((await do(each.create))["id"])
        await do(
            lambda each=each, match_id=match_id: each.post(
                f"/v1/matches/{match_id}/invitations", {"playerId": ann.id}, key()
            )
        )
    await called.until(lambda it: it.told(ann.id) == [("invited", match_id)])
    told = {"matchId", "version", "invitationId", "url", "installation"}
    assert set(called.messages[0]["data"]) == told


async def test_a_rematch_that_is_asked_for_is_told(
    live: Live, working: Herald, called: Called
) -> None:
    match_id, (ann, bob) = await do(table, live.url)
    await do(bob.act, match_id, "resign")
    hook = await hook_of(ann, "rematchOffered")
    path = f"/v1/players/me/webhooks/{hook['id']}/test"
    await do(lambda: ok(ann.post(path, {}, key()), 202))
    await called.until(lambda it: it.told(ann.id) == [("test", None)])  # so it is followed
    await do(bob.act, match_id, "rematch")
    await called.until(lambda it: it.told(ann.id)[1:] == [("rematchOffered", match_id)])


async def test_a_hook_that_is_deleted_is_told_nothing_more(
    live: Live, working: Herald, called: Called
) -> None:
    ann, bob = await do(newcomer, live.url), await do(newcomer, live.url)
    hook = await hook_of(ann, "yourTurn")
    await hook_of(bob, "yourTurn")
    await do(lambda: ann.delete(f"/v1/players/me/webhooks/{hook['id']}"))
    match_id = str((await do(lambda: ann.create(options={"startSeat": 0})))["id"])
    await do(bob.join, match_id)
    await do(move, match_id, [ann, bob])
    await called.until(lambda it: it.told(bob.id))
    assert not called.told(ann.id)


async def test_hooks_that_fail_and_hang_hold_up_no_others_whatever_hosts_they_name(
    live: Live, authority: trustme.CA, called: Called
) -> None:
    hosts, over = [f"hanging{each}.example.com" for each in range(5)], asyncio.Event()
    ann, eve = await do(newcomer, live.url), await do(newcomer, live.url)

    async def hang(_: Any, writer: asyncio.StreamWriter) -> None:
        await over.wait()

    async with (
        receiving(authority, *hosts, answer=FAILS) as hung,
        herald(
            live,
            authority,
            called,
            others={each: Place("127.0.0.1", hung.port) for each in hosts},
            calls=4,
        ),
    ):
        paths = [await asked_for_a_test(eve, f"https://{each}/") for each in hosts]
        for path in paths:
            await happens(do, lambda told: ok(told)["status"] == "failing", eve.get, path)
        hung.answer, hung.connections = hang, 0
        for path in paths:
            ok(await do(eve.post, f"{path}/test", {}, key()), 202)
        await happens(asyncio.sleep, lambda _: hung.connections >= 2, 0.01)
        await asked_for_a_test(ann, f"https://{NAME}/ann")
        await called.until(lambda found: found.told("ann"))
        assert hung.connections == 2, "no more than half of the calls, and none has ended"
        over.set()


async def asked_for_a_test(player: Client, url: str) -> str:
    """Make a hook and have it sent a test; return its path."""
    body = {"url": url, "events": ["yourTurn"]}
    made = ok(await do(player.post, WEBHOOKS, body, key()), 201)
    path = f"{WEBHOOKS}/{made['id']}"
    ok(await do(player.post, f"{path}/test", {}, key()), 202)
    return path
