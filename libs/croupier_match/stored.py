"""Matches, and entries as rows of their log, as they are stored: as JSON, read by their types.

A row has the kind, and no members that say nothing: each class of `croupier_match.entries` has a
row of its own form, told by its `kind`.

Engines store by it, and the kit finds by it what of a game would not come back. It alone needs
pydantic, which the extra `stored` brings.
"""

from collections.abc import Mapping
from dataclasses import MISSING, fields
from functools import lru_cache, reduce
from operator import or_
from typing import Annotated, Any

import orjson
from pydantic import Discriminator, Tag, TypeAdapter

from croupier_match.entries import BY_KIND, Entry, Moved, Undone
from croupier_match.games import Game
from croupier_match.match import AnyMatch, Match
from croupier_match.refusals import GameFailed

KEPT = 64
"""Games, each by a version of its rules, whose types are kept: a type takes long to make."""

FIRST = ("version", "seat", "time")
"""What every entry has: the members of a row begin with them, and its kind in the second place."""
ROWS = {
    each: (
        kind.value,
        tuple((of.name, of.default) for of in fields(each) if of.name not in FIRST),
    )
    for kind, each in BY_KIND.items()
}
"""The kind of each class, its further members, and what each has where it says nothing."""


@lru_cache(KEPT)
def match_type(game: Game) -> TypeAdapter[Match[Any, Any, Any]]:
    """The type of the matches of a game."""
    rules = game.rules
    return TypeAdapter(Match[rules.Options, rules.State, rules.Event])  # type: ignore[name-defined]


def entry_row(match: AnyMatch, entry: Entry) -> bytes:
    """The row of an entry of a match. Raise GameFailed if what is of its rules has no JSON."""
    kind, more = ROWS[type(entry)]
    members: dict[str, Any] = {
        "version": entry.version,
        "kind": kind,
        "seat": entry.seat,
        "time": entry.time,
    }
    for name, nothing in more:
        value = getattr(entry, name)
        if nothing is MISSING or value != nothing:
            members[name] = value
    try:
        return orjson.dumps(members)
    except TypeError:  # a number of more than 64 bits, or something that is no JSON
        raise GameFailed(match.game, match.rules_version, "apply") from None


@lru_cache(KEPT)
def entry_type(game: Game) -> TypeAdapter[Entry]:
    """What reads the rows of a game's matches."""
    return _type({Moved: Moved[game.rules.Move], Undone: Undone[game.rules.State]})  # type: ignore[name-defined]


def _type(of_game: Mapping[type, Any]) -> TypeAdapter[Entry]:
    tagged = (Annotated[of_game.get(each, each), Tag(kind.value)] for kind, each in BY_KIND.items())
    # Made at run time, which mypy cannot follow.
    entry: Any = Annotated[reduce(or_, tagged), Discriminator(_kind)]
    return TypeAdapter(entry)


def _kind(row: Any) -> Any:
    return row.get("kind") if isinstance(row, dict) else row.kind


ANY_ENTRY = _type({})
"""Reads rows whatever their game: moves, and what is restored, stay plain JSON."""
