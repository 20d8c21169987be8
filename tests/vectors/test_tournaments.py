"""docs/pairing-vectors.json has each rule that a verifier knows, broken, and named by it alone."""

import json

import pytest
from croupier_tournament.entries import CLASSES, Reason
from croupier_tournament.verify import Rule, verify

from tests.vectors import tournaments
from tests.vectors.forged_tournaments import ALL, Forgery, Rewritten

MOST_BYTES = 150_000
ELSEWHERE = {"aborted", "returned"}
"""Kinds of entries that are in no vector."""


def test_the_file_is_what_is_made() -> None:
    text = tournaments.text()
    assert tournaments.FILE.read_text() == text
    assert len(text) < MOST_BYTES
    assert len(json.loads(text)["forged"]) == len(ALL)


@pytest.mark.parametrize("forgery", ALL, ids=lambda each: each.name)
def test_each_forgery_is_named_by_its_rule(forgery: Forgery | Rewritten) -> None:
    finding = verify(forgery.lines(tournaments.evening().lines)).finding
    assert finding
    assert finding.rule == forgery.rule, finding


def test_each_rule_is_broken_by_some_forgery() -> None:
    """But for that of the head, which the file alone does not show."""
    assert {each.rule for each in ALL} == {*Rule} - {Rule.HEAD}
    assert len({each.name for each in ALL}) == len(ALL)


@pytest.mark.parametrize("name", tournaments.HONEST)
def test_honest_logs_are_verified(name: str) -> None:
    it = tournaments.HONEST[name]()
    assert verify(it.lines, it.it.head).finding is None
    assert it.entries[-1].kind == "ended"


def test_everything_happens_in_the_first_one() -> None:
    entries = [json.loads(line) for line in tournaments.evening().lines]
    assert {each["kind"] for each in entries} == {each.kind for each in CLASSES} - ELSEWHERE
    reasons = {each["reason"] for each in entries if each["kind"] == "result"}
    assert reasons == {Reason.COMPLETED, Reason.NO_SHOW, Reason.WITHDREW}
