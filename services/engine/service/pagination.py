"""Pagination of matches, newest first."""

import base64
import re
from dataclasses import dataclass

from engine.domain.errors import Malformed
from engine.domain.match import Access, Status
from engine.domain.reducer import AnyMatch
from engine.store.index import PUBLIC, match_id, member, scope_of
from engine.store.matches import MatchStore

PLACE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z [\w-]{22}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Filter:
    """Which matches to list; "" and None are any. `viewer_id` "" sees public ones only.

    With a `player_id`, those of that player; other viewers see the public ones among them.
    """

    viewer_id: str = ""
    game: str = ""
    status: Status | None = None
    player_id: str = ""

    @property
    def scopes(self) -> list[str]:
        """The lists of the index that have all these matches; see `engine.store.index`."""
        if self.player_id:
            return [scope_of(self.player_id)]
        return [PUBLIC, scope_of(self.viewer_id)] if self.viewer_id else [PUBLIC]

    def admits(self, match: AnyMatch) -> bool:
        """Whether the viewer may see the match and it fits: the lists have more than that."""
        visible = match.access == Access.PUBLIC or match.seat_of(self.viewer_id) is not None
        return (
            visible
            and self.game in ("", match.game)
            and self.status in (None, match.status)
            and (not self.player_id or match.seat_of(self.player_id) is not None)
        )


async def list_matches(
    store: MatchStore, wanted: Filter, size: int, after: str, expired_before: str
) -> tuple[list[AnyMatch], str]:
    """Up to `size` matches below the place `after`, and the place to go on from; "" at the end.

    Places are in the order of creation, so matches created or changed between two pages
    neither repeat nor hide another. A place names a match, so only those on the page are used.
    A listed match that does not exist was created before `expired_before` and has expired, or
    is just being stored.
    """
    found: list[AnyMatch] = []
    while True:
        expired: list[str] = []
        names = await store.page(wanted.scopes, wanted.game, wanted.status, after, size + 1)
        matches = await store.load_many([match_id(name) for name in names])
        for name, match in zip(names, matches, strict=True):
            # A member of another status than the match has now will be found in its own list.
            if match is not None and member(match) == name and wanted.admits(match):
                found.append(match)
            elif match is None and name < expired_before:
                expired.append(name)
        await store.unlist(wanted.scopes, expired)
        if len(found) > size:  # one more than the page tells that there is a next page
            return found[:size], member(found[size - 1])
        if len(names) <= size:
            return found, ""
        after = names[-1]


def encode_token(place: str) -> str:
    """The page token for a place: base64url, so that clients need not escape it."""
    return base64.urlsafe_b64encode(place.encode()).decode()


def decode_token(token: str) -> str:
    """The place of a page token. Raise Malformed if no answer can have had this token."""
    try:
        place = base64.b64decode(token.encode(), b"-_", validate=True).decode()
    except ValueError:
        place = "?"
    if token and not PLACE.fullmatch(place):
        raise Malformed("pageToken must be the nextPageToken of an earlier answer.")
    return place
