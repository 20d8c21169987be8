"""Seats: who takes one, who gives it up, and what that does to the match."""

import pytest
from croupier_game.errors import InvalidOptions
from croupier_match.absence import Absence
from croupier_match.commands import Claim, Create, Free, Join, Leave, Start
from croupier_match.entries import Aborted, Claimed
from croupier_match.match import Kind, Outcome, Reason, StartMode, Status
from croupier_match.refusals import (
    Conflict,
    MatchActive,
    NotFound,
    NotYourMatch,
)
from croupier_match.sealing import Given

from tests.croupier_match.playing import NIM, ROUNDS, Playing, match_of, player, table_of

GONE_MS = 60_000


def waiting() -> Playing:
    """A match of three; seat 2 is free."""
    return match_of(NIM, 3).seated(0, 1)


def manual() -> Playing:
    return table_of(NIM, 3, start=StartMode.MANUAL)


def test_its_creator_sits_at_seat_0_with_what_it_gives() -> None:
    playing = match_of(NIM, 2)
    playing.do(Create(player(0), Given("ab")))
    seat = playing.match.seats[0]
    assert (seat.player, seat.entropy, playing.match.version) == (player(0), "ab", 1)


def test_the_last_seat_deals_unless_the_creator_starts() -> None:
    assert waiting().seated(2).match.status == Status.ACTIVE
    playing = manual()
    assert not playing.match.was_dealt
    playing.do(Start(0))
    assert playing.kinds(after=3) == [(Kind.STARTED, 0)]
    assert playing.match.status == Status.ACTIVE


def test_a_player_takes_the_seat_it_wants_or_the_lowest_free_one() -> None:
    playing = match_of(NIM, 3, start=StartMode.MANUAL).seated(0)
    playing.do(Join(player(7), 2))
    playing.do(Join(player(8)))
    assert playing.kinds(after=1) == [(Kind.JOINED, 2), (Kind.JOINED, 1)]
    playing.do(Leave(1))
    playing.do(Join(player(9)))
    assert playing.match.seats[1].player == player(9)


@pytest.mark.parametrize("seat", [-1, 3, 9])
def test_a_seat_that_there_is_not_cannot_be_taken(seat: int) -> None:
    with pytest.raises(InvalidOptions, match="0 to 2"):
        waiting().do(Join(player(7), seat))


def test_without_its_creator_it_is_aborted_and_the_seat_is_free() -> None:
    playing = manual()
    playing.do(Leave(0))
    match = playing.match
    assert (match.status, match.seats[0].player) == (Status.ABORTED, None)
    assert match.outcome == Outcome(Reason.ABORTED, ((0, 1, 2),), (0, 0, 0), ())


def test_who_has_not_moved_calls_a_running_match_off_and_stays_seated() -> None:
    playing = table_of(NIM, 3).play(1)
    with pytest.raises(MatchActive, match="resign instead"):
        playing.do(Leave(0))
    playing.do(Leave(1))
    assert (playing.log[-1].kind, playing.log[-1].seat) == (Kind.ABORTED, 1)
    assert all(seat.player for seat in playing.match.seats)


def test_a_bot_is_taken_away_before_the_start() -> None:
    playing = manual()
    playing.do(Free(1))
    assert playing.kinds(after=3) == [(Kind.LEFT, 1)]
    for seat, refusal in (
        (0, Conflict),
        (2, Conflict),
        (1, NotFound),
        (3, NotFound),
        (-1, NotFound),
    ):
        with pytest.raises(refusal) as refused:
            playing.do(Free(seat))
        assert type(refused.value) is refusal


def test_nobody_acts_for_a_free_seat() -> None:
    for seat in (-1, 2, 3):
        with pytest.raises(NotYourMatch):
            waiting().do(Leave(seat))


def gone(seats: int = 2, game: object = NIM) -> Playing:
    playing = table_of(game, seats, gone_after_ms=GONE_MS)  # type: ignore[arg-type]
    playing.now_ms += GONE_MS
    return playing


def test_who_is_to_move_and_gone_is_withdrawn() -> None:
    playing = gone()
    playing.do(Claim(1, [Absence(0, GONE_MS)]), 0)
    match, outcome = playing.match, playing.match.outcome
    assert playing.log[-1] == Claimed(match.version, 1, match.update_time, (0,))
    assert outcome
    assert (outcome.reason, outcome.winners) == (Reason.CLAIMED, (1,))


def test_the_server_plays_on_for_those_who_have_gone() -> None:
    playing = gone(4)
    playing.do(Claim(1, [Absence(0, GONE_MS)]), 0)
    assert playing.kinds(after=4) == [(Kind.CLAIMED, 1), (Kind.MOVE, 0)]


def test_a_match_is_called_off_if_all_others_have_gone() -> None:
    playing = gone(3, ROUNDS)
    away = [Absence(0, GONE_MS), Absence(2, GONE_MS)]
    with pytest.raises(Conflict, match="only a win"):
        playing.do(Claim(1, away[:1], abort=True), 0)
    playing.do(Claim(1, away, abort=True), 0)
    match = playing.match
    assert playing.log[-1] == Aborted(match.version, 1, match.update_time, gone=(0, 2))
    assert playing.match.status == Status.ABORTED


@pytest.mark.parametrize(
    ("seat", "away", "sentence"),
    [
        (1, [], "Seat 0 is here"),
        (1, [Absence(2, GONE_MS)], "Seat 0 is here"),
        (1, [Absence(0, GONE_MS - 1)], "is gone from"),
        (0, [Absence(1, GONE_MS)], "Only who is to move"),
    ],
)
def test_who_is_here_cannot_be_claimed_to_be_gone(
    seat: int, away: list[Absence], sentence: str
) -> None:
    with pytest.raises(Conflict, match=sentence):
        gone(3).do(Claim(seat, away), 0)


def test_as_much_time_must_have_passed_since_the_last_entry() -> None:
    playing = gone()
    playing.now_ms -= 1
    with pytest.raises(Conflict, match="is gone from"):
        playing.do(Claim(1, [Absence(0, 10 * GONE_MS)]), 0)
    playing.do(Claim(1, [Absence(0, 10 * GONE_MS)]), 1)
    assert playing.match.ended


def test_in_most_matches_nobody_is_ever_gone() -> None:
    playing = table_of(NIM, 2, gone_after_ms=0)
    with pytest.raises(Conflict, match="nobody is ever gone"):
        playing.do(Claim(1, [Absence(0, GONE_MS)]), GONE_MS)


def test_a_match_is_created_once_and_first() -> None:
    with pytest.raises(Conflict):
        waiting().do(Create(player(7)))
    with pytest.raises(Conflict, match="not been created"):
        match_of(NIM, 3).do(Join(player(7)))
