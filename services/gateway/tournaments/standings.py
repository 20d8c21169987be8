"""The standings of tournaments: computed once for all who ask, and those of many in a thread."""

import asyncio
from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass

from croupier_tournament import POINT, Presence, Standing, Tournament, standings
from croupier_tournament.standings import digest
from croupier_tournament.tournament import Player, Round, Table

from gateway.errors import Problem
from gateway.http.parameters import ID
from gateway.recent import Recent
from gateway.standings.kept import Kept
from gateway.tournaments.entrants import Entrants, Json
from gateway.tournaments.reading import Reading
from gateway.tournaments.views import Page

FEW = 200
"""Up to so many players, standings take some milliseconds."""
KEPT_S = 2.0
"""How old those of more players may be."""
BOARDS = 64


@dataclass(frozen=True, slots=True)
class Board:
    """The standings as of a version, with the place of each player among the rows."""

    version: int
    round: int
    is_final: bool
    rows: Sequence[Standing]
    presences: Mapping[str, Presence]
    places: Mapping[str, int]
    digest: str


class Boards:
    """The standings of all tournaments."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self._boards: Recent[str, Board] = Recent(BOARDS)
        self._of_many: Kept[tuple[str, bool], Board] = Kept(KEPT_S, BOARDS)

    async def of(self, tournament_id: str) -> Board:
        """Return the standings, those of many players as they were up to KEPT_S ago.

        Raise Problem not_found, or unavailable.
        """
        it = (await self._reading.known(tournament_id)).tournament
        board = self._boards.get(it.id)
        if board is None or (board.version, board.is_final) != (it.version, it.is_over):
            if len(it.players) > FEW:
                # Once it is over, nothing tells of later ones: those of before are no answer then.
                key = it.id, it.is_over
                return await self._of_many.get(key, lambda: self._in_a_thread(it))
            board = self._boards[it.id] = _computed(it)
        return board

    async def _in_a_thread(self, it: Tournament) -> Board:
        board = await asyncio.to_thread(_computed, _still(it))
        self._boards[it.id] = board
        return board


def page(board: Board, viewer_id: str, size: int, after: str | None, around: str) -> Page:
    """Return a page of the standings: the first one, that behind a player, or around one.

    Raise Problem malformed for a token that no such page has.
    """
    entrants, begin = Entrants(), _begin(board, size, after, around)
    shown = board.rows[begin : begin + size] if begin is not None else ()
    more = begin is not None and begin + size < len(board.rows)
    own = board.places.get(viewer_id)
    return Page(
        {
            "version": board.version,
            "round": board.round,
            "size": len(board.rows),
            "final": board.is_final,
            "digest": board.digest,
            "rows": [_row(board, each, entrants) for each in shown],
            "you": None if own is None else _row(board, board.rows[own], entrants),
            "nextPageToken": shown[-1].player if more else None,
        },
        entrants,
    )


def place(page_token: str | None) -> str | None:
    """Return the player behind whom a page begins. Raise Problem malformed for no player's id."""
    if page_token is not None and not ID.fullmatch(page_token):
        raise _strange_token()
    return page_token


def _begin(board: Board, size: int, after: str | None, around: str) -> int | None:
    """Return where a page begins; None for one around somebody who is not there."""
    if after is not None:
        if after not in board.places:
            raise _strange_token()
        return board.places[after] + 1
    if not around:
        return 0
    at = board.places.get(around)
    return None if at is None else max(at - size // 2, 0)


def _strange_token() -> Problem:
    return Problem("malformed", "pageToken must be one that these standings have answered.")


def _row(board: Board, row: Standing, entrants: Entrants) -> Json:
    return {
        "rank": board.places[row.player] + 1,
        "player": entrants.of(row.player),
        "presence": board.presences[row.player],
        "stage": row.stage,
        "points": row.points / POINT,
        "buchholzCut1": row.buchholz_cut1 / POINT,
        "buchholz": row.buchholz / POINT,
        "direct": row.direct / POINT,
        "wins": row.wins,
        "sonnebornBerger": row.sonneborn_berger / POINT,
    }


def _computed(it: Tournament) -> Board:
    rows = standings(it, it.key)
    return Board(
        it.version,
        len(it.rounds),
        it.is_over,
        rows,
        {each.player: it.players[each.player].presence for each in rows},
        {each.player: place for place, each in enumerate(rows)},
        digest(rows),
    )


def _still(it: Tournament) -> Tournament:
    """Return what standings read of a tournament, as it is now: its fold goes on meanwhile."""
    still = copy(it)
    still.order = [*it.order]
    still.players = {
        each.id: Player(each.id, entropy=each.entropy, presence=each.presence, lost_in=each.lost_in)
        for each in it.players.values()
    }
    # Of a round that is over nothing changes any more.
    still.rounds = [_round(each) if each.open_tables else each for each in it.rounds]
    return still


def _round(of: Round) -> Round:
    tables = [Table(each.players, [*each.results]) for each in of.tables]
    return Round(of.number, tables, of.byes, of.ends_by, {*of.open_tables})
