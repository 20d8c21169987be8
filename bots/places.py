"""The places of a player of the house, shared so that no guest takes all of them."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from croupier_client import AsyncCroupier, Match

SAME_PERSON = 5
"""In so many matches it plays with one other player at a time."""
DAY_S = 86_400.0
LEFT_S = DAY_S
"""A match without a clock counts as left when it has waited so long for another player."""
RECOUNT_S = 60.0
"""The time between two counts: one costs a request per 50 matches."""


class Places:
    """The other players of the running matches, by match, as far as this program has seen them.

    Before somebody is turned away, the service is asked for the matches: while the line is cut,
    nobody tells of ends.
    """

    def __init__(self, me: AsyncCroupier, most: int) -> None:
        self._me = me
        self._most = most
        self._others: dict[str, frozenset[str]] = {}
        self._waiting: dict[str, float] = {}
        """Since when those that nothing ends have waited for another player."""
        self._joining: set[str] = set()
        self._counting = asyncio.Lock()
        self._counted_at = -RECOUNT_S

    def __len__(self) -> int:
        """The matches that are known to run."""
        return len(self._others)

    async def admits(self, match: Match) -> bool:
        """Whether there is room for a match, or for another one like it.

        Where all room is taken, one is made by giving up a match that its player has left.
        """
        never = self._counted_at < 0
        if never or not self._has_room(match):
            await self._recount()
        if not self._has_room(match) and not self._is_met_often(match):
            await self._give_one_up()
        return self._has_room(match)

    async def takes(self, match: Match) -> bool:
        """Whether there is room. The place is its own from then on, and given to no other."""
        if await self.admits(match):
            self._others[match.id] = _others(match)
            self._joining.add(match.id)
            return True
        return False

    def see(self, match: Match) -> None:
        """Take note of what has become of a match."""
        if match.over:
            self.free(match.id)
        else:
            self._others[match.id] = _others(match)
            self._note_wait(match)

    def free(self, match_id: str) -> None:
        """Forget a match, which has ended."""
        self._others.pop(match_id, None)
        self._waiting.pop(match_id, None)

    @contextmanager
    def joining(self, match_id: str) -> Iterator[None]:
        """Join a match in the place that was taken for it, which is free again if that fails."""
        try:
            yield
        except BaseException:
            self.free(match_id)
            raise
        finally:
            self._joining.discard(match_id)

    def rename(self, match_id: str, successor: str) -> None:
        """Count the next match of the same players instead."""
        self._others[successor] = self._others.pop(match_id, frozenset())

    def _note_wait(self, match: Match) -> None:
        self._waiting.pop(match.id, None)
        if _waits(match):
            self._waiting[match.id] = datetime.fromisoformat(match.update_time).timestamp()

    async def _give_one_up(self) -> None:
        """Resign the match that has waited longest, if its player has left it."""
        if not self._waiting:
            return
        match_id, since = min(self._waiting.items(), key=lambda each: each[1])
        if self._me.core.session.clock.now() - since < LEFT_S:
            return
        table = await self._me.matches.get(match_id)
        self.see(table.now)
        if self._waiting.get(match_id) == since:
            await table.resign()
            self.free(match_id)

    def _is_met_often(self, match: Match) -> bool:
        met = [player for others in self._others.values() for player in others]
        return any(met.count(player) >= SAME_PERSON for player in _others(match))

    def _has_room(self, match: Match) -> bool:
        if self._is_met_often(match):
            return False
        if len(self._others) < self._most / 2:
            return True
        return len(self._others) < self._most and _ends(match)

    async def _recount(self) -> None:
        """Ask the service, unless it has been asked just now."""
        async with self._counting:
            now = asyncio.get_running_loop().time()
            if 0 <= self._counted_at > now - RECOUNT_S:
                return
            found = dict[str, frozenset[str]]()
            self._waiting.clear()
            for status in ("waiting", "active"):
                async for match in self._me.matches.list(player="me", status=status):
                    if not match.deal_of:  # it takes no place
                        found[match.id] = _others(match)
                        self._note_wait(match)
            joining = self._joining & self._others.keys()
            self._others = found | {each: self._others[each] for each in joining}
            self._counted_at = now


def _others(match: Match) -> frozenset[str]:
    seats = (seat for seat in match.seats if seat.player and seat.index != match.your_seat)
    return frozenset(seat.player.id for seat in seats if seat.player)


def _ends(match: Match) -> bool:
    """Whether it begins as soon as the player sits down, and ends within a day of being left."""
    free = sum(seat.player is None for seat in match.seats)
    if free > 1 or (free == 1 and match.start != "auto"):
        return False
    clock = match.clock
    if clock is None or clock.on_timeout != "forfeit":
        return False
    return _seconds(clock.per_move or clock.bank) <= DAY_S


def _waits(match: Match) -> bool:
    """Whether it is the turn of others, and no clock ends it within a day if they have left."""
    return match.status == "active" and not match.my_turn and not _ends(match)


def _seconds(duration: str | None) -> float:
    return float(duration.removesuffix("s")) if duration else float("inf")
