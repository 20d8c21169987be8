"""The arguments of `croupierctl`."""

import argparse
import sys
from collections.abc import Callable, Sequence
from datetime import date

from engine.admin import commands, hooks
from engine.admin.argument_types import (
    NEW_FILE,
    add_reason,
    an_id,
    count,
    message,
    month,
    own_name,
    reason,
    seconds,
    shielded,
)
from engine.admin.hooks import add_hooks
from engine.admin.moderation.arguments import add_player_acts, add_reports
from engine.admin.moderation.commands import reports_list
from engine.admin.ratings import commands as ratings
from engine.admin.ratings.arguments import SIGNALS, add_ratings, add_signals, check_void
from engine.admin.research.research_export import FOR_EVER
from engine.admin.research.research_files import WRITERS
from engine.admin.statistics.arguments import add_stats
from engine.admin.statistics.commands import stats_rebuild
from engine.admin.tournaments.arguments import add_tournaments
from engine.admin.tournaments.commands import listed as tournaments_listed
from engine.domain.registry import GAMES

NO_NEW_MATCHES = "No new matches for now; running matches can be played."
RETRY_AFTER_S = 60
PLAYER = (
    ("show", commands.player_show, "its name, its tokens, and what operators did to it"),
    ("matches", commands.player_matches, "its matches, newest first"),
)
ENDS = (
    ("revoke", commands.player_revoke, "end all of its tokens, passkeys, identities and codes"),
    ("delete", commands.player_delete, "delete it, as DELETE /v1/players/me does"),
)
REINDEX = "rebuild the lists of matches and deadlines"
REARCHIVE = "archive all that Redis has of ended matches and tournaments once more"
ACTS = "list what operators did, by these commands or the console; the newest are last"
AS = "read accounts as this user of Redis, whose password is on standard input: gateway"
FIND = "look through all players for a name"
GAMES_EXPORT = (
    "write a match to a file, secrets included: ID FILE --reason WHY; or the archived matches "
    "whose players all consent to research, without names: --format FORM --out FILE"
)
ENGINE = "the engine to ask, in plain text; else that of ENGINE_HEALTH_ADDRESS or ENGINE_ADDRESS"
CONSOLE = "serve these commands as a page, for operators' browsers"
LINK = "print a link that signs you in once at the console that runs here, by CONSOLE_LINKS"
WHERE = "The Redis is that of ENGINE_REDIS_URL, or else of REDIS_URL."


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    """The parsed arguments; `run` is the command. Wrong ones end the program with exit code 2."""
    parser = make_parser()
    # argparse would take a match id that begins with a dash for an option.
    given = parser.parse_args([*map(shielded, sys.argv[1:] if arguments is None else arguments)])
    _check(parser, given)
    # Not a default, which argparse would read by its type.
    given.reason = getattr(given, "reason", None) or ""
    return given


def make_parser() -> argparse.ArgumentParser:
    """The parser of all commands."""
    about = "Operate the matches of Croupier."
    parser = argparse.ArgumentParser("croupierctl", description=about, epilog=WHERE)
    parser.add_argument("--by", default=own_name(), type=reason, help="who you are, for the audit")
    parser.add_argument("--as", dest="user", default="", metavar="USER", help=AS)
    subparsers = parser.add_subparsers(metavar="COMMAND", required=True)

    def command(name: str, run: Callable[..., object], about: str) -> argparse.ArgumentParser:
        subparser = subparsers.add_parser(name, help=about, description=about)
        subparser.set_defaults(run=run)
        return subparser

    _show(command("show", commands.show, "show a match, as a spectator sees it"))
    _abort(command("abort", commands.abort, "end a match without a winner"))
    _export(command("export", commands.export, GAMES_EXPORT))
    _import(command("import", commands.import_, "store a match from a file, once it is verified"))
    _verify(command("verify", commands.verify, "recompute matches from their logs"))
    add_reason(command("reindex", commands.reindex, REINDEX))
    add_reason(command("rearchive", commands.rearchive, REARCHIVE))
    command("games", commands.games, "list games: who plays them, and how many matches there are")
    _doctor(command("doctor", commands.doctor, "say what is wrong, and what to do"))
    _player(command("player", commands.player_show, "show a player, end its tokens, delete it"))
    add_stats(command("stats", stats_rebuild, "the counters that profiles show"))
    add_tournaments(command("tournament", tournaments_listed, "tournaments: look, and direct them"))
    add_hooks(command("hook", hooks.listed, "what a back end of yours is told"))
    add_reports(command("reports", reports_list, "what players report of each other"))
    add_ratings(command("ratings", ratings.rebuild, "recompute, correct and export ratings"))
    add_signals(command("signals", ratings.signals, SIGNALS))
    console = command("console", commands.console, CONSOLE)
    console.add_argument(
        "--link", action="store_const", const=commands.console_link, dest="run", help=LINK
    )
    _acts(command("acts", commands.acts, ACTS))
    _maintenance(command("maintenance", commands.maintenance, "admit no new matches"))
    return parser


def _show(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", type=an_id)
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="as JSON")
    form.add_argument("--log", action="store_true", help="and every change, oldest first")
    parser.add_argument("--secrets", action="store_true", help="as it is stored; needs --reason")
    _add_reason(parser, required=False)


def _abort(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", type=an_id)
    _add_reason(parser)


def _export(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", nargs="?", type=an_id)
    parser.add_argument("file", nargs="?", help=NEW_FILE)
    _add_reason(parser, required=False)
    games = parser.add_argument_group("for research")
    games.add_argument("--format", choices=WRITERS)
    games.add_argument("--out", metavar="FILE", help=NEW_FILE)
    games.add_argument("--game", choices=GAMES, default="", help="of this game only")
    first = "that ended on this day or later; the first of a month"
    games.add_argument("--since", type=month, default=date.min, metavar="DATE", help=first)
    last = "that ended before this day; the first of a month"
    games.add_argument("--until", type=month, default=FOR_EVER, metavar="DATE", help=last)


def _import(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", help="what export has written; - is standard input")


def _verify(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("ids", nargs="*", metavar="id", type=an_id)
    parser.add_argument("--all", action="store_true", help="every match")


def _doctor(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--engine", default="", metavar="HOST:PORT", help=ENGINE)


def _player(parser: argparse.ArgumentParser) -> None:
    verbs = parser.add_subparsers(metavar="WHAT", required=True)
    _find(verbs.add_parser("find", help=FIND, description=FIND))
    for name, run, about in (*PLAYER, *ENDS):
        verb = verbs.add_parser(name, help=about, description=about)
        verb.set_defaults(run=run)
        verb.add_argument("id", type=an_id)
        if (name, run, about) in ENDS:
            add_reason(verb)
    add_player_acts(verbs)


def _find(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(run=commands.player_find)
    parser.add_argument("name", help="as it is displayed, in capitals or not")
    parser.add_argument("--part", action="store_true", help="also names that contain it")


def _maintenance(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("switch", choices=("on", "off", "status"))
    parser.add_argument("--message", default=NO_NEW_MATCHES, type=message, help="for players")
    parser.add_argument(
        "--retry-after", default=RETRY_AFTER_S, type=seconds, help="seconds; 60 by default"
    )
    add_reason(parser)


def _acts(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", nargs="?", default="", type=an_id, help="of what it was done to")
    parser.add_argument("--count", default=100, type=count, help="how many; 100 by default")
    parser.add_argument("--json", action="store_true", help="as JSON, a line each")


def _add_reason(parser: argparse.ArgumentParser, required: bool = True) -> None:
    about = "why, for the players to read: up to 200 characters of ASCII"
    parser.add_argument("--reason", required=required, type=reason, help=about)


def _check(parser: argparse.ArgumentParser, given: argparse.Namespace) -> None:
    # Secrets are shown only for a reason, which goes into the audit that players can read.
    if given.run is commands.show and given.secrets != bool(given.reason):
        parser.error("--secrets and --reason must be given together")
    if given.run is commands.export:
        _check_export(parser, given)
    if given.run is ratings.void:
        check_void(parser, given)
    if given.run is commands.verify and given.all == bool(given.ids):
        parser.error("either match ids or --all must be given")


def _check_export(parser: argparse.ArgumentParser, given: argparse.Namespace) -> None:
    """Decide which of the two exports is meant, and set `run`."""
    one, many = (given.id, given.file, given.reason), (given.format, given.out)
    bounds = given.game or given.since != date.min or given.until != FOR_EVER
    if all(many) and not any(one):
        given.run = commands.export_games
    elif not all(one) or any(many) or bounds:
        parser.error("either ID FILE --reason WHY or --format FORM --out FILE must be given")
