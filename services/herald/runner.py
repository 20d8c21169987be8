"""The herald at work: finds what its hooks are to be told, and has it sent.

Every hook is looked at once a minute: that is the truth. A notice of its player's channel has it
attended to at once, and is a hint: whatever it says is read from the engines.
"""

import asyncio
import heapq
import logging
import math
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Collection, Iterable
from functools import partial

from redis.asyncio import Redis
from redis.exceptions import RedisError
from redislink.hooks import CHANGED, RETRY, SINCE, TEST, Delivery
from redislink.pubsub import Subscriber
from redislink.tasks import cancel_and_wait
from telemetry.redaction import error_location

from herald import entered, following, state
from herald.caller import Caller
from herald.config import Settings
from herald.engines import Away, Engines
from herald.installation import Installation
from herald.issuers import Issuers
from herald.leases import Leases
from herald.metrics import Metrics
from herald.outgoing import Outgoing
from herald.owned import BATCH, LOOK_S, Owned
from herald.reading import Reading, beginning, now_ms
from herald.store import Changed, Ended, HookStore, Kept
from herald.tournaments import Entering, TournamentWatch
from herald.traces import Traces

TICK_S = 0.1
GAMES_S = 10.0
AGAIN_S = 1.0
"""When something is tried again that failed since Redis or the engines did not answer."""
AT_ONCE = 64
"""The most hooks that are attended to at the same time."""
INSTALLATION_S = 1.0
KEYS_S = 0.3

log = logging.getLogger("herald")


class Herald:
    """Tells hooks, from `start` to `stop`."""

    def __init__(
        self,
        settings: Settings,
        redis: Redis,
        metrics: Metrics | None = None,
        outgoing: Outgoing | None = None,
        traces: Traces | None = None,
    ) -> None:
        self._metrics, self._traces = metrics or Metrics(), traces or Traces()
        self._store, self._engines = HookStore(redis), Engines(settings)
        self._push_key = settings.push_key()
        self._reading = Reading(self._store, self._engines)
        self._caller = Caller(settings, self._store, self._metrics, outgoing, self._traces)
        self._caller.on_settled = self._on_stored
        self._subscriber = Subscriber(redis, "herald")
        self._entering = Entering(redis, self._store)
        self._watch = TournamentWatch(
            self._subscriber, self._entering.logs, partial(self._want, notice=""), self._on_failure
        )
        self.owned = Owned(self._subscriber, self._want, self._watch.forget)
        self._leases = Leases(redis, self._on_parts)
        self._installation = Installation(redis, settings.hooks_file)
        out = outgoing or settings.outgoing()
        self._issuers = Issuers(redis, out, settings.issuers(), self._metrics)
        self._named: defaultdict[str, set[str]] = defaultdict(set)
        """What notices have said of each hook that is to be attended to."""
        self._attending: dict[str, asyncio.Task[None]] = {}
        self._at_once = asyncio.Semaphore(AT_ONCE)
        self._at: list[tuple[float, str]] = []
        """When hooks are to be attended to, since something is to be sent then."""
        self._due_at: dict[str, float] = {}
        self._new_parts: set[int] = set()
        self._tasks: list[asyncio.Task[None]] = []
        self.ticked_at = 0.0
        """When hooks were thought of last, by the monotonic clock."""

    def start(self) -> None:
        """Begin; raise nothing if neither Redis nor engines answer yet."""
        self._engines.start()
        self._subscriber.add(CHANGED, self._on_changed)
        self._subscriber.start()
        work: dict[Callable[[], Awaitable[None]], float] = {
            self._leases.run: 0.0,
            self._engines.list_games: GAMES_S,
            self._look: TICK_S,
            self._wake: TICK_S,
            self._learn_new: TICK_S,
            self._learn_all: LOOK_S,
            self._tell_installation: INSTALLATION_S,
            self._tell_key: LOOK_S,
        }
        # Each by itself: one that hangs must not hold up the keys of others.
        work |= {partial(self._fetch_keys, each): KEYS_S for each in self._issuers.names}
        self._tasks = [asyncio.create_task(self._repeat(*each)) for each in work.items()]

    async def stop(self) -> None:
        """End what is under way, and give the partitions back."""
        await cancel_and_wait(*self._tasks)
        await self._leases.leave()
        await self._watch.stop()
        await cancel_and_wait(*self._attending.values())
        await self._caller.stop()
        await self._subscriber.stop()
        await self._engines.close()

    async def _repeat(self, act: Callable[[], Awaitable[None]], every_s: float) -> None:
        while True:
            wait_s = every_s
            try:
                await act()
            except Exception as error:  # whatever it was, the next time is another one
                self._on_failure(error)
                wait_s = AGAIN_S
            await asyncio.sleep(wait_s)

    # --- which hooks there are

    def _on_parts(self, parts: Collection[int]) -> None:
        self._new_parts |= {*self.owned.take(parts)}
        self._metrics.partitions.set(len(parts))

    def _on_changed(self, hook_id: str | None) -> None:
        if hook_id and self.owned.has(hook_id):
            self._want(hook_id, "")

    async def _learn_new(self) -> None:
        parts = self._new_parts & self.owned.parts
        self._new_parts -= parts
        try:
            await self._learn(parts)
        except BaseException:
            self._new_parts |= parts
            raise
        self._metrics.hooks.set(len(self.owned))

    async def _learn_all(self) -> None:
        await self._learn(self.owned.parts)

    async def _learn(self, parts: Collection[int]) -> None:
        if not parts:  # as nearly always: all hooks would be gone through for nothing
            return
        found = await self._store.ids(parts)
        self.owned.keep_only(found, parts)
        unknown = self.owned.unknown(found)
        for at in range(0, len(unknown), BATCH):
            for kept in await self._store.read(unknown[at : at + BATCH]):
                if kept and self.owned.has(kept.hook.id):
                    self.owned.learn(kept.hook.id, kept.hook.player)

    # --- looks

    async def _look(self) -> None:
        """Look at all hooks that are due, and attend to those of which anything is new."""
        self.ticked_at = time.monotonic()
        clock = asyncio.get_running_loop()
        while self._engines.games and (hook_ids := self.owned.next_looks(clock.time())):
            found = await self._store.read(hook_ids)
            there = [each for each in found if each]
            on = [each for each in there if not each.state.off]
            differing = {each.hook.id for each in await self._reading.differing(on)}
            places = await self._entering.of_all(on)
            news = zip(on, places, strict=True)
            differing |= {kept.hook.id for kept, own in news if entered.is_new(kept.state, own)}
            for kept in there:
                if kept.hook.id in differing or kept.asked or self._is_due(kept):
                    self._want(kept.hook.id, "")
            for each in {*hook_ids} - {each.hook.id for each in there}:
                self.owned.forget(each)
            if len(hook_ids) < BATCH:
                break
        self._metrics.looked.set_to_current_time()

    async def _wake(self) -> None:
        now = asyncio.get_running_loop().time()
        while self._at and self._at[0][0] <= now:
            at, hook_id = heapq.heappop(self._at)
            if self._due_at.get(hook_id) == at:
                del self._due_at[hook_id]
            if self.owned.has(hook_id):
                self._want(hook_id, "")

    async def _tell_installation(self) -> None:
        for hook_id in self.owned.of_installation():
            self._want(hook_id, "")
        if 0 in self.owned.parts:  # one herald keeps the file's hooks
            for hook_id in await self._installation.keep_file():
                self._want(hook_id, "")

    async def _fetch_keys(self, issuer: str) -> None:
        if 0 in self.owned.parts:  # one herald does
            await self._issuers.look(issuer)

    async def _tell_key(self) -> None:
        await self._store.keep_push_key(self._push_key.public if self._push_key else "")

    # --- one hook

    def _want(self, hook_id: str, notice: str) -> None:
        """Attend to a hook soon; while it is attended to, once more."""
        self._named[hook_id].add(notice)
        if hook_id not in self._attending:
            self._attending[hook_id] = asyncio.create_task(self._attend_all(hook_id))

    async def _attend_all(self, hook_id: str) -> None:
        while notices := self._named.pop(hook_id, None):
            try:
                async with self._at_once:
                    with self._traces.attending():
                        await self._attend(hook_id, notices)
            except Changed:
                self._named[hook_id] |= notices
            except Exception as error:
                self._on_failure(error)
                self._named[hook_id] |= notices
                await asyncio.sleep(AGAIN_S)
        # At once, and not in a callback: whoever wants the hook from now on begins anew.
        del self._attending[hook_id]

    async def _attend(self, hook_id: str, notices: Iterable[str]) -> None:
        """Queue what a hook is to be told, store that, and send what is due. Raise Changed."""
        async with self._caller.lock(hook_id):
            (kept,) = await self._store.read([hook_id])
            if kept is None:
                self.owned.forget(hook_id)
                return
            self.owned.learn(hook_id, kept.hook.player)
            before, changed = kept.state.dump(), await self._asked(kept)
            if not kept.state.off:
                follow = self._follow if kept.hook.player else self._installation.follow
                changed += await follow(kept, notices)
            if changed or kept.asked or kept.state.dump() != before:
                try:
                    await self._store.save(kept, changed, done_asked=True)
                except Ended:
                    self.owned.forget(hook_id)
                    return
        self._on_stored(kept)

    async def _asked(self, kept: Kept) -> list[Delivery]:
        """Queue what the hook is asked to be sent."""
        changed, now = list[Delivery](), now_ms()
        for what, of in kept.asked:
            if what == TEST:
                changed += state.test(kept.state, of, now)
            elif what == SINCE:
                await self._installation.go_back(kept, int(of))
                kept.state.off, kept.state.failing = "", 0
        retried = [of for what, of in kept.asked if what == RETRY]
        if retried:
            found = await self._store.deliveries(kept.hook.id, retried)
            changed += state.again(kept.state, found, now)
        return changed

    async def _follow(self, kept: Kept, notices: Iterable[str]) -> list[Delivery]:
        """Queue what is new of the matches and tournaments of the hook's player."""
        begun, hook, stands = now_ms(), kept.hook, kept.state
        listed = await self._reading.listed(kept)
        seen, gone = await self._reading.of(kept, listed.over)
        changed = following.follow(hook, stands, seen, begun, listed.old)
        changed += following.drop(stands, gone)
        places = await self._entering.of(kept)
        changed += entered.follow(hook, stands, places, begun)
        if self.owned.has(hook.id):
            self._watch.follow(hook.id, hook.player, places)
        if "invited" in hook.events:
            pending = await self._reading.invitations(hook.player)
            changed += following.invite(hook, stands, pending, begun)
        for notice in notices:
            match_id, _, told = notice.partition(" ")
            version, _, what = told.partition(" ")
            if what == "rematch" and version.isdigit():
                changed += following.offer_rematch(hook, stands, match_id, int(version), begun)
        stands.matches = {
            each: known
            for each, known in stands.matches.items()
            if known[2] != following.ENDED or each in listed.over  # which are found again
        }
        if not stands.since or seen or listed.over:
            stands.since = beginning(begun / 1000)
        return changed

    def _on_stored(self, kept: Kept) -> None:
        """Send what is due of a hook, and attend to it when the next message is."""
        if not self.owned.has(kept.hook.id):
            return
        self._caller.send_due(kept)
        next_ms = kept.state.next_ms()
        if next_ms is not None and (wait_ms := next_ms - now_ms()) > 0:
            at = asyncio.get_running_loop().time() + wait_ms / 1000
            if at < self._due_at.get(kept.hook.id, math.inf):
                self._due_at[kept.hook.id] = at
                heapq.heappush(self._at, (at, kept.hook.id))

    def _is_due(self, kept: Kept) -> bool:
        next_ms = kept.state.next_ms()
        return next_ms is not None and next_ms <= now_ms()

    def _on_failure(self, error: Exception) -> None:
        if isinstance(error, Away):
            self._metrics.failures["engine",].inc()
        elif isinstance(error, RedisError | OSError):
            self._metrics.failures["redis",].inc()
        else:
            self._metrics.failures["error",].inc()
            log.error("hooks could not be attended to: %s", error_location(error))
