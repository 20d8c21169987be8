"""`croupierctl hook`: the hooks of the installation, which the studio's own back end listens to."""

import argparse

from croupier_match.clock import epoch_ms
from redislink.hook_urls import parse
from redislink.hooks import OF_INSTALLATION

from engine.admin import installation_hooks as hooks
from engine.admin.argument_types import add_reason, an_id, moment
from engine.admin.operator import Operator
from engine.admin.players import accounts_of
from engine.admin.printing import print_line

ADD = "have a URL of your back end be told of what happens; the secret is printed this once"
LIST = "list the hooks of the installation, and how each stands"
REMOVE = "end a hook"
REPLAY = "have all that has happened since a time be told once more, with the same ids"


def add_hooks(parser: argparse.ArgumentParser) -> None:
    """Add what follows `croupierctl hook`."""
    verbs = parser.add_subparsers(metavar="WHAT", required=True)
    made = verbs.add_parser("add", help=ADD, description=ADD)
    made.set_defaults(run=add)
    made.add_argument("url", type=a_url)
    made.add_argument("events", nargs="+", choices=OF_INSTALLATION, metavar="EVENT")
    verbs.add_parser("list", help=LIST, description=LIST).set_defaults(run=listed)
    gone = verbs.add_parser("remove", help=REMOVE, description=REMOVE)
    gone.set_defaults(run=remove)
    again = verbs.add_parser("replay", help=REPLAY, description=REPLAY)
    again.set_defaults(run=replay)
    again.add_argument("--since", type=moment, required=True, metavar="T", help="in UTC")
    for verb in (gone, again):
        verb.add_argument("id", type=an_id)
    for verb in (made, gone, again):
        add_reason(verb)


def a_url(text: str) -> str:
    """Return `text`: a URL that a hook of the installation may have. Raise ArgumentTypeError."""
    try:
        parse(text, local=True)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return text


async def add(operator: Operator, given: argparse.Namespace) -> int:
    async with accounts_of(operator, given.user) as redis:
        made, secret = await hooks.add(operator, redis, given.url, given.events, given.reason)
    print_line(f"{made.id} is told of {', '.join(given.events)}")
    return print_line(f"its secret: {secret}")


async def listed(operator: Operator, given: argparse.Namespace) -> int:
    async with accounts_of(operator, given.user) as redis:
        for each in await hooks.listed(redis):
            print_line(str(each))
    return 0


async def remove(operator: Operator, given: argparse.Namespace) -> int:
    async with accounts_of(operator, given.user) as redis:
        await hooks.remove(operator, redis, given.id, given.reason)
    return print_line(f"{given.id} is told nothing more")


async def replay(operator: Operator, given: argparse.Namespace) -> int:
    async with accounts_of(operator, given.user) as redis:
        await hooks.replay(operator, redis, given.id, epoch_ms(given.since), given.reason)
    return print_line(f"{given.id} will be told once more what has happened since {given.since}")
