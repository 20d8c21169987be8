"""A match as a file: taken out of one store, checked, and put into another."""

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from engine.admin.operator import Operator
from engine.admin.private_file import private_file, read
from engine.admin.verify_all import check
from engine.domain.errors import Conflict, VersionMismatch
from engine.domain.registry import GAMES
from engine.store.audit import Act, AuditEntry
from engine.store.export import StoredMatch
from engine.store.idempotency import Answer
from engine.store.types import Saving

MATCH_ID = re.compile(r"[\w-]{22}", re.ASCII)


class NotAnExport(Exception):
    """The file is none that can be read; `str(error)` says why, and nothing that is hidden."""


class Exported(BaseModel):
    """The file: all that is stored of a match, its seed and everybody's cards included."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")

    kind: Literal["croupier.match"] = "croupier.match"
    format: Literal[1] = 1
    time: str
    game: str
    match: dict[str, Any]
    log: list[dict[str, Any]]
    records: dict[str, str]
    wishes: dict[str, str]
    audit: list[dict[str, str | int]]


async def take_out(desk: Operator, match_id: str, path: Path, reason: str) -> StoredMatch:
    """Write the match, in ASCII, to a new file that nobody else may read, or to STANDARD.

    Raise NotFound, Damaged, LaterRelease, FileExistsError.
    """
    await desk.whole(match_id)
    with private_file(path) as file:
        await desk.note(match_id, Act.EXPORTED, reason)
        whole = await desk.whole(match_id)
        exported = _exported(whole, desk.time)
        file.write(exported.model_dump_json(indent=1, ensure_ascii=True) + "\n")
    return whole


async def put_in(desk: Operator, whole: StoredMatch) -> None:
    """Store the match, once it has been found true, where there is none of its id.

    Raise Refuted, OtherRules, Conflict.
    """
    check(whole)
    match = whole.match
    if not await desk.wholes.put_beside(whole):
        raise Conflict("There is a match of this id already; nothing was changed.")
    try:
        answer = Answer(0, match.version, None)
        await desk.store.save(Saving(None, match, whole.log, None, answer))
    except VersionMismatch:
        raise Conflict("Somebody else has just stored a match of this id.") from None
    await desk.note(match.id, Act.IMPORTED, "")


def _exported(whole: StoredMatch, time: str) -> Exported:
    game = GAMES[whole.match.game]
    return Exported(
        time=time,
        game=whole.match.game,
        match=game.match_json.dump_python(whole.match, mode="json"),
        log=[
            game.entry_json.dump_python(entry, mode="json", exclude_defaults=True)
            for entry in whole.log
        ],
        records=dict(whole.records),
        wishes=dict(whole.wishes),
        audit=[_members(entry) for entry in whole.audit],
    )


def load(path: Path) -> StoredMatch:
    """What `take_out` has written. Raise NotAnExport, OSError."""
    try:
        given = Exported.model_validate_json(read(path))
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(map(str, first["loc"])) or "the file"
        raise NotAnExport(f"It is no export: {where}: {first['msg']}.") from None
    if given.game not in GAMES:
        raise NotAnExport("This release does not know its game.")
    try:
        return _read(given)
    except (ValueError, TypeError, KeyError):  # a message could hold a card
        raise NotAnExport("Its match, log or audit cannot be read.") from None


def _read(given: Exported) -> StoredMatch:
    game = GAMES[given.game]
    match = game.match_json.validate_json(json.dumps(given.match))
    if not MATCH_ID.fullmatch(match.id) or match.game != given.game:
        raise ValueError
    log = tuple(game.entry_json.validate_json(json.dumps(entry)) for entry in given.log)
    audit = tuple(_entry(members) for members in given.audit)
    whole = StoredMatch(match.version, "", match, log, given.records, given.wishes, audit)
    return replace(whole, head=match.log_head)


def _members(entry: AuditEntry) -> dict[str, str | int]:
    return {
        "time": entry.time,
        "act": entry.act.value,
        "by": entry.by,
        "reason": entry.reason,
        "version": entry.version,
    }


def _entry(members: Mapping[str, Any]) -> AuditEntry:
    entry = AuditEntry(**members)
    return replace(entry, act=Act(entry.act), version=int(entry.version))
