"""The arguments of the commands on the counters of players."""

import argparse

from engine.admin.argument_types import add_reason, an_id
from engine.admin.statistics import commands

REBUILD = "count a player's matches anew, and put its counters right"


def add_stats(parser: argparse.ArgumentParser) -> None:
    """Add what follows `croupierctl stats`."""
    verbs = parser.add_subparsers(metavar="WHAT", required=True)
    verb = verbs.add_parser("rebuild", help=REBUILD, description=REBUILD)
    verb.set_defaults(run=commands.stats_rebuild)
    verb.add_argument("id", type=an_id, metavar="player")
    verb.add_argument("--check", action="store_true", help="only say what differs")
    add_reason(verb)
    verb.add_argument("--json", action="store_true", help="as JSON")
