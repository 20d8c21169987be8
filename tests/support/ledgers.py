"""Pools with ledgers that are kept as the tally of the engines keeps them."""

import json
import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from croupier_rating import EndedMatch, Ledger, base_lines, decide, evolve, shown, void
from croupier_rating.entries import AnyEntry, Played
from redis import Redis
from redislink import ratings

from tests.support.boards import an_id

BEGINNING = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)


def a_match(
    dice: random.Random, players: Sequence[str], number: int, short: Sequence[int] | None = None
) -> EndedMatch:
    """A match that ended `number` hours after the beginning, the first player having won."""
    time = BEGINNING + timedelta(hours=number)
    return EndedMatch(
        match=an_id(dice),
        rules_version=1,
        log_head=f"{dice.getrandbits(256):064x}",
        ended=time.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
        players=tuple(players),
        ranks=tuple(range(len(players))),
        short=None if short is None else tuple(short),
    )


@dataclass
class Kept:
    """The ledger of a pool in a Redis."""

    redis: Redis
    pool: str
    ledger: Ledger = field(init=False)
    entries: list[AnyEntry] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.ledger = Ledger(self.pool)

    def play(self, matches: Iterable[EndedMatch]) -> None:
        for match in matches:
            self.add(decide(self.ledger, match))

    def void(self, played: Played) -> None:
        self.add(void(self.ledger, played, played.ended, "a test"))

    def add(self, entry: AnyEntry) -> None:
        back = [self.ledger.numbers(player).seq for player in entry.players]
        evolve(self.ledger, entry)
        self.entries.append(entry)
        fields: dict[Any, Any] = {ratings.LINE: entry.line, ratings.BACK: json.dumps(back)}
        head: dict[Any, Any] = {
            "seq": self.ledger.seq,
            "head": self.ledger.head,
            "clock": self.ledger.clock,
        }
        with self.redis.pipeline(transaction=False) as pipeline:
            pipeline.sadd(ratings.POOLS, self.pool)
            pipeline.xadd(ratings.ledger(self.pool), fields, id=f"{entry.seq}-0")
            pipeline.hset(ratings.head(self.pool), mapping=head)
            for player in entry.players:
                if numbers := self.ledger.players.get(player):
                    pipeline.hset(ratings.players(self.pool), player, numbers.pack())
                    if not shown.provisional(numbers.strength):
                        points = shown.points(numbers.strength)
                        pipeline.zadd(ratings.order(self.pool), {player: points})
            pipeline.execute()

    def drop(self, base: Ledger) -> None:
        """Have the ledger begin after this one of earlier."""
        head: dict[Any, Any] = {"seq": base.seq, "head": base.head, "clock": base.clock}
        self.redis.hset(ratings.base_head(self.pool), mapping=head)
        packed: dict[Any, Any] = {each: of.pack() for each, of in base.players.items()}
        self.redis.hset(ratings.base_players(self.pool), mapping=packed)
        marks: dict[Any, Any] = {key: ratings.marks_text(of) for key, of in base.recent.items()}
        self.redis.hset(ratings.base_pairs(self.pool), mapping=marks)
        self.redis.xtrim(ratings.ledger(self.pool), minid=f"{base.seq + 1}-0")

    def lines(self, after: int = 0) -> bytes:
        """The whole ledger as a file, or what comes after an entry."""
        first = [] if after else [*base_lines(Ledger(self.pool))]
        every = [*first, *(each.line for each in self.entries[after:])]
        return b"".join(b"%s\n" % line for line in every)
