"""What the server adds by itself, as soon as it can."""

from croupier_tournament.commands import OpenCheckIn
from croupier_tournament.decide.registration import check_in_opened
from croupier_tournament.decide.reporting import without_match
from croupier_tournament.decide.rule import TOO_FEW, Keys, head, next_key
from croupier_tournament.entries import (
    Aborted,
    End,
    Ended,
    Entry,
    Ranked,
    Reason,
    Withdrawal,
    Withdrew,
)
from croupier_tournament.settings import System
from croupier_tournament.standings import digest, standings
from croupier_tournament.tournament import Status, Tournament


def forced(it: Tournament, at: int, keys: Keys) -> Entry | None:
    """The entry that has to come next, at this time; None if there is none."""
    match it.status:
        case Status.OPEN if it.settings.start is None:
            full = len(it.players) == it.settings.most_players
            return check_in_opened(it, OpenCheckIn(), at, keys) if full else None
        case Status.RUNNING:
            return _running(it, at, keys)
        case _:
            return None


def _running(it: Tournament, at: int, keys: Keys) -> Entry | None:
    if it.forfeited:
        return without_match(it, min(it.forfeited), Reason.WITHDREW, at)
    if it.tired:
        return Withdrew(*head(it, at), min(it.tired), Withdrawal.NO_SHOW)
    if it.open_rounds:
        return None
    if it.ranked < len(it.rounds) and _is_complete(it, at):
        return _ranked(it, at, keys)
    return _over(it, at)


def _is_complete(it: Tournament, at: int) -> bool:
    """Whether the standings are due, once no table is open."""
    if it.is_arena:
        return at >= it.arena_ends_at
    return not it.settings.all_at_once or len(it.rounds) == it.rounds_due


def _ranked(it: Tournament, at: int, keys: Keys) -> Entry:
    key = next_key(it, keys)
    rows = standings(it, key)
    return Ranked(*head(it, at), len(it.rounds), key, rows[0].player, digest(rows))


def _over(it: Tournament, at: int) -> Entry | None:
    """The end, if nothing can follow."""
    left = sum(not each.lost_in for each in it.playing)
    if not it.rounds:
        few = left < max(it.settings.least_players, it.settings.least_seats)
        nobody_paired = it.is_arena and at >= it.arena_ends_at
        return Aborted(*head(it, at), TOO_FEW) if few or nobody_paired else None
    if it.ranked < len(it.rounds):
        return None
    knockout = it.settings.system is System.KNOCKOUT
    if it.is_arena or it.ranked >= it.rounds_due or (knockout and left < 2):
        return Ended(*head(it, at), End.COMPLETED)
    if left < it.settings.least_seats:
        return Ended(*head(it, at), End.TOO_FEW)
    return None
