"""Taking back entries that were not stored, while many join, leave and check in at several engines.

A fold of ten thousand players takes a third of a second; a copy of who takes part, a fraction of a
millisecond.
"""

from collections.abc import Sequence

from croupier_tournament import Presence, Tournament
from croupier_tournament.entries import Entry, Left, Registered, Revealed


class Rollback:
    """What a tournament is before entries that may not be stored."""

    def __init__(self, it: Tournament) -> None:
        self._it = it
        self._before = it.version, it.at, it.head
        self._players, self._seals, self._order = dict(it.players), {*it.seals}, [*it.order]
        self._joined = dict(it.joined)

    def undo(self, entries: Sequence[Entry]) -> bool:
        """Make the tournament what it was before these entries; False if that cannot be."""
        if not all(isinstance(each, Registered | Left | Revealed) for each in entries):
            return False
        it = self._it
        it.version, it.at, it.head = self._before
        it.players, it.seals, it.order = self._players, self._seals, self._order
        it.joined = self._joined
        for entry in entries:
            match entry:
                case Revealed(player=player) if player in it.players:
                    it.players[player].entropy = ""
                case Left(player=player) if player in it.players:
                    it.players[player].presence = Presence.REGISTERED
                case _:
                    pass
        return True
