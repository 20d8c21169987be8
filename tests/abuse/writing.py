"""Attacks that store much, or send what must be refused."""

import asyncio
import json
import random
from functools import partial
from itertools import cycle

from tests.abuse import prepared
from tests.abuse.target import Target
from tests.support.players import register
from tests.support.raw_http import encode, post

SOME = 8
MANY = 32
OWN = 20
"""Tokens of an attacker who has many."""
ENTRIES = 256
BATCH = 250 << 10
BODY = 63 << 10


async def creates(target: Target) -> None:
    """New matches, by one attacker with many tokens."""
    player = await asyncio.to_thread(register, target.back)
    own = cycle([player.token, *await prepared.tokens(target.back, player, OWN)])
    await target.go()
    await target.ask(MANY, lambda: post("/v1/matches", next(own), prepared.SHORT))


async def new_players(target: Target) -> None:
    """New players, with the longest names."""
    await target.go()
    body = json.dumps({"displayName": "\U0001f3b2" * 40, "kind": "bot"}).encode()
    await target.ask(MANY, partial(encode, "POST", "/v1/players", body=body))


async def tickets(target: Target) -> None:
    """Tickets that never match, by one attacker with many tokens."""
    player = await asyncio.to_thread(register, target.back)
    own = cycle([player.token, *await prepared.tokens(target.back, player, OWN)])
    await target.go()

    def wish() -> bytes:
        clock = {"bank": f"{random.randrange(1, 86_400)}s", "increment": "1s"}
        return post("/v1/tickets", next(own), {"game": "lost-cities", "clock": clock})

    await target.ask(MANY, wish)


async def new_keys(target: Target) -> None:
    """Moves that are refused, each under a key of its own."""
    match = await prepared.match(target.back)
    await target.go()
    await target.ask(
        MANY,
        lambda: post(
            f"{match.path}/moves",
            match.seats[1].token,
            {"notation": "Y7+*"},
            Idempotency_Key=random.randbytes(100).hex(),
        ),
    )


async def batches(target: Target) -> None:
    """`POST /v1/moves`, as full as it may be, with moves of matches that there are not."""
    player = await asyncio.to_thread(register, target.back)
    await target.go()

    def batch() -> bytes:
        moves = [
            {"matchId": random.randbytes(11).hex(), "notation": "x" * 800} for _ in range(ENTRIES)
        ]
        return post("/v1/moves", player.token, {"moves": moves})

    await target.ask(SOME, batch)


async def big_bodies(target: Target) -> None:
    """Bodies as large as they may be, or a little larger."""
    player = await asyncio.to_thread(register, target.back)
    await target.go()
    sizes = cycle((BODY, BATCH, BODY * 2))
    paths = cycle(("/v1/matches", "/v1/moves"))

    def body() -> bytes:
        return post(next(paths), player.token, {"game": "x" * next(sizes)})

    await target.ask(SOME, body)


async def broken_json(target: Target) -> None:
    """What is no JSON, or none that may be sent: deep, ambiguous, endless numbers, no Unicode."""
    player = await asyncio.to_thread(register, target.back)
    headers = {"Authorization": f"Bearer {player.token}"}
    await target.go()
    bodies = cycle(
        (
            b"[" * BODY,
            b'{"a":' * (BODY // 5),
            b'{"game":"' + b"\xed\xa0\x80" * (BODY // 3) + b'"}',
            b'{"game":' + b"9" * BODY + b"}",
            b"{" + b",".join(b'"%d":1' % n for n in range(6_000)) + b"}",
            b'{"game":"' + b"\\ud800" * (BODY // 6) + b'"}',
            random.randbytes(BODY),
        )
    )
    await target.ask(MANY, lambda: encode("POST", "/v1/matches", headers, next(bodies)))
