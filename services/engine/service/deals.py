"""Deals that several play, each in a match of its own, and the deals of the day."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from croupier_game.errors import InvalidOptions
from croupier_match.evolve import genesis
from croupier_match.match import CREATOR, AnyMatch, Player
from croupier_match.refusals import Conflict, NotFound
from croupier_match.sealing import NOTHING
from croupier_match.settings import MatchSettings
from redislink import deals
from redislink.deals import DAY_MS, OF_DAY

from engine.domain.deals import (
    NewDeal,
    check_times,
    clock_of,
    match_id,
    opponents_of,
    seed_of,
    template,
)
from engine.domain.errors import IdempotencyMismatch, StoreUnavailable
from engine.domain.ids import derived_id, random_code, random_id
from engine.domain.registry import GAMES
from engine.service.changes import Change
from engine.service.matches import Matches
from engine.store.deals import DealStore, Kept
from engine.store.idempotency import IdempotencyKey

NOT_FOUND = "There is no such deal."


@dataclass(frozen=True)
class Deals:
    """The deals of `store`, whose matches are created in `matches`."""

    matches: Matches
    store: DealStore

    async def create(
        self, maker: Player, wish: NewDeal, key: IdempotencyKey | None
    ) -> tuple[Kept, bool]:
        """Make a deal of a player's; return it, and whether it was there under the key.

        Raise InvalidOptions, NotPlayedHere, IdempotencyMismatch, InMaintenance, Conflict beyond
        MOST_A_DAY.
        """
        deal_id = random_id()
        if key:
            secret = await self.matches.store.installation.secret()
            deal_id = derived_id("create deal", maker.id, key.key, secret=secret)
            if kept := await self.store.find(deal_id):
                return _repeated(kept, key), True
        await self.matches.store.maintenance.check()
        now_ms = self.matches.now_ms()
        check_times(wish.start_ms, wish.end_ms, now_ms)
        match = template(deal_id, wish.end_ms, wish.settings)
        told = _told(deal_id, match, max(wish.start_ms, now_ms), wish.end_ms, wish.opponents)
        # Not the name: it may change, and is nobody's any more once the account is deleted.
        named = {"name": wish.name, "maker": {"id": maker.id, "kind": maker.kind}}
        await self.store.note_made(maker.id, deal_id, now_ms)
        return await self.store.make({**told, **named}, match, key.mark if key else ""), False

    async def open(self, deal_id: str, game: str) -> Kept:
        """The deal; one of today in this game is made if it is not there. Raise NotFound,
        NotPlayedHere."""
        return await self.store.find(deal_id) or await self._made_today(deal_id, game)

    async def attempt(
        self, deal_id: str, game: str, player: Player, opponents: Sequence[Player]
    ) -> Change:
        """The match in which the player tries the deal, which is created if it is not there.

        Raise NotFound, NotPlayedHere, InMaintenance, Conflict unless the deal is open and was not
        tried in a match that is gone, StoreUnavailable if its opponents are others than these.
        """
        kept = await self.open(deal_id, game)
        secret = await self.matches.store.installation.secret()
        own_id = match_id(deal_id, player.id, secret)
        end_ms = kept.told["endMs"]
        if not await self.matches.store.exists(own_id):
            if await self.store.has_ended(deal_id, player.id):
                # Matches that have ended are forgotten sooner than a long deal is over.
                raise Conflict("You have tried this deal, and the match is not kept any more.")
            self._check_open(kept.told)
            await self._create(kept, own_id, seed_of(deal_id, secret), [player, *opponents])
        await self.store.note_try(deal_id, player.id, own_id, end_ms)
        match = await self.matches.store.load(own_id)
        return Change(match, match.events, CREATOR)

    async def _create(self, kept: Kept, own_id: str, seed: str, players: Sequence[Player]) -> None:
        await self.matches.store.maintenance.check()
        if [each.display_name for each in players[1:]] != kept.told["opponents"]:
            raise StoreUnavailable("The opponents of this deal are away.", "opponents")
        base = kept.match()
        game = GAMES.of(base)
        await self.matches.store.engines.check(base.rules)
        clock = clock_of(kept.told["endMs"], self.matches.now_ms())
        new: AnyMatch = replace(base, id=own_id, seed=seed, invite_code=random_code(), clock=clock)
        given = [NOTHING] * len(players)  # all have the same cards: nobody gives entropy
        await self.matches.create_full(genesis(game, new), players, given)

    def _check_open(self, told: Mapping[str, Any]) -> None:
        now_ms = self.matches.now_ms()
        if now_ms < told["startMs"]:
            raise Conflict("This deal cannot be tried yet.")
        if now_ms >= told["endMs"]:
            raise Conflict("This deal is over.")

    async def _made_today(self, deal_id: str, game: str) -> Kept:
        """The deal of today, which is made now. Raise NotFound for any other."""
        of_day = OF_DAY.fullmatch(deal_id)
        today = deals.day_of(self.matches.now_ms())
        if not of_day or of_day["game"] != game or deal_id != deals.id_of_day(game, today):
            raise NotFound(NOT_FOUND)
        return await self._make_of(deal_id, game, today)

    async def _make_of(self, deal_id: str, game: str, day: date) -> Kept:
        begin_ms = deals.begin_ms(day)
        match = template(deal_id, begin_ms + DAY_MS, MatchSettings(game))
        try:
            told = _told(deal_id, match, begin_ms, begin_ms + DAY_MS)
        except InvalidOptions:  # more seats than the house has players
            raise NotFound(NOT_FOUND) from None
        await self.matches.store.engines.check(match.rules)
        return await self.store.make({**told, "name": "", "maker": None}, match)


def _repeated(kept: Kept, key: IdempotencyKey) -> Kept:
    if kept.fingerprint != key.mark:
        raise IdempotencyMismatch("This Idempotency-Key was used for another request.")
    return kept


def _told(
    deal_id: str, match: AnyMatch, start_ms: int, end_ms: int, opponents: tuple[str, ...] = ()
) -> dict[str, Any]:
    """What is told of a deal beside its name and maker. Raise InvalidOptions."""
    return {
        "id": deal_id,
        "game": match.game,
        "rulesVersion": match.rules_version,
        "options": GAMES.of(match).wire.options_json(match.options),
        "seats": len(match.seats),
        "opponents": opponents_of(len(match.seats), opponents),
        "startMs": start_ms,
        "endMs": end_ms,
    }
