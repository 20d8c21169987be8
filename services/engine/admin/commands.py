"""The commands of `croupierctl`; each returns its exit code."""

import argparse
from contextlib import AbstractAsyncContextManager
from importlib.util import find_spec
from pathlib import Path

from redis.asyncio import Redis
from telemetry.startup import InvalidSettings

from engine.admin import export as exports
from engine.admin import find_player, player_page, players
from engine.admin import maintenance as modes
from engine.admin import show as views
from engine.admin.acts import Acts
from engine.admin.doctor.all_findings import all_findings
from engine.admin.games import report
from engine.admin.operator import Operator
from engine.admin.printing import print_json, print_line
from engine.admin.private_file import STANDARD
from engine.admin.research import research_export
from engine.admin.verify_all import check_all, check_tournaments, existing
from engine.config import Settings


async def show(operator: Operator, given: argparse.Namespace) -> int:
    if given.secrets:
        return print_line(await views.with_secrets(operator, given.id, given.reason))
    if given.json:
        return print_line(await views.as_json(operator, given.id))
    print_line(await views.as_text(operator, given.id))
    if given.log:
        async for line in views.entries(operator, given.id):
            print_line(line)
    return 0


async def abort(operator: Operator, given: argparse.Namespace) -> int:
    match = await operator.abort(given.id, given.reason)
    return print_line(f"{match.id} is aborted, at version {match.version}")


async def export(operator: Operator, given: argparse.Namespace) -> int:
    path = Path(given.file)
    stored = await exports.export_match(operator, given.id, path, given.reason)
    if path == STANDARD:  # where a line of ours would spoil the export
        return 0
    return print_line(f"{given.id}, version {stored.version}, is in {given.file}")


async def export_games(operator: Operator, given: argparse.Namespace) -> int:
    path = Path(given.out)
    bounds = (given.game, given.since, given.until)
    async with _accounts(operator, given) as redis:
        tally = await research_export.export(operator, redis, given.format, path, *bounds)
    return 0 if path == STANDARD else print_line(f"{tally} are in {given.out}{tally.left_out}")


async def import_(operator: Operator, given: argparse.Namespace) -> int:
    stored = exports.read_export(Path(given.file))
    await exports.import_match(operator, stored)
    return print_line(f"{stored.match.id} is verified and stored, at version {stored.version}")


async def verify(operator: Operator, given: argparse.Namespace) -> int:
    match_ids = operator.stored.ids() if given.all else existing(operator, given.ids)
    tally = await check_all(operator, match_ids)
    print_line(str(tally))
    wrong = tally.wrong
    if given.all:
        tournaments = await check_tournaments(operator)
        print_line(str(tournaments))
        wrong += tournaments.wrong
    return 1 if wrong else 0


async def reindex(operator: Operator, given: argparse.Namespace) -> int:
    return print_line(f"{await operator.reindex(given.reason)} matches listed")


async def rearchive(operator: Operator, given: argparse.Namespace) -> int:
    count = await operator.rearchive(given.reason)
    what = f"{count.matches} matches and {count.tournaments} tournaments"
    return print_line(f"{what} are to be archived once more")


async def player_find(operator: Operator, given: argparse.Namespace) -> int:
    async with _accounts(operator, given) as redis:
        count = 0
        async for found in find_player.find(operator, redis, given.name, given.part):
            count += 1
            print_line(
                str(found)
                if count <= find_player.MOST
                else f"There are more than {find_player.MOST}."
            )
    return 0


async def player_show(operator: Operator, given: argparse.Namespace) -> int:
    async with _accounts(operator, given) as redis:
        page = await player_page.read(operator, redis, given.id)
    return print_line("\n".join(page.lines()))


async def player_matches(operator: Operator, given: argparse.Namespace) -> int:
    async for line in players.matches(operator, given.id):
        print_line(line)
    return 0


async def player_revoke(operator: Operator, given: argparse.Namespace) -> int:
    async with _accounts(operator, given) as redis:
        ended = await players.revoke(operator, redis, given.id, given.reason)
    return print_line(f"{ended} tokens revoked")


async def player_delete(operator: Operator, given: argparse.Namespace) -> int:
    async with _accounts(operator, given) as redis:
        await players.delete(operator, redis, given.id, given.reason)
    return print_line(f"{given.id} will be deleted by the gateways, within seconds")


def _accounts(operator: Operator, given: argparse.Namespace) -> AbstractAsyncContextManager[Redis]:
    """A connection as the user that may read accounts."""
    return players.accounts_of(operator, given.user)


async def maintenance(operator: Operator, given: argparse.Namespace) -> int:
    if given.switch == "on":
        await modes.begin(operator, given.message, given.retry_after, given.reason)
    elif given.switch == "off":
        await modes.end(operator, given.reason)
    current = await operator.store.maintenance.notice()
    if current is None:
        return print_line("off")
    return print_line(f"on since {current.since}, by {current.by}: {current.message}")


async def acts(operator: Operator, given: argparse.Namespace) -> int:
    """Print the newest acts of operators, oldest first."""
    noted = Acts(operator.redis)
    size = given.count
    found = await (noted.on(given.id, size=size) if given.id else noted.page(size=size))
    for act in reversed(found):
        print_json(act.shown()) if given.json else print_line(str(act))
    return 0


async def games(operator: Operator, given: argparse.Namespace) -> int:
    return print_line("\n".join(await report(operator)))


async def doctor(settings: Settings, given: argparse.Namespace) -> int:
    """Unlike the others, this command also runs where there is no Redis to operate on."""
    findings = await all_findings(settings, given.engine)
    wrong = any(each.level == "wrong" for each in findings)
    return print_line("\n".join(map(str, findings)), 1 if wrong else 0)


async def console(settings: Settings, given: argparse.Namespace) -> int:
    _check_console()
    from engine.admin.console.serving import serve

    return await serve(settings, given.by)


def console_link(given: argparse.Namespace) -> int:
    """Unlike the others, this command needs no Redis."""
    _check_console()
    from engine.admin.console.serving import print_link

    return print_link(given.by)


def _check_console() -> None:
    """Raise InvalidSettings without its packages, which only those need who serve the console."""
    if find_spec("starlette") is None or find_spec("uvicorn") is None:
        raise InvalidSettings("Install the extra console, as in croupier[console].")
