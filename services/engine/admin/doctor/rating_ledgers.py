"""Ratings: whether the tally keeps up, and whether the last entries and what is stored agree.

Only the last entries of each ledger are looked at; `croupierctl ratings rebuild --check` looks at
all of them.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import orjson
from croupier_rating import chain, entry_of, unpack
from croupier_rating.entries import AnyEntry
from croupier_rating.recipe import Strength
from redis.asyncio import Redis
from redislink import ratings
from redislink.script import Script

from engine.admin.doctor.finding import Finding
from engine.config import Settings
from engine.domain.errors import StoreUnavailable
from engine.store.archive.archived_ledgers import ArchivedLedgers
from engine.store.errors import outage
from engine.store.ratings.keeping import Forked, Keeper
from engine.store.ratings.seasons import Season, Seasons, newest_season, season_at
from engine.store.scripts import ARGUMENT_LISTS, SCRIPTS

BEHIND_S = 60.0
"""Half of the time after which the alert tells."""
SAMPLE = 50
"""Entries at the end of a ledger that are compared with what is stored."""
ATTEMPTS = 5


async def of_ratings(redis: Redis, settings: Settings, now: float) -> list[Finding]:
    """All findings about ratings. Raise StoreUnavailable."""
    with outage():
        client: Any = redis
        pools = sorted(each.decode() for each in await client.smembers(ratings.POOLS))
        first = await client.zrange(ratings.TALLY_DUE, 0, 0, withscores=True)
        later_ms = int((now + BEHIND_S) * 1000)
        put_off = await client.zrangebyscore(ratings.TALLY_DUE, later_ms, "+inf", 0, 1)
    return [
        of_tally(first[0][1] / 1000 if first else None, now),
        *of_put_off(each.decode() for each in put_off),
        *of_season(await Seasons(redis).all(), now, pools),
        *[finding for name in pools for finding in await _of_pool(redis, settings, name)],
    ]


def of_tally(first: float | None, now: float) -> Finding:
    """Whether ended matches are tallied; `first` is when the oldest was due, None without any."""
    if first is None or now - first < BEHIND_S:
        return Finding("ok", "no ended match waits for long to be tallied")
    text = f"an ended match has waited for {now - first:.0f} s to be tallied"
    return Finding("wrong", f"{text}; the runbook has CroupierTallyBehind")


def of_put_off(matches: Iterable[str]) -> Iterator[Finding]:
    """Whether there are matches that are tried again much later, by one of them."""
    for match in matches:
        text = f"the match {match}, or more of them, has ended and cannot be tallied"
        yield Finding("wrong", f"{text}; the runbook has CroupierTallyFails")


def of_season(seasons: Sequence[Season], now: float, pools: Sequence[str]) -> Iterator[Finding]:
    """Whether the seasons are behind the ledgers that there are."""
    newest, season = newest_season(pools), season_at(seasons, int(now * 1000))
    if seasons[-1].number < newest:
        text = f"the season is {season}, and there are ledgers of season {newest}"
        yield Finding("wrong", f"{text}: run `croupierctl ratings season begin {newest}`")
    elif pools:
        yield Finding("ok", f"matches are rated in season {season}")


async def _of_pool(redis: Redis, settings: Settings, name: str) -> list[Finding]:
    """What the end of a ledger says of what is stored beside it."""
    rebuild = f"look with `croupierctl ratings rebuild {name} --check`"
    if faults := await _faults(redis, name):
        return [Finding("wrong", f"ratings {name}: {faults[0]}; {rebuild}")]
    archive = settings.open_archive()
    if archive is None:
        return [Finding("ok", f"the end of the ledger {name} and what is stored agree")]
    try:
        await Keeper(redis, ArchivedLedgers(archive)).check(name)
    except Forked:
        text = f"Redis does not go on with the ledger {name} as the archive has it"
        return [Finding("wrong", f"{text}; {rebuild}")]
    except StoreUnavailable as failure:
        reason = str(failure).removesuffix(".")
        text = f"the ledger {name} was not compared with the archive: {reason}"
        return [Finding("note", text)]
    finally:
        archive.close()
    return [Finding("ok", f"the end of the ledger {name}, what is stored and the archive agree")]


async def _faults(redis: Redis, name: str) -> list[str]:
    """What is not as the last entries have it, at one moment; nothing if the ledger never rests."""
    look, client = Script(redis, SCRIPTS / "look_at_pool.lua", prelude=ARGUMENT_LISTS), redis
    keys = [
        *(ratings.ledger(name), ratings.head(name), ratings.players(name), ratings.order(name)),
        *(ratings.lapse(name), ratings.pairs(name), ratings.done(name)),
    ]
    for _ in range(ATTEMPTS):
        with outage():
            found: Any = await client.xrevrange(ratings.ledger(name), "+", "-", count=SAMPLE)
            lines = [fields[ratings.LINE.encode()] for _, fields in found]
            entries = [entry_of(orjson.loads(line)) for line in lines]
            last = _last_strengths(entries)
            last_id, head, players, *_ = await look.one(keys, [len(last), *last, 0, 0])
        if found and last_id == found[0][0]:
            due = (str(entries[0].seq), chain.hash_of(lines[0]))
            stored = {player: each[0] for player, each in zip(last, players, strict=True)}
            return [*_of_head(head, due), *_of_numbers(stored, last)]
        if not found and last_id is None:
            return ["its ledger is empty"] if head[0] else []
    return []


def _last_strengths(newest_first: Sequence[AnyEntry]) -> dict[str, tuple[int, Strength]]:
    """The seq and the strength that the last of these entries that changed it gave each player."""
    last: dict[str, tuple[int, Strength]] = {}
    for entry in newest_first:
        for change in [entry.seat] if not hasattr(entry, "seats") else entry.seats:
            if change.changed:
                last.setdefault(change.player, (entry.seq, change.after))
    return last


def _of_head(stored: Sequence[bytes | None], due: tuple[str, str]) -> Iterator[str]:
    for name, now, is_due in zip(("seq", "head"), stored, due, strict=False):
        if (now or b"").decode() != is_due:
            yield f"its {name} is not that of the last entry"


def _of_numbers(
    stored: dict[str, bytes | None], last: dict[str, tuple[int, Strength]]
) -> Iterator[str]:
    for player, (seq, strength) in last.items():
        packed = stored[player]
        numbers = unpack(packed) if packed else None
        if numbers is None or (numbers.seq, numbers.strength) != (seq, strength):
            yield f"the numbers of {player} are not those of entry {seq}"
