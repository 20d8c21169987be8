"""What each player has done in all rounds, as the standings count it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from croupier_tournament import points
from croupier_tournament.points import POINT
from croupier_tournament.settings import Settings, System
from croupier_tournament.tournament import Presence, Table, Tournament


@dataclass(slots=True)
class Sheet:
    """The points of a player, the matches won, and `met`: each opponent in each match that was
    played, with how the player fared in halves. `missed` counts those that the player missed."""

    points: int = 0
    wins: int = 0
    met: list[tuple[str, int]] = field(default_factory=list)
    missed: int = 0


def table_points(table: Table, legs: int) -> Iterator[list[int]]:
    """The points of the players by each result. Who was absent loses all legs that were left."""
    for leg, result in enumerate(table.results, 1):
        left = max(legs - leg + 1, 1) if result.absent else 1
        yield [left * each for each in points.of_match(result.ranks, result.absent)]


def bye_points(settings: Settings) -> int:
    """A bye is worth a win; in a round robin, where everybody has one or nobody, nothing."""
    return 0 if settings.system is System.ROUND_ROBIN else settings.legs * POINT


def sheets_of(tournament: Tournament) -> dict[str, Sheet]:
    """The sheet of each player who took part."""
    sheets = {each.id: Sheet() for each in tournament.players.values() if each.took_part}
    out = annulled(tournament)
    for each in tournament.rounds:
        for player in each.byes:
            sheets[player].points += bye_points(tournament.settings)
        for table in each.tables:
            if not out.intersection(table.players):
                _add(sheets, table, tournament.settings.legs)
    return sheets


def annulled(tournament: Tournament) -> frozenset[str]:
    """Those of a round robin who left before they had played half of their matches: all that they
    played is annulled, or it would depend on chance who got points by them."""
    if tournament.settings.system is not System.ROUND_ROBIN:
        return frozenset()
    all_matches = tournament.settings.legs * (len(tournament.order) - 1)
    gone = [each for each in tournament.players.values() if each.presence is Presence.WITHDRAWN]
    played = {each.id: 0 for each in gone}
    for table in (table for each in tournament.rounds for table in each.tables):
        for player in played.keys() & {*table.players}:
            played[player] += sum(not result.absent for result in table.results)
    return frozenset(player for player, count in played.items() if 2 * count < all_matches)


def _add(sheets: Mapping[str, Sheet], table: Table, legs: int) -> None:
    for result, gained in zip(table.results, table_points(table, legs), strict=True):
        for seat, player in enumerate(table.players):
            sheet = sheets[player]
            sheet.points += gained[seat]
            if result.absent:
                sheet.missed += seat in result.absent
                continue
            fared = [
                (other, points.against(result.ranks, seat, at))
                for at, other in enumerate(table.players)
                if at != seat
            ]
            sheet.met += fared
            sheet.wins += all(halves == points.WON for _, halves in fared)
