"""The campaign of heralds itself, in small, and that it sees what is wrong."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.herald import Played, Told, campaign, heralds, judge, missing, report
from tests.support.receivers import Received
from tools.stack import Stack

SEED = 20261130
ANN, BOB, MATCH = "A" * 22, "B" * 22, "M" * 22


@pytest.fixture
def stack(tmp_path: Path) -> Iterator[Stack]:
    with Stack(tmp_path, GATEWAY_RATE_LIMITS="off") as stack:
        yield stack


def test_whatever_is_killed_each_player_is_told(
    stack: Stack, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sys.stdout.write(f"seed {SEED}\n")
    monkeypatch.setattr("tests.faults.herald.PAIRS", 3)
    with heralds(stack, tmp_path, SEED) as receiver:
        verdict = campaign(stack, receiver, 3, SEED)
    assert report(verdict) == 0
    assert verdict.matches >= 10
    assert 0 < verdict.p95_s < 2


def told(*messages: tuple[str, str, str, int]) -> Told:
    found = Told()
    for player, message_id, kind, version in messages:
        body = f'{{"type": "{kind}", "data": {{"matchId": "{MATCH}", "version": {version}}}}}'
        head = {"webhook-id": message_id}
        found.take(Received(f"POST /{player} HTTP/1.1", head, body.encode()))
    return found


def test_what_is_lost_is_seen() -> None:
    played = Played({MATCH: (ANN, BOB)}, standing={MATCH: (ANN, 7)})
    began = [(ANN, "1", "matchStarted", 1), (BOB, "2", "matchStarted", 1)]
    assert missing(played, told(*began)) == [(ANN, "yourTurn", MATCH)]
    assert missing(played, told(*began, (ANN, "3", "yourTurn", 7))) == []
    played = Played({MATCH: (ANN, BOB)}, ended={MATCH})
    assert len(missing(played, told(*began))) == 2


def test_another_id_of_the_same_is_seen() -> None:
    same = told(*[(ANN, "1", "matchStarted", 1)] * 3)
    assert (same.doubles, same.other_ids) == (2, 0)
    assert told((ANN, "1", "yourTurn", 1), (ANN, "2", "yourTurn", 1)).other_ids == 1
    ends = told((ANN, "1", "matchFinished", 8), (ANN, "2", "matchFinished", 9))
    assert ends.other_ids == 1
    assert not judge(Played(), ends, [], 0).good
