"""Matches that reach the most versions that a server allows."""

from croupier_match.entries import Aborted
from croupier_match.forced import Limits
from croupier_match.match import Kind, Status

from tests.croupier_match.decide.test_deadlines import AT_RANDOM
from tests.croupier_match.playing import NIM, Playing, table_of


def limited(playing: Playing, more: int) -> Playing:
    """The match, which may have so many versions more."""
    playing.limits = Limits(most_versions=playing.match.version + more)
    return playing


def test_it_is_aborted_with_a_note_at_the_same_time() -> None:
    for more in (1, 0, -1):  # it may be beyond its longest already
        playing = limited(table_of(NIM, 2), more).play()
        last = playing.log[-1]
        longest = playing.limits.most_versions
        note = f"The match has reached {longest} versions, the most that this server allows."
        assert last == Aborted(playing.match.version, 0, playing.log[-2].time, note=note)
        match, before = playing.match, playing.past[-2][0]
        assert (match.version, match.status, match.seats) == (4, Status.ABORTED, before.seats)
        assert match.outcome
        assert match.outcome.winners == ()


def test_before_that_it_goes_on() -> None:
    assert limited(table_of(NIM, 2), 2).play().match.status == Status.ACTIVE


def test_one_that_has_ended_stays_as_it_ended() -> None:
    playing = limited(table_of(NIM, 2), 1).resigned(1)
    assert (playing.match.status, playing.match.version) == (Status.FINISHED, 3)


def test_the_random_move_of_a_late_seat_comes_first() -> None:
    playing = limited(table_of(NIM, 2, clock=AT_RANDOM), 1).late()
    assert [kind for kind, _ in playing.kinds(after=2)] == [
        Kind.TIMEOUT,
        Kind.MOVE,
        Kind.ABORTED,
    ]
