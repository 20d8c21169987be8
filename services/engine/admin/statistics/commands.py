"""The commands on the counters of players; each returns its exit code."""

import argparse

from engine.admin.operator import Operator
from engine.admin.printing import print_json, print_line
from engine.admin.statistics.rebuild import Outcome, rebuild


async def stats_rebuild(operator: Operator, given: argparse.Namespace) -> int:
    outcome = await rebuild(operator, given.id, given.check, given.reason)
    code = 1 if given.check and outcome.differences else 0
    if given.json:
        return print_json(shown(given.id, outcome, given.check), code)
    for each in outcome.differences:
        print_line(str(each))
    return print_line(_told(outcome, given.check), code)


def _told(outcome: Outcome, check: bool) -> str:
    unreadable = f"; {outcome.unreadable} cannot be read" if outcome.unreadable else ""
    made = "differ" if check else "were put right"
    found = f"{len(outcome.differences)} fields {made}" if outcome.differences else "all is right"
    return f"{outcome.matches} matches that have ended{unreadable}: {found}"


def shown(player_id: str, outcome: Outcome, check: bool) -> dict[str, object]:
    """The outcome as JSON shows it."""
    return {
        "player": player_id,
        "matches": outcome.matches,
        "unreadable": outcome.unreadable,
        "differences": [
            {"field": each.field, "stored": each.stored, "anew": each.anew}
            for each in outcome.differences
        ],
        "written": not check and bool(outcome.differences),
    }
