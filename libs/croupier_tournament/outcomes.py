"""When a table has all its results, and in a knockout, who has lost it."""

from croupier_tournament.recipe import LotOf
from croupier_tournament.settings import Settings, System
from croupier_tournament.sheets import table_points
from croupier_tournament.tournament import Table


def is_decided(settings: Settings, table: Table) -> bool:
    """Whether no further match is played there: in a knockout, a tie is played again once."""
    if table.results[-1].absent:
        return True
    points = _points(settings, table)
    replay = settings.system is System.KNOCKOUT and len({*points.values()}) == 1
    return len(table.results) >= settings.legs + replay


def losers(settings: Settings, table: Table, lot_of: LotOf) -> list[str]:
    """Who has lost a table of a knockout: by points, or else by lot; both if nobody came."""
    if len(table.results[-1].absent) == len(table.players):
        return [*table.players]
    points = _points(settings, table)
    winner = min(table.players, key=lambda player: (-points[player], lot_of(player)))
    return [player for player in table.players if player != winner]


def _points(settings: Settings, table: Table) -> dict[str, int]:
    """What each player of the table has by all of its results."""
    by_result = table_points(table, settings.legs)
    return dict(zip(table.players, map(sum, zip(*by_result, strict=True)), strict=True))
