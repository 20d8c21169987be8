"""The verifier in JavaScript pairs the same, counts the same, and finds the same."""

import json
import re
from pathlib import Path

import pytest
from croupier_tournament import commands, lots
from croupier_tournament.decide.rule import head
from croupier_tournament.entries import Entry, Paused, Registered, Returned, Withdrawal
from croupier_tournament.verify import Rule, verify

from tests.croupier_tournament.javascript import FOLDER, PROGRAM, forged, honest, ran
from tests.croupier_tournament.playing import Playing, entropy, player, settings
from tests.sdk.javascript.runtimes import NAMES
from tests.vectors.tournaments import FILE

pytestmark = pytest.mark.full

ROUNDS = 400
FORGED = 100


@pytest.mark.parametrize("runtime", NAMES)
def test_it_agrees_about_the_vectors(runtime: str) -> None:
    parts = json.loads(FILE.read_text())
    count = len(parts["honest"]) * 2 + len(parts["forged"])
    assert ran([FILE], runtime).startswith(f"{count} as they should be, 0 not")


def test_it_pairs_random_tournaments_the_same(tmp_path: Path) -> None:
    made, _ = honest("javascript", ROUNDS)
    path = tmp_path / "tournaments.json"
    path.write_text(json.dumps({"honest": made}))
    told = sum(1 + (each["standings"] is not None) for each in made)
    assert ran([path]).startswith(f"{told} as they should be, 0 not")


@pytest.mark.parametrize("seed", range(4))
def test_it_finds_the_same_in_what_was_changed(seed: int, tmp_path: Path) -> None:
    path = tmp_path / "changed.json"
    path.write_text(json.dumps(forged(f"changed {seed}", FORGED)))
    assert ran([path]).startswith(f"{FORGED + 1} as they should be, 0 not")


def churned(kind: str) -> Playing:
    """A tournament in which this was done as often as it may be."""
    it = Playing(settings())
    for _ in range(10 if kind == "registered" else 0):
        it.register([0])
        it.do(commands.Leave(player(0)))
    if kind != "registered":
        it.started(4)
    for _ in range(100 if kind == "paused" else 0):
        it.do(commands.Pause())
        it.do(commands.Resume("paused"))
    for _ in range(9 if kind == "returned" else 0):
        it.do(commands.Withdraw(player(0)))
        it.do(commands.Return(player(0)))
    if kind == "returned":
        it.do(commands.Withdraw(player(0)))
    return it


@pytest.mark.parametrize("kind", ["registered", "returned", "paused"])
def test_nothing_is_done_for_ever_there_either(kind: str, tmp_path: Path) -> None:
    it = churned(kind)
    next_ = head(it.it, it.now)
    beyond: Entry = {
        "registered": Registered(*next_, player(0), None, lots.seal_of(entropy(0))),
        "returned": Returned(*next_, player(0)),
        "paused": Paused(*next_),
    }[kind]
    finding = verify([*it.lines, beyond.line]).finding
    assert finding
    assert (finding.line, finding.rule) == (beyond.version, Rule.STATUS)
    honest_lines = [line.decode() for line in it.lines]
    false = {"name": kind, "kept": len(honest_lines), "lines": [beyond.line.decode()]}
    path = tmp_path / "churned.json"
    path.write_text(
        json.dumps(
            {
                "honest": [{"name": kind, "lines": honest_lines}],
                "forged": [{**false, "finding": [finding.line, finding.rule]}],
            }
        )
    )
    assert ran([path]).startswith("2 as they should be, 0 not")


def test_who_has_withdrawn_is_removed_there_too(tmp_path: Path) -> None:
    it = Playing(settings()).started(4)
    it.do(commands.Withdraw(player(0)))
    it.do(commands.Withdraw(player(0), Withdrawal.REMOVED))
    lines = [line.decode() for line in it.lines]
    path = tmp_path / "removed.json"
    path.write_text(json.dumps({"honest": [{"name": "removed", "lines": lines}]}))
    assert ran([path]).startswith("1 as they should be, 0 not")


def test_a_browser_has_all_that_it_needs() -> None:
    """No module but the program imports anything but its neighbours, or asks for its system."""
    modules = {*FOLDER.glob("*.js")} - {PROGRAM}
    assert len(modules) > 10
    for path in modules:
        names = re.findall(r'from "([^"]+)"', path.read_text())
        assert all(name.startswith(".") and (path.parent / name).exists() for name in names), path
