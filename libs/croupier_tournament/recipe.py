"""The recipe applied to a tournament: its next round, by the key of its draw."""

from collections.abc import Callable
from typing import TypeAlias

from croupier_tournament import lots
from croupier_tournament.lots import Lot
from croupier_tournament.pairing import berger, bracket
from croupier_tournament.pairing.arena import arena
from croupier_tournament.pairing.berger import berger as round_robin
from croupier_tournament.pairing.bracket import bracket as knockout
from croupier_tournament.pairing.entrants import Entrant, Pairing
from croupier_tournament.pairing.larger_tables import larger_tables
from croupier_tournament.pairing.swiss import swiss
from croupier_tournament.settings import MOST_ROUNDS, Settings, System
from croupier_tournament.tournament import Player, Presence, Tournament

LotOf: TypeAlias = Callable[[str], Lot]


def lots_of(tournament: Tournament, key: str) -> LotOf:
    """The lot of each player in a draw."""
    mixed = lots.mixed(key, tournament.entropies)
    return lambda player: lots.lot(mixed, player)


def starting_order(tournament: Tournament, key: str) -> list[str]:
    """The players by their starting numbers: by rating, those without one last, and by lot; in a
    round robin by lot alone."""
    lot_of = lots_of(tournament, key)

    def place(player: Player) -> tuple[bool, int, Lot]:
        rating = None if tournament.settings.system is System.ROUND_ROBIN else player.rating
        return rating is None, -(rating or 0), lot_of(player.id)

    return [each.id for each in sorted(tournament.playing, key=place)]


def rounds_of(settings: Settings, players: int) -> int:
    """How many rounds so many players can play; an arena has none of its own."""
    players = max(players, 2)
    match settings.system:
        case System.SWISS:
            # With more, two might have to meet again; at larger tables they may.
            return min(settings.rounds, players // 2 if settings.seats == 2 else MOST_ROUNDS)
        case System.ROUND_ROBIN:
            return berger.rounds_of(players)
        case System.KNOCKOUT:
            return bracket.rounds_of(players)
        case System.ARENA:
            return 0


def pairing_of(tournament: Tournament, key: str) -> Pairing:
    """The pairing of the next round."""
    lot_of = lots_of(tournament, key)
    number = len(tournament.rounds) + 1
    match tournament.settings.system:
        case System.ROUND_ROBIN:
            return round_robin(tournament.order, number)
        case System.KNOCKOUT:
            return knockout([_seed(tournament, each, lot_of) for each in tournament.order], number)
        case System.ARENA:
            return _arena(tournament, lot_of)
        case System.SWISS:
            return _swiss(tournament, lot_of)


def _swiss(tournament: Tournament, lot_of: LotOf) -> Pairing:
    settings = tournament.settings
    order = [_entrant(each, lot_of) for each in tournament.playing]
    if tournament.rounds:
        order.sort(key=_by_points)
    else:
        number = {player: at for at, player in enumerate(tournament.order)}
        order.sort(key=lambda each: number[each.id])
    if settings.seats == 2:
        return swiss(order)
    return larger_tables(order, settings.seats, settings.least_seats)


def _arena(tournament: Tournament, lot_of: LotOf) -> Pairing:
    playing = tournament.playing
    waiting = [each for each in playing if not each.tables]
    return arena(
        sorted((_entrant(each, lot_of) for each in waiting), key=_by_points),
        {each.id: each.last for each in waiting},
        {each.id: each.waited for each in waiting},
        len(playing),
    )


def _by_points(entrant: Entrant) -> tuple[int, Lot]:
    return -entrant.points, entrant.lot


def _seed(tournament: Tournament, player: str, lot_of: LotOf) -> Entrant | None:
    of = tournament.players[player]
    left = of.lost_in or of.presence is not Presence.PLAYING
    return None if left else _entrant(of, lot_of)


def _entrant(of: Player, lot_of: LotOf) -> Entrant:
    return Entrant(of.id, of.points, lot_of(of.id), of.met, of.balance, of.free)
