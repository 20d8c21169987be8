"""The arguments of the commands about tournaments."""

import argparse
from typing import Any, TypeAlias

from engine.admin.argument_types import NEW_FILE, add_reason, an_id, count, reason
from engine.admin.tournaments import commands
from engine.admin.tournaments.views import STATUSES

Verbs: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"

LIST = "list public tournaments, or all of a player, the newest first"
SHOW = "show a tournament, with the best of its standings"
VERIFY = "compute all rounds and standings of a tournament anew, from its log"
EXPORT = "write a tournament that is over to a file, without its matches"
IMPORT = "store a tournament from a file, once it is verified"
ABORT = "call it off; its open matches are called off, too"
REMOVE = "have a player play no further round, and not come back"
WHY = "why, for everybody to read: it is in the log; up to 200 characters of ASCII"
ACTS = (
    ("start", commands.start, "open the check-in now"),
    ("pause", commands.pause, "let no further round begin"),
    ("resume", commands.resume, "go on after a pause"),
)


def add_tournaments(parser: argparse.ArgumentParser) -> None:
    """Add what follows `croupierctl tournament`."""
    verbs = parser.add_subparsers(metavar="WHAT", required=True)
    _list(verbs.add_parser("list", help=LIST, description=LIST))
    _verb(verbs, "show", commands.show, SHOW).add_argument("--json", action="store_true")
    _verb(verbs, "verify", commands.verify, VERIFY)
    for name, run, about in ACTS:
        add_reason(_verb(verbs, name, run, about))
    abort = _verb(verbs, "abort", commands.abort, ABORT)
    abort.add_argument("--reason", required=True, type=reason, help=WHY)
    out = _verb(verbs, "export", commands.export, EXPORT)
    out.add_argument("file", help=NEW_FILE)
    add_reason(out)
    into = verbs.add_parser("import", help=IMPORT, description=IMPORT)
    into.set_defaults(run=commands.import_)
    into.add_argument("file", help="what export has written; - is standard input")
    remove = _verb(verbs, "remove", commands.remove, REMOVE)
    remove.add_argument("player", type=an_id)
    add_reason(remove)


def _list(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(run=commands.listed)
    parser.add_argument("--status", choices=STATUSES, default="")
    parser.add_argument("--player", default="", type=an_id, metavar="ID", help="made or joined")
    parser.add_argument("--count", default=50, type=count, help="how many; 50 by default")
    parser.add_argument("--json", action="store_true", help="as JSON, a line each")


def _verb(verbs: Verbs, name: str, run: Any, about: str) -> argparse.ArgumentParser:
    verb: argparse.ArgumentParser = verbs.add_parser(name, help=about, description=about)
    verb.set_defaults(run=run)
    verb.add_argument("id", type=an_id)
    return verb
