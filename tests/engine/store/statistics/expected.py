"""What the counters of a player must be, by looking at its matches one after the other."""

from collections.abc import Sequence
from typing import Any

from engine.store.statistics.counted import Counted, Result
from redislink import statistics
from redislink.statistics import Met, Record, Reliability


class Expected:
    """The counters of a player, by looking at all of its matches."""

    def __init__(self) -> None:
        self.records: dict[str, Record] = {}
        self.met: dict[bool, dict[str, Met]] = {False: {}, True: {}}
        self.stayed, self.left = "", list[int]()

    def add(self, each: Counted) -> None:
        if each.stayed is not None:
            self.stayed = (self.stayed + "01"[each.stayed])[-100:]
            self.left += [] if each.stayed else [each.ended_ms]
        if not each.fared:
            return
        name = f"{each.fared.game} {each.fared.opponents}" + " private" * each.private
        self.records[name] = _added(self.records.get(name, Record()), each)
        met = self.met[each.private]
        for player, result in each.fared.met.items():
            old = met.get(player, Met(0, 0, 0, 0, ""))
            met[player] = Met(*_sums(old, result), each.ended_ms, each.match)
        for player in sorted(met, key=lambda player: (met[player].time_ms, player))[
            : -statistics.MOST_MET
        ]:
            del met[player]

    @property
    def reliability(self) -> Reliability:
        return Reliability(self.stayed, tuple(sorted(self.left)[-3:]))


def _sums(old: Sequence[Any], result: Result) -> tuple[int, int, int]:
    won, drawn, lost = ([*Result].index(result) == place for place in range(3))
    return old[0] + won, old[1] + drawn, old[2] + lost


def _added(old: Record, each: Counted) -> Record:
    assert each.fared
    result, points = each.fared.result, each.fared.points
    streak = {
        Result.WON: max(old.streak, 0) + 1,
        Result.LOST: min(old.streak, 0) - 1,
        Result.DRAWN: 0,
    }[result]
    new = old._replace(streak=streak, longest=max(streak, old.longest))
    won, drawn, lost = _sums(old, result)
    new = new._replace(won=won, drawn=drawn, lost=lost)
    if points is None:
        return new
    if not old.scored or points > old.best or (points == old.best and each.match < old.best_match):
        new = new._replace(best=points, best_match=each.match)
    return new._replace(scored=old.scored + 1, points=old.points + points)
