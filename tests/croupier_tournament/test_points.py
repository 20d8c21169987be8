"""Points by ranks."""

import pytest
from croupier_tournament import POINT
from croupier_tournament.points import of_match


@pytest.mark.parametrize(
    ("ranks", "points"),
    [
        ([0, 1], [1, 0]),
        ([0, 0], [1 / 2, 1 / 2]),
        ([2, 0, 1], [0, 1, 1 / 2]),
        ([0, 1, 1], [1, 1 / 4, 1 / 4]),
        ([0, 1, 2, 3], [1, 2 / 3, 1 / 3, 0]),
        ([0, 0, 0, 1], [2 / 3, 2 / 3, 2 / 3, 0]),
        ([4, 3, 2, 1, 0], [0, 1 / 4, 1 / 2, 3 / 4, 1]),
        ([0, 0, 1, 1, 1], [7 / 8, 7 / 8, 1 / 4, 1 / 4, 1 / 4]),
    ],
)
def test_they_fall_in_even_steps_and_ties_share_theirs(
    ranks: list[int], points: list[float]
) -> None:
    assert of_match(ranks) == [round(POINT * each) for each in points]


def test_who_is_absent_has_none() -> None:
    assert of_match([0, 1], [1]) == [POINT, 0]
    assert of_match([0, 0], [0, 1]) == [0, 0]
    assert of_match([0, 0, 1, 1], [2, 3]) == [40, 40, 0, 0]
