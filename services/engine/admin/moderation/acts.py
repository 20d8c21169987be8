"""What operators do to players and to reports, for croupierctl and for the console.

`redis` is of a user that may read and change accounts. Every act is in the audit of the account and
among the acts of operators. Each may raise NotFound, Conflict and StoreUnavailable.
"""

import time
from collections.abc import Awaitable, Callable
from typing import TypeAlias

from croupier_match.clock import epoch_ms
from redis.asyncio import Redis
from redislink.ratings import follow_listed
from redislink.reports import Closing, Report

from engine.admin.acts import Kind
from engine.admin.moderation import reports
from engine.admin.moderation.accounts import Accounts, Act, Entry, Standing, checked_name
from engine.admin.operator import Operator
from engine.service.withdrawals import Withdrawals
from engine.store.errors import outage

Change: TypeAlias = Callable[[Accounts, Entry], Awaitable[Standing]]


async def suspend(
    operator: Operator, redis: Redis, player_id: str, until_ms: int | None, reason: str
) -> Standing:
    """Keep the player from beginning anything new, for ever if `until_ms` is None."""
    entry = _entry(operator, Act.SUSPENDED, reason)
    async with operator.doing(Kind.PLAYER_SUSPEND, player_id, reason):
        standing = await Accounts(redis).suspend(player_id, until_ms, entry)
        # After the account: nothing further comes, and what is repeated does both again.
        await Withdrawals(operator.matches).from_all(player_id)
    return standing


async def unsuspend(operator: Operator, redis: Redis, player_id: str, reason: str) -> Standing:
    """End a suspension before its time; there need be none."""
    entry = _entry(operator, Act.UNSUSPENDED, reason)
    async with operator.doing(Kind.PLAYER_UNSUSPEND, player_id, reason):
        return await Accounts(redis).unsuspend(player_id, entry)


async def rename(
    operator: Operator, redis: Redis, player_id: str, name: str, reason: str
) -> Standing:
    """Give the player another name, which the coming tables of tournaments have, too.

    Raise BadName.
    """
    checked, entry = checked_name(name), _entry(operator, Act.RENAMED, reason)
    # Without the names: a deleted player's must not stay here.
    async with operator.doing(Kind.PLAYER_RENAME, player_id, reason):
        standing = await Accounts(redis).rename(player_id, checked, entry)
        # Else the tables of rounds to come would show the earlier name.
        for each in await operator.matches.store.tournaments.of_player(player_id):
            await operator.matches.tournaments.rename(player_id, each, checked)
    return standing


async def hide(operator: Operator, redis: Redis, player_id: str, reason: str) -> Standing:
    """Take the player off all boards."""
    accounts, entry = Accounts(redis), _entry(operator, Act.HIDDEN, reason)
    async with operator.doing(Kind.PLAYER_HIDE, player_id, reason):
        standing = await accounts.hide(player_id, entry)
        await _follow(operator, accounts, player_id)
    return standing


async def unhide(operator: Operator, redis: Redis, player_id: str, reason: str) -> Standing:
    """Let boards have the player again."""
    accounts, entry = Accounts(redis), _entry(operator, Act.UNHIDDEN, reason)
    async with operator.doing(Kind.PLAYER_UNHIDE, player_id, reason):
        standing = await accounts.unhide(player_id, entry)
        await _follow(operator, accounts, player_id)
    return standing


async def recover(operator: Operator, redis: Redis, player_id: str, reason: str) -> str:
    """Make a recovery code that lives a day, and return it."""
    entry = _entry(operator, Act.RECOVERED, reason)
    async with operator.doing(Kind.PLAYER_RECOVER, player_id, reason):
        return await Accounts(redis).recover(player_id, entry, int(time.time() * 1000))


async def remove_key(
    operator: Operator, redis: Redis, player_id: str, key_id: str, reason: str
) -> Standing:
    """Remove a passkey. Raise NotFound, also if there is none of this id."""
    entry = _entry(operator, Act.KEY_REMOVED, reason)
    async with operator.doing(Kind.PLAYER_REMOVE_KEY, player_id, reason, key_id):
        return await Accounts(redis).remove_key(player_id, key_id, entry)


async def end_session(
    operator: Operator, redis: Redis, player_id: str, token_id: str, reason: str
) -> Standing:
    """End a token. Raise NotFound, also if there is none of this id."""
    entry = _entry(operator, Act.SESSION_ENDED, reason)
    async with operator.doing(Kind.PLAYER_END_SESSION, player_id, reason, token_id):
        return await Accounts(redis).end_session(player_id, token_id, entry)


async def close_report(operator: Operator, redis: Redis, report_id: str, reason: str) -> Report:
    """Close a report, of which nobody is told; one that is closed stays as it is."""
    closing = Closing(operator.by, epoch_ms(operator.matches.now()), reason)
    async with operator.doing(Kind.REPORT_CLOSE, report_id, reason):
        return await reports.close(redis, report_id, closing)


def _entry(operator: Operator, act: Act, reason: str) -> Entry:
    return Entry(operator.time, act, operator.by, reason)


async def _follow(operator: Operator, accounts: Accounts, player_id: str) -> None:
    """Have boards follow the account; after it, so what is repeated does both again."""

    async def is_listed() -> bool:
        standing = await accounts.standing(player_id)
        return standing.listed and not standing.hidden

    with outage():
        await follow_listed(operator.redis, player_id, is_listed)
