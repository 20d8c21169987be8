"""Matches as this engine last stored or read them, so that the next move need not read them.

They may be out of date: another engine may have written since. A change computed from one of
them is stored only if version and head of the log are still the same (save_matches.lua), and
is computed again from Redis otherwise.
"""

from collections.abc import Callable, Iterable

from cachetools import LRUCache

from engine.domain.reducer import AnyMatch


class MatchCache:
    """Up to `size` matches by id, the least recently used of which go first. 0 keeps none."""

    def __init__(self, size: int, looked_up: Callable[[int, int], None]) -> None:
        """`looked_up` is told how many matches were there, and how many were not."""
        self._matches: LRUCache[str, AnyMatch] = LRUCache(size)
        self._looked_up = looked_up

    def get(self, match_id: str) -> AnyMatch | None:
        """The match as it may still be."""
        return self.get_all([match_id])[0]

    def get_all(self, match_ids: Iterable[str]) -> list[AnyMatch | None]:
        """The matches as they may still be, in the same order; None for those not here."""
        found = [*map(self._get, match_ids)]
        missing = found.count(None)
        self._looked_up(len(found) - missing, missing)
        return found

    def _get(self, match_id: str) -> AnyMatch | None:
        try:
            return self._matches[match_id]
        except KeyError:
            return None

    def peek(self, match_id: str) -> AnyMatch | None:
        """The match as it may still be. Does not count as a look-up."""
        return self._matches.get(match_id)

    def game_of(self, match_id: str) -> str | None:
        """The game of a match that is here. Does not count as a look-up."""
        match = self._matches.get(match_id)
        return match.game if match else None

    def put(self, match: AnyMatch) -> None:
        """Keep the match in place of an earlier version; one that has ended changes no more."""
        if match.ended or not self._matches.maxsize:
            self.drop(match.id)
        else:
            self._matches[match.id] = match

    def drop(self, match_id: str) -> None:
        self._matches.pop(match_id, None)
