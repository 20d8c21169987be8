"""Pagination of matches, newest first."""

import base64
import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count

from croupier_match.match import Access, AnyMatch, Status

from engine.domain.errors import Malformed
from engine.service.queries.unreadable import load_readable
from engine.store.indexes.match_index import PUBLIC, match_id, member, scope_of
from engine.store.matches import MatchStore

STEPS = 10
"""How often more names are read for one page, if few of them are of matches that it may have.

Not of another player's list, unless that has MANY: that there is more must not follow from what
the viewer may not see.
"""
MANY = 10_000
"""Matches of a player of which others read no more at once: rather the lists that they may see."""
STEP = 100
"""The names that are read for a page again, whose matches are loaded."""
OTHERS_STEP, OTHERS_MORE = 1000, 5000
"""The names that are read of another player's list, at first and then: only what the viewer may
see is loaded."""
NO_ID = "z" * 22
"""Above all ids, where a place must not name a match."""

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
        """The lists of the index that have all these matches; see `match_index`."""
        if self.player_id:
            return [scope_of(self.player_id)]
        return self.visible_scopes

    @property
    def visible_scopes(self) -> list[str]:
        """The lists of the index that have all matches which the viewer may see."""
        return [PUBLIC, scope_of(self.viewer_id)] if self.viewer_id else [PUBLIC]

    @property
    def is_of_another(self) -> bool:
        """Whether it asks for the matches of another player, of which the viewer may see few."""
        return self.player_id not in ("", self.viewer_id)

    def admits(self, match: AnyMatch) -> bool:
        """Whether a match of the lists passes the filter, and the viewer may see it."""
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
    neither repeat nor hide another. After STEPS reads, the page is what was found: it may have
    less than `size`, or none; not so in another player's list of up to MANY, which is read until
    the page is full. A place names a match of the page, or none.
    A listed match that does not exist was created before `expired_before` and has expired, or
    is just being stored. One that cannot be read is left out, and stays listed.
    """
    found: list[AnyMatch] = []
    has_many = wanted.is_of_another and await _has_many(store, wanted.player_id)
    for step in count() if wanted.is_of_another and not has_many else range(STEPS):
        expired: list[str] = []
        if has_many:
            names, after = await _names_of_many(store, wanted, after, size + 1)
        else:
            names, after = await _names(store, wanted, after, size + 1, step)
        matches = await load_readable(store, [match_id(name) for name in names], archived=True)
        for name, match in zip(names, matches, strict=True):
            # A member of another status than the match has now will be found in its own list.
            if match is not None and member(match) == name and wanted.admits(match):
                found.append(match)
            elif match is None and name < expired_before:
                expired.append(name)
        await _unlist(store, wanted, expired)
        if len(found) > size:  # one more than the page tells that there is a next page
            return found[:size], member(found[size - 1])
        if not after:
            return found, ""
    return found, _without_id(after, found)


async def _unlist(store: MatchStore, wanted: Filter, names: Sequence[str]) -> None:
    """Take those of the matches out of the lists that are not there any more."""
    if names:
        # One that this engine cannot read has a version: another engine, or a repair, can.
        versions = await store.versions([match_id(name) for name in names])
        gone = [name for name, version in zip(names, versions, strict=True) if not version]
        await store.lists.unlist(wanted.scopes, gone)


async def _has_many(store: MatchStore, player_id: str) -> bool:
    return sum((await store.lists.count_of(player_id)).values()) > MANY


async def _names_of_many(
    store: MatchStore, wanted: Filter, after: str, size: int
) -> tuple[list[str], str]:
    """The next members of the lists that the viewer may see that are in the player's, too.

    So the place after them follows from what the viewer may see, whatever else the player has.
    """
    scopes = wanted.visible_scopes
    names = await store.lists.page(scopes, wanted.game, wanted.status, after, OTHERS_STEP)
    seen = await store.lists.also_in(wanted.scopes, names, wanted.game, wanted.status)
    return _first(seen, size, names[-1] if len(names) == OTHERS_STEP else "")


async def _names(
    store: MatchStore, wanted: Filter, after: str, size: int, step: int
) -> tuple[list[str], str]:
    """The next members of the list that the viewer may see, and the place after them."""
    size = max(size, STEP if step else 0)
    if not wanted.is_of_another:
        names = await store.lists.page(wanted.scopes, wanted.game, wanted.status, after, size)
        return names, names[-1] if len(names) == size else ""
    read = OTHERS_MORE if step else OTHERS_STEP
    names = await store.lists.page(wanted.scopes, wanted.game, wanted.status, after, read)
    # Others are not even loaded, lest a player's private matches be work for whoever asks.
    seen = await store.lists.also_in(wanted.visible_scopes, names, wanted.game, wanted.status)
    return _first(seen, size, names[-1] if len(names) == read else "")


def _first(seen: list[str], size: int, after: str) -> tuple[list[str], str]:
    """Up to `size` of the members, and the place after them; `after` is that after all."""
    return (seen[:size], seen[size - 1]) if len(seen) >= size else (seen, after)


def _without_id(place: str, found: list[AnyMatch]) -> str:
    """A place as it is given to the caller: without the id of a match that is not listed."""
    time = place.split(" ")[0]
    if found and found[-1].create_time == time:
        return member(found[-1])
    return f"{time} {NO_ID}"


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
