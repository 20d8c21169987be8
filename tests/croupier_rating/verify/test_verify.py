"""The verifier accepts what was decided, and finds whatever else was written.

Each forgery that has a name is in tests/vectors/test_ratings.py."""

import json
import random
from typing import Any

import pytest
from croupier_rating import Ledger, base_lines, chain
from croupier_rating.verify import Rule, verify

from tests.croupier_rating.playing import HOUR, Playing, stroll
from tests.vectors.forged_ratings import MU, SIGMA, rebound


@pytest.mark.parametrize("seed", range(5))
def test_whatever_was_decided_is_verified(seed: int) -> None:
    it = stroll(f"verified {seed}", 150)
    report = verify(it.lines)
    assert report.findings == []
    assert (report.entries, report.began, report.ledger) == (150, 0, it.ledger)


@pytest.mark.parametrize("seed", range(5))
def test_a_ledger_can_begin_after_any_entry(seed: int) -> None:
    """With what its base says, the rest is verified, and comes to the same numbers."""
    it = stroll(f"base {seed}", 150)
    dice = random.Random(seed)
    for kept in dice.sample(range(1, 150), 5):
        older = verify(it.lines[: kept + 1]).ledger
        assert older
        report = verify([*base_lines(older), *it.lines[kept + 1 :]])
        assert report.findings == []
        assert report.began == kept
        assert report.ledger
        assert (report.ledger.players, report.ledger.head) == (it.ledger.players, it.ledger.head)


@pytest.mark.parametrize("seed", range(20))
def test_any_number_that_is_changed_is_found_at_its_entry(seed: int) -> None:
    """By more than a millionth, wherever it is, with all hashes made anew."""
    it, dice = stroll(f"changed {seed}", 60), random.Random(seed)
    lines: list[dict[str, Any]] = [json.loads(line) for line in it.lines]
    at = dice.randrange(1, len(lines))
    row, place = dice.choice(lines[at]["seats"]), dice.choice([MU, SIGMA])
    row[place] += dice.choice([-1, 1]) * dice.randrange(2, 100_000)
    found = verify(rebound(lines)).findings
    assert found[0].line == at + 1
    assert found[0].rule in (Rule.MU, Rule.SIGMA, Rule.KEPT, Rule.BOUNDS)


def test_a_millionth_more_is_another_machines_rounding() -> None:
    it = Playing()
    it.play([1, 2])
    lines: list[dict[str, Any]] = [json.loads(line) for line in it.lines]
    lines[1]["seats"][0][MU] += 1
    lines[1]["seats"][1][SIGMA] -= 1
    assert verify(rebound(lines)).findings == []


def test_the_head_is_that_of_the_last_line() -> None:
    it = Playing()
    it.play([1, 2])
    it.play([1, 3])
    assert verify(it.lines, it.ledger.head).findings == []
    (found,) = verify(it.lines[:-1], it.ledger.head).findings
    assert (found.rule, found.line, found.seq) == (Rule.HEAD, 2, 1)


def test_a_void_match_from_before_the_file_is_believed_and_told() -> None:
    it = Playing()
    it.play([1, 2])
    it.play([1, 3])
    older = verify(it.lines).ledger
    assert older
    it.void(1)
    report = verify([*base_lines(older), it.lines[-1]])
    assert (report.findings, report.unchecked) == ([], [3])


def test_nothing_is_verified_of_an_empty_file() -> None:
    (found,) = verify([]).findings
    assert (found.rule, found.seq) == (Rule.BASE, None)


def test_a_new_ledger_has_no_numbers_yet() -> None:
    numbers = {"kind": "numbers", "player": "x" * 22, "numbers": [99_000_000, 1, 0, 0, 0, 0]}
    lines = [*base_lines(Ledger("nim.live.human.0")), chain.line(numbers)]
    assert [found.rule for found in verify(lines).findings] == [Rule.BASE]


def test_bytes_of_any_kind_are_found_and_never_raise() -> None:
    it, dice = stroll("bytes", 8, people=5), random.Random("bytes")
    for _ in range(400):
        lines = [bytearray(line) for line in it.lines]
        for _ in range(dice.randrange(1, 4)):
            line = dice.choice(lines)
            line[dice.randrange(len(line))] = dice.randrange(256)
        given = [bytes(line) for line in lines]
        assert (given == it.lines) == (verify(given, it.ledger.head).findings == [])


def test_a_finding_names_entry_rule_and_number() -> None:
    it = Playing()
    it.play([1, 2], after=HOUR)
    lines: list[dict[str, Any]] = [json.loads(line) for line in it.lines]
    due = lines[1]["seats"][0][MU]
    lines[1]["seats"][0][MU] += 500_000
    (found,) = verify(rebound(lines)).findings
    player = lines[1]["seats"][0][0]
    says = f"mu of {player} after it is {due + 500_000}, and has to be {due}."
    assert str(found) == f"Entry 1, mu: {says}"
