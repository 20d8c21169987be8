"""Lost Cities: the scoring."""

import pytest

from croupier_lost_cities.rules import public_view, scores
from croupier_lost_cities.scoring import score_expedition
from croupier_lost_cities.tests.positions import SHEET, cards, play_out, position


@pytest.mark.parametrize(
    ("expedition", "points"),
    [
        pytest.param("R5 R8 R10", 3, id="vector_01_sum_23"),
        pytest.param("", 0, id="vector_02_no_card"),
        pytest.param("Wx", -40, id="vector_03_one_wager_only"),
        pytest.param("Bx B4 B5 B6", -10, id="vector_04_sum_15_one_wager"),
        pytest.param("Gx Gx G2 G3 G5 G7 G8 G10", 65, id="vector_05_sum_35_two_wagers_bonus"),
        pytest.param("Bx B2 B6 B7 B8", 6, id="vector_07_blue_of_brettspielwelt"),
        pytest.param("Wx W4 W6 W8 W10", 16, id="vector_08_white_of_brettspielwelt"),
        pytest.param("Rx R3 R5 R7 R8 R10", 26, id="vector_09_sum_33_one_wager"),
        pytest.param("R2 R3 R4 R5 R6 R7 R8 R9 R10", 54, id="vector_10_all_numbers"),
        pytest.param("Rx Rx Rx R2 R3 R4 R5 R6 R7 R8 R9 R10", 156, id="vector_11_all_cards"),
        pytest.param("Rx Rx Rx", -80, id="vector_12_three_wagers_only"),
        pytest.param("Rx Rx", -60, id="vector_12_two_wagers_only"),
        pytest.param("R2 R3 R4 R5 R6 R7 R8", 15, id="vector_13_seven_cards_no_bonus"),
        pytest.param("Rx R2 R3 R4 R5 R6 R7 R8", 50, id="vector_13_eighth_card_a_wager"),
        pytest.param("Rx Rx Rx R2 R3 R4 R5 R6", 20, id="vector_14_sum_20_three_wagers_bonus"),
        pytest.param("R2", -18, id="vector_15_two_alone"),
        pytest.param("Rx Rx Rx R10", -40, id="vector_15_ten_alone_three_wagers"),
        pytest.param("R5 R7 R8", 0, id="vector_16_sum_20"),
        pytest.param("Rx Rx R6 R7 R8 R10", 33, id="vector_16_sum_31_two_wagers"),
    ],
)
def test_score_of_an_expedition(expedition: str, points: int) -> None:
    assert score_expedition(expedition[:1] or "R", cards(expedition)).score == points


def test_vector_06_score_of_a_round_is_the_sum_of_its_expeditions() -> None:
    ended = play_out(position("W2"), SHEET, "")
    assert scores(ended) == (18, 0)
    lines = public_view(ended).finished[0].sides[0].expeditions
    assert [line.score for line in lines] == [3, 0, -40, -10, 65]


def test_line_of_the_score_says_how_it_comes_about() -> None:
    line = score_expedition("G", cards("Gx Gx G2 G3 G5 G7 G8 G10"))
    assert (line.color, line.wagers, line.sum, line.bonus, line.score) == ("G", 2, 35, 20, 65)
