"""The standings: who is where, and by which number.

Tie-breaks are those of FIDE's handbook (C.07), each as a number that players can compute.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from croupier_tournament import chain, lots
from croupier_tournament.lots import Lot
from croupier_tournament.points import DREW, POINT
from croupier_tournament.settings import System
from croupier_tournament.sheets import Sheet, annulled, sheets_of
from croupier_tournament.tournament import Player, Tournament


class Standing(NamedTuple):
    """A player's row: what comes earlier counts first, and more is better; last comes the lot.

    `stage` is the last round that a player of a knockout has reached, and 0 elsewhere. All others
    but `wins` are in 48ths of a point.
    """

    player: str
    stage: int
    points: int
    buchholz_cut1: int
    buchholz: int
    direct: int
    wins: int
    sonneborn_berger: int


def digest(rows: Sequence[Standing]) -> str:
    """The hash of the standings, as the log has it."""
    return chain.hash_of(chain.canonical(rows))


def standings(tournament: Tournament, key: str) -> list[Standing]:
    """The standings after the rounds so far, with lots by this key."""
    sheets = sheets_of(tournament)
    mixed = lots.mixed(key, tournament.entropies)
    behind = {each for each, sheet in sheets.items() if sheet.missed and not sheet.met}
    behind |= annulled(tournament)
    rows = [_row(tournament, player, sheets) for player in sheets]

    def place(row: Standing) -> tuple[bool, tuple[int, ...], Lot]:
        return row.player in behind, _falling(row), lots.lot(mixed, row.player)

    # The direct encounter is one among those who are equal in all that counts before it.
    rows.sort(key=_until_direct)
    equal = (list(group) for _, group in groupby(rows, key=_until_direct))
    return sorted((row for group in equal for row in _encountered(group, sheets)), key=place)


def _falling(row: Standing) -> tuple[int, ...]:
    return tuple(-number for number in row[1:])


def _until_direct(row: Standing) -> tuple[int, ...]:
    return _falling(row)[:4]


def _row(tournament: Tournament, player: str, sheets: dict[str, Sheet]) -> Standing:
    sheet = sheets[player]
    stage = _stage(tournament, tournament.players[player])
    if tournament.is_arena:
        return Standing(player, stage, sheet.points, 0, 0, 0, sheet.wins, 0)
    met = [(sheets[other].points, halves) for other, halves in sheet.met]
    met += [(sheet.points, DREW)] * _unplayed(tournament, sheet)
    buchholz = sum(theirs for theirs, _ in met)
    cut = buchholz - min((theirs for theirs, _ in met), default=0)
    berger = sum(theirs * halves // 2 for theirs, halves in met)
    return Standing(player, stage, sheet.points, cut, buchholz, 0, sheet.wins, berger)


def _stage(tournament: Tournament, player: Player) -> int:
    if tournament.settings.system is not System.KNOCKOUT:
        return 0
    return player.lost_in or len(tournament.rounds) + 1


def _unplayed(tournament: Tournament, sheet: Sheet) -> int:
    """What was not played counts in a Swiss as a tie with somebody of the own points."""
    settings = tournament.settings
    if settings.system is not System.SWISS:
        return 0
    return len(tournament.rounds) * settings.legs * (settings.seats - 1) - len(sheet.met)


def _encountered(group: Sequence[Standing], sheets: dict[str, Sheet]) -> Iterator[Standing]:
    """The rows with what the players won of each other, if all of them have met."""
    players = {row.player for row in group}
    all_met = len(group) > 1 and all(
        _met(sheets[each], players) == players - {each} for each in players
    )
    for row in group:
        among = [halves for other, halves in sheets[row.player].met if other in players]
        yield row._replace(direct=sum(among) * POINT // 2) if all_met else row


def _met(sheet: Sheet, players: set[str]) -> set[str]:
    return {other for other, _ in sheet.met if other in players}
