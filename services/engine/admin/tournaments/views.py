"""Tournaments as operators see them: what everybody sees, of private ones as well.

Seeds, invite codes and seals are not shown.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from croupier_match.clock import rfc3339_of
from croupier_match.refusals import NotFound
from croupier_tournament import POINT, Standing, Status, Tournament, due, standings
from croupier_tournament.verify import Report, verify
from redislink import tournaments as keys

from engine.admin.operator import Operator
from engine.store.errors import outage
from engine.store.tournaments.summaries import summary_of

STATUSES = tuple(each.value for each in Status if each is not Status.DRAFT)
ROWS = 20
"""Rows of the standings that are shown."""
MADE = ("name", "access", "rated", "houseBots", "maker")


@dataclass(frozen=True, slots=True)
class Shown:
    """A tournament, the best of its standings so far, and the names of these by their ids."""

    tournament: Tournament
    made: Mapping[str, Any]
    rows: Sequence[Standing]
    names: Mapping[str, str]

    @property
    def json(self) -> dict[str, Any]:
        """As JSON shows it."""
        it, next_due = self.tournament, due(self.tournament)
        return {
            **_listed(it.id, self.made, summary_of(it)),
            "version": it.version,
            "head": it.head,
            "paused": it.paused,
            "held": it.is_held,
            "openTables": sum(len(each.open_tables) for each in it.open_rounds.values()),
            "due": None if next_due is None else rfc3339_of(next_due),
            "settings": it.settings.json,
            "standings": [self._row(place, each) for place, each in enumerate(self.rows, 1)],
        }

    def _row(self, place: int, row: Standing) -> dict[str, Any]:
        presence = self.tournament.players[row.player].presence
        name = self.names.get(row.player, "")
        points = row.points / POINT
        return {
            "rank": place,
            "id": row.player,
            "name": name,
            "points": points,
            "presence": presence,
        }

    def lines(self) -> Iterator[str]:
        """As text."""
        shown, settings = self.json, self.tournament.settings
        yield f"{shown['name']} {shown['id']}, {shown['status']}"
        yield f"game        {settings.game}, {settings.system}"
        yield f"maker       {shown['maker']['displayName']} {shown['maker']['id']}"
        yield f"access      {shown['access']}{', rated' if shown['rated'] else ''}"
        yield f"players     {shown['players']} of at most {settings.most_players}"
        yield f"round       {shown['round']}, with {shown['openTables']} open tables"
        for name in ("paused", "held"):
            if shown[name]:
                yield f"{name:<12}yes"
        yield f"due         {shown['due'] or 'nothing, but for results'}"
        yield f"version     {shown['version']}"
        yield f"log head    {shown['head']}"
        for row in shown["standings"]:
            who = " ".join(filter(None, (row["name"], row["id"])))
            yield f"{row['rank']:>11} {row['points']:g} {who}, {row['presence']}"


async def shown(operator: Operator, tournament_id: str) -> Shown:
    """One tournament, if need be out of the archive. Raise NotFound, StoreUnavailable."""
    await operator.store.tournaments.archived.bring_back(tournament_id)
    known = await operator.store.tournaments.read(tournament_id)
    it = known.tournament
    rows = standings(it, it.key)[:ROWS] if it.rounds else []
    ids = [each.player for each in rows]
    found = await operator.store.tournaments.players(tournament_id, ids)
    names = {one: each["displayName"] for one, each in found.items() if each}
    return Shown(it, known.made, rows, names)


async def listed(
    operator: Operator, status: str = "", player: str = "", first: int = 0, size: int = 50
) -> list[dict[str, Any]]:
    """A page of public tournaments of a status, of any status if none is given, or of all that a
    player has made or joined; each the newest first. Raise StoreUnavailable."""
    found = await _ids(operator, status, player, first + size)
    ids = [each for each, _ in sorted(found, key=lambda each: -each[1])][first : first + size]
    return [each for each in [await _line(operator, one) for one in ids] if each]


async def verified(operator: Operator, tournament_id: str) -> Report:
    """The report on the log of a tournament, all of it computed anew. Raise NotFound."""
    await operator.store.tournaments.archived.bring_back(tournament_id)
    report = await verified_in_redis(operator, tournament_id)
    if report is None:
        raise NotFound("There is no such tournament.")
    return report


async def verified_in_redis(operator: Operator, tournament_id: str) -> Report | None:
    """The same; None if its log is in the archive alone, or nowhere."""
    redis: Any = operator.redis
    rows: list[Any] = []
    head: bytes | None = b""
    again = await _head(redis, tournament_id)
    while head != again:  # an entry may come between the two
        head = again
        with outage():
            rows = await redis.xrange(keys.log(tournament_id))
        again = await _head(redis, tournament_id)
    lines = [fields[keys.LINE.encode()] for _, fields in rows]
    return verify(lines, (head or b"").decode()) if lines else None


async def _head(redis: Any, tournament_id: str) -> bytes | None:
    with outage():
        found: bytes | None = await redis.hget(keys.tournament(tournament_id), keys.HEAD)
    return found


async def _ids(operator: Operator, status: str, player: str, most: int) -> list[tuple[str, float]]:
    redis: Any = operator.redis
    lists = [keys.in_status(each) for each in STATUSES if status in ("", each)]
    with outage():
        pages = [
            await redis.zrange(each, -most, -1, withscores=True)
            for each in ([keys.of_player(player)] if player else lists)
        ]
    return [(each.decode(), score) for page in pages for each, score in page]


async def _line(operator: Operator, tournament_id: str) -> dict[str, Any] | None:
    """A tournament as lists have it; None if it is gone by now."""
    redis: Any = operator.redis
    with outage():
        made, summary = await redis.hmget(keys.tournament(tournament_id), [keys.MADE, keys.SUMMARY])
    if not made or not summary:
        return None
    return _listed(tournament_id, json.loads(made), json.loads(summary))


def _listed(
    tournament_id: str, made: Mapping[str, Any], summary: Mapping[str, Any]
) -> dict[str, Any]:
    starts, settings = summary["startsAt"], summary["settings"]
    return {
        "id": tournament_id,
        **{name: made.get(name) for name in MADE},
        "created": made["createTime"],
        "game": settings["game"],
        "system": settings["system"],
        "status": summary["status"],
        "players": summary["players"],
        "mostPlayers": settings["mostPlayers"],
        "round": summary["round"],
        "starts": None if starts is None else rfc3339_of(starts),
    }
