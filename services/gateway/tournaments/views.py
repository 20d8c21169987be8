"""Tournaments as the API shows them: of a fold, without asking anybody anything."""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from croupier_tournament import Presence, Settings, Status, Tournament, match_id, seals
from croupier_tournament.due import closes_at, next_round_at
from croupier_tournament.tournament import Player, Round
from redislink.tournament_logs import Known

from gateway.contract import durations
from gateway.errors import Problem
from gateway.http import times
from gateway.tournaments.entrants import Entrants

Json = dict[str, Any]
CONDITIONS = ("minRating", "maxRating", "minMatches", "minReliability", "kinds")


class Page(NamedTuple):
    """An answer with players who are not named yet."""

    content: Json
    entrants: Entrants


class Counts(NamedTuple):
    """How many take part, and how many have checked in: both are counted one by one."""

    players: int
    checked_in: int

    @classmethod
    def of(cls, it: Tournament) -> "Counts":
        return cls(it.taking_part, it.checked_in)


def tournament(
    known: Known, viewer_id: str, counts: Counts, seals_given: int, entrants: Entrants
) -> Json:
    """Return a tournament as a viewer sees it; `seals_given` are those of the viewer's tables."""
    it, made = known.tournament, known.made
    return {
        **_settings(it.id, it.settings, made, entrants),
        **_more_settings(it.settings, made),
        **_situation(it, counts, entrants),
        **({"inviteCode": made["inviteCode"]} if _knows_code(known, viewer_id) else {}),
        "you": own_part(it, viewer_id, seals_given, entrants),
    }


def listed(
    tournament_id: str, made: Mapping[str, Any], summary: Mapping[str, Any], entrants: Entrants
) -> Json:
    """Return a tournament as lists have it, of its summary; redislink.tournaments has its form."""
    starts_at, winner = summary["startsAt"], summary.get("first")
    settings = summary["settings"]
    rounds = summary["roundsDue"] or settings["rounds"] or None
    return {
        "id": tournament_id,
        "name": made["name"],
        "game": settings["game"],
        "system": settings["system"],
        "rounds": rounds,
        "minutes": settings["minutes"] or None,
        "seats": settings["seats"],
        "maxPlayers": settings["mostPlayers"],
        **_said(made, entrants),
        "status": summary["status"],
        "startTime": _time(starts_at),
        "players": summary["players"],
        "round": summary["round"],
        "winner": entrants.of(winner) if winner and summary["status"] == "finished" else None,
    }


def own_part(it: Tournament, viewer_id: str, seals_given: int, entrants: Entrants) -> Json | None:
    """Return what the viewer is in a tournament; None if it has never joined."""
    own = it.players.get(viewer_id)
    if own is None:
        return None
    return {
        "presence": own.presence,
        "checkedIn": bool(own.entropy),
        "bye": it.has_bye(viewer_id),
        "seal": own.seal or None,
        "seals": seals_given,
        "tables": [own_table(it, own, place, entrants) for place in sorted(own.tables)],
    }


def own_table(it: Tournament, own: Player, place: tuple[int, int], entrants: Entrants) -> Json:
    number, table = place
    at = it.round(number).table(table)
    return {
        "round": number,
        "table": table,
        "leg": at.leg,
        "matchId": match_id(it.id, number, table, at.leg),
        "seal": seals.place(it, number, own.id, at.leg),
        "opponents": [entrants.of(each) for each in at.players if each != own.id],
    }


def round_page(it: Tournament, number: int, size: int, begin: int) -> Page:
    """Return a page of a round, from a place on: its tables, then its byes.

    Raise Problem not_found.
    """
    if not 1 <= number <= len(it.rounds):
        raise Problem("not_found", "There is no such round.")
    of, entrants = it.round(number), Entrants()
    tables, size_of_all = len(of.tables), len(of.tables) + len(of.byes)
    places = range(begin, min(begin + size, size_of_all))
    return Page(
        {
            "version": it.version,
            "round": number,
            "endsBy": times.of_ms(of.ends_by),
            "size": len(of.tables),
            "tablesOpen": len(of.open_tables),
            "tables": [_table(it, of, at + 1, entrants) for at in places if at < tables],
            "byes": [entrants.of(of.byes[at - tables]) for at in places if at >= tables],
            "nextPageToken": str(begin + size) if begin + size < size_of_all else None,
        },
        entrants,
    )


def players_page(it: Tournament, size: int, after: int) -> Page:
    """Return a page of who has joined after a version of the log."""
    entrants, every = Entrants(), [*it.players.values()]
    begin = bisect_right(every, after, key=lambda each: each.since)
    shown = every[begin : begin + size]
    return Page(
        {
            "version": it.version,
            "size": len(every),
            "players": [
                {
                    "player": entrants.of(each.id),
                    "presence": each.presence,
                    "rating": each.rating,
                    "checkedIn": bool(each.entropy),
                }
                for each in shown
            ],
            "nextPageToken": str(shown[-1].since) if begin + size < len(every) else None,
        },
        entrants,
    )


def _settings(
    tournament_id: str, settings: Settings, made: Mapping[str, Any], entrants: Entrants
) -> Json:
    return {
        "id": tournament_id,
        "name": made["name"],
        "game": settings.game,
        "system": settings.system,
        "minutes": settings.minutes or None,
        "seats": settings.seats,
        "maxPlayers": settings.most_players,
        **_said(made, entrants),
    }


def _said(made: Mapping[str, Any], entrants: Entrants) -> Json:
    """Return what was said when the tournament was made, as lists have it, too."""
    return {
        "access": made["access"],
        "rated": made["rated"],
        "houseBots": made.get("houseBots", 0),
        "maker": entrants.of(made["maker"]["id"]),
        "createTime": made["createTime"],
    }


def _more_settings(settings: Settings, made: Mapping[str, Any]) -> Json:
    conditions = made["conditions"] or {}
    return {
        "rulesVersion": settings.rules_version,
        "options": settings.match["options"],
        "clock": settings.match["clock"],
        "matchesPerPairing": settings.legs,
        "minPlayers": settings.least_players,
        "startWhenFull": settings.start is None,
        "checkIn": durations.of_ms(settings.check_in_ms),
        "roundBreak": durations.of_ms(settings.break_ms),
        "reveal": durations.of_ms(settings.reveal_ms),
        "allAtOnce": settings.all_at_once,
        "conditions": {each: conditions.get(each) for each in CONDITIONS},
        "sealsNeeded": seals.needed(settings),
    }


def _situation(it: Tournament, counts: Counts, entrants: Entrants) -> Json:
    return {
        "rounds": it.rounds_due or it.settings.rounds or None,
        "status": it.status,
        "startTime": _time(it.begins_at),
        "players": counts.players,
        "round": len(it.rounds),
        "winner": entrants.of(it.first) if it.status is Status.FINISHED and it.first else None,
        "version": it.version,
        "head": it.head,
        "commitment": it.commitment,
        "checkedIn": counts.checked_in,
        "checkInTime": _time(_check_in_at(it)),
        "roundEndsBy": _time(max((each.ends_by for each in it.open_rounds.values()), default=None)),
        "nextRoundTime": _time(_next_round_at(it)),
        "endTime": _time(_ends_at(it)),
        "tablesOpen": sum(len(each.open_tables) for each in it.open_rounds.values()),
        "paused": it.paused,
        "held": it.is_held,
        "reason": it.reason or None,
    }


def _check_in_at(it: Tournament) -> int | None:
    return it.starts_at - it.settings.check_in_ms if it.starts_at else closes_at(it)


def _next_round_at(it: Tournament) -> int | None:
    if it.status is Status.CHECK_IN:
        return it.starts_at
    return next_round_at(it) if it.status is Status.RUNNING else None


def _ends_at(it: Tournament) -> int | None:
    if it.is_over:
        return it.at
    return it.arena_ends_at if it.is_arena and it.status is Status.RUNNING else None


def _knows_code(known: Known, viewer_id: str) -> bool:
    """Whether the viewer is shown the code of a private tournament: who made or joined it."""
    it, made = known.tournament, known.made
    own = it.players.get(viewer_id)
    joined = own is not None and own.presence is not Presence.LEFT
    return bool(made["inviteCode"]) and (joined or viewer_id == made["maker"]["id"])


def _table(it: Tournament, of: Round, number: int, entrants: Entrants) -> Json:
    table = of.table(number)
    is_open = number in of.open_tables
    return {
        "table": number,
        "players": [entrants.of(each) for each in table.players],
        "matchId": match_id(it.id, of.number, number, table.leg) if is_open else None,
        "results": [
            {
                "matchId": match_id(it.id, of.number, number, leg),
                "ranks": result.ranks,
                "absent": result.absent,
                "reason": result.reason,
            }
            for leg, result in enumerate(table.results, 1)
        ],
        "repeat": any(_have_met(it, pair, of.number) for pair in combinations(table.players, 2)),
    }


def _have_met(it: Tournament, pair: Sequence[str], number: int) -> bool:
    """Whether two have met in a round before this one."""
    one, other = pair
    return any(earlier < number for earlier in it.players[one].met.get(other, ()))


def _time(ms: int | None) -> str | None:
    return None if ms is None else times.of_ms(ms)
