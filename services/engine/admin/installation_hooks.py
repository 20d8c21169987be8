"""The hooks of the installation, as operators add, list, remove and replay them.

`redis` is of a user that may change hooks: the gateways'. Each function may raise StoreUnavailable.
"""

import secrets
import time
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from croupier_match.clock import rfc3339_of
from croupier_match.refusals import NotFound
from redis.asyncio import Redis
from redislink import hooks
from redislink.commands import Command, run_all
from redislink.hooks import Delivery, Hook, Standing

from engine.admin.acts import Kind
from engine.admin.operator import Operator
from engine.store.errors import outage


@dataclass(frozen=True, slots=True)
class Listed:
    """A hook, how it stands, and whether it is of the file that heralds read."""

    hook: Hook
    standing: Standing
    of_file: bool

    @property
    def state(self) -> str:
        return self.standing.off or ("failing" if self.standing.failing else "on")

    def shown(self) -> dict[str, Any]:
        """The hook as JSON shows it, without its secrets."""
        failing = self.standing.failing
        return {
            "id": self.hook.id,
            "url": self.hook.url,
            "events": [*self.hook.events],
            "created": rfc3339_of(self.hook.created),
            "state": self.state,
            "failingSince": rfc3339_of(failing) if failing else None,
            "ofFile": self.of_file,
        }

    def __str__(self) -> str:
        file = "  from the file" if self.of_file else ""
        about = f"{self.hook.url}  {', '.join(self.hook.events)}{file}"
        return f"{self.hook.id}  {self.state:8}{about}"


async def add(
    operator: Operator, redis: Redis, url: str, events: Sequence[str], reason: str = ""
) -> tuple[Hook, str]:
    """Have a URL be told of these events; the hook and its secret, which is shown this once."""
    secret = f"whsec_{b64encode(secrets.token_bytes(24)).decode()}"
    made = hooks.of_installation(url, events, secret, _now_ms())
    async with operator.doing(Kind.HOOK_ADD, made.id, reason, ", ".join(events)):
        await _do(redis, hooks.installing(made, ""))
    return made, secret


async def listed(redis: Redis) -> list[Listed]:
    """All hooks, by their ids."""
    client: Any = redis
    with outage():
        found = await client.hgetall(hooks.INSTALLATION)
        ids = sorted(each.decode() for each in found)
        stored = [await client.hmget(hooks.hook(each), [hooks.HOOK, hooks.STATE]) for each in ids]
    return [
        Listed(Hook.load(hook), Standing.load(state), found[each.encode()] == b"file")
        for each, (hook, state) in zip(ids, stored, strict=True)
        if hook
    ]


async def remove(operator: Operator, redis: Redis, hook_id: str, reason: str = "") -> None:
    """End a hook. Raise NotFound."""
    async with operator.doing(Kind.HOOK_REMOVE, hook_id, reason):
        await _known(redis, hook_id)
        await _do(redis, hooks.uninstalling(hook_id))


async def replay(
    operator: Operator, redis: Redis, hook_id: str, since_ms: int, reason: str = ""
) -> None:
    """Have it be told once more of what has happened since a time. Raise NotFound."""
    async with operator.doing(Kind.HOOK_REPLAY, hook_id, reason, f"since {rfc3339_of(since_ms)}"):
        await _known(redis, hook_id)
        await _do(redis, hooks.replaying(hook_id, since_ms, _now_ms()))


async def deliveries(redis: Redis, hook_id: str) -> list[dict[str, Any]]:
    """The last messages of a hook and what became of them, newest first. Raise NotFound."""
    await _known(redis, hook_id)
    client: Any = redis
    with outage():
        found = await client.hgetall(f"{hooks.hook(hook_id)}:sent")
    made = [Delivery.load(each) for each in found.values()]
    return [_shown(each) for each in sorted(made, key=lambda each: -each.at)]


def _shown(of: Delivery) -> dict[str, Any]:
    """A message as JSON shows it: without the ids and numbers of its body."""
    times = {"time": of.at, "lastTry": of.last, "nextTry": of.next}
    return {
        "id": of.id,
        "type": of.type,
        "subject": of.subject,
        "state": of.state,
        "tries": of.tries,
        "status": of.status or None,
        "error": of.error,
        **{name: rfc3339_of(at) if at else None for name, at in times.items()},
    }


async def _known(redis: Redis, hook_id: str) -> None:
    client: Any = redis
    with outage():
        if not await client.hexists(hooks.INSTALLATION, hook_id):
            raise NotFound("The installation has no such hook.")


async def _do(redis: Redis, commands: Sequence[Command]) -> None:
    with outage():
        await run_all(redis, commands)


def _now_ms() -> int:
    return time.time_ns() // 1_000_000
