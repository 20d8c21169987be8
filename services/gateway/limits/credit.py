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
from time import monotonic_ns
from typing import Any

from redis.exceptions import RedisError
from redislink.gathered import MOST
from redislink.script import Call, Script
from redislink.tasks import cancel_and_wait

from gateway.limits.charges import Charge, Source
from gateway.limits.limit_table import LENT, SECOND_US
from gateway.recent import Recent

PART = 8
"""Of a bucket, one in so many requests may be unpaid."""
PAY_AFTER_S = 0.5
KNOWN_US = 60 * SECOND_US
"""How long a reading of a bucket is relied on."""
ACCOUNTS = 20_000
"""Buckets whose accounts are kept: some 8 MB."""


class Account:
    """A gateway's account of one bucket in Redis: the last reading, and what it has lent since."""

    __slots__ = (
        *("_every_us", "_full_us", "_known_us", "_limit", "_most", "_whole_us"),
        *("key", "paying", "unpaid"),
    )

    def __init__(self, source: Source) -> None:
        limit = source.limit
        self.key, self._limit = source.key, limit
        self._every_us = limit.every_us
        self._whole_us = limit.every_us * limit.burst
        self._most = limit.burst // PART
        self._full_us = self._known_us = 0
        self.unpaid = self.paying = 0

    def learn(self, left: int, next_us: int) -> None:
        """Take a reading: what Redis has, in which what was lent is not counted yet."""
        now = _now_us()
        missing_us = self._whole_us - ((left + 1) * self._every_us - next_us)
        self._full_us = now + missing_us + (self.unpaid + self.paying) * self._every_us
        self._known_us = now + KNOWN_US

    def lends(self, count: int, now_us: int) -> bool:
        """Whether so many may be taken before they are paid."""
        # What is unpaid, or being paid, is counted by no reading yet.
        if self.unpaid + self.paying + count > self._most or now_us > self._known_us:
            return False
        return (self._missing_us(now_us) + count * self._every_us) * 2 <= self._whole_us

    def take(self, count: int, now_us: int) -> tuple[int, int]:
        """Take so many; return how many are left, and microseconds until there is one more."""
        self.unpaid += count
        missing_us = self._missing_us(now_us) + count * self._every_us
        self._full_us = now_us + missing_us
        left, beyond_us = divmod(self._whole_us - missing_us, self._every_us)
        return left, self._every_us - beyond_us

    def pay(self) -> Call:
        """Return the call that takes the unpaid from the bucket; `paid` is told of its reply."""
        count, self.unpaid = self.unpaid, 0
        self.paying += count
        limit = self._limit
        return [self.key], [count, 1, limit.every_us, limit.burst]  # as Charge.call

    def paid(self, call: Call, reply: Any) -> None:
        """Take note of the reply to a call of `pay`; an error, or None, is that none has come."""
        _, (count, *_) = call
        self.paying -= count
        if isinstance(reply, list):
            _, left, next_us = reply
            self.learn(left, next_us)
            return
        self._known_us = 0  # Redis is away, so what it has is not known
        if self._full_us > _now_us():  # else it is refilled, whatever was owed
            self.unpaid += count

    def _missing_us(self, now_us: int) -> int:
        """Return what the bucket lacks, as the microseconds that would refill so much."""
        return self._full_us - now_us if self._full_us > now_us else 0


class Credit:
    """The accounts of the buckets that a gateway has met."""

    def __init__(self, script: Script) -> None:
        """`script` takes from buckets: token_buckets.lua."""
        self._script = script
        self._accounts: Recent[str, Account] = Recent(ACCOUNTS)
        self._unpaid: dict[str, Account] = {}
        self._paying: asyncio.Task[None] | None = None

    async def stop(self) -> None:
        """Pay what is owed, unless Redis is away."""
        await cancel_and_wait(self._paying)
        with suppress(RedisError, OSError):
            await self._pay_owed()

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
            self._owes(account)
        return reply

    def owing(self, charge: Charge) -> Sequence[Account]:
        """Return the accounts of these buckets that owe, to be paid before they are asked."""
        owing = [self._unpaid.get(each.key) for each in charge.shown] if self._unpaid else []
        return [account for account in owing if account]

    async def pay(self, owing: Sequence[Account], *further: Call) -> Sequence[Any]:
        """Pay what these owe; return the replies to the further calls, which are sent behind."""
        for account in owing:
            self._unpaid.pop(account.key, None)
        calls = [account.pay() for account in owing]
        replies: Sequence[Any] = [None] * len(owing)
        try:
            replies = await self._script.all([*calls, *further])
            return replies[len(owing) :]
        finally:
            for account, call, reply in zip(owing, calls, replies, strict=False):
                account.paid(call, reply)
                if account.unpaid:
                    self._owes(account)

    def learn(self, charge: Charge, reply: Any) -> None:
        """Take note of the script's reply, unless it is an error."""
        if charge.bucket not in LENT or isinstance(reply, Exception):
            return
        for source, left, next_us in zip(charge.shown, reply[1::2], reply[2::2], strict=False):
            account = self._accounts.get(source.key)
            if account is None:
                account = self._accounts[source.key] = Account(source)
            account.learn(left, next_us)

    def _owes(self, account: Account) -> None:
        """Have the account paid before long."""
        self._unpaid[account.key] = account
        if not self._paying:
            # In a context of its own: it pays for many requests, and is of none of them.
            self._paying = asyncio.create_task(self._pay_all(), context=Context())

    async def _pay_all(self) -> None:
        """Pay every PAY_AFTER_S, until nothing is owed or Redis is away; a loan begins it anew."""
        try:
            await asyncio.sleep(PAY_AFTER_S)
            while self._unpaid:
                await self._pay_owed()
                await asyncio.sleep(PAY_AFTER_S)
        except (RedisError, OSError):
            pass
        finally:
            self._paying = None

    async def _pay_owed(self) -> None:
        """Pay what is owed now. Raise RedisError or OSError."""
        owing = [*self._unpaid.values()]
        for start in range(0, len(owing), MOST):
            await self.pay(owing[start : start + MOST])


def _now_us() -> int:
    return monotonic_ns() // 1000
