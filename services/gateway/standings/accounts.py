"""What others may know of the accounts of players whom a board or a profile names."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from redis.asyncio import Redis
from redislink.accounts import HIDDEN, LISTED, PLAYER, account
from redislink.commands import Command, run

from gateway.players.outages import redis_errors

GONE = "gone"
"""The name of deleted players."""


@dataclass(frozen=True, slots=True)
class Account:
    """A player, since when there is the account, and whether others are shown how it fares."""

    id: str
    name: str
    kind: str
    since: str | None
    listed: bool


@dataclass(frozen=True, slots=True)
class Unreachable:
    """Stands for an account whose part of Redis does not answer."""


Looked: TypeAlias = Account | Unreachable | None
"""An account as it was looked up; None if there is none any more."""
Names: TypeAlias = Mapping[str, Looked]
"""Accounts by their ids."""


async def look_up(redis: Redis, ids: Iterable[str]) -> dict[str, Looked]:
    """Return the account of each id, in one round trip.

    Raise Problem unavailable if there is no answer at all.
    """
    wanted = [*dict.fromkeys(ids)]
    with redis_errors():
        answers = await run(redis, [command(each) for each in wanted]) if wanted else []
    return dict(zip(wanted, map(parse, answers), strict=True))


def command(player_id: str) -> Command:
    """Return the command of which `parse` takes the answer."""
    return "HMGET", account(player_id), PLAYER, LISTED, HIDDEN


def parse(answer: Any) -> Looked:
    if isinstance(answer, Exception):
        return Unreachable()
    stored, listed, hidden = answer
    if stored is None:
        return None
    told: Mapping[str, str] = json.loads(stored)
    shown = listed != b"0" and hidden != b"1"
    return Account(told["id"], told["displayName"], told["kind"], told.get("since"), shown)


def is_hidden(looked: Looked) -> bool:
    """Whether others are not shown how the player fares."""
    return isinstance(looked, Account) and not looked.listed


def named(
    player_id: str, looked: Looked, kind: str | None = None, hidden: bool = False
) -> dict[str, str | None]:
    """Return a player as lists name it.

    The name is null of who is hidden, unless these are named, too; and both are while the account
    does not answer.
    """
    match looked:
        case Account(name=name, kind=own) if looked.listed or hidden:
            return {"id": player_id, "displayName": name, "kind": own}
        case None:
            return {"id": player_id, "displayName": GONE, "kind": kind}
        case _:
            return {"id": player_id, "displayName": None, "kind": kind}
