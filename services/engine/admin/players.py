"""Players for operators: what is stored of one, its matches, ending its tokens, deleting it.

The accounts are the gateways': engines may not read them, so these commands need another user of
Redis, as `of_players` says. A hash of a token is never shown.
"""

import json
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
from telemetry.players import told_as

from engine.admin.moderation.accounts import Accounts
from engine.admin.operator import TIMEOUT_S, Operator
from engine.config import Settings
from engine.domain.due import deadline
from engine.domain.errors import StoreUnavailable
from engine.domain.registry import GAMES
from engine.rpc import encode
from engine.store.errors import outage
from engine.store.indexes.match_index import match_id, scope_of

USER, PASSWORD = "CROUPIERCTL_REDIS_USERNAME", "CROUPIERCTL_REDIS_PASSWORD"
USE = (
    "Use the one of the gateways: croupierctl --as gateway, with its password on standard input;"
    " docs/operations/croupierctl.md has the line for Kubernetes."
)
PAGE = 100
FIRST = "first"
"""The name of the token that a player is created with."""


class NotAllowed(Exception):
    """The user of Redis may not read accounts; the message says which one may."""


def of_players(settings: Settings, user: str = "") -> Settings:
    """The settings with the user of Redis that may read accounts.

    That is `user`, whose password is asked for or read from standard input, or else the one that
    the environment names, if it does.
    """
    password = _typed() if user else os.environ.get(PASSWORD, "")
    user = user or os.environ.get(USER, "")
    if not user:
        return settings
    other = {"redis_username": user, "redis_password": SecretStr(password)}
    return settings.model_copy(update={**other, "redis_password_file": ""})


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


async def show(operator: Operator, redis: Redis, player_id: str) -> str:
    """The player's name, tokens and numbers of matches; of one that was deleted, what is left.

    Raise NotFound for who has neither an account nor an order to delete it.
    """
    deletion = await _deletion(redis, player_id)
    try:
        about = [*_about(await _fields(redis, player_id))]
        standing = [*(await Accounts(redis).standing(player_id)).lines()]
    except NotFound:
        if not deletion:
            raise
        about, standing = [f"player      {player_id}"], []
    counts = await operator.store.lists.count_of(player_id)
    lines = [*about, *deletion, *standing]
    lines.append("matches     " + ", ".join(f"{n} {status}" for status, n in counts.items()))
    return "\n".join(lines)


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


async def revoke(redis: Redis, player_id: str) -> int:
    """End all ways into the account, and return how many tokens those had. Raise NotFound."""
    every = await _fields(redis, player_id)
    with outage():
        fields = await accounts.token_fields(redis, player_id)
        keys = [name for name in every if name.startswith(accounts.PASSKEY.encode())]
        await recovery.forget_code(redis, player_id)
        ended = [*fields, *keys, accounts.RECOVERY.encode()]
        await redis.hdel(accounts.account(player_id), *ended)
        await redis.publish(REVOCATIONS, player_id)
    return len(fields)


async def delete(operator: Operator, redis: Redis, player_id: str) -> None:
    """Order the deletion, which gateways carry out as they do for the player's own request.

    Raise NotFound for who has neither an account nor matches.
    """
    if not any((await operator.store.lists.count_of(player_id)).values()):
        await _fields(redis, player_id)
    with outage():
        await accounts.order_deletion(redis, _passes(player_id))


def _passes(player_id: str) -> Mapping[str, float]:
    return accounts.passes(player_id, time.time())


async def _fields(redis: Redis, player_id: str) -> dict[bytes, bytes]:
    """All that is stored of the account. Raise NotFound."""
    with outage():
        found: Any = await redis.hgetall(accounts.account(player_id))
    if accounts.PLAYER.encode() not in found:
        raise NotFound("There is no such player.")
    return dict(found)


def _about(fields: Mapping[bytes, bytes]) -> Iterator[str]:
    player = json.loads(fields[accounts.PLAYER.encode()])
    stored = (fields[name] for name in fields if name.startswith(accounts.TOKEN.encode()))
    tokens = sorted(map(json.loads, stored), key=lambda token: str(token["createTime"]))
    yield f"player      {player['id']}"
    yield f"name        {player['displayName']}"
    yield f"kind        {player['kind']}"
    if tokens:
        before = "" if tokens[0]["name"] == FIRST else "before "
        yield f"created     {before}{tokens[0]['createTime']}"
    yield f"in logs     {told_as(player['id'])}"
    if seen := fields.get(accounts.UNPLAYED.encode()):
        yield f"played      never; last seen {rfc3339_of(int(seen) * 1000)}"
    for token in tokens:
        scopes = " ".join(token["scopes"])
        until = f" until {token['expireTime']}" if "expireTime" in token else ""
        yield f"token       {token['id']} {token['createTime']}{until} {scopes}: {token['name']}"
    for name, value in fields.items():
        if name.startswith(accounts.PASSKEY.encode()):
            key, key_id = json.loads(value), name.decode().removeprefix(accounts.PASSKEY)
            used = f", used {key['useTime']}" if "useTime" in key else ""
            yield f"passkey     {key_id} {key['createTime']}{used}: {key['name']}"
    if accounts.RECOVERY.encode() in fields:
        code = json.loads(fields[accounts.RECOVERY.encode()])
        yield f"recovery    a code of {code['createTime']}"


async def _deletion(redis: Redis, player_id: str) -> list[str]:
    """The line about the passes that are left of the player's deletion, if there are any."""
    with outage():
        due = [await redis.zscore(accounts.DELETIONS, each) for each in _passes(player_id)]
    left = [each for each in due if each is not None]
    if not left:
        return []
    return [f"deletion    ordered; next pass at {rfc3339_of(int(min(left) * 1000))}"]


def _line(match: AnyMatch) -> str:
    line = f"{match.id} {match.status} {match.game}, version {match.version}"
    if not GAMES.has_rules_of(match):
        return f"{line}, of other rules than these"
    moving = [match.seats[each].player for each in encode.to_move(match)]
    if names := " and ".join(each.display_name for each in moving if each):
        line = f"{line}, {names} to move since {match.update_time}"
    due = deadline(match)
    return line if due is None else f"{line}, until {rfc3339_of(due)}"
