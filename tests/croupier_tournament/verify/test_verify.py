"""The verifier accepts what was decided, and finds whatever else was written.

Each forgery that has a name is in tests/vectors/test_tournaments.py."""

import json
import random

import pytest
from croupier_game.kit.seeds import SEEDS
from croupier_tournament import System, Tournament, entry_of, fold
from croupier_tournament.verify import Rule, verify

from tests.croupier_tournament.campaign import random_tournament
from tests.croupier_tournament.playing import Playing, settings
from tests.vectors.forged_tournaments import rebound


def test_a_log_may_end_anywhere() -> None:
    it = random_tournament("anywhere", 12)
    for end in range(1, len(it.lines)):
        assert verify(it.lines[:end]).finding is None


def test_the_head_is_that_of_the_last_line() -> None:
    it = Playing(settings()).started(4)
    assert verify(it.lines, it.it.head).finding is None
    finding = verify(it.lines[:-1], it.it.head).finding
    assert finding
    assert (finding.rule, finding.line) == (Rule.HEAD, len(it.lines) - 1)


def test_nothing_is_verified_of_an_empty_file() -> None:
    finding = verify([]).finding
    assert finding
    assert (finding.rule, finding.line) == (Rule.BASE, 1)


def test_a_finding_names_entry_and_rule() -> None:
    it = Playing(settings()).started(4)
    entries = [json.loads(line) for line in it.lines]
    entries[-1]["rounds"] = 7
    finding = verify(rebound(entries)).finding
    assert str(finding) == f"Entry {len(entries)}, rounds: rounds is 7, and has to be 2."


@pytest.mark.parametrize("seed", SEEDS)
def test_bytes_of_any_kind_are_found_and_never_raise(seed: int) -> None:
    it, dice = random_tournament(f"bytes {seed}", 8), random.Random(seed)
    for _ in range(150):
        lines = [bytearray(line) for line in it.lines]
        for _ in range(dice.randrange(1, 4)):
            line = dice.choice(lines)
            line[dice.randrange(len(line))] = dice.randrange(256)
        given = [bytes(line) for line in lines]
        assert (given == it.lines) == (verify(given, it.it.head).finding is None)


@pytest.mark.parametrize("system", System)
def test_the_state_after_it_is_that_of_the_fold(system: System) -> None:
    it = Playing(settings(system), "fold").started(7).play()
    entries = (entry_of(json.loads(line)) for line in it.lines)
    assert verify(it.lines).tournament == fold(Tournament(it.id, it.settings), entries) == it.it
