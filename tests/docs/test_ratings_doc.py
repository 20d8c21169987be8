"""docs/ratings.md is true: its rules, its numbers and its first line are the library's."""

import json
import re
from pathlib import Path

import pytest
from croupier_rating import NEWCOMER, Ledger, base_lines, recipe, shown
from croupier_rating.ended import Reason
from croupier_rating.recent import WEIGHTS
from croupier_rating.verify import Rule
from croupier_rating.verify.form import FORMS

PAGE = (Path(__file__).parents[2] / "docs/ratings.md").read_text()


def rows(heading: str) -> list[list[str]]:
    """The rows of the first table under a heading."""
    lines = PAGE.partition(f"### {heading}\n")[2].partition("\n#")[0].splitlines()
    table = [line.strip("| ").split(" | ") for line in lines if line.startswith("| ")]
    return table[1:]


def test_every_rule_is_listed() -> None:
    listed = [name for names, _ in rows("Rules") for name in re.findall("`([A-Za-z]+)`", names)]
    assert listed == [rule.value for rule in Rule]


@pytest.mark.parametrize(
    "number",
    [
        *(recipe.START_MU, recipe.START_SIGMA, recipe.MOST_MU),
        *(recipe.IDLE_WEEK, recipe.NEW_SEASON, recipe.UNIT, shown.UNIT),
    ],
)
def test_every_constant_is_named(number: int) -> None:
    assert f"{number:,}" in PAGE
    assert (recipe.BETA_SQUARED, recipe.TAU_SQUARED) == ((25 / 6) ** 2, (25 / 300) ** 2)
    assert "β = 25/6 and τ = 25/300" in PAGE
    assert f"{recipe.KAPPA:.4f})" in PAGE


def test_a_newcomer_has_the_numbers_of_the_page() -> None:
    first = [row[-1] for row in rows("The three numbers")]
    strength = NEWCOMER.strength
    assert first[:2] == [f"{shown.rating(strength)}", f"{shown.deviation(strength)}"]
    assert first[2].endswith(f"{shown.points(strength)}")
    assert f"deviation is above {shown.MOST_DEVIATION} is" in PAGE


def test_the_reasons_and_weights_are_those_of_the_page() -> None:
    for reason in (Reason.PAIR_LIMIT, Reason.TOO_SHORT):
        assert f"(`{reason}`)" in PAGE
    assert "With the largest of these numbers below 3, the weight is 100, below 6 it is 50" in PAGE
    assert WEIGHTS == (100, 100, 100, 50, 50, 50)


@pytest.mark.parametrize("kind", FORMS)
def test_every_member_of_every_line_is_named(kind: str) -> None:
    """Where the page tells of the kind, or of what all entries have."""
    for member in FORMS[kind]:
        assert f"`{member}`" in PAGE or f'"{member}":' in PAGE, member


def test_the_first_line_is_that_of_the_page() -> None:
    (line,) = base_lines(Ledger("nim.live.human.0"))
    shown_line = re.sub('"[0-9a-f]{64}"|"nim.*?"', "...", line.decode())
    assert f"`{shown_line}`" in PAGE
    assert json.loads(line)["seq"] == 0
