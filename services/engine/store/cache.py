"""Matches as this engine last stored or read them, so that the next move need not read them.

They may be out of date: another engine may have written since. A change computed from one of
them is stored only if version and head of the log are still the same (save_matches.lua), and
is computed again from Redis otherwise.
"""

from collections import OrderedDict
from collections.abc import Callable, Iterable

from croupier_match.match import AnyMatch


class MatchCache:
    """Up to `size` matches by id, of which those go first that were kept first. 0 keeps none.

    Each change of a match keeps it anew.
    """

    def __init__(self, size: int, looked_up: Callable[[int, int], None]) -> None:
        """`looked_up` is told how many matches were there, and how many were not."""
        self._size = size
        self._matches: OrderedDict[str, AnyMatch] = OrderedDict()
        self._looked_up = looked_up

    def get(self, match_id: str) -> AnyMatch | None:
        """The match as it may still be."""
        return self.get_all([match_id])[0]

    def get_all(self, match_ids: Iterable[str]) -> list[AnyMatch | None]:
        """The matches as they may still be, in the same order; None for those not here."""
        found = [*map(self._matches.get, match_ids)]
        missing = found.count(None)
        self._looked_up(len(found) - missing, missing)
        return found

    def peek(self, match_id: str) -> AnyMatch | None:
        """The match as it may still be. Does not count as a look-up."""
        return self._matches.get(match_id)

    def game_of(self, match_id: str) -> str | None:
        """The game of a match that is here. Does not count as a look-up."""
        match = self._matches.get(match_id)
        return match.game if match else None

    def put(self, match: AnyMatch) -> None:
        """Keep the match in place of an earlier version; one that has ended changes no more."""
        if match.ended:
            self.drop(match.id)
            return
        self._matches[match.id] = match
        self._matches.move_to_end(match.id)
        if len(self._matches) > self._size:
            self._matches.popitem(last=False)

    def drop(self, match_id: str) -> None:
        self._matches.pop(match_id, None)
