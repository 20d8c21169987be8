"""Hooks of the installation: what they are told is read where it is stored, in its order.

A hook has a cursor for each source, which moves on as its messages are queued; while many wait, it
stays. So nothing is told by a hint, and nothing is lost unless its source has dropped it.
"""

import asyncio
import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

from redis.asyncio import Redis
from redislink import hooks, ratings, reports
from redislink.accounts import DELETIONS, PASSES_S
from redislink.commands import run
from redislink.hook_urls import parse
from redislink.hooks import Delivery, Hook

from herald.reading import now_ms
from herald.state import tell
from herald.store import Kept

FULL = 64
"""While so many messages of a hook wait, no more are queued."""
SOME = 50
SETTLED_MS = 2_000
"""How old an entry is that is read by its time: gateways' clocks differ by less."""
BEGAN = "began"
START = "0-0"
MIN_SECRET = 24


class Installation:
    """The sources. Every call may raise RedisError or OSError."""

    def __init__(self, redis: Redis, file: str = "") -> None:
        self._redis: Any = redis
        self._file = file
        self._kept = b""

    async def keep_file(self) -> Sequence[str]:
        """Store the hooks of the file as it is now; return those that have changed.

        Raise ValueError if it cannot be read as one.
        """
        if not self._file:
            return ()
        content = await asyncio.to_thread(Path(self._file).read_bytes)
        if content == self._kept:
            return ()
        wanted = {each.id: each for each in read_file(content, now_ms())}
        known = await self._redis.hgetall(hooks.INSTALLATION)
        gone = [each.decode() for each, by in known.items() if by == b"file"]
        for each in wanted.values():
            made = replace(each, created=await self._created(each))
            await run(self._redis, hooks.installing(made, "file"))
        for hook_id in {*gone} - {*wanted}:
            await run(self._redis, hooks.uninstalling(hook_id))
        self._kept = content
        return [*wanted]

    async def _created(self, hook: Hook) -> int:
        """When a hook was made first: since then it is told, whoever reads the file since."""
        (known,) = await self._redis.hmget(hooks.hook(hook.id), [hooks.HOOK])
        return Hook.load(known).created if known else hook.created

    async def follow(self, kept: Kept, _: Iterable[str] = ()) -> list[Delivery]:
        """Queue what is new of all that the hook wants to be told."""
        if len(kept.state.queue) >= FULL:
            return []
        changed, wanted = list[Delivery](), kept.hook.events
        if {"match.finished", "player.created", "tournament.finished"} & {*wanted}:
            changed += await self._ended(kept)
        if "rating.changed" in wanted:
            changed += await self._rated(kept)
        if "report.made" in wanted:
            changed += await self._by_time(kept, "report.made", reports.OPEN)
        if "player.deleted" in wanted:
            changed += await self._by_time(kept, "player.deleted", DELETIONS)
        kept.state.since = kept.state.since or BEGAN
        return changed

    async def go_back(self, kept: Kept, since_ms: int) -> None:
        """Have all that has happened since a time be told once more, as far as it is known."""
        cursors = kept.state.cursors
        cursors["ended"] = f"{since_ms}-0"
        for kind in ("report.made", "player.deleted"):
            cursors[kind] = _score(kind, since_ms)
        for pool in await self._pools():
            cursors[pool] = await self._before(pool, since_ms)
        kept.state.since = BEGAN

    async def _ended(self, kept: Kept) -> list[Delivery]:
        """What engines and gateways have written for hooks of the installation."""
        cursor = kept.state.cursors.get("ended", f"{kept.hook.created}-0")
        changed = list[Delivery]()
        for entry, fields in await self._redis.xrange(hooks.ENDED, f"({cursor}", "+", count=SOME):
            data = json.loads(fields[b"data"])
            subject = data.get("matchId") or data.get("tournamentId") or data.get("playerId")
            changed += _tell(kept, fields[b"type"].decode(), subject, data.get("version", 0), data)
            kept.state.cursors["ended"] = entry.decode()
        return changed

    async def _rated(self, kept: Kept) -> list[Delivery]:
        """The entries of all ledgers; those that were there before the hook was are not told."""
        changed = list[Delivery]()
        for pool in await self._pools():
            cursors, ledger = kept.state.cursors, ratings.ledger(pool)
            if pool not in cursors:
                last = await self._redis.xrevrange(ledger, "+", "-", count=1)
                is_old = not kept.state.since and last
                cursors[pool] = last[0][0].decode() if is_old else START
            entries = await self._redis.xrange(ledger, f"({cursors[pool]}", "+", count=SOME)
            for entry, fields in entries:
                line = json.loads(fields[ratings.LINE.encode()])
                changed += _tell(kept, "rating.changed", pool, line["seq"], _change(pool, line))
                cursors[pool] = entry.decode()
        return changed

    async def _by_time(self, kept: Kept, kind: str, key: str) -> list[Delivery]:
        """What stands in a sorted set by its time."""
        after = kept.state.cursors.get(kind) or _score(kind, kept.hook.created)
        span = f"({after}", _score(kind, now_ms() - SETTLED_MS)
        found = await self._redis.zrangebyscore(key, *span, start=0, num=SOME, withscores=True)
        changed = list[Delivery]()
        for member, score in found:
            of, _, number = member.decode().partition(" ")
            if number in ("", str(len(PASSES_S) - 1)):
                data = {"reportId" if kind == "report.made" else "playerId": of}
                changed += _tell(kept, kind, of, 0, data)
            kept.state.cursors[kind] = repr(score)  # all its digits, or it is found once more
        return changed

    async def _pools(self) -> list[str]:
        return sorted(each.decode() for each in await self._redis.smembers(ratings.POOLS))

    async def _before(self, pool: str, since_ms: int) -> str:
        """The last entry of a ledger that is of a time before."""
        last = "+"
        while entries := await self._redis.xrevrange(ratings.ledger(pool), last, "-", count=500):
            for entry, fields in entries:
                line = json.loads(fields[ratings.LINE.encode()])
                at = line.get("ended") or line.get("time")
                if at and datetime.fromisoformat(at).timestamp() * 1000 < since_ms:
                    return str(entry.decode())
            last = f"({entries[-1][0].decode()}"
        return START


def read_file(content: bytes, now_ms: int) -> list[Hook]:
    """Return the hooks of a file. Raise ValueError, with a sentence."""
    found = json.loads(content)
    if not isinstance(found, list):
        raise ValueError("must be a JSON list of hooks")
    made = list[Hook]()
    for each in found:
        check(each.get("url", ""), each.get("events", ()), each.get("secret", ""))
        made.append(hooks.of_installation(each["url"], each["events"], each["secret"], now_ms))
    return made


def check(url: str, events: Sequence[str], secret: str) -> None:
    """Raise ValueError, with a sentence, unless this can be a hook of the installation."""
    parse(url, local=True)
    if not events or not {*events} <= {*hooks.OF_INSTALLATION}:
        raise ValueError(f"events must be among {', '.join(hooks.OF_INSTALLATION)}")
    if not secret.startswith("whsec_") or len(secret) < MIN_SECRET:
        raise ValueError("secret must begin with whsec_, and be base64 of 24 bytes or more")


def _score(kind: str, at_ms: int) -> str:
    """Return the score that stands for a time: deletions are due in seconds, a while later."""
    return str(at_ms if kind == "report.made" else at_ms / 1000 + PASSES_S[-1])


def _tell(kept: Kept, kind: str, subject: str, version: int, data: Any) -> list[Delivery]:
    return tell(kept.hook, kept.state, kind, subject, version, now_ms(), data)


def _change(pool: str, line: Any) -> dict[str, Any]:
    """What is told of an entry of a ledger: who has which numbers now, and of which match."""
    seats = line.get("seats") or [line["seat"]]
    return {
        "pool": pool,
        "seq": line["seq"],
        "kind": line["kind"],
        "matchId": line.get("match"),
        "players": [{"playerId": each[0], "mu": each[-2], "sigma": each[-1]} for each in seats],
    }
