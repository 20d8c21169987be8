"""The hooks of players, in Redis: redislink.hooks has the keys. The herald calls them."""

import secrets
from base64 import b64encode
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from importlib.resources import files
from typing import Any

from redis.asyncio import Redis
from redislink import hooks
from redislink.accounts import account
from redislink.commands import run_all
from redislink.hooks import Delivery, Hook, Standing
from redislink.script import Script

from gateway.errors import Problem, unauthenticated, unavailable
from gateway.http import times
from gateway.players import tokens
from gateway.players.outages import redis_errors

DAY_S = 24 * 60 * 60
TRIES = 5
"""How often a hook is changed anew that others change at the same time."""
SECRET_BYTES = 24
NO_HOOK = "There is no such webhook."


@dataclass(frozen=True, slots=True)
class Shown:
    """A hook, and how it stands."""

    hook: Hook
    standing: Standing

    @property
    def status(self) -> str:
        """The status of the hook as it is told."""
        if self.standing.off:
            return "off" if self.standing.off == "failing" else self.standing.off
        return "failing" if self.standing.failing else "on"


class Hooks:
    """The hooks of all players. Every method may raise Problem unavailable."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        scripts = files("gateway.players")
        self._store = Script(redis, scripts / "store_hook.lua")
        self._ask = Script(redis, scripts / "ask_hook.lua")
        self._count = Script(redis, scripts / "count_hook.lua")
        self._count_test = Script(redis, scripts / "count_test.lua")

    async def add(self, hook: Hook) -> Hook:
        """Store a hook, and return it; the one that there is with its id.

        Raise Problem conflict for one too many, unauthenticated if the player has just ended.
        """
        with redis_errors():
            most = hooks.MAX_BROWSERS if hook.push else hooks.MAX_OF_PLAYER
            keys = [account(hook.player), _list_of(hook)]
            done = await self._count.one(keys, [hook.id, hook.created, most])
        if done < 0:
            raise unauthenticated("There is no such player.")
        if not done:
            raise Problem("conflict", f"A player may have {most} of these; delete one first.")
        with redis_errors():
            # Listed first: what is listed and not there is passed over, the reverse is never told.
            listed: Any = self._redis.sadd(hooks.listed(hooks.partition(hook.id)), hook.id)
            await listed
            is_new = await self._store.one([hooks.hook(hook.id)], ["", hook.dump()])
        if not is_new:
            return await self._known(hook)
        await self._tell(hook.id)
        return hook

    async def of(self, player_id: str) -> list[Shown]:
        """Return the webhooks of a player, in the order in which they were made."""
        return await self._listed(hooks.of_player(player_id))

    async def browsers(self, player_id: str) -> list[Shown]:
        """Return the browsers of a player that are told by Web Push, in the same order."""
        return await self._listed(hooks.browsers_of(player_id))

    async def push_key(self) -> str:
        """Return the key by which push services know this installation; "" if it tells none."""
        with redis_errors():
            found: Any = await self._redis.hget(hooks.PUSH, hooks.PUSH_KEY)
        return found.decode() if found else ""

    async def tell_browser(self, hook: Hook) -> Hook:
        """Store a browser, as `add` does, in place of those that are gone.

        One that is there already is told on, and nothing of what it was told before.
        """
        for _ in range(TRIES):
            known = await self.browsers(hook.player)
            for each in known:
                if each.standing.off:
                    await self.remove(each.hook)
            own = [each.hook for each in known if each.hook.id == hook.id and not each.standing.off]
            if not own:
                return await self.add(hook)
            (before,) = own
            if await self._replace(before, replace(hook, created=before.created)):
                return replace(hook, created=before.created)
        raise unavailable()

    async def end_browsers(self, player_id: str, ends: Callable[[str], bool]) -> None:
        """End the browsers of a player by the ids of their tokens."""
        for each in await self.browsers(player_id):
            if ends(each.hook.token):
                await self.remove(each.hook)

    async def _replace(self, before: Hook, after: Hook) -> bool:
        """Store a hook in place of what it was; return whether it still was that."""
        with redis_errors():
            done = await self._store.one([hooks.hook(after.id)], [before.dump(), after.dump()])
        if done:
            await self._tell(after.id)
        return bool(done)

    async def _known(self, hook: Hook) -> Hook:
        (shown,) = await self._read([hook.id])
        if shown is None:  # it has ended at this moment
            raise unavailable()
        return shown.hook

    async def _listed(self, key: str) -> list[Shown]:
        with redis_errors():
            found: Any = await self._redis.hgetall(key)
        ids = [each.decode() for each in sorted(found, key=lambda each: (int(found[each]), each))]
        shown = await self._read(ids)
        return [each for each in shown if each]

    async def one(self, player_id: str, hook_id: str) -> Shown:
        """Return a webhook of a player. Raise Problem not_found."""
        (shown,) = await self._read([hook_id])
        if shown is None or shown.hook.player != player_id or shown.hook.push:
            raise Problem("not_found", NO_HOOK)
        return shown

    async def remove(self, hook: Hook) -> None:
        """End a hook; nothing is sent that is not under way."""
        with redis_errors():
            await self._redis.unlink(*hooks.all_of(hook.id))
            unlisted: Any = self._redis.srem(hooks.listed(hooks.partition(hook.id)), hook.id)
            await unlisted
            await self._tell(hook.id)
            gone: Any = self._redis.hdel(_list_of(hook), hook.id)
            await gone

    async def forget(self, player_id: str) -> None:
        """End all hooks of a player whose account has ended."""
        for key, push in ((hooks.of_player(player_id), ()), (hooks.browsers_of(player_id), ("",))):
            with redis_errors():
                found: Any = await self._redis.hgetall(key)
            for each in found:
                await self.remove(Hook(each.decode(), player_id, "", (), 0, (), push=push))

    async def change_secret(self, player_id: str, hook_id: str) -> Hook:
        """Give a hook another secret, beside which the one before signs for a day; return it.

        Raise Problem not_found.
        """
        for _ in range(TRIES):
            hook = (await self.one(player_id, hook_id)).hook
            changed = hook.with_secret(new_secret(), times.now_ms())
            if await self._replace(hook, changed):
                return changed
        raise unavailable()

    async def deliveries(self, hook: Hook) -> list[Delivery]:
        """Return what was sent last, the newest first."""
        _, sent, _ = hooks.all_of(hook.id)
        with redis_errors():
            found: Any = await self._redis.hgetall(sent)
        deliveries = [Delivery.load(each) for each in found.values()]
        return sorted(deliveries, key=lambda each: (each.at, each.id), reverse=True)

    async def test(self, hook: Hook, test_id: str) -> None:
        """Have a test message sent. Raise Problem rate_limited beyond TESTS_A_DAY."""
        with redis_errors():
            keys = [hooks.tests_of(hook.player)]
            again_s = await self._count_test.one(keys, [hooks.TESTS_A_DAY, DAY_S])
        if again_s:
            raise _too_many(again_s)
        await self._ask_for(hook, f"{hooks.TEST}:{test_id}")

    async def retry(self, hook: Hook, message_id: str) -> None:
        """Have a message sent again. Raise Problem not_found, or conflict while it waits."""
        found = {each.id: each for each in await self.deliveries(hook)}.get(message_id)
        if found is None:
            raise Problem("not_found", "There is no such delivery.")
        if found.state == "waiting":
            raise Problem("conflict", "The delivery will be tried again by itself.")
        await self._ask_for(hook, f"retry:{message_id}")

    async def _ask_for(self, hook: Hook, word: str) -> None:
        with redis_errors():
            done = await self._ask.one([hooks.hook(hook.id)], [word])
        if not done:
            raise Problem("not_found", NO_HOOK)
        await self._tell(hook.id)

    async def _read(self, ids: Sequence[str]) -> list[Shown | None]:
        commands = [("HMGET", hooks.hook(each), hooks.HOOK, hooks.STATE) for each in ids]
        with redis_errors():
            answers = await run_all(self._redis, commands)
        return [
            Shown(Hook.load(stored), Standing.load(state)) if stored else None
            for stored, state in answers
        ]

    async def _tell(self, hook_id: str) -> None:
        with redis_errors():
            await self._redis.publish(hooks.CHANGED, hook_id)


def new_hook(player_id: str, key: str | None, **given: Any) -> Hook:
    """Return a hook with a secret of its own; with an Idempotency-Key, its id is the key's."""
    at = times.now_ms()
    return Hook(
        tokens.id_for("webhook", player_id, key),
        player_id,
        created=at,
        secrets=[[new_secret(), 0]],
        **given,
    )


def new_browser(
    player_id: str, endpoint: str, keys: Sequence[str], events: Sequence[str], token: str
) -> Hook:
    """Return a browser that is told what its player does not see; its id is its endpoint's."""
    of = tokens.id_for("webhook", player_id, f"push {endpoint}")
    return Hook(of, player_id, endpoint, events, times.now_ms(), (), False, push=keys, token=token)


def new_secret() -> str:
    return f"whsec_{b64encode(secrets.token_bytes(SECRET_BYTES)).decode()}"


def _list_of(hook: Hook) -> str:
    return hooks.browsers_of(hook.player) if hook.push else hooks.of_player(hook.player)


def _too_many(again_s: int) -> Problem:
    return Problem(
        "rate_limited",
        f"A player may have {hooks.TESTS_A_DAY} test messages sent in a day.",
        {"Retry-After": str(again_s)},
        bucket="webhooks",
        per="player",
        limit=hooks.TESTS_A_DAY,
        window=DAY_S,
        retryAfter=again_s,
    )
