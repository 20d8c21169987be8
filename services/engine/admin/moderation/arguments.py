"""The arguments of the commands by which operators keep order among players."""

import argparse
from typing import Any, TypeAlias

from engine.admin.argument_types import an_id, moment, reason
from engine.admin.moderation import commands

Verbs: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"

SIMPLE = (
    ("unsuspend", commands.unsuspend, "let it begin and join matches again"),
    ("hide", commands.hide, "take it off all boards, whatever it plays"),
    ("unhide", commands.unhide, "let boards have it again, if it wants that"),
)
SUSPEND = "keep it from beginning and joining matches; those that run it may finish"
LIST = "list the reports of players, oldest first"
SHOW = "show a report as a whole"
CLOSE = "close a report; nobody is told"
RECOVER = "make a recovery code that opens it once, within a day"
REMOVE_KEY = "remove one of its passkeys, by the id that `player show` prints"
END_SESSION = "end one of its tokens, by the id that `player show` prints"
RENAME = "give it another name; its matches so far keep the earlier one"


def add_player_acts(verbs: Verbs) -> None:
    """Add what follows `croupierctl player` and changes an account."""
    suspend = _act(verbs, "suspend", commands.suspend, SUSPEND)
    length = suspend.add_mutually_exclusive_group(required=True)
    length.add_argument("--until", type=moment, metavar="T", help="a day or a time, in UTC")
    length.add_argument("--forever", action="store_true")
    for name, run, about in SIMPLE:
        _act(verbs, name, run, about)
    _act(verbs, "rename", commands.rename, RENAME).add_argument("name")
    _act(verbs, "recover", commands.recover, RECOVER)
    key = _act(verbs, "remove-key", commands.remove_key, REMOVE_KEY)
    key.add_argument("key", type=an_id)
    session = _act(verbs, "end-session", commands.end_session, END_SESSION)
    session.add_argument("token", type=an_id)


def add_reports(parser: argparse.ArgumentParser) -> None:
    """Add what follows `croupierctl reports`."""
    verbs = parser.add_subparsers(metavar="WHAT", required=True)
    listed = verbs.add_parser("list", help=LIST, description=LIST)
    listed.set_defaults(run=commands.reports_list)
    listed.add_argument("--open", action="store_true", help="only those that nobody has closed")
    listed.add_argument("--json", action="store_true", help="as JSON, a line each")
    show = verbs.add_parser("show", help=SHOW, description=SHOW)
    show.set_defaults(run=commands.reports_show)
    close = verbs.add_parser("close", help=CLOSE, description=CLOSE)
    close.set_defaults(run=commands.reports_close)
    close.add_argument("--reason", required=True, type=reason, help="what came of it")
    for verb in (show, close):
        verb.add_argument("id", type=an_id)
        verb.add_argument("--json", action="store_true", help="as JSON")


def _act(verbs: Verbs, name: str, run: Any, about: str) -> argparse.ArgumentParser:
    verb: argparse.ArgumentParser = verbs.add_parser(name, help=about, description=about)
    verb.set_defaults(run=run)
    verb.add_argument("id", type=an_id)
    why = "why: for the audit, and of a suspension for the player, too; 200 characters of ASCII"
    verb.add_argument("--reason", required=True, type=reason, help=why)
    verb.add_argument("--json", action="store_true", help="print the account's standing as JSON")
    return verb
