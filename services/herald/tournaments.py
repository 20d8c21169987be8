"""The tournaments that players of hooks have entered: read, and followed while they go on.

A message of a tournament's channel is a hint: its log is read once for all hooks then, and those
are attended to of whose players it says something new. Whatever was missed is found by the looks.
"""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Callable, Collection, Sequence
from functools import partial

from croupier_tournament import OVER, Tournament
from redis.asyncio import Redis
from redis.exceptions import RedisError
from redislink import tournaments
from redislink.pubsub import Subscriber
from redislink.tasks import cancel_and_wait
from redislink.tournament_logs import TournamentLogs
from telemetry.redaction import error_location

from herald.entered import EVENTS, OLD_MS, Entered, entered
from herald.reading import now_ms
from herald.store import HookStore, Kept

log = logging.getLogger("herald")

PAUSE_S = 0.5
"""Between two readings of one tournament."""
LATE_MS = 60 * 60 * 1000
"""How long after a tournament was made its log may still be missing: lists come before logs."""
MOST_OVER = 100_000
"""Ids that are remembered of tournaments that are over."""


class Entering:
    """Which tournaments players have entered. Every call may raise RedisError or OSError."""

    def __init__(self, redis: Redis, store: HookStore) -> None:
        self._store = store
        self.logs = TournamentLogs(redis)
        self._over = set[str]()

    async def of(self, kept: Kept) -> list[Entered]:
        """Return those of a hook's player; none if the hook wants to know of none."""
        (found,) = await self.of_all([kept])
        return found

    async def of_all(self, hooks: Sequence[Kept]) -> list[list[Entered]]:
        """Return those of each hook's player."""
        players = [each.hook.player if EVENTS & {*each.hook.events} else "" for each in hooks]
        wanted = [*dict.fromkeys(filter(None, players))]
        lists = dict(zip(wanted, await self._store.tournaments_of(wanted), strict=True))
        made = {each: made_ms for of in lists.values() for each, made_ms in of}
        read = {each: await self._read(each, made_ms) for each, made_ms in made.items()}
        return [
            [
                place
                for tournament_id, _ in lists.get(player, ())
                if (it := read[tournament_id]) and (place := entered(it, player))
            ]
            for player in players
        ]

    async def _read(self, tournament_id: str, made_ms: float) -> Tournament | None:
        """The tournament, None if it has been over for long, or its log is not in Redis."""
        if tournament_id in self._over:
            return None
        try:
            known = await self.logs.read(tournament_id)
        except (RedisError, OSError):
            raise
        except Exception as error:  # the others must not suffer
            place = error_location(error)
            log.error("a tournament is told of to nobody, it cannot be read: %s", place)
            self._note_over(tournament_id)
            return None
        if known is None:
            if made_ms < now_ms() - LATE_MS:
                self._note_over(tournament_id)
            return None
        it = known.tournament
        if it.is_over and it.at < now_ms() - OLD_MS:
            self._note_over(tournament_id)
            self.logs.forget(tournament_id)
            return None
        return it

    def _note_over(self, tournament_id: str) -> None:
        if len(self._over) >= MOST_OVER:
            self._over.clear()
        self._over.add(tournament_id)


class TournamentWatch:
    """Follows the channels of tournaments that go on, between its making and `stop`."""

    def __init__(
        self,
        subscriber: Subscriber,
        logs: TournamentLogs,
        want: Callable[[str], None],
        on_failure: Callable[[Exception], None],
    ) -> None:
        """`want` takes the id of a hook that is to be attended to."""
        self._subscriber, self._logs = subscriber, logs
        self._want, self._on_failure = want, on_failure
        self._followed: dict[str, frozenset[str]] = {}
        """The tournaments of each hook that has any."""
        self._hooks: defaultdict[str, dict[str, str]] = defaultdict(dict)
        """The hooks that follow each tournament, with their players."""
        self._listeners: dict[str, Callable[[str | None], None]] = {}
        self._seen: dict[str, tuple[str, int]] = {}
        """The status of each that is followed, and how many rounds were paired."""
        self._reading: dict[str, asyncio.Task[None]] = {}

    def follow(self, hook_id: str, player_id: str, places: Collection[Entered]) -> None:
        """Follow those of these tournaments that go on, for a hook, and no others."""
        now = frozenset(each.id for each in places if each.status not in OVER)
        before = self._followed.pop(hook_id, frozenset())
        if now:
            self._followed[hook_id] = now
        for each in now - before:
            self._begin(each, hook_id, player_id)
        for each in before - now:
            self._end(each, hook_id)

    def forget(self, hook_id: str) -> None:
        """Follow nothing for a hook."""
        self.follow(hook_id, "", ())

    async def stop(self) -> None:
        await cancel_and_wait(*self._reading.values())

    def _begin(self, tournament_id: str, hook_id: str, player_id: str) -> None:
        self._hooks[tournament_id][hook_id] = player_id
        if tournament_id not in self._listeners:
            listener = self._listeners[tournament_id] = partial(self._on_message, tournament_id)
            self._subscriber.add(tournaments.tournament(tournament_id), listener)

    def _end(self, tournament_id: str, hook_id: str) -> None:
        hooks = self._hooks[tournament_id]
        hooks.pop(hook_id, None)
        if not hooks:
            del self._hooks[tournament_id]
            self._seen.pop(tournament_id, None)
            listener = self._listeners.pop(tournament_id)
            self._subscriber.remove(tournaments.tournament(tournament_id), listener)

    def _on_message(self, tournament_id: str, _: str | None) -> None:
        if tournament_id not in self._reading:
            task = asyncio.create_task(self._look(tournament_id))
            self._reading[tournament_id] = task

    async def _look(self, tournament_id: str) -> None:
        try:
            await asyncio.sleep(PAUSE_S)
            del self._reading[tournament_id]  # what comes from now on is read once more
            known = await self._logs.read(tournament_id)
            if known and tournament_id in self._hooks:
                self._tell(known.tournament)
        except Exception as error:
            self._on_failure(error)

    def _tell(self, it: Tournament) -> None:
        """Have the hooks attended to of which something is new."""
        status, rounds = self._seen.get(it.id, ("", 0))
        self._seen[it.id] = (it.status, len(it.rounds))
        hooks = self._hooks[it.id]
        if status != it.status:
            concerned = {*hooks.values()}
        else:
            new = it.rounds[rounds:]
            concerned = {each for one in new for table in one.tables for each in table.players}
            concerned |= {each for one in new for each in one.byes}
        for hook_id, player_id in hooks.items():
            if player_id in concerned:
                self._want(hook_id)
