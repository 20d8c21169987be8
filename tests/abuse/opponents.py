"""Attacks by players on players: invitations, offers, emotes, undo, sealed deals, deletion."""

import asyncio
import json
import random
from collections.abc import Iterator
from functools import partial
from itertools import cycle

from tests.abuse import prepared
from tests.abuse.target import PAUSE_S, Asker, Target
from tests.support.players import Client, ok, register
from tests.support.raw_http import encode, get, post
from tests.support.sealed import seal_of
from tests.support.stream_reader import following

SOME = 8
MANY = 32
STRANGERS = 45
"""Accounts that invite a player: with 5 invitations each, more than its stream begins with."""
EACH = 6
"""Matches of each of them: one more than it may invite a player to."""
ACCOUNTS = 40
PLAYED = 3
"""Matches that each account is in when it is deleted."""
EMOTE_S = 3
"""A seat may send one emote in so many seconds."""
GAMES = ("lost-cities", "livingstone", "just4fun")
NOTES = 200
"""The most invitations that a stream begins with; those on their way may follow."""
SEAL = {"game": "lost-cities", "deal": "sealed", "reveal": "5s", "options": {"rounds": 1}}
WRONG = "00" * 32


async def invitations(target: Target) -> None:
    """Invitations of one player, by a friend and by many strangers, to many matches."""
    victim, friend = await _two(target.back)
    friendly = friend.create()["id"]
    ok(friend.post(f"/v1/matches/{friendly}/invitations", {"playerId": victim.id}), 201)
    wires = [
        post(f"/v1/matches/{each}/invitations", stranger.token, {"playerId": victim.id})
        for stranger in await _strangers(target.back, STRANGERS)
        for each in await prepared.matches(target.back, stranger, EACH)
    ]
    random.shuffle(wires)
    pending = cycle(wires)
    await target.go()
    await target.ask(MANY, lambda: next(pending))
    await asyncio.to_thread(_check_invited, target, victim, friendly)


async def offers(target: Target) -> None:
    """Offers that change all the time, and lists of available players."""
    strangers = await _strangers(target.back, SOME)
    wires = cycle([wire for each in strangers for wire in _offering(each)])
    await target.go()
    await target.ask(MANY, lambda: next(wires))


async def emotes(target: Target) -> None:
    """Emotes of both seats of a match, without a pause."""
    match = await prepared.match(target.back)
    path = f"{match.path}/emotes"
    wires = cycle([post(path, each.token, {"emote": "hello"}) for each in match.seats])
    await target.go()
    await target.ask(MANY, lambda: next(wires))
    most = len(match.seats) * (target.seconds / EMOTE_S + 2)
    target.check(0 < target.answers["204"] <= most, f"{target.answers['204']} emotes")


async def undo(target: Target) -> None:
    """Moves that are made, taken back and made again, for ever, at several tables."""
    tables = [_Regretting(target, await prepared.match(target.back)) for _ in range(SOME)]
    await target.go()
    await target.crowd([*tables])


async def sealed_deals(target: Target) -> None:
    """Sealed deals with entropy that is revealed wrongly, and never rightly."""
    ann, bob = await _two(target.back)
    asker = Asker(target)

    async def betray() -> None:
        made = await asker.send(post("/v1/matches", ann.token, {**SEAL, "seal": _seal()}))
        if made.status == 201:
            path = f"/v1/matches/{made.json()['id']}"
            await asker.send(post(f"{path}/join", bob.token, {"seal": _seal()}))
            for each in (ann, bob):
                await asker.send(post(f"{path}/entropy", each.token, {"entropy": WRONG}))

    await target.go()
    await target.crowd([betray])


async def deletions(target: Target) -> None:
    """Deletions of players with matches, and of new ones at once."""
    accounts = await _strangers(target.back, ACCOUNTS)
    for each in accounts:
        await prepared.running(target.back, each, PLAYED)
    tokens = iter([each.token for each in accounts])

    async def come_and_go(asker: Asker) -> None:
        token = next(tokens, "")
        if not token:
            made = await asker.send(prepared.newcomer())
            token = made.json()["token"] if made.status == 201 else "x"
        await asker.send(encode("DELETE", "/v1/players/me", {"Authorization": f"Bearer {token}"}))

    await target.go()
    await target.crowd([partial(come_and_go, Asker(target)) for _ in range(SOME)])


class _Regretting:
    """A table with one player at both seats; it takes back all moves."""

    def __init__(self, target: Target, match: prepared.Match) -> None:
        self._asker = Asker(target)
        self._match = match
        self._turn = 0
        self._move = next(match.moves)

    async def __call__(self) -> None:
        """Move, take it back, and move again; go on from where it was refused."""
        version = await self._moved()
        token = self._match.seats[self._turn % 2].token
        body = {"toVersion": version - 1}
        undone = await self._asker.send(post(f"{self._match.path}/undo", token, body))
        if undone.status == 200:
            await self._moved()
        self._turn, self._move = self._turn + 1, next(self._match.moves)

    async def _moved(self) -> int:
        """Make the move, however often it takes; the version."""
        token = self._match.seats[self._turn % 2].token
        wire = post(f"{self._match.path}/moves?view=none", token, self._move)
        while True:
            made = await self._asker.send(wire)
            if made.status == 200:
                return int(made.json()["version"])
            await asyncio.sleep(PAUSE_S)


async def _two(back: str) -> tuple[Client, Client]:
    ann = await asyncio.to_thread(register, back)
    return ann, await asyncio.to_thread(register, back, "Bob")


async def _strangers(back: str, count: int) -> list[Client]:
    made = [reply.json() for reply in await prepared.sent(back, [prepared.newcomer()] * count)]
    return [Client(back, each["token"], each["player"]) for each in made]


def _offering(stranger: Client) -> Iterator[bytes]:
    headers = {"Authorization": f"Bearer {stranger.token}", "Content-Type": "application/json"}
    for most in range(1, 4):
        offer = {"games": {game: {"maxMatches": most} for game in GAMES}, "description": "x" * 200}
        wire = json.dumps(offer).encode()
        yield encode("PUT", "/v1/players/me/availability", headers, wire)
        yield get("/v1/players?available=lost-cities&pageSize=100", stranger.token)


def _seal() -> str:
    return seal_of(random.randbytes(32).hex())


def _check_invited(target: Target, victim: Client, friendly: str) -> None:
    """Hold what the victim is told against the limit, and its friend's invitation is among that."""
    told = set[str]()
    with following(victim, "/v1/events") as stream:
        while (event := stream.next("invited", "ping")).event != "ping":
            told.add(event.data["matchId"])
    target.check(friendly in told, "a friend was pushed out")
    target.check(SOME < len(told) <= NOTES + MANY, f"{len(told)} invitations")
