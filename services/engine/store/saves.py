"""Storing changes of matches, each with all that belongs to it: what save_matches.lua is told."""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import orjson
from croupier_game.records import dataclass
from croupier_match.match import AnyMatch
from croupier_match.refusals import VersionMismatch
from croupier_match.stored import entry_row
from redis.asyncio import Redis
from redislink.channels import player_channel
from redislink.commands import Command, run_all
from redislink.script import Script

from engine.domain.errors import DamagedMatch, StoreUnavailable
from engine.store import keys, match_json
from engine.store.archive import archived_matches
from engine.store.cache import MatchCache
from engine.store.compression import pack
from engine.store.errors import outage, unavailable
from engine.store.idempotency import outcome_of_change, record_of_change
from engine.store.indexes import due_matches, match_index
from engine.store.name_removal import of_players
from engine.store.observer import StoreObserver
from engine.store.snapshots import EVERY, packed
from engine.store.tally import due_tallies
from engine.store.types import Saving, Ttl


@dataclass(frozen=True, slots=True)
class Listing:
    """The commands that enter a match into lists along with a change, and take it out of others."""

    entering: Sequence[Command] = ()
    leaving: Sequence[Command] = ()


@dataclass(frozen=True, slots=True)
class Call:
    """A change, what it means for lists, and what the script is told of both."""

    saving: Saving
    listing: Listing
    args: list[Any]


UNLISTED = Listing()
"""The lists stay as they are, as with nearly all moves."""


class Saves:
    """Stores changes by `script`, which is save_matches.lua."""

    def __init__(
        self, redis: Redis, script: Script, ttl: Ttl, cache: MatchCache, observer: StoreObserver
    ) -> None:
        """What is stored is put into the cache, what was overtaken is dropped from it."""
        self._redis = redis
        self._script = script
        self._ttl = ttl
        self._cache = cache
        self._observer = observer

    async def all(self, savings: Sequence[Saving]) -> list[Exception | None]:
        """Store changes of different matches; what `MatchStore.save` raises for each, or None."""
        if self._script.takes_all_at_once:
            return await self._each(savings, self._listing)
        plain = [each for each in savings if not each.changes_indexes]
        listed = [each for each in savings if each.changes_indexes]
        of_plain, of_listed = await asyncio.gather(
            self._each(plain, _unlisted),
            asyncio.gather(*map(self._in_steps, listed)),
        )
        outcomes = dict(zip((each.after.id for each in plain), of_plain, strict=True))
        outcomes.update(zip((each.after.id for each in listed), of_listed, strict=True))
        return [outcomes[each.after.id] for each in savings]

    async def _in_steps(self, saving: Saving) -> Exception | None:
        """Store a change in a cluster, where no script may change lists of another slot.

        The match enters its new lists before it is stored and leaves the old ones afterwards, so
        readers always find it, and an engine that dies in between leaves an entry too many, never
        one too few.
        """
        try:
            listing = self._listing(saving)
            await self._change(listing.entering)
            (failure,) = await self._each([saving], _unlisted)
            if not failure:
                await self._change(listing.leaving)
            return failure
        except Exception as failure:  # the other changes must not suffer from it
            return failure

    def _listing(self, saving: Saving) -> Listing:
        return _listing(saving, archived=self._ttl.unarchived > 0)

    async def _change(self, commands: Sequence[Command]) -> None:
        """Change lists. Raise StoreUnavailable."""
        with outage():
            await run_all(self._redis, commands)

    async def _each(
        self, savings: Sequence[Saving], listing: Callable[[Saving], Listing]
    ) -> list[Exception | None]:
        """Return None for each that is stored, else its error."""
        calls = [self._call(each, listing) for each in savings]
        sent = [each for each in calls if isinstance(each, Call)]
        stored = iter(await self._run(sent) if sent else ())
        return [next(stored) if isinstance(each, Call) else each for each in calls]

    def _call(self, saving: Saving, listing: Callable[[Saving], Listing]) -> Call | Exception:
        """Return what the script is told, or why that cannot be said: of a state that a game has
        spoilt, the changes of other matches know nothing."""
        try:
            lists = listing(saving)
            return Call(saving, lists, self._args(saving, lists))
        except Exception as error:
            return error

    async def _run(self, calls: Sequence[Call]) -> list[Exception | None]:
        """Run the script for all of them; None for each that is stored, else its error."""
        told = [(keys.all_of(each.saving.after.id), each.args) for each in calls]
        try:
            with outage():
                answers = await self._script.all(told, *_lists(each.listing for each in calls))
        # The cache stays: if the change was stored after all, the script refuses the next one,
        # which is then computed from Redis.
        except StoreUnavailable as failure:
            return [failure] * len(calls)
        savings = [each.saving for each in calls]
        failures = [
            self._outcome(each, answer) for each, answer in zip(savings, answers, strict=True)
        ]
        self._observe(
            [each for each, failure in zip(savings, failures, strict=True) if not failure]
        )
        return failures

    def _observe(self, stored: Sequence[Saving]) -> None:
        self._observer.saved(stored)
        if snapshots := sum(len(each.snapshots) for each in stored):
            self._observer.snapshots(snapshots)

    def _outcome(self, saving: Saving, answer: Any) -> Exception | None:
        """The error that the script's answer stands for, if any; keeps the cache up to date."""
        if isinstance(answer, Exception):
            return unavailable(answer)
        outcome, _, detail = answer.partition(b" ")
        if outcome == b"saved":
            self._cache.put(saving.after)
            return None
        # Another change was stored, so the cached match is out of date.
        self._cache.drop(saving.after.id)
        if outcome == b"known" and saving.key:
            return outcome_of_change(detail, saving.key)
        if outcome == b"damaged":
            return DamagedMatch()
        self._observer.conflicted()
        return VersionMismatch(int(detail))

    def _args(self, saving: Saving, listing: Listing) -> list[Any]:
        before, after, key, answer = saving.before, saving.after, saving.key, saving.answer
        # Only once for each match: reading takes several times as long as writing.
        if after.state is not None and (before is None or before.state is None):
            match_json.check_readable(after)
        players = [player_channel(seat.player.id) for seat in after.seats if seat.player]
        return [
            before.version if before else 0,
            head_of(before) if before else "",
            after.version,
            head_of(after),
            after.game,
            match_json.packed(after),
            self._ttl.life_ms(after),
            key.field if key else "",
            record_of_change(key, answer) if key else "",
            f"{after.id} {after.version}",
            len(players),
            len(saving.snapshots),
            saving.snapshots[0].version // EVERY - 1 if saving.snapshots else 0,
            orjson.dumps(listing.entering) if listing.entering else "",
            orjson.dumps(listing.leaving) if listing.leaving else "",
            of_players(after),
            *players,
            *map(packed, saving.snapshots),
            *[pack(entry_row(after, entry)) for entry in saving.log],
        ]


def _listing(saving: Saving, archived: bool) -> Listing:
    """What the change means for the lists of matches, of deadlines, of what is to be tallied and,
    if matches are archived once they have ended, of those."""
    before, after = saving.before, saving.after
    if not saving.changes_indexes:
        return UNLISTED
    ended = due_tallies.entering(before, after)
    if archived:
        ended += archived_matches.entering(before, after)
    return Listing(
        match_index.entering(before, after) + due_matches.entering(before, after) + ended,
        match_index.leaving(before, after) + due_matches.leaving(after),
    )


def _unlisted(saving: Saving) -> Listing:
    """Return what stands for lists that stay as they are, or are changed by themselves."""
    return UNLISTED


def _lists(listings: Iterable[Listing]) -> set[str]:
    """The keys of all lists that are changed: each command's first argument."""
    return {key for each in listings for _, key, *_ in (*each.entering, *each.leaving)}


def head_of(match: AnyMatch) -> str:
    """Tells this version from others of the same number, which a restored Redis may have."""
    return match.log_head[:16]
