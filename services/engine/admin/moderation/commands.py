"""The commands by which operators keep order among players; each returns its exit code."""

import argparse

from croupier_match.clock import epoch_ms
from redislink.reports import Report

from engine.admin.moderation import acts, reports
from engine.admin.moderation.accounts import Standing
from engine.admin.operator import Operator
from engine.admin.players import accounts_of
from engine.admin.printing import print_json, print_line


async def suspend(operator: Operator, given: argparse.Namespace) -> int:
    until_ms = None if given.until is None else epoch_ms(given.until)
    async with accounts_of(operator, given.user) as redis:
        standing = await acts.suspend(operator, redis, given.id, until_ms, given.reason)
    until = f"until {standing.until}" if standing.until else "for ever"
    return _say(given, standing, f"{given.id} is suspended {until}")


async def unsuspend(operator: Operator, given: argparse.Namespace) -> int:
    async with accounts_of(operator, given.user) as redis:
        standing = await acts.unsuspend(operator, redis, given.id, given.reason)
    return _say(given, standing, f"{given.id} is not suspended")


async def rename(operator: Operator, given: argparse.Namespace) -> int:
    async with accounts_of(operator, given.user) as redis:
        standing = await acts.rename(operator, redis, given.id, given.name, given.reason)
    return _say(given, standing, f"{given.id} is called {standing.display_name}")


async def hide(operator: Operator, given: argparse.Namespace) -> int:
    async with accounts_of(operator, given.user) as redis:
        standing = await acts.hide(operator, redis, given.id, given.reason)
    return _say(given, standing, f"{given.id} is on no board, within seconds")


async def unhide(operator: Operator, given: argparse.Namespace) -> int:
    async with accounts_of(operator, given.user) as redis:
        standing = await acts.unhide(operator, redis, given.id, given.reason)
    if not standing.listed:
        return _say(given, standing, f"{given.id} is not hidden, and wants to be on no board")
    return _say(given, standing, f"{given.id} may be on boards, within seconds")


async def recover(operator: Operator, given: argparse.Namespace) -> int:
    async with accounts_of(operator, given.user) as redis:
        code = await acts.recover(operator, redis, given.id, given.reason)
    if given.json:
        return print_json({"id": given.id, "recoveryCode": code})
    return print_line(f"{code} opens {given.id} once, within a day")


async def remove_key(operator: Operator, given: argparse.Namespace) -> int:
    async with accounts_of(operator, given.user) as redis:
        standing = await acts.remove_key(operator, redis, given.id, given.key, given.reason)
    return _say(given, standing, f"{given.key} opens {given.id} no more")


async def end_session(operator: Operator, given: argparse.Namespace) -> int:
    async with accounts_of(operator, given.user) as redis:
        standing = await acts.end_session(operator, redis, given.id, given.token, given.reason)
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
    async with accounts_of(operator, given.user) as redis:
        return _tell(given, await acts.close_report(operator, redis, given.id, given.reason))


def _tell(given: argparse.Namespace, report: Report) -> int:
    if given.json:
        return print_json(reports.shown(report))
    return print_line("\n".join(reports.lines(report)))


def _say(given: argparse.Namespace, standing: Standing, text: str) -> int:
    return print_json(standing.shown()) if given.json else print_line(text)
