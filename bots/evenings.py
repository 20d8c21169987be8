"""The house at tournaments whose makers want some of it: so many join, and no more.

Everybody of the house looks at the list for itself, and asks here whether it is wanted.
"""

import asyncio
from collections import defaultdict
from collections.abc import Iterable

from croupier_client import AsyncCroupier, ListedTournament


class Evenings:
    """Who of the house is at which tournament, in this house and in others, as far as this one has
    seen. `names` are those who live in a house."""

    def __init__(self, names: Iterable[str]) -> None:
        self._names = frozenset(names)
        self._there = defaultdict[str, set[str]](set)
        self._counting = asyncio.Lock()

    async def wants(self, tournament: ListedTournament, name: str, me: AsyncCroupier) -> bool:
        """Whether one more of the house is wanted; then the place is that of this name."""
        if tournament.rated or tournament.house_bots <= 0:
            return False
        async with self._counting:
            there = self._there[tournament.id]
            if len(there) < tournament.house_bots:
                there |= await self._joined(tournament, me)
            if name not in there and len(there) >= tournament.house_bots:
                return False
            there.add(name)
            return True

    async def _joined(self, tournament: ListedTournament, me: AsyncCroupier) -> set[str]:
        players = [each.player async for each in me.tournaments.players(tournament.id)]
        joined = {each.display_name for each in players if each.kind == "bot" and each.display_name}
        return joined & self._names
