"""Attacks on what is limited without a token: guessed codes, and players that are made."""

import asyncio
import random
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import cycle
from json import dumps

from gateway.players.pairings import LENGTH
from redislink.typed_codes import ALPHABET

from tests.abuse import prepared
from tests.abuse.target import Target
from tests.support.players import register
from tests.support.raw_http import encode

MANY, CROWD = 32, 200
GUESSES = 20
"""The most wrong tries of one address: its own and those of its tokens, as many at once and in a
minute."""
PLAYERS, PLAYERS_S = 500, 10
"""The most players that an address makes: at once, and in a second."""
OWN = 20


async def guessed_codes(target: Target) -> None:
    """Invented pairing codes, with and without a token."""
    player = await asyncio.to_thread(register, target.back)
    own = cycle(["", *await prepared.tokens(target.back, player, OWN)])
    await target.go()
    await target.ask(MANY, lambda: _guess(_token(next(own))))
    _check_guesses(target)


async def forged_addresses(target: Target) -> None:
    """Invented pairing codes, each as if it came from another address by a proxy."""
    await target.go()
    await target.ask(MANY, lambda: _guess(_forged()))
    _check_guesses(target)


async def slow_redis(target: Target) -> None:
    """Guessed codes and new players, at a gateway with a Redis that answers after 0.6 s."""
    wires: Iterator[Callable[[], bytes]] = cycle((partial(_guess, {}), prepared.newcomer))
    await target.go()
    await target.ask(CROWD, lambda: next(wires)())
    _check_guesses(target)
    target.check(
        target.answers["201"] <= PLAYERS + PLAYERS_S * (target.seconds + 1),
        f"{target.answers['201']} players",
    )


def _check_guesses(target: Target) -> None:
    """Hold the number of codes that were looked up against the limit: those are 404."""
    most = GUESSES * (1 + target.seconds / 60) + 1
    tries = target.answers["404"]
    target.check(tries <= most, f"{tries} guesses")
    target.check(tries > 0 or target.answers["503"] > 0, "nothing was tried")


def _guess(headers: Mapping[str, str]) -> bytes:
    code = "".join(random.choices(ALPHABET, k=LENGTH))
    return encode("POST", "/v1/pairings", headers, dumps({"code": code}).encode())


def _token(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"} if token else {}


def _forged() -> dict[str, str]:
    address = ".".join(str(random.randrange(1, 255)) for _ in range(4))
    names = ("X-Forwarded-For", "X-Real-IP", "CF-Connecting-IP", "True-Client-IP")
    return {**dict.fromkeys(names, address), "Forwarded": f"for={address}"}
