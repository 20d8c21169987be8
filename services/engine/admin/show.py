"""A match for operators: as a spectator sees it, or with everything hidden."""

import json
import sys
from collections.abc import AsyncIterator, Iterator
from typing import Any

from croupier_game.protobuf import Json
from croupier_match import clock
from croupier_match.chain import commitment
from croupier_match.entries import Left
from croupier_match.match import AnyMatch, Kind
from croupier_match.stored import match_type

from engine.admin.acts import Kind as ActKind
from engine.admin.operator import Operator
from engine.domain.due import deadline
from engine.domain.registry import GAMES
from engine.rpc import table_text
from engine.rpc.history_views import audited, history_entry
from engine.rpc.match_views import MatchViews
from engine.store.audit import Act, AuditEntry

SPECTATOR = None
PAGE = 100
"""Changes that are recomputed at once."""


async def as_text(operator: Operator, match_id: str) -> str:
    """The table as a spectator sees it, with times, hashes and the audit. Raise NotFound."""
    match = await operator.store.load(match_id)
    audit = await operator.store.audit.read(match_id)
    lines = [*_about(match), *map(_audited, audit)]
    return "\n".join([table_text.text(match, SPECTATOR), *lines])


async def entries(
    operator: Operator, match_id: str, begin: int = 1, most: int = sys.maxsize
) -> AsyncIterator[str]:
    """A line for each change of the match, as a spectator sees it. Raise NotFound.

    `most` at most, from the version `begin` on.
    """
    match = await operator.store.load(match_id)
    names = await _names_before(operator, match, begin)
    end = min(match.version, begin + most - 1)
    for first in range(begin, end + 1, PAGE):
        last = min(first + PAGE - 1, end)
        for past in await operator.matches.queries.past.versions(match, first, last):
            now, seat = _names(past.match), past.entry.seat
            # Who leaves sat there the version before.
            name = (now if not isinstance(past.entry, Left) else names)[seat]
            yield _entry(history_entry(past, SPECTATOR), name)
            names = now


async def _names_before(operator: Operator, match: AnyMatch, version: int) -> list[str]:
    """The names of the seats in the version before this one."""
    if not 1 < version <= match.version:
        return [""] * len(match.seats)
    (past,) = await operator.matches.queries.past.versions(match, version - 1, version - 1)
    return _names(past.match)


def _names(match: AnyMatch) -> list[str]:
    return [each.player.display_name if each.player else "" for each in match.seats]


async def as_json(operator: Operator, match_id: str) -> str:
    """The match as a spectator sees it, and its audit, as JSON. Raise NotFound."""
    match = await operator.store.load(match_id)
    audit = await operator.store.audit.read(match_id)
    shown = json.loads(MatchViews(match).text(SPECTATOR).match)
    return _pretty({"match": shown, "audit": [_members(entry) for entry in audit]})


async def with_secrets(operator: Operator, match_id: str, reason: str) -> str:
    """The match as it is stored, as JSON, once that is in its audit. Raise NotFound."""
    # Recorded first: if that fails, no secret has been seen.
    async with operator.doing(ActKind.MATCH_SECRETS, match_id, reason):
        await operator.record(match_id, Act.SHOWN, reason)
        match = await operator.store.load(match_id)
    return _pretty(match_type(GAMES.of(match)).dump_python(match, mode="json"))


def _about(match: AnyMatch) -> Iterator[str]:
    yield f"access      {match.access}"
    yield f"created     {match.create_time}"
    yield f"changed     {match.update_time}"
    due = deadline(match)
    if due is not None:
        yield f"deadline    {clock.rfc3339_of(due)}"
    yield f"commitment  {commitment(match.seed)}"
    yield f"log head    {match.log_head}"


def _entry(entry: Json, name: str) -> str:
    """What is known of the entry of this player: of a move, no more than a spectator is told."""
    told = [f"{entry['version']:>4} {entry['time']} {entry['kind']}"]
    if entry["kind"] != Kind.ABORTED:
        told.append(f"seat {entry['seat']} {name}".rstrip())
    if "to" in entry:
        told.append(f"to version {entry['to']}")
    if "kept" in entry:
        told.append(f"but for versions {' '.join(map(str, entry['kept']))}")
    if "gone" in entry:
        told.append(f"gone were seats {' '.join(map(str, entry['gone']))}")
    if len(entry.get("late", ())) > 1:
        told.append(f"with all late seats {' '.join(map(str, entry['late']))}")
    if "withheld" in entry:
        told.append(f"withheld by seats {' '.join(map(str, entry['withheld']))}")
    said = (entry["notation"], entry.get("note"))
    return " ".join(told) + "".join(f": {each}" for each in said if each)


def _audited(entry: AuditEntry) -> str:
    return (
        f"audit       {entry.time} version {entry.version}: "
        f"{entry.act} by {entry.by}{entry.reason and f': {entry.reason}'}"
    )


def _members(entry: AuditEntry) -> dict[str, Any]:
    return {**audited(entry), "by": entry.by}


def _pretty(value: Any) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False)
