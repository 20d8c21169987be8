"""Hooks in Redis as the herald reads and stores them: redislink.hooks has the keys."""

import logging
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from redis.asyncio import Redis
from redislink import hooks, tournaments
from redislink.accounts import account
from redislink.commands import pairs, run_all
from redislink.hooks import Delivery, Hook
from redislink.installation_id import InstallationId
from redislink.relations import blocked_by, ids
from redislink.script import Script
from telemetry.redaction import error_location

from herald.state import State

log = logging.getLogger("herald")

PRESENT = tuple(
    f"{{presence}}:{kind}{seen}" for kind in ("human", "bot") for seen in ("", ":hidden")
)
"""The lists of who is here, see gateway.players.presence."""
ASKED = "{presence}:asked"
"""When people asked for something last, see gateway.players.last_asked."""
MOST_TOURNAMENTS = 500
"""Of a player's tournaments, the newest that are looked at."""
NO_SENDER = ("declined:", "inviting:")
"""What the fields of the notes of invitations begin with that name no match; see
gateway.players.pending_invitations."""


class Changed(Exception):
    """The hook has changed since it was read."""


class Ended(Exception):
    """The hook has ended."""


@dataclass(slots=True)
class Kept:
    """A hook, what the herald knows of it, what it is asked, and the number of its changes."""

    hook: Hook
    state: State
    asked: Sequence[tuple[str, str]]
    rev: int


def _kept(hook_id: str, hook: bytes | None, state: Any, asked: Any, rev: Any) -> Kept | None:
    """Return what is stored of a hook, None if it cannot be read: others are told all the same."""
    if not hook:
        return None
    try:
        return Kept(Hook.load(hook), State.load(state), [*hooks.asks(asked)], int(rev or 0))
    except (ValueError, TypeError, KeyError) as error:
        log.error("hook %s is told nothing, it cannot be read: %s", hook_id, error_location(error))
        return None


class HookStore:
    """The hooks in Redis. Every call may raise RedisError or OSError."""

    def __init__(self, redis: Redis) -> None:
        self._redis: Any = redis
        self._save = Script(redis, files("herald.scripts") / "save_hook.lua")

    async def ids(self, parts: Iterable[int]) -> set[str]:
        """Return the hooks of these partitions."""
        answers = await self._run([("SMEMBERS", hooks.listed(each)) for each in parts])
        return {each.decode() for answer in answers for each in answer}

    async def read(self, hook_ids: Sequence[str]) -> list[Kept | None]:
        """Return hooks in their order, None for one that has ended or cannot be read."""
        fields = (hooks.HOOK, hooks.STATE, hooks.ASKED, hooks.REV)
        answers = await self._run([("HMGET", hooks.hook(each), *fields) for each in hook_ids])
        return [_kept(each, *answer) for each, answer in zip(hook_ids, answers, strict=True)]

    async def save(self, kept: Kept, changed: Sequence[Delivery], done_asked: bool = False) -> None:
        """Store the state of a hook as it is now, and these deliveries.

        With `done_asked`, what it was asked has been done. Raise Changed or Ended; then nothing was
        stored.
        """
        rows = [row for each in changed for row in (each.id, each.dump(), each.at)]
        args = [kept.rev, kept.state.dump(), hooks.KEPT_DELIVERIES, int(done_asked), *rows]
        done = await self._save.one(hooks.all_of(kept.hook.id), args)
        if done < 0:
            raise Ended
        if not done:
            raise Changed
        kept.rev += 1

    async def deliveries(self, hook_id: str, message_ids: Sequence[str]) -> list[Delivery]:
        """Return those of these deliveries that are known."""
        _, sent, _ = hooks.all_of(hook_id)
        found = await self._redis.hmget(sent, [*message_ids])
        return [Delivery.load(each) for each in found if each]

    async def lists(self, keys: Sequence[tuple[str, str]]) -> list[list[list[str]]]:
        """Return the matches in lists of the index that were made since; "" for all of them.

        Each is the time at which it was made, and its id.
        """
        commands = [("ZRANGEBYLEX", key, f"[{since}" if since else "-", "+") for key, since in keys]
        answers = await self._run(commands)
        return [[each.decode().split(" ") for each in answer] for answer in answers]

    async def invited_to(self, player_id: str) -> list[str]:
        """Return the matches that a player is invited to by those whom it has not blocked."""
        notes, blocked = await self._run(
            [("HGETALL", f"{account(player_id)}:invitations"), blocked_by(player_id)]
        )
        senders = {
            field.decode(): value.decode().partition(" ")[2] for field, value in pairs(notes)
        }
        unwanted = ids(blocked)
        return [
            match_id
            for match_id, sender in senders.items()
            if not match_id.startswith(NO_SENDER) and sender not in unwanted
        ]

    async def tournaments_of(self, player_ids: Sequence[str]) -> list[list[tuple[str, float]]]:
        """Return the newest tournaments that each of these players made or has joined.

        Each is its id, and when it was made, ms since the epoch.
        """
        lists = map(tournaments.of_player, player_ids)
        last = str(MOST_TOURNAMENTS - 1)
        answers = await self._run(
            [("ZRANGE", entered, "0", last, "REV", "WITHSCORES") for entered in lists]
        )
        return [
            [(member.decode(), float(made)) for member, made in pairs(each)] for each in answers
        ]

    async def is_here(self, player_id: str, now_ms: int) -> bool:
        """Return whether a player is here, seen by others or not."""
        scores = await self._run([("ZSCORE", each, player_id) for each in PRESENT])
        return any(score is not None and float(score) > now_ms for score in scores)

    def installation_id(self, said: str) -> InstallationId:
        """Return the id of the installation, as the settings say it or as Redis has it."""
        return InstallationId(self._redis, said)

    async def asked_ms(self, player_id: str) -> int:
        """Return when a player asked for something last, ms since the epoch; 0 for long ago."""
        (score,) = await self._run([("ZSCORE", ASKED, player_id)])
        return int(float(score or 0))

    async def keep_push_key(self, public: str) -> None:
        """Have gateways tell browsers with which key to subscribe; "" for none."""
        if public:
            await self._redis.hset(hooks.PUSH, hooks.PUSH_KEY, public)
        else:
            await self._redis.hdel(hooks.PUSH, hooks.PUSH_KEY)

    async def _run(self, commands: Sequence[Sequence[Any]]) -> list[Any]:
        return await run_all(self._redis, commands)
