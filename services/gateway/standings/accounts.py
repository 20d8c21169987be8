"""What others may know of the accounts of players whom a board or a profile names."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from redis.asyncio import Redis
from redislink.accounts import HIDDEN, LISTED, PLAYER, account
from redislink.commands import Command, run

from gateway.players.player_store import Player, redis_errors


@dataclass(frozen=True, slots=True)
class Account:
    """A player, and whether boards and the profiles of others may show it."""

    player: Player
    listed: bool


@dataclass(frozen=True, slots=True)
class Unreachable:
    """Stands for an account whose part of Redis does not answer."""


async def look_up(redis: Redis, ids: Sequence[str]) -> list[Account | Unreachable | None]:
    """Return the account of each id, in one round trip; None where there is none any more.

    Raise Problem unavailable if there is no answer at all.
    """
    commands: list[Command] = [("HMGET", account(each), PLAYER, LISTED, HIDDEN) for each in ids]
    with redis_errors():
        answers = await run(redis, commands) if commands else []
    return [_account(each) for each in answers]


def _account(answer: Any) -> Account | Unreachable | None:
    if isinstance(answer, Exception):
        return Unreachable()
    stored, listed, hidden = answer
    if stored is None:
        return None
    return Account(Player.load(stored), listed != b"0" and hidden != b"1")
