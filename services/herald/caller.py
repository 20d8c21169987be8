"""Sends messages of hooks, and notes what became of them."""

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any
from weakref import WeakValueDictionary

import orjson
from redis.exceptions import RedisError
from redislink.hook_urls import HookUrl, parse
from redislink.hooks import Delivery, Hook
from redislink.installation_id import InstallationId
from telemetry.redaction import error_location

from herald import signing
from herald.config import Settings
from herald.metrics import Metrics
from herald.outgoing import Outgoing
from herald.push import encrypted
from herald.reading import now_ms
from herald.schedule import GONE, Answer
from herald.state import TURN, leave_out, put_off, rfc3339, settle
from herald.store import Changed, Ended, HookStore, Kept
from herald.traces import Traces

LOOKING_MS = 90_000
"""For how long a player looks at a page who has asked for something: each page that is seen asks
once a minute, and that is noted within twenty seconds."""
JUST_BEFORE_MS = 5_000
"""Who asked so shortly before something happened has seen it: it may have been the player's act."""
HERE_MS = 20_000
"""When a turn is thought of again whose player is here, and wants to be told only elsewhere."""
BUSY_MS = 1_000
"""When a message is thought of again to whose host many are on their way."""
NOT_FOUND = 404
AT_ONE_HOST = 32
"""The most messages on their way to one host: one that hangs must not hold up the others."""

log = logging.getLogger("herald")


@dataclass(frozen=True, slots=True)
class Bodies:
    """What is posted: ids and numbers, where the match or tournament is, and of which installation
    it is."""

    public_url: str
    installation: InstallationId

    async def of(self, message: Delivery) -> bytes:
        """Return the body of a message, the same for each try. Raise RedisError or OSError."""
        data: dict[str, Any] = {**message.data}
        if self.public_url and data.get("matchId"):
            data["url"] = f"{self.public_url}/?match={data['matchId']}"
        elif self.public_url and "tournamentId" in data:
            data["url"] = f"{self.public_url}/tournaments/{data['tournamentId']}"
        data["installation"] = await self.installation.read()
        at = rfc3339(message.at)
        return orjson.dumps({"type": message.type, "timestamp": at, "data": data})


class Caller:
    """Sends what is due of each hook: at the same time, but one after another of a match."""

    def __init__(
        self,
        settings: Settings,
        store: HookStore,
        metrics: Metrics,
        outgoing: Outgoing | None = None,
        traces: Traces | None = None,
    ) -> None:
        self._store, self._metrics = store, metrics
        self._traces = traces or Traces()
        self._outgoing = outgoing or settings.outgoing()
        self._own_for_all = settings.players_reach_places
        self._bodies = Bodies(settings.public_url, store.installation_id(settings.installation))
        self._push_key = settings.push_key()
        self._slots = asyncio.Semaphore(settings.calls)
        self._half = max(settings.calls // 2, 1)
        """The most to one service of browsers; and to all hooks that fail, whoever's and wherever
        they are, since each that hangs is on its way for ten seconds."""
        self._hosts = Counter[str]()
        self._to_failing = 0
        """How many messages are on their way to hooks that took none of late."""
        self._stopped = False
        self._sending: dict[tuple[str, str], asyncio.Task[None]] = {}
        self._under_way = Counter[str]()
        """How many messages of each hook are on their way."""
        self._stored: dict[str, Kept] = {}
        """Hooks of which messages are on their way, as they were stored last."""
        self._locks = WeakValueDictionary[str, asyncio.Lock]()
        self.on_settled: Callable[[Kept], None] = lambda kept: None
        """Is told of each hook of which a message was sent, as it is then."""

    def lock(self, hook_id: str) -> asyncio.Lock:
        """Return the lock under which this process reads and stores a hook."""
        return self._locks.setdefault(hook_id, asyncio.Lock())

    def send_due(self, kept: Kept) -> None:
        """Send what is due of a hook by now, unless something of its subject is on its way."""
        for each in _due(kept):
            place = (kept.hook.id, each.subject)
            if place not in self._sending:
                task = asyncio.create_task(self._send_all(kept, each.subject))
                self._sending[place] = task
                self._under_way[kept.hook.id] += 1
                task.add_done_callback(partial(self._on_sent, place))

    def _on_sent(self, place: tuple[str, str], _: asyncio.Task[None]) -> None:
        self._sending.pop(place, None)
        self._under_way[place[0]] -= 1
        if not self._under_way[place[0]]:
            del self._under_way[place[0]]
            self._stored.pop(place[0], None)

    async def stop(self) -> None:
        """Wait for what is on its way."""
        self._stopped = True
        while self._sending:
            await asyncio.wait(self._sending.values())

    async def change(self, hook_id: str, act: Callable[[Kept], Sequence[Delivery]]) -> Kept | None:
        """Change what is known of a hook, whoever else does so at the same time; None if it ended.

        Raise RedisError or OSError.
        """
        async with self.lock(hook_id):
            # As this herald stored it last: where somebody else has changed it, it is read.
            kept = self._stored.pop(hook_id, None)
            while True:
                if kept is None:
                    (kept,) = await self._store.read([hook_id])
                if kept is None:
                    return None
                try:
                    await self._store.save(kept, act(kept))
                except Changed:
                    kept = None
                    continue
                if self._under_way[hook_id]:
                    self._stored[hook_id] = kept
                return kept

    async def _send_all(self, kept: Kept, subject: str) -> None:
        """Send the messages of a subject that are due, one after the other."""
        now: Kept | None = kept
        try:
            while now and not self._stopped:
                message = next((each for each in _due(now) if each.subject == subject), None)
                if message is None:
                    break
                now = await self._send(now, message)
        except Ended:
            return
        except (RedisError, OSError):
            self._metrics.failures["redis",].inc()
        except Exception as error:  # the other messages must not suffer
            self._metrics.failures["error",].inc()
            log.error("a message could not be sent: %s", error_location(error))
        if now:
            self.on_settled(now)

    async def _send(self, kept: Kept, message: Delivery) -> Kept | None:
        hook, fails = kept.hook, bool(kept.state.failing)
        url = parse(hook.url, local=not hook.player or self._own_for_all)
        asked_ms = await self._store.asked_ms(hook.player) if hook.push else 0
        if asked_ms + JUST_BEFORE_MS > message.at and message.type != TURN:
            # An open page has told it. A turn still waits if nobody has sat before that page.
            return await self.change(hook.id, lambda kept: leave_out(kept.state, message))
        if wait_ms := await self._wait_ms(kept, message, url.host, asked_ms):
            at_ms = now_ms() + wait_ms
            return await self.change(hook.id, lambda kept: put_off(kept.state, message, at_ms))
        self._hosts[url.host] += 1
        self._to_failing += fails
        try:
            async with self._slots:
                with (
                    self._metrics.on_their_way.track_inprogress(),
                    self._traces.sending(message) as answers,
                ):
                    answer = await self._post(hook, url, message)
                    answers.append(answer)
        finally:
            self._to_failing -= fails
            self._hosts[url.host] -= 1
            if not self._hosts[url.host]:
                del self._hosts[url.host]
        self._count(message, answer)
        return await self.change(
            hook.id, lambda kept: settle(kept.state, message, answer, now_ms())
        )

    async def _wait_ms(self, kept: Kept, message: Delivery, host: str, asked_ms: int) -> int:
        """For how long the message is not sent yet."""
        hook = kept.hook
        if hook.push and (wait_ms := asked_ms + LOOKING_MS - now_ms()) > 0:
            return wait_ms
        at_home = message.type == TURN and not (hook.while_online or hook.push)
        if at_home and await self._store.is_here(hook.player, now_ms()):
            return HERE_MS
        # Last, so that nothing is awaited between this and what it counts.
        is_crowded = self._hosts[host] >= (self._half if hook.push else AT_ONE_HOST)
        if kept.state.failing:
            is_crowded |= self._to_failing >= self._half
        return BUSY_MS if is_crowded else 0

    async def _post(self, hook: Hook, url: HookUrl, message: Delivery) -> Answer:
        own = not hook.player or self._own_for_all
        if hook.push:
            return await self._push(hook, url, message, own)
        now = now_ms()
        body = await self._bodies.of(message)
        signed = signing.headers(message.id, now // 1000, body, hook.signing(now))
        headers = {"Content-Type": "application/json", **signed}
        return await self._outgoing.post(url, headers, body, own)

    async def _push(self, hook: Hook, url: HookUrl, message: Delivery, own: bool) -> Answer:
        """Send a browser a type, and the id of a match or tournament; what its service does not
        know is gone."""
        if self._push_key is None:
            return Answer(0, error="key")
        try:
            browser, secret = hook.push
            body = encrypted(notice(message), browser, secret)
        except ValueError:
            return Answer(GONE)
        topic = message.data.get("matchId") or message.data.get("tournamentId", "")
        headers = self._push_key.headers(f"https://{url.authority}", topic, now_ms() // 1000)
        answer = await self._outgoing.post(url, headers, body, own)
        return Answer(GONE) if answer.status == NOT_FOUND else answer

    def _count(self, message: Delivery, answer: Answer) -> None:
        outcome = "sent" if answer.taken else "gone" if answer.status == GONE else "failed"
        outcome = "refused" if answer.error == "refused" else outcome
        self._metrics.messages[message.type, outcome].inc()
        if answer.taken and not message.tries:
            self._metrics.late.observe((now_ms() - message.at) / 1000)


def notice(message: Delivery) -> bytes:
    """Return what a browser is told."""
    told = {"type": message.type, "matchId": message.data.get("matchId") or ""}
    if "tournamentId" in message.data:
        told["tournamentId"] = message.data["tournamentId"]
    return orjson.dumps(told)


def _due(kept: Kept) -> list[Delivery]:
    now = now_ms()
    return [each for each in kept.state.heads() if each.next <= now]
