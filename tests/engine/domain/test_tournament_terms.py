"""How long a match of a tournament may take, by its clock."""

import pytest
from croupier_game.errors import InvalidOptions
from croupier_match.match import ClockOptions, OnTimeout
from croupier_tournament.settings import MOST_MS
from engine.domain.tournament_terms import MAKING_MS, match_ms

MINUTE, DAY = 60_000, 24 * 60 * 60_000


@pytest.mark.parametrize(
    ("options", "seats", "all_at_once", "expected"),
    [
        (ClockOptions(bank_ms=10 * MINUTE), 2, False, 20 * MINUTE),
        (ClockOptions(bank_ms=10 * MINUTE), 4, False, 40 * MINUTE),
        (ClockOptions(bank_ms=3 * MINUTE, increment_ms=2_000), 2, False, 6 * MINUTE + 400_000),
        (ClockOptions(per_move_ms=DAY), 2, True, 200 * DAY),
        (ClockOptions(per_move_ms=3 * DAY), 2, True, MOST_MS),
    ],
)
def test_a_match_may_take_all_banks_and_a_hundred_moves_of_each_seat(
    options: ClockOptions, seats: int, all_at_once: bool, expected: int
) -> None:
    assert match_ms(options, seats, all_at_once) == min(MAKING_MS + expected, MOST_MS)


@pytest.mark.parametrize(
    "options",
    [
        None,
        ClockOptions(per_move_ms=MINUTE),
        ClockOptions(bank_ms=MINUTE, on_timeout=OnTimeout.RANDOM),
    ],
)
def test_without_an_end_there_is_no_tournament(options: ClockOptions | None) -> None:
    with pytest.raises(InvalidOptions):
        match_ms(options, 2, all_at_once=False)
