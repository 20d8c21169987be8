"""What is known of tournaments: every gateway folds the logs itself, once for all who ask."""

from collections.abc import Callable
from typing import TypeAlias

from croupier.v1 import engine_service_pb2 as pb
from croupier_tournament import Entry
from redis.asyncio import Redis
from redislink.tournament_logs import Known, TournamentLogs

from gateway.engine_client.client import EngineClient
from gateway.errors import unavailable
from gateway.players.outages import redis_errors

OnEntry: TypeAlias = Callable[[Known, Entry], None]
"""Is told of each new entry of a log, as soon as it is known."""


class Reading:
    """The logs of tournaments, with those who are told of their entries."""

    def __init__(self, redis: Redis, engine: EngineClient) -> None:
        self._logs = TournamentLogs(redis, on_entry=self._told)
        self._engine = engine
        self._watching: dict[str, OnEntry] = {}

    async def known(self, tournament_id: str) -> Known:
        """Return what is known of a tournament by now, which nobody may hold over an await.

        Raise Problem not_found, or unavailable.
        """
        if found := await self._read(tournament_id):
            return found
        await self._engine.recall_tournament(
            pb.RecallTournamentRequest(tournament_id=tournament_id)
        )
        if found := await self._read(tournament_id):
            return found
        # It was brought back for seconds, and left before it was read to its end.
        raise unavailable()

    def watch(self, tournament_id: str, on_entry: OnEntry) -> None:
        """Tell of entries until `unwatch`; of a log that is read anew, once more from the first."""
        self._watching[tournament_id] = on_entry

    def unwatch(self, tournament_id: str) -> None:
        del self._watching[tournament_id]

    async def _read(self, tournament_id: str) -> Known | None:
        with redis_errors():
            return await self._logs.read(tournament_id)

    def _told(self, known: Known, entry: Entry) -> None:
        if watching := self._watching.get(known.tournament.id):
            watching(known, entry)
