"""A match: its seats, and whether it has ended."""

from dataclasses import replace

import pytest
from croupier_match.match import ClockOptions, Status

from tests.support.matches import created, person, seated


@pytest.mark.parametrize(
    ("status", "ended"),
    [
        (Status.WAITING, False),
        (Status.ACTIVE, False),
        (Status.FINISHED, True),
        (Status.ABORTED, True),
    ],
)
def test_a_match_has_ended_finished_or_aborted(status: Status, ended: bool) -> None:
    assert replace(created()[0], status=status).ended is ended


def test_a_player_is_found_at_the_own_seat_only() -> None:
    bob = person("Bob")
    waiting = created()[0]
    full = seated(waiting, 1, bob)[0]
    assert (waiting.full, full.full) == (False, True)
    assert (waiting.seat_of(bob.id), full.seat_of(bob.id)) == (None, 1)
    assert full.seat_of("") is None


def test_a_clock_begins_full() -> None:
    assert ClockOptions(per_move_ms=5_000).full_ms == 5_000
    assert ClockOptions(bank_ms=60_000, increment_ms=1_000).full_ms == 60_000
