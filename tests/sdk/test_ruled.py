"""Local matches with a clock, resignations, sealed deals and what is taken back."""

import json
import pickle
import random
from copy import deepcopy
from typing import Any

import pytest
from croupier_client import LostCities
from croupier_client.local import (
    Clock,
    IllegalMove,
    InvalidMove,
    InvalidOptions,
    LocalMatch,
    Refusal,
    play,
)
from croupier_client.replaying import verify

GAMES = [("lost-cities", 2), ("just4fun", 3), ("livingstone", 3)]
BANK = Clock(bank="60s", increment="5s", on_timeout="random")


class Percy:
    def __init__(self, seed: int) -> None:
        self._dice = random.Random(seed)

    def choose(self, turn: Any) -> Any:
        return self._dice.choice(turn.moves)


def played(match: LocalMatch, seed: int = 1) -> LocalMatch:
    return play(match, [Percy(seed + seat) for seat in range(match.seats)])


def options_of(game: str) -> dict[str, Any]:
    return {"maxTurnsWithoutDeckDraw": 30, "rounds": 1} if game == "lost-cities" else {}


@pytest.mark.parametrize(("game", "seats"), GAMES)
@pytest.mark.parametrize(
    "settings",
    [{"log": True}, {"clock": BANK}, {"deal": "sealed"}, {"undo": "consent"}],
    ids=lambda given: next(iter(given)),
)
def test_the_replay_of_a_match_with_a_log_is_proven(
    game: str, seats: int, settings: dict[str, Any]
) -> None:
    match = played(LocalMatch(game, seats, options_of(game), seed=3, **settings))
    replay = json.loads(json.dumps(match.replay()))
    proven = verify(replay)
    assert proven[-1].startswith("Each card, die and move follows")
    assert ("Everybody was bound to their entropy before any was known." in proven) == (
        match.replay()["match"]["deal"] == "sealed"
    )
    assert (match.reason, replay["match"]["outcome"]["winners"]) == ("completed", [*match.winners])


def test_a_seed_is_a_match_with_a_log_as_well() -> None:
    one, other, another = (
        LocalMatch(LostCities(), seed=seed, deal="sealed", clock=BANK) for seed in (1, 1, 2)
    )
    assert one.view(0) == other.view(0) != another.view(0)
    assert played(one).replay() == played(other).replay()


@pytest.mark.parametrize("log", [True, False])
def test_who_resigns_has_lost(log: bool) -> None:
    match = LocalMatch(LostCities(start_seat=0), log=log)
    match.move(match.turn().moves[0])
    match.resign(0)
    assert (match.over, match.reason, match.winners) == (True, "resigned", (1,))
    assert [*match.ranking] == [(1,), (0,)]
    with pytest.raises(IllegalMove, match="over"):
        match.turn()
    for seat in (0, 1, 7):
        with pytest.raises(Refusal):
            match.resign(seat)


@pytest.mark.parametrize("log", [True, False])
def test_others_go_on_without_a_seat_that_has_resigned(log: bool) -> None:
    match, others = (LocalMatch("just4fun", 3, seed=4, log=log) for _ in range(2))
    for each in (match, others):
        each.resign(0)
        assert not each.over
        assert 0 not in each.to_move
        played(each)
    assert (match.reason, match.ranking[-1], match.winners) == ("completed", (0,), others.winners)
    assert match.version == others.version


def test_time_runs_out_when_it_is_let_pass() -> None:
    match = LocalMatch(LostCities(start_seat=0), clock=Clock(per_move="10s"))
    match.wait(4.5)
    assert (match.remaining(), match.remaining(1)) == (5.5, 10)
    match.move(match.turn().moves[0])
    assert match.remaining(0) == 10
    match.wait(9.999)
    assert not match.over
    match.wait(0.001)
    assert (match.over, match.reason, match.winners) == (True, "timeout", (0,))
    assert verify(match.replay())


def test_a_late_seat_moves_at_random_if_the_clock_says_so() -> None:
    clock = Clock(per_move="10s", on_timeout="random")
    match = LocalMatch(LostCities(start_seat=0), clock=clock)
    match.wait(10)
    assert (match.version, match.to_move) == (4, (1,))
    match.wait(25)
    assert (match.version, match.to_move) == (8, (1,))
    assert match.remaining(1) == 5


def test_what_is_played_is_taken_back() -> None:
    match = LocalMatch("livingstone", 2, seed=2, undo="consent")
    turn = match.turn()
    seen = turn.seen
    match.move("die 1")
    match.undo(turn.version, turn.seat)
    assert (match.version, match.to_agree) == (turn.version + 2, ())
    assert match.view(turn.seat) == turn.state
    assert match.turn().seen == [*seen, ()]
    assert verify(played(match).replay())


def test_others_agree_if_they_have_thought_on_their_time() -> None:
    match, dice = LocalMatch(LostCities(rounds=1), clock=BANK, undo="consent", seed=2), Percy(1)
    can = None
    while not can:
        turn = match.turn()
        can = next((each for each in turn.moves if each.notation[-1] not in "*"), None)
        match.move(can or dice.choose(turn))
    match.wait(3)
    match.undo(turn.version, turn.seat)
    other = 1 - turn.seat
    assert (match.to_agree, match.turn().seat) == ((other,), other)
    for seat in (turn.seat, other):
        each = deepcopy(match)
        each.refuse_undo(seat)
        assert (each.to_agree, each.turn().seat) == ((), other)
    match.undo(turn.version, other)
    assert (match.to_agree, match.turn().state) == ((), turn.state)
    assert verify(played(match).replay())


def test_what_is_unknown_or_told_is_not_taken_back() -> None:
    match = LocalMatch(LostCities(start_seat=0), undo="consent")
    version = match.version
    with pytest.raises(InvalidMove, match="earlier version"):
        match.undo(version, 0)
    with pytest.raises(Refusal, match="Nobody has asked"):
        match.refuse_undo(0)
    match.move(match.turn().moves[0])  # it has drawn a card
    with pytest.raises(Refusal, match="What was hidden has been seen since"):
        match.undo(version, 0)


def test_without_the_setting_nothing_is_taken_back() -> None:
    for match in (LocalMatch(LostCities()), LocalMatch(LostCities(), log=True)):
        match.move(match.turn().moves[0])
        with pytest.raises(Refusal, match="nothing is taken back"):
            match.undo(match.version - 1, 0)


def test_what_cannot_be_agreed_is_refused() -> None:
    clocks = [Clock(), Clock(per_move="10s", bank="1s"), Clock(per_move="5m"), Clock(bank="-5s")]
    more: list[dict[str, Any]] = [{"clock": each} for each in clocks]
    more += [{"clock": Clock(per_move="9s", on_timeout="never")}]  # type: ignore[arg-type]
    for settings in (*more, {"undo": "always"}, {"deal": "marked"}):
        with pytest.raises(InvalidOptions):
            LocalMatch(LostCities(), **settings)


def test_copies_go_on_by_themselves_and_travel() -> None:
    match = LocalMatch(LostCities(start_seat=0), clock=BANK, undo="consent")
    match.move(match.turn().moves[0])
    sent = pickle.loads(pickle.dumps(match))  # noqa: S301 - made here
    for each in (deepcopy(match), sent):
        each.wait(3)
        each.resign(1)
        assert each.over
    assert not match.over
    assert match.remaining() == 60


def test_only_a_log_that_has_ended_is_a_replay() -> None:
    match = LocalMatch(LostCities(), log=True)
    with pytest.raises(LookupError, match="has not ended"):
        match.replay()
    plain = LocalMatch(LostCities())
    plain.wait(1e6)
    assert plain.remaining() is None
    plain.resign()
    with pytest.raises(LookupError, match="log=True"):
        plain.replay()
