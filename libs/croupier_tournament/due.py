"""When something is due, by arithmetic alone: nobody has to ask a clock, or a match."""

from collections.abc import Iterator

from croupier_tournament.tournament import Status, Tournament


def due(tournament: Tournament) -> int | None:
    """The next moment at which Proceed may have something to do, in milliseconds; None if that
    depends on others. It may have passed."""
    match tournament.status:
        case Status.OPEN:
            return closes_at(tournament)
        case Status.CHECK_IN:
            return tournament.starts_at
        case Status.RUNNING if not tournament.is_held:
            return min(_running(tournament), default=None)
        case _:
            return None


def closes_at(tournament: Tournament) -> int | None:
    """When registration closes, and the check-in opens; None if once it is full."""
    settings = tournament.settings
    return None if settings.start is None else settings.start - settings.check_in_ms


def may_pair(tournament: Tournament) -> bool:
    """Whether the next round may be paired once it is time."""
    if tournament.paused or tournament.is_held:
        return False
    if tournament.is_arena:
        return True
    more = len(tournament.rounds) < tournament.rounds_due
    return more and (tournament.settings.all_at_once or not tournament.open_rounds)


def next_round_at(tournament: Tournament) -> int | None:
    """When the next round of one that runs is paired; None if that depends on others, or there is
    none. It may have passed."""
    over = tournament.is_arena and tournament.due_at >= tournament.arena_ends_at
    return tournament.due_at if may_pair(tournament) and not over else None


def _running(tournament: Tournament) -> Iterator[int]:
    """What is due while a tournament runs."""
    yield from (each.ends_by for each in tournament.open_rounds.values())
    if (moment := next_round_at(tournament)) is not None:
        yield moment
    elif tournament.is_arena and not tournament.open_rounds:
        yield tournament.arena_ends_at
