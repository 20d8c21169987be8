"""Deadlines of matches of any game: the game is looked up only where its rules are asked.

So a match that is not played here has one, or none, as far as that does not depend on them. All
functions raise NotPlayedHere where it does; `croupier_match.deadlines` says what they return.
"""

from croupier_match import deadlines
from croupier_match.match import AnyMatch

from engine.domain.registry import GAMES


def deadline(match: AnyMatch) -> int | None:
    return deadlines.deadline(GAMES.of(match), match) if deadlines.is_set(match) else None


def overdue(match: AnyMatch, time: str) -> bool:
    return deadlines.is_set(match) and deadlines.overdue(GAMES.of(match), match, time)


def next_check(match: AnyMatch, now_ms: int) -> int | None:
    return (
        deadlines.next_check(GAMES.of(match), match, now_ms) if deadlines.may_have(match) else None
    )


def ahead_ms(match: AnyMatch) -> int:
    return deadlines.ahead_ms(GAMES.of(match), match) if deadlines.is_set(match) else 0
