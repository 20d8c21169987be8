"""The commands about tournaments; each returns its exit code."""

import argparse
from pathlib import Path

from engine.admin.operator import Operator
from engine.admin.printing import print_json, print_line
from engine.admin.private_file import STANDARD
from engine.admin.tournaments import acts, exchange, views


async def listed(operator: Operator, given: argparse.Namespace) -> int:
    for each in await views.listed(operator, given.status, given.player, size=given.count):
        print_json(each) if given.json else print_line(_line(each))
    return 0


async def show(operator: Operator, given: argparse.Namespace) -> int:
    found = await views.shown(operator, given.id)
    return print_json(found.json) if given.json else print_line("\n".join(found.lines()))


async def verify(operator: Operator, given: argparse.Namespace) -> int:
    report = await views.verified(operator, given.id)
    if report.finding:
        return print_line(f"{given.id} WRONG: {report.finding}", 1)
    return print_line(f"{given.id}: {report.entries} entries verified")


async def export(operator: Operator, given: argparse.Namespace) -> int:
    path = Path(given.file)
    stored = await exchange.export_tournament(operator, given.id, path, given.reason)
    if path == STANDARD:  # where a line of ours would spoil the export
        return 0
    return print_line(f"{given.id}, with {len(stored.log)} entries, is in {given.file}")


async def import_(operator: Operator, given: argparse.Namespace) -> int:
    found = exchange.read_tournament(Path(given.file))
    tournament_id = await exchange.import_tournament(operator, found)
    return print_line(f"{tournament_id} is verified and stored, with {len(found.log)} entries")


async def start(operator: Operator, given: argparse.Namespace) -> int:
    version = await acts.start(operator, given.id, given.reason)
    return print_line(f"the check-in of {given.id} is open, at version {version}")


async def pause(operator: Operator, given: argparse.Namespace) -> int:
    version = await acts.pause(operator, given.id, given.reason)
    return print_line(f"{given.id} is paused, at version {version}")


async def resume(operator: Operator, given: argparse.Namespace) -> int:
    version = await acts.resume(operator, given.id, given.reason)
    return print_line(f"{given.id} goes on, at version {version}")


async def abort(operator: Operator, given: argparse.Namespace) -> int:
    version = await acts.abort(operator, given.id, given.reason)
    return print_line(f"{given.id} is aborted, at version {version}")


async def remove(operator: Operator, given: argparse.Namespace) -> int:
    version = await acts.remove(operator, given.id, given.player, given.reason)
    return print_line(f"{given.player} is removed from {given.id}, at version {version}")


def _line(shown: dict[str, object]) -> str:
    about = " ".join(str(shown[name]) for name in ("id", "status", "game", "system"))
    players = f"{shown['players']} of {shown['mostPlayers']} players"
    return f"{about} {players}, round {shown['round']}: {shown['name']}"
