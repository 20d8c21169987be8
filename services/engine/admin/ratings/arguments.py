"""The arguments of the commands about ratings."""

import argparse
import re
from typing import Any, TypeAlias

from croupier_rating.pools import NAME

from engine.admin.argument_types import add_reason, an_id, moment, reason
from engine.admin.ratings import commands
from engine.admin.ratings.joining import Keep

NUMBER = re.compile(r"[1-9][0-9]{0,5}", re.ASCII)
Verbs: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"

REBUILD = "recompute what is stored of ratings from the ledgers, and correct what differs"
VOID = "take a match out of its ledger, or those of an outage that ended by time"
EXPORT = "write a ledger to a file, which croupier verify --ratings reads"
SEASON = "list the seasons of ratings, or begin the next one"
BEGIN = "begin a season in a minute: matches that end from then on count in new ledgers"
SIGNALS = "list what may be collusion, of a week; nothing follows from it by itself"
POOL = "of this pool only, such as lost-cities.live.human.0"
KEEP = "of a ledger that Redis and the archive have gone on with in two ways: whose entries stay"
WHY = "why, for everybody to read: it is in the ledger; up to 200 characters of ASCII"


def add_ratings(parser: argparse.ArgumentParser) -> None:
    """Add what follows `croupierctl ratings`."""
    verbs = parser.add_subparsers(metavar="WHAT", required=True)
    rebuild = _verb(verbs, "rebuild", commands.rebuild, REBUILD)
    rebuild.add_argument("pool", nargs="?", default="", type=a_pool, help=POOL)
    rebuild.add_argument("--check", action="store_true", help="change nothing")
    rebuild.add_argument("--keep", type=Keep, choices=[*Keep], help=KEEP)
    add_reason(rebuild)
    _void(_verb(verbs, "void", commands.void, VOID))
    seasons = verbs.add_parser("season", help=SEASON, description=SEASON)
    _season(seasons.add_subparsers(metavar="WHAT", required=True))
    export = _verb(verbs, "export", commands.export, EXPORT)
    export.add_argument("pool", type=a_pool)
    export.add_argument("file", help="must not exist; - is standard output")


def add_signals(parser: argparse.ArgumentParser) -> None:
    """Add what follows `croupierctl signals`."""
    week = "from this time on; by default the last seven days"
    parser.add_argument("--since", type=moment, metavar="T", help=week)
    parser.add_argument("--pool", default="", type=a_pool, help=POOL)
    parser.add_argument("--json", action="store_true", help="as JSON, a line each")


def check_void(parser: argparse.ArgumentParser, given: argparse.Namespace) -> None:
    """End the program unless a match or a window is given, and not both."""
    window = (given.since, given.until)
    if given.id and not any(window) and not given.pool and not given.check:
        return
    if given.id or not all(window) or given.since >= given.until:
        parser.error("either a match or --from T --to T must be given, the earlier first")


def _void(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", nargs="?", default="", metavar="match", type=an_id)
    parser.add_argument("--from", dest="since", type=moment, metavar="T", help="a day or a time")
    parser.add_argument(
        "--to", dest="until", type=moment, metavar="T", help="the end of the window"
    )
    parser.add_argument("--pool", default="", type=a_pool, help=POOL)
    parser.add_argument("--check", action="store_true", help="only list the matches of the window")
    parser.add_argument("--reason", required=True, type=reason, help=WHY)


def _season(verbs: Verbs) -> None:
    _verb(verbs, "list", commands.season_list, "list the seasons, and who began them")
    begin = _verb(verbs, "begin", commands.season_begin, BEGIN)
    begin.add_argument("number", type=a_number, help="the next one, 1 at first")
    begin.add_argument("--reason", required=True, type=reason, help="why, for other operators")


def _verb(verbs: Verbs, name: str, run: Any, about: str) -> argparse.ArgumentParser:
    verb: argparse.ArgumentParser = verbs.add_parser(name, help=about, description=about)
    verb.set_defaults(run=run)
    verb.add_argument("--json", action="store_true", help="as JSON")
    return verb


def a_number(text: str) -> int:
    """The number of a season that begins. Raise ArgumentTypeError."""
    if not NUMBER.fullmatch(text):
        raise argparse.ArgumentTypeError("must be the number of a season, from 1 on")
    return int(text)


def a_pool(text: str) -> str:
    """Return `text`: the name of a pool, or "". Raise ArgumentTypeError."""
    if text and not NAME.fullmatch(text):
        raise argparse.ArgumentTypeError("must be a pool, such as lost-cities.live.human.0")
    return text
