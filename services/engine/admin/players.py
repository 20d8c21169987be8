"""Players for operators: their matches, ending all ways into an account, deleting it.

The accounts are the gateways': engines may not read them, so these commands need another user of
Redis, as `of_players` says.
"""

import os
import sys
import time
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from getpass import getpass
from typing import Any

from croupier_match.clock import rfc3339_of
from croupier_match.match import AnyMatch
from croupier_match.refusals import NotFound
from pydantic import SecretStr
from redis.asyncio import Redis
from redislink import accounts, recovery
from redislink.channels import REVOCATIONS

from engine.admin.acts import Kind
from engine.admin.operator import TIMEOUT_S, Operator
from engine.config import Settings
from engine.domain.due import deadline
from engine.domain.errors import StoreUnavailable
from engine.domain.registry import GAMES
from engine.rpc import encode
from engine.store.errors import outage
from engine.store.indexes.match_index import match_id, scope_of

USER, PASSWORD = "CROUPIERCTL_REDIS_USERNAME", "CROUPIERCTL_REDIS_PASSWORD"
FILE = f"{PASSWORD}_FILE"
USE = (
    "Use the one of the gateways: croupierctl --as gateway, with its password on standard input;"
    " docs/operations/croupierctl.md has the line for Kubernetes."
)
PAGE = 100
OTHER_WAYS = (accounts.PASSKEY.encode(), accounts.IDENTITY.encode())
"""What the names of the fields begin with that open an account beside its tokens."""


class NotAllowed(Exception):
    """The user of Redis may not read accounts; the message says which one may."""


def of_players(settings: Settings, user: str = "") -> Settings:
    """The settings with the user of Redis that may read accounts.

    That is `user`, whose password is asked for or read from standard input, or else the one that
    the environment names, if it does; a file with its password is read for each new connection.
    """
    password = _typed() if user else os.environ.get(PASSWORD, "")
    user = user or os.environ.get(USER, "")
    if not user:
        return settings
    file = "" if password else os.environ.get(FILE, "")
    other = {"redis_username": user, "redis_password": SecretStr(password)}
    return settings.model_copy(update={**other, "redis_password_file": file})


def _typed() -> str:
    return getpass() if sys.stdin.isatty() else sys.stdin.readline().rstrip("\n")


@asynccontextmanager
async def opened(settings: Settings) -> AsyncIterator[Redis]:
    """The Redis of these settings, to read accounts. Raise NotAllowed if its user may not."""
    async with settings.connect_redis(TIMEOUT_S) as redis:
        with refusing_others(settings):
            yield redis


@contextmanager
def refusing_others(settings: Settings) -> Iterator[None]:
    """Raise NotAllowed where Redis refuses a right to the user of these settings."""
    try:
        yield
    except StoreUnavailable as failure:
        if failure.kind != "permission":
            raise
        user = settings.redis_username or "the URL's"
        raise NotAllowed(f"Redis: its user {user} may not read accounts. {USE}") from failure


def accounts_of(operator: Operator, user: str) -> AbstractAsyncContextManager[Redis]:
    """A connection of `user`, or else of whom the environment names, who may read accounts."""
    return opened(of_players(operator.settings, user))


async def matches(operator: Operator, player_id: str) -> AsyncIterator[str]:
    """A line for each of the player's matches, newest first."""
    names, before = [""], ""
    while names:
        names = await operator.store.lists.page([scope_of(player_id)], "", None, before, PAGE)
        before = names[-1] if names else ""
        ids = [*map(match_id, names)]
        found = await operator.store.load_many(ids, archived=True)
        for each, match in zip(ids, found, strict=True):
            if isinstance(match, Exception):
                yield f"{each} cannot be read"
            elif match and match.seat_of(player_id) is not None:
                yield _line(match)


async def revoke(operator: Operator, redis: Redis, player_id: str, reason: str = "") -> int:
    """End all ways into the account, and return how many tokens those had. Raise NotFound."""
    async with operator.doing(Kind.PLAYER_REVOKE, player_id, reason):
        every = await fields_of(redis, player_id)
        with outage():
            tokens = await accounts.token_fields(redis, player_id)
            await recovery.forget_code(redis, player_id)
            others = [name for name in every if name.startswith(OTHER_WAYS)]
            ended = [*tokens, *others, accounts.RECOVERY.encode()]
            await redis.hdel(accounts.account(player_id), *ended)
            await redis.publish(REVOCATIONS, player_id)
    return len(tokens)


async def delete(operator: Operator, redis: Redis, player_id: str, reason: str = "") -> None:
    """Order the deletion, which gateways carry out as they do for the player's own request.

    Raise NotFound for who has neither an account nor matches.
    """
    async with operator.doing(Kind.PLAYER_DELETE, player_id, reason):
        if not any((await operator.store.lists.count_of(player_id)).values()):
            await fields_of(redis, player_id)
        with outage():
            await accounts.order_deletion(redis, passes_of(player_id))


def passes_of(player_id: str) -> Mapping[str, float]:
    """The passes of a deletion that is ordered now."""
    return accounts.passes(player_id, time.time())


async def fields_of(redis: Redis, player_id: str) -> dict[bytes, bytes]:
    """All that is stored of the account. Raise NotFound."""
    with outage():
        found: Any = await redis.hgetall(accounts.account(player_id))
    if accounts.PLAYER.encode() not in found:
        raise NotFound("There is no such player.")
    return dict(found)


def _line(match: AnyMatch) -> str:
    line = f"{match.id} {match.status} {match.game}, version {match.version}"
    if not GAMES.has_rules_of(match):
        return f"{line}, of other rules than these"
    moving = [match.seats[each].player for each in encode.to_move(match)]
    if names := " and ".join(each.display_name for each in moving if each):
        line = f"{line}, {names} to move since {match.update_time}"
    due = deadline(match)
    return line if due is None else f"{line}, until {rfc3339_of(due)}"
