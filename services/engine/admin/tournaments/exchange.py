"""Export of a tournament that is over to a file, and import of a verified one into another store.

Its matches are not among it: `croupierctl export` has those one by one.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from croupier_match import clock
from croupier_match.refusals import Conflict
from croupier_tournament import Tournament, entry_of, fold
from croupier_tournament.entries import Created
from croupier_tournament.verify import verify
from pydantic import BaseModel, ConfigDict, ValidationError
from redislink import tournaments as keys
from redislink.tournament_logs import Known

from engine.admin.acts import Kind
from engine.admin.export import NotAnExport
from engine.admin.operator import Operator
from engine.admin.private_file import private_file, read
from engine.store.archive.archived_tournaments import StoredTournament
from engine.store.errors import outage
from engine.store.tournaments.appending import Appending, Stand

RUNS = "Only a tournament that is over can be exported."


class Exported(BaseModel):
    """The file: all that is stored of a tournament, with the names of its players, but its seed."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")

    kind: Literal["croupier.tournament"] = "croupier.tournament"
    format: Literal[1] = 1
    time: str
    made: dict[str, Any]
    template: str
    log: list[str]
    players: dict[str, dict[str, Any]]


async def export_tournament(
    operator: Operator, tournament_id: str, path: Path, reason: str
) -> StoredTournament:
    """Write the tournament, in ASCII, to a new file that only its owner can read, or to STANDARD.

    Raise NotFound, Conflict while it goes on, FileExistsError.
    """
    await operator.store.tournaments.archived.bring_back(tournament_id)
    stored = await operator.tournament_queue.read(tournament_id)
    if stored is None:
        raise Conflict(RUNS)
    async with operator.doing(Kind.TOURNAMENT_EXPORT, tournament_id, reason):
        with private_file(path) as file:
            exported = _exported(stored, operator.time)
            file.write(exported.model_dump_json(indent=1, ensure_ascii=True) + "\n")
    return stored


def _exported(stored: StoredTournament, time: str) -> Exported:
    fields = {name.decode(): value.decode() for name, value in stored.fields.items()}
    return Exported(
        time=time,
        made=json.loads(fields[keys.MADE]),
        template=fields.get(keys.TEMPLATE, ""),
        log=[line.decode() for line in stored.log],
        players={player: json.loads(said) for player, said in stored.players.items()},
    )


def read_tournament(path: Path) -> Exported:
    """The tournament of a file that `export_tournament` has written, verified.

    Raise NotAnExport, OSError.
    """
    try:
        given = Exported.model_validate_json(read(path))
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(map(str, first["loc"])) or "the file"
        raise NotAnExport(f"The file is not an export: {where}: {first['msg']}.") from None
    report = verify(line.encode() for line in given.log)
    if report.finding or report.tournament is None:
        raise NotAnExport(f"Its log is not what it should be: {report.finding}")
    if not report.tournament.is_over:
        raise NotAnExport("The tournament is not over.")
    return given


async def import_tournament(operator: Operator, given: Exported) -> str:
    """Store a tournament, unless there is one of its id; the id. Raise Conflict."""
    entries = [entry_of(json.loads(line)) for line in given.log]
    first = entries[0]
    assert isinstance(first, Created)  # noqa: S101 - it was verified
    known = Known(fold(Tournament(first.tournament, first.settings), entries), given.made)
    tournament_id, version = known.tournament.id, known.tournament.version
    async with operator.doing(Kind.TOURNAMENT_IMPORT, tournament_id):
        if await operator.store.tournaments.archived.find(tournament_id):
            raise Conflict("There is a tournament of this id already; nothing was changed.")
        fields = {keys.MADE: json.dumps(given.made), keys.MADE_UP_TO: str(version)}
        if given.template:
            fields[keys.TEMPLATE] = given.template
        appending = Appending(Stand(), entries, given.players, fields=fields, makes_due=False)
        now_ms = operator.matches.now_ms()
        if not await operator.store.tournaments.append(known, appending, now_ms):
            raise Conflict("There is a tournament of this id already; nothing was changed.")
        await _list(operator, tournament_id, given.made, now_ms)
    return tournament_id


async def _list(
    operator: Operator, tournament_id: str, made: Mapping[str, Any], now_ms: int
) -> None:
    """List it for its maker, and have it archived in a day."""
    redis: Any = operator.redis
    with outage():
        of_maker = keys.of_player(made["maker"]["id"])
        await redis.zadd(of_maker, {tournament_id: clock.ms(made["createTime"])})
        await redis.execute_command(*keys.over(tournament_id, now_ms))
