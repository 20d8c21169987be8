"""Credit: requests far below their limits are admitted at once, and charged a little later.

To ask Redis for each request takes as long as the rest of a read, and more where Redis waits for
its disk. What a gateway has last read of a bucket, less what it has taken since and plus what has
been refilled, is what the bucket holds, but for what other gateways have taken meanwhile. So while
a bucket is at least half full by that account, a gateway takes up to an eighth of it before it
pays. It pays for all buckets at once, twice a second, and hears so what others have taken.

Whoever uses up a bucket is therefore refused as soon as without credit where one gateway serves
it; each further gateway may let through an eighth of the burst more. Creates, streams and pairings
are never lent.
"""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from contextvars import Context
from itertools import islice
from time import monotonic_ns
from typing import Any

from cachetools import LRUCache
from redis.exceptions import RedisError
from redislink.gathered import MOST
from redislink.script import Call, Script

from gateway.limits.charges import Charge, Source
from gateway.limits.limit_table import LENT, SECOND_US

PART = 8
"""Of a bucket, one in so many requests may be unpaid."""
PAY_AFTER_S = 0.5
KNOWN_US = 60 * SECOND_US
"""How long a reading of a bucket is relied on."""
ACCOUNTS = 20_000
"""Buckets whose accounts are kept: some 8 MB."""


class Account:
    """What a gateway knows of one bucket."""

    __slots__ = ("_every_us", "_full_us", "_known_us", "_most", "_source", "_whole_us", "unpaid")

    def __init__(self, source: Source) -> None:
        limit = source.limit
        self._source = source
        self._every_us = limit.every_us
        self._whole_us = limit.every_us * limit.burst
        self._most = limit.burst // PART
        self._full_us = self._known_us = 0
        self.unpaid = 0

    @property
    def key(self) -> str:
        return self._source.key

    def learn(self, left: int, next_us: int) -> None:
        """Take a reading: what Redis has, in which the unpaid is not counted yet."""
        now = _now_us()
        missing_us = self._whole_us - ((left + 1) * self._every_us - next_us)
        self._full_us = now + missing_us + self.unpaid * self._every_us
        self._known_us = now + KNOWN_US

    def lends(self, count: int, now_us: int) -> bool:
        """Whether so many may be taken before they are paid."""
        if self.unpaid + count > self._most or now_us > self._known_us:
            return False
        return (self._held_us(now_us) - count * self._every_us) * 2 >= self._whole_us

    def take(self, count: int, now_us: int) -> tuple[int, int]:
        """Take so many; return how many are left, and microseconds until there is one more."""
        self.unpaid += count
        held_us = self._held_us(now_us) - count * self._every_us
        self._full_us = now_us + self._whole_us - held_us
        left = held_us // self._every_us
        return left, (left + 1) * self._every_us - held_us

    def pay(self) -> Call:
        """Return the call that takes the unpaid from the bucket; then none are unpaid."""
        count, self.unpaid = self.unpaid, 0
        limit = self._source.limit
        return [self.key], [count, 1, limit.every_us, limit.burst]  # as Charge.call

    def _held_us(self, now_us: int) -> int:
        """What is in the bucket, as the time that refills it."""
        return min(self._whole_us, self._whole_us - (self._full_us - now_us))


class Credit:
    """The accounts of the buckets that a gateway has met."""

    def __init__(self, script: Script) -> None:
        """`script` takes from buckets: token_buckets.lua."""
        self._script = script
        self._accounts: LRUCache[str, Account] = LRUCache(ACCOUNTS)
        self._unpaid: dict[str, Account] = {}
        self._paying: asyncio.Task[None] | None = None

    def take(self, charge: Charge) -> list[int] | None:
        """Return what the script would reply if it took all that is wanted.

        None if not all of it can be taken on credit; then nothing is taken.
        """
        if charge.bucket not in LENT:
            return None
        now_us, reply, lenders = _now_us(), [charge.wanted], list[Account]()
        for source in charge.shown:
            account = self._accounts.get(source.key)
            if account is None or not account.lends(charge.wanted, now_us):
                return None
            lenders.append(account)
        for account in lenders:
            reply += account.take(charge.wanted, now_us)
            self._unpaid[account.key] = account
        if not self._paying:
            # In a context of its own: it pays for many requests, and is of none of them.
            self._paying = asyncio.create_task(self._pay(), context=Context())
        return reply

    def due(self, charge: Charge) -> list[Call]:
        """Return the calls that pay what these buckets owe, to be sent before they are asked."""
        owing = [self._unpaid.pop(each.key, None) for each in charge.shown] if self._unpaid else []
        return [account.pay() for account in owing if account]

    def learn(self, charge: Charge, reply: Any) -> None:
        """Take note of the script's reply, unless it is an error."""
        if charge.bucket not in LENT or isinstance(reply, Exception):
            return
        for source, left, next_us in zip(charge.shown, reply[1::2], reply[2::2], strict=False):
            account = self._accounts.get(source.key)
            if account is None:
                account = self._accounts[source.key] = Account(source)
            account.learn(left, next_us)

    async def _pay(self) -> None:
        """Pay now and then, until all is paid."""
        try:
            await asyncio.sleep(PAY_AFTER_S)
            while self._unpaid:
                while owing := [*islice(self._unpaid.values(), MOST)]:
                    await self._pay_these(owing)
                await asyncio.sleep(PAY_AFTER_S)
        finally:
            self._paying = None

    async def _pay_these(self, owing: Sequence[Account]) -> None:
        for account in owing:
            del self._unpaid[account.key]
        replies: Sequence[Any] = [None] * len(owing)
        with suppress(RedisError, OSError):
            replies = await self._script.all([account.pay() for account in owing])
        for account, reply in zip(owing, replies, strict=True):
            if isinstance(reply, list):
                _, left, next_us = reply
                account.learn(left, next_us)
            else:  # Redis is away, so what it has is not known
                self._accounts.pop(account.key, None)


def _now_us() -> int:
    return monotonic_ns() // 1000
