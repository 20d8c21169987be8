"""What the time brings: the check-in, the start, rounds, and results that do not come."""

from croupier_tournament.commands import OpenCheckIn, Proceed
from croupier_tournament.decide.forced import forced
from croupier_tournament.decide.registration import check_in_opened
from croupier_tournament.decide.reporting import without_match
from croupier_tournament.decide.rule import TOO_FEW, Keys, Rules, head, next_key
from croupier_tournament.due import due, may_pair
from croupier_tournament.entries import Aborted, Entry, Paired, Reason, Started
from croupier_tournament.recipe import pairing_of, rounds_of
from croupier_tournament.tournament import Presence, Status, Tournament


def proceeded(it: Tournament, command: Proceed, at: int, keys: Keys) -> Entry | None:
    moment = due(it)
    if moment is None or at < moment:
        return None
    match it.status:
        case Status.OPEN if len(it.players) < it.settings.least_players:
            return Aborted(*head(it, at), TOO_FEW)
        case Status.OPEN:
            return check_in_opened(it, OpenCheckIn(), at, keys)
        case Status.CHECK_IN:
            return _started(it, at, keys)
        case _:
            return _overdue(it, at) or forced(it, at, keys) or _paired(it, at, keys)


def _started(it: Tournament, at: int, keys: Keys) -> Entry:
    withheld = [each.id for each in it.players.values() if not each.entropy]
    playing = sum(
        each.presence is Presence.REGISTERED and bool(each.entropy) for each in it.players.values()
    )
    rounds = rounds_of(it.settings, playing)
    return Started(*head(it, at), next_key(it, keys), tuple(withheld), rounds)


def _overdue(it: Tournament, at: int) -> Entry | None:
    """The result of a table whose time is over: all share the points."""
    for each in it.open_rounds.values():
        if at >= each.ends_by:
            return without_match(it, (each.number, min(each.open_tables)), Reason.OVERDUE, at)
    return None


def _paired(it: Tournament, at: int, keys: Keys) -> Entry | None:
    """The next round; None if it is not its time, and in an arena if nobody can be paired now."""
    over = it.is_arena and at >= it.arena_ends_at
    if over or not may_pair(it) or at < it.due_at:
        return None
    key = next_key(it, keys)
    paired = pairing_of(it, key)
    if it.is_arena and not paired.tables:
        return None
    number, ends_by = len(it.rounds) + 1, at + it.settings.round_ms
    if it.settings.all_at_once:
        # As many rounds as there are may last as long as all of them.
        ends_by = it.started_at + it.rounds_due * it.settings.round_ms
    return Paired(*head(it, at), number, key, *paired, ends_by)


PROCEEDING: Rules = {Proceed: proceeded}
