"""Situations of a match: each function raises a refusal in all but one."""

from croupier_match.match import AnyMatch, Status
from croupier_match.refusals import Conflict, MatchActive, MatchNotActive, Revealing


def check_created(match: AnyMatch) -> None:
    """Raise Conflict before the first entry."""
    if not match.version:
        raise Conflict("The match has not been created yet.")


def check_waiting(match: AnyMatch) -> None:
    """Raise MatchActive or MatchNotActive if the match has begun."""
    if match.status == Status.ACTIVE:
        raise MatchActive("The match has begun.")
    check_not_ended(match)


def check_active(match: AnyMatch) -> None:
    """Raise MatchNotActive before the match has begun and after it has ended."""
    if match.status == Status.WAITING:
        raise MatchNotActive("The match has not begun yet.")
    if match.status != Status.ACTIVE:
        raise MatchNotActive("The match has ended.")


def check_not_ended(match: AnyMatch) -> None:
    """Raise MatchNotActive after the match has ended."""
    if match.ended:
        raise MatchNotActive("The match has ended.")


def check_ended(match: AnyMatch) -> None:
    """Raise MatchActive until the match has ended."""
    if not match.ended:
        raise MatchActive("The match has not ended yet.")


def check_not_revealing(match: AnyMatch) -> None:
    """Raise Revealing while entropy is revealed: those players are bound to the deal."""
    if match.reveal_by:
        raise Revealing("Every seat is taken, and the deal has begun: reveal your entropy.")
