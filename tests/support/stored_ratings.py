"""All that is stored of a rating pool, beside what follows from its ledger alone."""

import json
from dataclasses import dataclass
from typing import Any

import orjson
from croupier_rating import Ledger, base_lines, entry_of, evolve, recent, shown, unpack
from croupier_rating.recent import Mark
from croupier_rating.verify import verify
from redis.asyncio import Redis
from redislink import ratings
from redislink.ratings import BACK, LINE, marks_of


@dataclass(frozen=True)
class Stored:
    """A pool as Redis has it, of which everything beside `lines` is a cache."""

    pool: str
    head: dict[str, str]
    lines: list[bytes]
    back: list[list[int]]
    players: dict[str, bytes]
    order: dict[str, float]
    lapse: dict[str, float]
    pairs: dict[str, list[tuple[int, int]]]
    done: dict[str, float]
    base: Ledger

    def matches(self) -> list[str]:
        """The match of each entry of one, in their order."""
        entries = map(orjson.loads, self.lines)
        return [each["match"] for each in entries if each["kind"] == "match"]

    def differences(self, today: int = 0, unlisted: frozenset[str] = frozenset()) -> list[str]:
        """What does not follow from the ledger; `today` is the day that the boards are of."""
        report = verify([*base_lines(self.base), *self.lines])
        ledger = report.ledger
        if report.findings or ledger is None:
            return [str(each) for each in report.findings[:3]]
        places = {
            player: (shown.points(each.strength), each.lapse)
            for player, each in ledger.players.items()
            if each.lapse is not None and each.lapse > today and player not in unlisted
        }
        kept = {
            key: [(mark.at, mark.seq) for mark in marks]
            for key in ledger.recent
            if (marks := recent.within(ledger.recent, key, ledger.clock))
        }
        last = {"seq": str(ledger.seq), "head": ledger.head, "clock": str(ledger.clock)}
        expected = {
            "head": last if ledger.seq else {},
            "players": {player: each.pack() for player, each in ledger.players.items()},
            "order": {player: points for player, (points, _) in places.items()},
            "lapse": {player: day for player, (_, day) in places.items()},
            "pairs": kept,
            "back": self._expected_back(),
        }
        found = vars(self) | {"pairs": self._within(ledger.clock)}
        return [name for name, each in expected.items() if found[name] != each]

    def _within(self, clock: int) -> dict[str, list[tuple[int, int]]]:
        """The marks of the last day of the ledger; older ones may be there or not."""
        marks = {key: tuple(Mark(*mark) for mark in each) for key, each in self.pairs.items()}
        return {
            key: [(mark.at, mark.seq) for mark in found]
            for key in marks
            if (found := recent.within(marks, key, clock))
        }

    def _expected_back(self) -> list[list[int]]:
        ledger = verify([*base_lines(self.base)]).ledger or Ledger(self.pool)
        back = []
        for line in self.lines:
            entry = entry_of(orjson.loads(line))
            back.append([ledger.numbers(player).seq for player in entry.players])
            evolve(ledger, entry)
        return back


async def read_pool(redis: Redis, pool: str) -> Stored:
    """All of a pool, at one moment: engines may tally meanwhile."""
    pipeline: Any = redis.pipeline(transaction=True)
    pipeline.xrange(ratings.ledger(pool))
    for key in (ratings.head, ratings.players, ratings.pairs):
        pipeline.hgetall(key(pool))
    for key in (ratings.order, ratings.lapse, ratings.done):
        pipeline.zrange(key(pool), 0, -1, withscores=True)
    for key in (ratings.base_head, ratings.base_players, ratings.base_pairs):
        pipeline.hgetall(key(pool))
    found, head, players, pairs, order, lapse, done, *base = await pipeline.execute()
    entries = [fields for _, fields in found]
    return Stored(
        pool=pool,
        head=_texts(head),
        lines=[fields[LINE.encode()] for fields in entries],
        back=[json.loads(fields[BACK.encode()]) for fields in entries],
        players=_named(players),
        order=_named(order),
        lapse=_named(lapse),
        pairs=_marks(pairs),
        done=_named(done),
        base=_base(pool, *base),
    )


def _base(pool: str, found: Any, players: Any, pairs: Any) -> Ledger:
    head = _texts(found)
    base = Ledger(pool, int(head.get("seq", 0)), head.get("head", ""), int(head.get("clock", 0)))
    base.players.update({player: unpack(each) for player, each in _named(players).items()})
    marks = _marks(pairs)
    base.recent.update({key: tuple(Mark(*mark) for mark in each) for key, each in marks.items()})
    return base


def _named(found: Any) -> dict[str, Any]:
    return {name.decode(): value for name, value in dict(found).items()}


def _texts(found: Any) -> dict[str, str]:
    return {name: value.decode() for name, value in _named(found).items()}


def _marks(found: Any) -> dict[str, list[tuple[int, int]]]:
    return {key: marks_of(each) for key, each in _named(found).items()}
