"""Commands on tournaments: those of players and makers, and what an account's end means for them.
engine.service.workers.director has the server's own."""

import json
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

from croupier_match.match import Access, AnyMatch
from croupier_match.refusals import NotFound, Refusal
from croupier_tournament import Tournament, commands
from croupier_tournament.entries import Withdrawal
from croupier_tournament.lots import Chain
from redislink import tournaments as keys
from redislink.tournament_logs import Known
from telemetry.redaction import error_location

from engine.domain import rated
from engine.domain.creation import new_match
from engine.domain.ids import code_for_key, derived_id, random_code, random_id, random_seed
from engine.domain.registry import GAMES
from engine.domain.tournament_terms import NewTournament, check_new, made_of, settings_of
from engine.service.tournaments.batches import Changed
from engine.service.tournaments.lines import Lines
from engine.service.tournaments.wishes import (
    Expel,
    Give,
    LeaveRated,
    Rename,
    Situation,
    Wish,
)
from engine.store import match_json
from engine.store.idempotency import IdempotencyKey, recorded
from engine.store.matches import MatchStore
from engine.store.tournaments.appending import Appending, Stand, record_of

log = logging.getLogger("engine")


class Tournaments:
    """Commands on the tournaments of a store."""

    def __init__(
        self,
        store: MatchStore,
        now_ms: Callable[[], int],
        new_seed: Callable[[], str] = random_seed,
    ) -> None:
        """Time and seeds may be a test's own."""
        self._matches = store
        self._store = store.tournaments
        self._now_ms = now_ms
        self._new_seed = new_seed
        self._lines = Lines(self._store, now_ms)

    async def create(self, new: NewTournament, key: IdempotencyKey | None) -> Changed:
        """Make a tournament, and open its registration.

        With an idempotency key the id follows from it, so a repeat finds what the first call made.
        Raise InvalidOptions, InvalidSettings, IdempotencyMismatch, InMaintenance, Conflict beyond
        what a maker may make in a day, NotPlayedHere, StoreUnavailable.
        """
        # Read without a key, too: what is created makes the record of the installation.
        secret = await self._matches.installation.secret()
        tournament_id, code = random_id(), random_code()
        if key:
            key = replace(key, creates=True)
            tournament_id = derived_id("tournament", key.player_id, key.key, secret=secret)
            code = code_for_key(key.key, key.player_id, secret, "code of a tournament")
        if repeated := await self._made_before(tournament_id, key):
            return repeated
        # After the look-up, so that a repeat is answered even in maintenance.
        await self._matches.maintenance.check()
        now_ms = self._now_ms()
        template = new_match("", "", new.match)
        rated.check_settings(GAMES.of(template), template, new.own_game)
        settings = settings_of(new, template)
        check_new(new, now_ms)
        await self._matches.engines.check(template.rules)
        await self._store.note_made(tournament_id, new.maker.id, now_ms)
        made = made_of(new, template, code if template.access == Access.PRIVATE else "", now_ms)
        known = Known(Tournament(tournament_id, settings), made)
        appending = self._beginning(known, template, key, now_ms)
        if await self._store.append(known, appending, now_ms):
            return Changed(tournament_id, known.tournament.version)
        if repeated := await self._made_before(tournament_id, key):
            return repeated  # by the same request, sent twice at the same time
        raise NotFound("There is no such tournament.")  # an id that was used: never by chance

    def _beginning(
        self, known: Known, template: AnyMatch, key: IdempotencyKey | None, now_ms: int
    ) -> Appending:
        """What is stored of a new tournament, which is open then."""
        it, seed = known.tournament, self._new_seed()
        situation = Situation(known, None, now_ms, Chain(seed, it.settings.draws).key)
        situation.advance(commands.Create(it.settings))
        situation.advance(commands.Open())
        return Appending(
            Stand(),
            situation.entries,
            records={key.field: record_of(key, it.version)} if key else {},
            seed=seed,
            fields={
                keys.MADE: json.dumps(known.made),
                keys.TEMPLATE: match_json.dumps(template).decode(),
            },
        )

    async def _made_before(self, tournament_id: str, key: IdempotencyKey | None) -> Changed | None:
        """The first answer once more, if the key was used. Raise IdempotencyMismatch."""
        records = await self._store.records(tournament_id, [key] if key else [])
        if key is None or not (record := records[key.field]):
            return None
        (version,) = recorded(record, key)
        return Changed(tournament_id, version, replayed=True)

    async def change(
        self, tournament_id: str, wish: Wish, key: IdempotencyKey | None = None
    ) -> Changed:
        """Do what somebody wants of a tournament; see `Lines.carry_out`.

        In maintenance nobody opens a check-in: raise InMaintenance.
        """
        if isinstance(wish, Give) and isinstance(wish.command, commands.OpenCheckIn):
            await self._matches.maintenance.check()
        return await self._lines.carry_out(tournament_id, wish, key)

    async def recall(self, tournament_id: str) -> None:
        """Bring a tournament back that the archive alone has. Raise NotFound, StoreUnavailable."""
        await self._store.archived.bring_back(tournament_id)

    async def expel(self, player_id: str, tournament_id: str, reason: Withdrawal) -> None:
        """Take a player whose account is suspended or deleted out of a tournament, if there is
        one; of a deleted one, the name as well. Raise StoreUnavailable or Conflict."""
        with _alone(tournament_id):
            await self.change(tournament_id, Expel(player_id, reason))
        if reason is Withdrawal.DELETED:
            await self._store.forget_player(tournament_id, player_id)

    async def leave_rated(self, player_id: str, tournament_id: str) -> None:
        """Take out a player who plays nothing rated any more, if the tournament is rated and has
        not begun. Raise StoreUnavailable or Conflict."""
        with _alone(tournament_id):
            await self.change(tournament_id, LeaveRated(player_id))

    async def rename(self, player_id: str, tournament_id: str, name: str) -> None:
        """Let the matches that are yet to be made have another name of the player, if there is one.

        Raise StoreUnavailable or Conflict.
        """
        with _alone(tournament_id):
            await self.change(tournament_id, Rename(player_id, name))


@contextmanager
def _alone(tournament_id: str) -> Iterator[None]:
    """Leave out a tournament that is not there, or that nobody can change any more: the player's
    others must not suffer from it. Raise StoreUnavailable or Conflict."""
    try:
        yield
    except NotFound:
        pass
    except Refusal:  # it is tried again
        raise
    except Exception as error:
        place, extra = error_location(error), {"tournament_id": tournament_id}
        log.error("a player is still in a tournament: %s", place, extra=extra)
