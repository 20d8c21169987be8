"""Export of a match to a file, and import of a verified one into another store."""

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

from croupier_match.refusals import Conflict, NotPlayedHere, VersionMismatch
from croupier_match.stored import entry_row, entry_type, match_type
from pydantic import BaseModel, ConfigDict, ValidationError

from engine.admin.acts import Kind
from engine.admin.operator import Operator
from engine.admin.private_file import private_file, read
from engine.admin.verify_all import check_match
from engine.domain.registry import GAMES
from engine.store.audit import Act, AuditEntry
from engine.store.export import StoredMatch
from engine.store.idempotency import Answer
from engine.store.match_types import read_json
from engine.store.types import Saving

MATCH_ID = re.compile(r"[\w-]{22}", re.ASCII)


class NotAnExport(Exception):
    """The file is not a readable export; the message says why, without secrets."""


class Exported(BaseModel):
    """The file: all that is stored of a match, including its seed and all hidden cards."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")

    kind: Literal["croupier.match"] = "croupier.match"
    format: Literal[1] = 1
    time: str
    game: str
    match: dict[str, Any]
    log: list[dict[str, Any]]
    records: dict[str, str]
    rematch_requests: dict[str, str]
    audit: list[dict[str, str | int]]


async def export_match(operator: Operator, match_id: str, path: Path, reason: str) -> StoredMatch:
    """Write the match, in ASCII, to a new file that only its owner can read, or to STANDARD.

    Raise NotFound, NotPlayedHere, Damaged, UnknownFormat, FileExistsError.
    """
    await operator.read(match_id)  # nothing is recorded of an export that cannot be made
    async with operator.doing(Kind.MATCH_EXPORT, match_id, reason):
        return await _write(operator, match_id, path, reason)


async def _write(operator: Operator, match_id: str, path: Path, reason: str) -> StoredMatch:
    with private_file(path) as file:
        await operator.record(match_id, Act.EXPORTED, reason)
        # Once more, so that the audit in the file has this export, too.
        stored = await operator.read(match_id)
        exported = _exported(stored, operator.time)
        file.write(exported.model_dump_json(indent=1, ensure_ascii=True) + "\n")
    return stored


async def import_match(operator: Operator, stored: StoredMatch) -> None:
    """Verify the match and store it, unless there is one of its id.

    Raise Refuted, NotPlayedHere, Conflict.
    """
    # An import must not bring in a match that never happened: its players would trust it.
    check_match(stored)
    async with operator.doing(Kind.MATCH_IMPORT, stored.match.id):
        await _store(operator, stored)


async def _store(operator: Operator, stored: StoredMatch) -> None:
    match = stored.match
    # The sidecar goes first and expires by itself; the match itself decides who was first.
    if not await operator.stored.import_sidecar(stored):
        raise Conflict("There is a match of this id already; nothing was changed.")
    try:
        answer = Answer(0, match.version, None)
        await operator.store.save(Saving(None, match, stored.log, None, answer))
    except VersionMismatch:
        raise Conflict("A match of this id has just been stored by another program.") from None
    await operator.record(match.id, Act.IMPORTED, "")


def _exported(stored: StoredMatch, time: str) -> Exported:
    game = GAMES.of(stored.match)
    return Exported(
        time=time,
        game=stored.match.game,
        match=match_type(game).dump_python(stored.match, mode="json"),
        log=[json.loads(entry_row(stored.match, entry)) for entry in stored.log],
        records=dict(stored.records),
        rematch_requests=dict(stored.rematch_requests),
        audit=[_members(entry) for entry in stored.audit],
    )


def read_export(path: Path) -> StoredMatch:
    """The match in a file that `export_match` has written. Raise NotAnExport, OSError."""
    try:
        given = Exported.model_validate_json(read(path))
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(map(str, first["loc"])) or "the file"
        raise NotAnExport(f"The file is not an export: {where}: {first['msg']}.") from None
    if given.game not in GAMES:
        raise NotAnExport("This release does not know its game.")
    try:
        return _stored_match(given)
    except NotPlayedHere:
        raise NotAnExport("This release does not know its version of the rules.") from None
    except (ValueError, TypeError, KeyError):  # a message could hold a card
        raise NotAnExport("Its match, log or audit cannot be read.") from None


def _stored_match(given: Exported) -> StoredMatch:
    match = read_json(given.game, json.dumps(given.match).encode())
    game = GAMES.of(match)
    if not MATCH_ID.fullmatch(match.id) or match.game != given.game:
        raise ValueError
    log = tuple(entry_type(game).validate_json(json.dumps(entry)) for entry in given.log)
    audit = tuple(_entry(members) for members in given.audit)
    return StoredMatch(
        match.version, match.log_head, match, log, given.records, given.rematch_requests, audit
    )


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
