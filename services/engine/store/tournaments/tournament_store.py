"""Tournaments in Redis: what is known of one, and storing what follows from commands on it.

redislink.tournaments has the keys. A change is due before it is stored, and it enters lists before,
and leaves others afterwards: whatever an engine leaves undone when it dies, the director finds.
"""

import json
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from croupier_match.clock import DAY_MS
from croupier_match.match import GONE
from croupier_match.refusals import Conflict, NotFound
from croupier_tournament import Status
from redis.asyncio import Redis
from redislink import tournaments as keys
from redislink.commands import run_all
from redislink.durability import Durability
from redislink.script import Script
from redislink.telling import Telling
from redislink.tournament_logs import Known, TournamentLogs

from engine.store.archive.tournament_recall import TournamentRecall
from engine.store.daily_counts import DailyCounts
from engine.store.errors import outage
from engine.store.idempotency import IdempotencyKey
from engine.store.observer import StoreObserver
from engine.store.scripts import ARGUMENT_LISTS, SCRIPTS
from engine.store.tournaments.appending import Appending, in_its_status, listed_for
from engine.store.tournaments.key_chains import KeyChains

if TYPE_CHECKING:
    from engine.store.archive.postgres import Archive

MOST_MADE = 20
"""Tournaments that one player may make in a day."""
TURN_MS = 2_000
"""How long others wait at most. To pair 10,000 players takes a quarter of a second."""
ENDED = 500
"""Ended matches that are read at once."""


class TournamentStore:
    """The only place where engines read and write tournaments.

    Every call may raise StoreUnavailable.
    """

    def __init__(
        self,
        redis: Redis,
        durability: Durability | None = None,
        archive: "Archive | None" = None,
        observer: StoreObserver | None = None,
    ) -> None:
        """With a `durability`, StoreUnavailable is raised for a change that is not known to be
        as durable. It may have been stored all the same: a repeat will find it then."""
        self._redis: Any = redis
        self._durability = durability
        self._observer = observer or StoreObserver()
        self._logs, self._deciding = TournamentLogs(redis), TournamentLogs(redis)
        self._telling = Telling(redis)
        self.archived = TournamentRecall(redis, archive, self._observer)
        append = SCRIPTS / "append_tournament.lua"
        self._append = Script(redis, append, durability, prelude=ARGUMENT_LISTS)
        self._end_turn = Script(redis, SCRIPTS / "end_turn.lua")
        self._forget_name = Script(redis, SCRIPTS / "forget_name.lua", durability)
        self._rewrite_record = Script(redis, SCRIPTS / "rewrite_record.lua", durability)
        self._made = DailyCounts(redis, MOST_MADE, DAY_MS)
        self.chains = KeyChains(redis)

    async def read(self, tournament_id: str) -> Known:
        """What is known of it by now. Raise NotFound."""
        return await self._read(self._logs, tournament_id)

    async def read_to_decide(self, tournament_id: str) -> Known:
        """The same in a fold of its own, which has entries before they are stored: for lines alone.

        Raise NotFound.
        """
        return await self._read(self._deciding, tournament_id)

    def forget(self, tournament_id: str) -> None:
        """Read that fold anew next time: it has entries that were not stored."""
        self._deciding.forget(tournament_id)

    async def _read(self, logs: TournamentLogs, tournament_id: str) -> Known:
        with self._observer.begin("tournament_read"), outage():
            known = await logs.read(tournament_id)
        if known is None:
            raise NotFound("There is no such tournament.")
        return known

    async def records(
        self, tournament_id: str, used: Sequence[IdempotencyKey]
    ) -> dict[str, bytes | None]:
        """The idempotency record of each key by its field, None where there is none.

        Those that there are have become durable by then.
        """
        fields = [each.field for each in used]
        if not fields:
            return {}
        own = keys.keys(tournament_id)
        with outage():
            found = dict(zip(fields, await self._redis.hmget(own, fields), strict=True))
            if self._durability:
                for field in (each for each in fields if found[each]):
                    await self._rewrite_record.one([own], [field])
        return found

    async def players(
        self, tournament_id: str, player_ids: Collection[str]
    ) -> dict[str, Mapping[str, Any] | None]:
        """What is stored of these players beside the log, None for nothing; "" is nobody."""
        ids = [*filter(None, player_ids)]
        if not ids:
            return {}
        with outage():
            found = await self._redis.hmget(keys.players(tournament_id), ids)
        stored = [json.loads(each) if each else None for each in found]
        return dict(zip(ids, stored, strict=True))

    async def ended(self, tournament_id: str) -> dict[str, Mapping[str, Any]]:
        """Matches that have ended and whose results the log may lack, by ROUND:TABLE:LEG: about
        ENDED of them, if there are as many."""
        found, cursor = dict[str, Mapping[str, Any]](), None
        with outage():
            while cursor != 0 and len(found) < ENDED:
                cursor, page = await self._redis.hscan(
                    keys.ended(tournament_id), cursor or 0, count=ENDED
                )
                found |= {field.decode(): json.loads(each) for field, each in page.items()}
        return found

    async def note_made(self, tournament_id: str, maker_id: str, now_ms: int) -> None:
        """Count the tournament for its maker. Raise Conflict beyond MOST_MADE in a day."""
        if not await self._made.count(keys.made_by(maker_id), tournament_id, now_ms):
            raise Conflict(f"A player can make {MOST_MADE} tournaments a day.")

    async def take_turn(self, tournament_id: str, turn: str) -> None:
        """Have others wait for TURN_MS, or until something is stored in this turn; unless it is
        another's."""
        with outage():
            await self._redis.set(keys.turn(tournament_id), turn, px=TURN_MS, nx=True)

    async def end_turn(self, tournament_id: str, turn: str) -> None:
        """Have others wait no more, if it is this turn for which they do."""
        with outage():
            await self._end_turn.one([keys.turn(tournament_id)], [turn])

    async def append(self, known: Known, appending: Appending, now_ms: int, turn: str = "") -> bool:
        """Store it; False if the tournament has another version by now, or it is another's turn.

        `known` is the tournament after it, and has to be forgotten if it is not stored.
        """
        own = known.tournament.id
        secret = [keys.secret(own)] if appending.seed else []
        with self._observer.begin("tournament_append"), outage():
            await run_all(self._redis, appending.entering(known, now_ms))
            call = [*keys.of_tournament(own), *secret], appending.args(known, turn)
            if await self._append.one(*call) == b"conflict":
                self._observer.conflicted()
                return False
            await run_all(self._redis, appending.leaving(known, now_ms))
            await self._list_again(known, appending.gone(known))
        return True

    async def _list_again(self, known: Known, gone: Collection[str]) -> None:
        """Put it back on the lists of those who have come back: another engine may have stored that
        before it was taken off."""
        found = await self.players(known.tournament.id, gone)
        back = [each for each, says in found.items() if says and "seals" in says]
        await run_all(self._redis, [listed_for(each, known) for each in back])

    async def list_anew(self, tournament_id: str, status: Status, made: Mapping[str, Any]) -> None:
        """Have the lists say what the log says, whatever was left undone."""
        with outage():
            await run_all(self._redis, in_its_status(tournament_id, status, made))

    async def note_end(self, told: Mapping[str, Any], at_ms: int) -> None:
        """Have a tournament that has ended archived in time, and tell hooks of the installation:
        `told_of` says what. Twice, it changes nothing: they know by the id of a message that they
        had it."""
        with outage():
            await run_all(self._redis, [keys.over(told["tournamentId"], at_ms)])
            await self._telling.tell([("tournament.finished", told)])

    async def call_for_tables(self, tournament_id: str, game: str, version: int) -> None:
        """Have its matches made, unless those of the log up to this version are: an engine may have
        died after it stored an entry that calls for some."""
        with outage():
            made = await self._redis.hget(keys.tournament(tournament_id), keys.MADE_UP_TO)
            if int(made or 0) < version:
                await run_all(self._redis, [("ZADD", keys.tables(game), "LT", 0, tournament_id)])

    async def of_player(self, player_id: str, most: int = 0) -> list[str]:
        """The ids of up to so many tournaments that the player has made or joined, oldest first;
        of all, unless `most` is given."""
        with outage():
            found = await self._redis.zrange(keys.of_player(player_id), 0, most - 1)
        return [each.decode() for each in found]

    async def forget_player(self, tournament_id: str, player_id: str) -> None:
        """Take the tournament off the player's list, and the name out of what is stored beside the
        log, of the player and of the maker, where no command has: of one whose log is damaged."""
        own, players = keys.tournament(tournament_id), keys.players(tournament_id)
        with outage():
            made = await self._redis.hget(own, keys.MADE)
            if made and (maker := json.loads(made)["maker"])["id"] == player_id:
                gone = {**json.loads(made), "maker": {**maker, "displayName": GONE}}
                await self._forget_name.one([own, own], [keys.MADE, made, json.dumps(gone)])
            said = await self._redis.hget(players, player_id)
            if said and json.loads(said).get("displayName", GONE) != GONE:
                gone = {**json.loads(said), "displayName": GONE}
                await self._forget_name.one([own, players], [player_id, said, json.dumps(gone)])
            await self._redis.zrem(keys.of_player(player_id), tournament_id)
