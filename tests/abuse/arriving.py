"""Many honest people at once, which is no attack and must not be taken for one."""

import asyncio
import time

from tests.abuse.prepared import newcomer
from tests.abuse.target import Asker, Target
from tests.support.raw_http import Reply, post

PAIRS = 100
SLOWEST_S = 2.5
"""How long the last of them waits for an answer."""
WISH = {"game": "lost-cities", "options": {"rounds": 1}}


async def honest_newcomers(target: Target) -> None:
    """Two hundred players come at once, from addresses of their own, and sit down in pairs."""
    await target.go()
    slowest = max(await asyncio.gather(*(_pair(target, place) for place in range(PAIRS))))
    refused = {status: count for status, count in target.answers.items() if status[0] != "2"}
    target.check(not refused, f"refused: {refused}")
    target.check(slowest <= SLOWEST_S, f"slowest {slowest:.1f} s")


async def _pair(target: Target, place: int) -> float:
    """One creates a match and the other joins it; the seconds of the slowest answer."""
    guests = [_Guest(target, f"127.0.{net}.{place + 1}") for net in (4, 5)]
    tokens = await asyncio.gather(*(each.registered() for each in guests))
    if not all(tokens):
        return max(each.slowest_s for each in guests)
    made = await guests[0].send(post("/v1/matches", tokens[0], WISH))
    if made.status == 201:
        await guests[1].send(post(f"/v1/matches/{made.json()['id']}/join", tokens[1], {}))
    return max(each.slowest_s for each in guests)


class _Guest:
    """A client with an address of its own, which notes how long the slowest answer takes."""

    def __init__(self, target: Target, source: str) -> None:
        self._target = target
        self._asker = Asker(target, source=source)
        self.slowest_s = 0.0

    async def registered(self) -> str:
        """The token of a new player; "" if it was refused."""
        made = await self.send(newcomer())
        return str(made.json().get("token", ""))

    async def send(self, request: bytes) -> Reply:
        began = time.monotonic()
        try:
            return await self._asker.send(request)
        except (OSError, EOFError):
            self._target.answers["cut"] += 1
            return Reply(0, {}, b"{}")
        finally:
            self.slowest_s = max(self.slowest_s, time.monotonic() - began)
