"""Commands on tournaments: those of players and makers. engine.service.workers.director has the
server's own."""

import json
from collections.abc import Callable
from dataclasses import replace

from croupier_game.errors import InvalidOptions
from croupier_match.match import Access
from croupier_match.refusals import NotFound
from croupier_tournament import Tournament, commands
from croupier_tournament.lots import Chain
from redislink import tournaments as keys
from redislink.tournament_logs import Known

from engine.domain import rated
from engine.domain.creation import new_match
from engine.domain.ids import code_for_key, derived_id, random_code, random_id, random_seed
from engine.domain.registry import GAMES
from engine.domain.tournament_terms import NewTournament, made_of, settings_of
from engine.service.tournaments.lines import Changed, Lines
from engine.service.tournaments.wishes import Situation, Wish
from engine.store import match_json
from engine.store.idempotency import IdempotencyKey, recorded
from engine.store.matches import MatchStore
from engine.store.tournaments.tournament_store import Appending, version_of

MOST_AHEAD_MS = 366 * 24 * 60 * 60 * 1000
"""How long before its start a tournament can be made."""


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
        self.lines = Lines(self._store, now_ms)

    async def create(self, new: NewTournament, key: IdempotencyKey | None) -> Changed:
        """Make a tournament, and open its registration.

        With an idempotency key the id follows from it, so a repeat finds what the first call made.
        Raise InvalidOptions, InvalidSettings, IdempotencyMismatch, InMaintenance, Conflict beyond
        what a maker may make in a day, NotPlayedHere, StoreUnavailable.
        """
        secret = await self._matches.installation.secret()
        tournament_id, code = random_id(), random_code()
        if key:
            key = replace(key, creates=True)
            tournament_id = derived_id("tournament", key.player_id, key.key, secret=secret)
            code = code_for_key(key.key, key.player_id, secret)
            if repeated := await self._made_before(tournament_id, key):
                return repeated
        await self._matches.maintenance.check()
        now_ms = self._now_ms()
        _check_start(new, now_ms)
        template = new_match("", "", new.match)
        rated.check_settings(GAMES.of(template), template, new.own_game)
        settings = settings_of(new, template)
        await self._matches.engines.check(template.rules)
        private = template.access == Access.PRIVATE
        made = made_of(new, template, code if private else "", now_ms)
        known = Known(Tournament(tournament_id, settings), made)
        seed = self._new_seed()
        chain = Chain(seed, settings.draws)
        situation = Situation(known, None, now_ms, chain.key)
        entries = situation.advance(commands.Create(settings))
        entries += situation.advance(commands.Open())
        version = known.tournament.version
        appending = Appending(
            *version_of(Tournament(tournament_id, settings)),
            entries,
            {},
            records={key.field: json.dumps([key.mark, version])} if key else {},
            seed=seed,
            fields={
                keys.MADE: json.dumps(made),
                keys.TEMPLATE: match_json.dumps(template).decode(),
            },
        )
        await self._store.note_made(tournament_id, new.maker.id, now_ms)
        if await self._store.append(known, appending, now_ms):
            return Changed(tournament_id, version)
        repeated = await self._made_before(tournament_id, key) if key else None
        if not repeated:  # ids do not repeat without a key
            raise NotFound("There is no such tournament.")
        return repeated

    async def _made_before(self, tournament_id: str, key: IdempotencyKey) -> Changed | None:
        """The first answer once more, if the key was used. Raise IdempotencyMismatch."""
        (record,) = await self._store.records(tournament_id, [key.field])
        if record is None:
            return None
        (version,) = recorded(record, key)
        return Changed(tournament_id, version, replayed=True)

    async def change(
        self, tournament_id: str, wish: Wish, key: IdempotencyKey | None = None
    ) -> Changed:
        """Do what somebody wants of a tournament; see `Lines.carry_out`."""
        return await self.lines.carry_out(tournament_id, wish, key)

    async def recall(self, tournament_id: str) -> None:
        """Bring a tournament back that the archive alone has. Raise NotFound, StoreUnavailable."""
        await self._store.archived.bring_back(tournament_id)


def _check_start(new: NewTournament, now_ms: int) -> None:
    """Raise InvalidOptions for a start that has passed, or is too far ahead."""
    if new.start is not None and not now_ms < new.start <= now_ms + MOST_AHEAD_MS:
        raise InvalidOptions("startTime has to be within the next 366 days.")
