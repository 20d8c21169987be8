"""The result: outcome, events and scores are compared with the recomputed match."""

import pytest
from engine.verify import verify
from engine.verify.errors import Refuted

from tests.engine.verify.replays import HONEST, Table, rehash


def test_a_winner_of_a_whole_match_cannot_be_swapped() -> None:
    replay = HONEST["defaults"](12).replay()
    outcome = replay["match"]["outcome"]
    outcome["scores"].reverse()
    with pytest.raises(Refuted, match=r"^outcome.scores\[0\] is "):
        verify(replay)


def test_a_match_that_goes_on_has_no_replay() -> None:
    table = Table(12).seated().played(5)
    replay = table.replay()
    replay["serverSeed"] = replay["match"]["fairness"]["serverSeed"] = table.match.seed
    with pytest.raises(Refuted, match=r"^The match has not ended at version 7\.$"):
        verify(replay)


def test_events_of_the_last_move_are_recomputed() -> None:
    replay = HONEST["one round"](13).replay()
    replay["match"]["lastEvents"][0]["cardPlayed"]["card"] = "R11"
    with pytest.raises(Refuted, match=r"^lastEvents\[0\].cardPlayed.card is \"R11\""):
        verify(replay)


def test_a_carried_score_is_part_of_the_outcome() -> None:
    replay = HONEST["rematch"](14).replay()
    for options in (replay["options"], replay["match"]["options"]):
        options["carriedScores"][0] += 1
    rehash(replay)
    with pytest.raises(Refuted, match=r"^state\.sides\[0\]\.total is "):
        verify(replay)
