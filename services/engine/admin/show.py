"""A match for operators to look at: as a spectator sees it, or with all that is hidden."""

import json
from collections.abc import Iterator
from typing import Any

from engine.admin.operator import Operator
from engine.domain import clock
from engine.domain.fairness import commitment
from engine.domain.reducer import AnyMatch
from engine.domain.registry import GAMES
from engine.games.proto_json import as_json
from engine.rpc import encode
from engine.store.audit import Act, AuditEntry

SPECTATOR = None


async def as_text(desk: Operator, match_id: str) -> str:
    """The table as a spectator sees it, and what an operator wants to know. Raise NotFound."""
    match = await desk.store.load(match_id)
    audit = await desk.store.audit.read(match_id)
    lines = [*_about(match), *map(_audited, audit)]
    return "\n".join([encode.table(match, SPECTATOR), *lines])


async def as_members(desk: Operator, match_id: str) -> str:
    """The match as a spectator sees it, and its audit, as JSON. Raise NotFound."""
    match = await desk.store.load(match_id)
    audit = await desk.store.audit.read(match_id)
    shown = as_json(encode.match(match, SPECTATOR))
    return _pretty({"match": shown, "audit": [_members(entry) for entry in audit]})


async def with_secrets(desk: Operator, match_id: str, reason: str) -> str:
    """The match as it is stored, as JSON, after a note for its players. Raise NotFound."""
    await desk.note(match_id, Act.SHOWN, reason)
    match = await desk.store.load(match_id)
    return _pretty(GAMES[match.game].match_json.dump_python(match, mode="json"))


def _about(match: AnyMatch) -> Iterator[str]:
    yield f"access      {match.access}"
    yield f"created     {match.create_time}"
    yield f"changed     {match.update_time}"
    due = clock.deadline(match)
    if due is not None:
        yield f"deadline    {clock.moment(due)}"
    yield f"commitment  {commitment(match.seed)}"
    yield f"log head    {match.log_head}"


def _audited(entry: AuditEntry) -> str:
    return (
        f"audit       {entry.time} version {entry.version}: "
        f"{entry.act} by {entry.by}{entry.reason and f': {entry.reason}'}"
    )


def _members(entry: AuditEntry) -> dict[str, Any]:
    return as_json(encode.audit_entry(entry)) | {"by": entry.by}


def _pretty(value: Any) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False)
