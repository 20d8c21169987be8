"""Matches as they were last stored or read here, so that the next move need not read them.

Nobody may believe them: another engine may have written since. Who computes a change
from one of them finds out when it is stored, by the version and the head of the log
(see save.lua), and begins again from what Redis has.
"""

from collections import OrderedDict

from engine.domain.reducer import AnyMatch


class MatchCache:
    """Up to `size` matches, by id; those that are not used go first. 0 keeps none."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._matches: OrderedDict[str, AnyMatch] = OrderedDict()

    def get(self, match_id: str) -> AnyMatch | None:
        """The match as it may still be."""
        match = self._matches.get(match_id)
        if match is not None:
            self._matches.move_to_end(match_id)
        return match

    def put(self, match: AnyMatch) -> None:
        """Remember it in place of what was known; a match that has ended changes no more."""
        if match.ended:
            self.drop(match.id)
            return
        self._matches[match.id] = match
        self._matches.move_to_end(match.id)
        if len(self._matches) > self._size:
            self._matches.popitem(last=False)

    def drop(self, match_id: str) -> None:
        self._matches.pop(match_id, None)
