"""Seals, and how long a sealed deal may take."""

import pytest
from croupier_game.errors import InvalidOptions
from croupier_match.match import Deal
from croupier_match.sealing import REVEAL_MS, check_options, seal_of


def test_a_seal_is_the_hash_of_label_and_entropy() -> None:
    known = "cb49cf049197f0964e7e45b779dab0325fd88c43dd1210f1e10c32c2810c169d"
    assert seal_of("00" * 32) == known


def test_the_time_to_reveal_has_bounds_and_belongs_to_sealed_deals() -> None:
    for fits in (5_000, REVEAL_MS, 86_400_000):
        check_options(Deal.SEALED, fits)
        with pytest.raises(InvalidOptions):
            check_options(Deal.OPEN, fits)
    check_options(Deal.OPEN, 0)
    for wrong in (0, 4_999, 86_400_001):
        with pytest.raises(InvalidOptions):
            check_options(Deal.SEALED, wrong)
