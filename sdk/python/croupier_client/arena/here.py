"""Matches in this process."""

import random
import sys
from contextlib import ExitStack

from croupier_client.arena.contest import BadContest, Contest
from croupier_client.arena.seating import Ended, ended, seated
from croupier_client.arena.watch import Failure, Watch, Watched
from croupier_client.local import (
    IllegalMove,
    InvalidOptions,
    LocalMatch,
    UnknownGame,
    WrongSeats,
    play,
)


def play_here(
    contest: Contest, unit: int, rotation: int, watch: Watch, players: list[Watched]
) -> Ended:
    """Play a match of a unit in this process. Raise Failure if a player does."""
    # Bots that use the module's own dice are the same in each run as well.
    random.seed(f"{contest.deal(unit)} {rotation}")
    seats = [contest.seat(player, rotation) for player in range(contest.seats)]
    with ExitStack() as stack:
        table: dict[int, Watched] = {}
        for player, seat in enumerate(seats):
            table[seat] = seated(contest, unit, player, seat, watch)
            stack.callback(table[seat].close)
            players.append(table[seat])
        try:
            match = LocalMatch(contest.game, contest.seats, contest.options, contest.deal(unit))
        except WrongSeats as error:
            raise BadContest(f"{error} Name so many players, or say --seats.") from error
        except (InvalidOptions, UnknownGame) as error:
            raise BadContest(str(error)) from error
        try:
            # The players' watch ends a match that goes on for ever, as it does on a service.
            play(match, [table[seat] for seat in range(contest.seats)], most=sys.maxsize)
        except Failure:
            raise
        except Exception as error:  # by what was chosen: choose itself is watched
            said = f"{type(error).__name__} at version {match.version}: {error}"
            why = "illegal" if isinstance(error, IllegalMove) else "nonsense"
            raise Failure(table[match.to_move[0]].player, why, said) from error
        return ended(seats, match.scores, match.winners)
