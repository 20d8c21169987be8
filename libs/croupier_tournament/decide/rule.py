"""What all decisions share."""

from collections.abc import Callable
from typing import Any, TypeAlias

from croupier_tournament.entries import Entry
from croupier_tournament.lots import Key
from croupier_tournament.refusals import Conflict, NotFound, NotRunning, TooOften
from croupier_tournament.tournament import Player, Status, Tournament

Keys: TypeAlias = Callable[[int], Key]
"""Gives the key of a draw, from 1 on; that of 0 is the commitment."""
Rules: TypeAlias = dict[type, Callable[[Tournament, Any, int, Keys], Entry | None]]
"""What is decided for each class of command: of a tournament, the command, and the time."""
TOO_FEW = "too few players"
"""Why a tournament is aborted that cannot begin."""
MOST_JOINED = 10
"""How often a player may register and return in one tournament."""


def head(tournament: Tournament, at: int) -> tuple[int, int, str]:
    """What the next entry begins with."""
    return tournament.version + 1, at, tournament.head


def next_key(tournament: Tournament, keys: Keys) -> Key:
    """The key of the next draw."""
    return keys(tournament.draws + 1)


def player_of(tournament: Tournament, player: str) -> Player:
    """The player. Raise NotFound for one who has not registered."""
    if player not in tournament.players:
        raise NotFound("This player has not registered.")
    return tournament.players[player]


def check_joins_again(tournament: Tournament, player: str) -> None:
    """Raise TooOften if the player has registered and returned as often as one may."""
    if tournament.joined.get(player, 0) >= MOST_JOINED:
        raise TooOften(f"A player may join a tournament {MOST_JOINED} times.")


def check_running(tournament: Tournament) -> None:
    """Raise NotRunning unless it runs."""
    if tournament.status is not Status.RUNNING:
        raise NotRunning("The tournament is not running.")


def check_not_over(tournament: Tournament) -> None:
    """Raise Conflict if it is over."""
    if tournament.is_over:
        raise Conflict("The tournament is over.")
