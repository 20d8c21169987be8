"""`croupierctl hook`: the hooks of the installation, which the studio's own back end listens to."""

import argparse
import secrets
import time
from base64 import b64encode
from collections.abc import Sequence
from typing import Any

from croupier_match.clock import epoch_ms
from croupier_match.refusals import NotFound
from redis.asyncio import Redis
from redislink import hooks
from redislink.commands import Command, run
from redislink.hook_urls import parse
from redislink.hooks import OF_INSTALLATION, Hook, Standing

from engine.admin.argument_types import an_id, moment
from engine.admin.operator import Operator
from engine.admin.players import accounts_of
from engine.admin.printing import print_line
from engine.store.errors import outage

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


def a_url(text: str) -> str:
    """Return `text`: a URL that a hook of the installation may have. Raise ArgumentTypeError."""
    try:
        parse(text, local=True)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return text


async def add(operator: Operator, given: argparse.Namespace) -> int:
    secret = f"whsec_{b64encode(secrets.token_bytes(24)).decode()}"
    made = hooks.of_installation(given.url, given.events, secret, time.time_ns() // 1_000_000)
    async with accounts_of(operator, given.user) as redis:
        await _do(redis, hooks.installing(made, ""))
    print_line(f"{made.id} is told of {', '.join(given.events)}")
    return print_line(f"its secret: {secret}")


async def listed(operator: Operator, given: argparse.Namespace) -> int:
    async with accounts_of(operator, given.user) as redis:
        with outage():
            client: Any = redis
            found = await client.hgetall(hooks.INSTALLATION)
            ids = sorted(each.decode() for each in found)
            stored = [
                await client.hmget(hooks.hook(each), [hooks.HOOK, hooks.STATE]) for each in ids
            ]
        for hook, state in stored:
            if hook:
                print_line(_line(Hook.load(hook), Standing.load(state), found))
    return 0


async def remove(operator: Operator, given: argparse.Namespace) -> int:
    async with accounts_of(operator, given.user) as redis:
        await _known(redis, given.id)
        await _do(redis, hooks.uninstalling(given.id))
    return print_line(f"{given.id} is told nothing more")


async def replay(operator: Operator, given: argparse.Namespace) -> int:
    since, now = epoch_ms(given.since), time.time_ns() // 1_000_000
    async with accounts_of(operator, given.user) as redis:
        await _known(redis, given.id)
        await _do(redis, hooks.replaying(given.id, since, now))
    return print_line(f"{given.id} will be told once more what has happened since {given.since}")


async def _known(redis: Redis, hook_id: str) -> None:
    """Raise NotFound if the installation has no such hook."""
    client: Any = redis
    with outage():
        if not await client.hexists(hooks.INSTALLATION, hook_id):
            raise NotFound("The installation has no such hook.")


async def _do(redis: Redis, commands: Sequence[Command]) -> None:
    with outage():
        for answer in await run(redis, commands):
            if isinstance(answer, Exception):
                raise answer


def _line(hook: Hook, standing: Standing, by: Any) -> str:
    how = standing.off or ("failing" if standing.failing else "on")
    file = "  from the file" if by[hook.id.encode()] == b"file" else ""
    return f"{hook.id}  {how:8}{hook.url}  {', '.join(hook.events)}{file}"
