"""The commands by which operators keep order among players; each returns its exit code."""

import argparse
import time
from collections.abc import Awaitable, Callable
from typing import TypeAlias

from croupier_match.clock import epoch_ms
from redislink.ratings import follow_listed
from redislink.reports import Closing, Report

from engine.admin.moderation import reports
from engine.admin.moderation.accounts import Accounts, Act, Entry, Standing
from engine.admin.operator import Operator
from engine.admin.players import accounts_of
from engine.admin.printing import print_json, print_line
from engine.service.withdrawals import Withdrawals
from engine.store.errors import outage

Change: TypeAlias = Callable[[Accounts, Entry], Awaitable[Standing]]


async def suspend(operator: Operator, given: argparse.Namespace) -> int:
    until_ms = None if given.until is None else epoch_ms(given.until)

    def change(accounts: Accounts, entry: Entry) -> Awaitable[Standing]:
        return accounts.suspend(given.id, until_ms, entry)

    standing = await _act(operator, given, Act.SUSPENDED, change)
    # After the account: nothing further comes, and what is repeated does both again.
    await Withdrawals(operator.matches).from_all(given.id)
    until = f"until {standing.until}" if standing.until else "for ever"
    return _say(given, standing, f"{given.id} is suspended {until}")


async def unsuspend(operator: Operator, given: argparse.Namespace) -> int:
    def change(accounts: Accounts, entry: Entry) -> Awaitable[Standing]:
        return accounts.unsuspend(given.id, entry)

    standing = await _act(operator, given, Act.UNSUSPENDED, change)
    return _say(given, standing, f"{given.id} is not suspended")


async def rename(operator: Operator, given: argparse.Namespace) -> int:
    def change(accounts: Accounts, entry: Entry) -> Awaitable[Standing]:
        return accounts.rename(given.id, given.name, entry)

    standing = await _act(operator, given, Act.RENAMED, change)
    return _say(given, standing, f"{given.id} is called {standing.display_name}")


async def hide(operator: Operator, given: argparse.Namespace) -> int:
    def change(accounts: Accounts, entry: Entry) -> Awaitable[Standing]:
        return accounts.hide(given.id, entry)

    standing = await _act(operator, given, Act.HIDDEN, change, followed=True)
    return _say(given, standing, f"{given.id} is on no board, within seconds")


async def unhide(operator: Operator, given: argparse.Namespace) -> int:
    def change(accounts: Accounts, entry: Entry) -> Awaitable[Standing]:
        return accounts.unhide(given.id, entry)

    standing = await _act(operator, given, Act.UNHIDDEN, change, followed=True)
    if not standing.listed:
        return _say(given, standing, f"{given.id} is not hidden, and wants to be on no board")
    return _say(given, standing, f"{given.id} may be on boards, within seconds")


async def recover(operator: Operator, given: argparse.Namespace) -> int:
    entry = Entry(operator.time, Act.RECOVERED, operator.by, given.reason)
    async with accounts_of(operator, given.user) as redis:
        code = await Accounts(redis).recover(given.id, entry, int(time.time() * 1000))
    if given.json:
        return print_json({"id": given.id, "recoveryCode": code})
    return print_line(f"{code} opens {given.id} once, within a day")


async def remove_key(operator: Operator, given: argparse.Namespace) -> int:
    def change(accounts: Accounts, entry: Entry) -> Awaitable[Standing]:
        return accounts.remove_key(given.id, given.key, entry)

    standing = await _act(operator, given, Act.KEY_REMOVED, change)
    return _say(given, standing, f"{given.key} opens {given.id} no more")


async def end_session(operator: Operator, given: argparse.Namespace) -> int:
    def change(accounts: Accounts, entry: Entry) -> Awaitable[Standing]:
        return accounts.end_session(given.id, given.token, entry)

    standing = await _act(operator, given, Act.SESSION_ENDED, change)
    return _say(given, standing, f"the token {given.token} of {given.id} has ended")


async def reports_list(operator: Operator, given: argparse.Namespace) -> int:
    async with accounts_of(operator, given.user) as redis:
        async for report in reports.listed(redis, given.open):
            if given.json:
                print_json(reports.shown(report))
            else:
                print_line(reports.line(report))
    return 0


async def reports_show(operator: Operator, given: argparse.Namespace) -> int:
    async with accounts_of(operator, given.user) as redis:
        return _tell(given, await reports.read(redis, given.id))


async def reports_close(operator: Operator, given: argparse.Namespace) -> int:
    closing = Closing(operator.by, epoch_ms(operator.matches.now()), given.reason)
    async with accounts_of(operator, given.user) as redis:
        return _tell(given, await reports.close(redis, given.id, closing))


async def _act(
    operator: Operator,
    given: argparse.Namespace,
    act: Act,
    change: Change,
    followed: bool = False,
) -> Standing:
    """Change an account as the user who may, with an entry in its audit.

    All over one connection, since standard input has the password once. If it is `followed`, boards
    follow the account after that: what is repeated does both again.
    """
    entry = Entry(operator.time, act, operator.by, given.reason)
    async with accounts_of(operator, given.user) as redis:
        accounts = Accounts(redis)
        standing = await change(accounts, entry)
        if followed:
            await _follow(operator, accounts, given.id)
        return standing


async def _follow(operator: Operator, accounts: Accounts, player_id: str) -> None:
    async def is_listed() -> bool:
        standing = await accounts.standing(player_id)
        return standing.listed and not standing.hidden

    with outage():
        await follow_listed(operator.redis, player_id, is_listed)


def _tell(given: argparse.Namespace, report: Report) -> int:
    if given.json:
        return print_json(reports.shown(report))
    return print_line("\n".join(reports.lines(report)))


def _say(given: argparse.Namespace, standing: Standing, text: str) -> int:
    return print_json(standing.shown()) if given.json else print_line(text)
