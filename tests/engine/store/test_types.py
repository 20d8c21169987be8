"""Whether a change concerns the indexes, and how long matches are kept."""

from dataclasses import replace
from datetime import timedelta

from croupier_match.match import AnyMatch
from engine.store.idempotency import Answer
from engine.store.types import Saving, Ttl

from tests.support.matches import created, moved, resigned, seated


def saving(before: AnyMatch | None, after: AnyMatch) -> Saving:
    return Saving(before, after, [], None, Answer(0, after.version, None))


def test_indexes_change_with_status_and_seats_only() -> None:
    waiting = created()[0]
    active = seated(waiting, 1)[0]
    assert saving(None, waiting).changes_indexes
    assert saving(waiting, active).changes_indexes
    assert saving(active, resigned(active, 0)[0]).changes_indexes
    assert not saving(active, moved(active)[0]).changes_indexes
    assert saving(waiting, replace(waiting, seats=waiting.seats[::-1])).changes_indexes


def test_times_are_in_milliseconds() -> None:
    ttl = Ttl.of(timedelta(days=7), timedelta(days=30), timedelta(seconds=1.5))
    assert (ttl.finished, ttl.abandoned, ttl.ticket) == (604_800_000, 2_592_000_000, 1_500)
    assert Ttl.of(timedelta(days=7), timedelta(days=30)).ticket == 600_000
