"""Sealed deals: all seats are bound before any reveals, and the last to reveal deals."""

import pytest
from croupier_game.errors import InvalidOptions
from croupier_game.installed import find
from croupier_game.seeded import seeded_chance
from croupier_match import clock, sealing
from croupier_match.commands import Abort, Create, Expire, Join, Leave, Reveal, Start
from croupier_match.entries import Aborted
from croupier_match.games import Game, Games
from croupier_match.match import Deal, Reason, Seat, StartMode, Status
from croupier_match.refusals import Conflict, MatchActive, Overdue
from croupier_match.sealing import NOTHING, REVEAL_MS, Given, seal_of

from tests.croupier_match.playing import NIM, SEED, Playing, match_of, player, secret, table_of

LOST_CITIES = Games(map(Game.of, find().games))["lost-cities"]


def sealed(game: Game = NIM, **wish: object) -> Playing:
    """A table of two; neither player has revealed."""
    return table_of(game, 2, deal=Deal.SEALED, **wish)


def test_the_last_seat_opens_the_revealing_and_the_last_entropy_deals() -> None:
    playing = sealed(LOST_CITIES)
    match = playing.match
    assert (match.version, match.status, match.state) == (2, Status.WAITING, None)
    assert sealing.to_reveal(match) == (0, 1)
    assert match.reveal_by == clock.later(match.update_time, REVEAL_MS)
    match = playing.revealed(1).match
    assert (match.status, sealing.to_reveal(match)) == (Status.WAITING, (0,))
    match = playing.revealed(0).match
    assert (match.version, match.status, match.reveal_by) == (4, Status.ACTIVE, "")
    chance = seeded_chance(SEED, [secret(0), secret(1)], 0, match.id)
    assert match.state == LOST_CITIES.rules.new_game(match.options, 2, chance)[0]


def test_a_manual_start_opens_the_revealing() -> None:
    playing = sealed(start=StartMode.MANUAL)
    with pytest.raises(Conflict):
        playing.revealed(0)
    playing.do(Start(0))
    assert (playing.match.status, sealing.to_reveal(playing.match)) == (Status.WAITING, (0, 1))
    assert playing.revealed().match.status == Status.ACTIVE


@pytest.mark.parametrize(
    "wrong", [NOTHING, Given(entropy=secret(2)), Given(secret(2), seal_of(secret(2)))]
)
def test_a_seat_takes_a_seal_and_nothing_else(wrong: Given) -> None:
    playing = match_of(NIM, 2, deal=Deal.SEALED)
    with pytest.raises(InvalidOptions):
        playing.do(Create(player(0), wrong))
    playing.seated(0)
    with pytest.raises(InvalidOptions):
        playing.do(Join(player(1), None, wrong))


def test_an_open_deal_takes_no_seal() -> None:
    playing = match_of(NIM, 2).seated(0)
    with pytest.raises(InvalidOptions):
        playing.do(Join(player(1), None, Given(seal=seal_of(secret(1)))))


def test_what_was_given_to_an_open_deal_is_not_revealed() -> None:
    playing = match_of(NIM, 2).seated(0)
    playing.do(Join(player(1), None, Given(entropy=secret(1))))
    with pytest.raises(Conflict, match="open"):
        playing.do(Reveal(1, secret(1)))


def test_no_two_seats_have_one_seal() -> None:
    playing = match_of(NIM, 2, deal=Deal.SEALED).seated(0)
    with pytest.raises(Conflict, match="same seal"):
        playing.do(Join(player(1), None, Given(seal=seal_of(secret(0)))))


@pytest.mark.parametrize("wrong", [secret(2), secret(1), secret(0)[:-2], ""])
def test_what_does_not_fit_is_refused(wrong: str) -> None:
    with pytest.raises(InvalidOptions):
        sealed().do(Reveal(0, wrong))


def test_31_bytes_are_no_entropy_although_they_fit_their_seal() -> None:
    short = secret(0)[:-2]
    playing = match_of(NIM, 2, deal=Deal.SEALED)
    playing.do(Create(player(0), Given(seal=seal_of(short))))
    playing.seated(1)
    with pytest.raises(InvalidOptions):
        playing.do(Reveal(0, short))


def test_the_same_entropy_again_changes_nothing_in_whatever_situation() -> None:
    revealing = sealed().revealed(0)
    dealt = sealed().revealed()
    for playing in (revealing, dealt, sealed().revealed().resigned(1)):
        assert playing.do(Reveal(0, secret(0))) == ((), ())
    with pytest.raises(InvalidOptions):
        revealing.do(Reveal(0, secret(5)))
    with pytest.raises(MatchActive):
        dealt.do(Reveal(0, secret(5)))


def test_who_withholds_is_named_and_the_match_is_over() -> None:
    playing = sealed().revealed(1)
    playing.now_ms = clock.ms(playing.match.reveal_by) - 1
    with pytest.raises(Conflict, match="No time"):
        playing.do(Expire(), 0)
    with pytest.raises(Overdue):
        playing.do(Reveal(0, secret(0)), 1)
    playing.do(Expire(), 0)
    last, match = playing.log[-1], playing.match
    assert last == Aborted(match.version, 0, match.update_time, withheld=(0,))
    assert match.outcome
    assert (match.outcome.reason, match.outcome.winners) == (Reason.ABORTED, ())
    assert all(seat.player for seat in match.seats)
    assert playing.do(Reveal(1, secret(1))) == ((), ())


def test_an_operator_ends_a_deal_and_blames_nobody() -> None:
    playing = sealed().revealed(1)
    playing.do(Abort("Enough."))
    match = playing.match
    assert playing.log[-1] == Aborted(match.version, 0, match.update_time, note="Enough.")
    assert playing.match.reveal_by == ""


def test_who_has_left_may_come_back_with_another_seal() -> None:
    playing = match_of(NIM, 3, deal=Deal.SEALED).seated(0, 1)
    playing.do(Leave(1))
    assert playing.match.seats[1] == Seat()
    playing.do(Join(player(1), None, Given(seal=seal_of(secret(7)))))
    assert playing.match.seats[1].seal == seal_of(secret(7))
