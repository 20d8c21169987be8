"""docs/rating-vectors.json has each rule that a verifier knows, broken, and named by it alone."""

import json
from itertools import pairwise

import pytest
from croupier_rating.verify import Rule, verify

from tests.vectors import ratings
from tests.vectors.forged_ratings import ALL, Forgery, Rewritten

MOST_BYTES = 100_000


def test_the_file_is_what_is_made() -> None:
    text = ratings.text()
    assert ratings.FILE.read_text() == text
    assert len(text) < MOST_BYTES
    assert len(json.loads(text)["forged"]) == len(ALL)


@pytest.mark.parametrize("forgery", ALL, ids=lambda each: each.name)
def test_each_forgery_is_named_by_its_rule(forgery: Forgery | Rewritten) -> None:
    found = verify(forgery.lines(ratings.honest().lines)).findings
    assert found[0].rule == forgery.rule, found


def test_each_rule_is_broken_by_some_forgery() -> None:
    """But for that of the head, which the file alone does not show."""
    assert {each.rule for each in ALL} == {*Rule} - {Rule.HEAD}
    assert len({each.name for each in ALL}) == len(ALL)


def test_honest_ledgers_are_verified() -> None:
    for lines in (ratings.honest().lines, ratings.shortened(), ratings.honest().lines[:1]):
        assert verify(lines).findings == []


def test_everything_happens_in_the_honest_one() -> None:
    entries = [json.loads(line) for line in ratings.honest().lines[1:]]
    assert {each["kind"] for each in entries} == {"match", "void", "season"}
    matches = [each for each in entries if each["kind"] == "match"]
    assert {each["weight"] for each in matches} == {0, 50, 100}
    assert any(one["ended"] > other["ended"] for one, other in pairwise(matches))
