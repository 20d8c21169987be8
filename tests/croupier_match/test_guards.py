"""Guards: what must hold before a request, and with what it is refused otherwise."""

from dataclasses import replace

import pytest
from croupier.v1 import engine_service_pb2 as pb
from croupier_game.errors import InvalidOptions
from croupier_match import guards
from croupier_match.guards import Caller
from croupier_match.match import Access, AnyMatch, Kind, Player, StartMode, Status
from croupier_match.refusals import (
    Conflict,
    MatchActive,
    MatchFull,
    MatchNotActive,
    NotFound,
    NotYourMatch,
    NotYourTurn,
    RosterChanged,
    VersionMismatch,
)
from engine.domain.registry import GAMES

from tests.support.matches import created, person, resigned, seated, step

CODE = "invite-code"


@pytest.fixture
def waiting() -> AnyMatch:
    return created()[0]


@pytest.fixture
def active(waiting: AnyMatch) -> AnyMatch:
    return seated(waiting, 1)[0]


@pytest.fixture
def ended(active: AnyMatch) -> AnyMatch:
    return resigned(active, 0)[0]


def private(match: AnyMatch) -> AnyMatch:
    return replace(match, access=Access.PRIVATE, invite_code=CODE)


def player_at(match: AnyMatch, seat: int) -> Player:
    player = match.seats[seat].player
    assert player
    return player


def test_a_caller_views_through_its_own_seat(active: AnyMatch) -> None:
    for match in (active, private(active)):
        for seat in (0, 1):
            caller = Caller(player_at(match, seat).id, seat)
            assert guards.viewing_seat(match, caller) == guards.acting_seat(match, caller) == seat


@pytest.mark.parametrize("access", Access)
def test_a_seat_that_is_not_the_callers_is_refused(active: AnyMatch, access: Access) -> None:
    match = replace(active, access=access)
    first = player_at(match, 0).id
    for caller in (Caller(first, 1), Caller(first), Caller("", 0), Caller(first, 7)):
        with pytest.raises(RosterChanged):
            guards.viewing_seat(match, caller)


def test_a_spectator_views_public_matches_and_acts_in_none(active: AnyMatch) -> None:
    for spectator in (Caller(), Caller(person().id)):
        assert guards.viewing_seat(active, spectator) is None
        with pytest.raises(NotYourMatch):
            guards.acting_seat(active, spectator)
        for look in (guards.viewing_seat, guards.acting_seat):
            with pytest.raises(NotFound):
                look(private(active), spectator)


def test_a_private_match_is_joined_with_its_code(waiting: AnyMatch) -> None:
    match, stranger = private(waiting), person()
    guards.check_joining(match, stranger, CODE, False)
    guards.check_joining(match, player_at(match, 0), "", False)
    guards.check_joining(waiting, stranger, "", False)
    for wrong in ("", CODE[:-1], CODE.upper(), "é"):
        with pytest.raises(NotFound):
            guards.check_joining(match, stranger, wrong, False)


def test_another_version_than_expected_is_refused(active: AnyMatch) -> None:
    guards.check_version(active, None)
    guards.check_version(active, active.version)
    with pytest.raises(VersionMismatch) as refused:
        guards.check_version(active, 1)
    assert refused.value.version == active.version


def test_each_situation_allows_what_it_should(
    waiting: AnyMatch, active: AnyMatch, ended: AnyMatch
) -> None:
    guards.check_waiting(waiting)
    guards.check_active(active)
    guards.check_ended(ended)
    refusals = [
        (guards.check_waiting, active, MatchActive),
        (guards.check_waiting, ended, MatchNotActive),
        (guards.check_active, waiting, MatchNotActive),
        (guards.check_active, ended, MatchNotActive),
        (guards.check_ended, waiting, MatchActive),
        (guards.check_ended, active, MatchActive),
    ]
    for check, match, refusal in refusals:
        with pytest.raises(refusal):
            check(match)


def test_it_is_one_seats_turn(active: AnyMatch) -> None:
    guards.check_turn(GAMES.of(active), active, 0)
    with pytest.raises(NotYourTurn):
        guards.check_turn(GAMES.of(active), active, 1)


def test_a_player_takes_a_free_seat(waiting: AnyMatch, active: AnyMatch, ended: AnyMatch) -> None:
    joining = person()
    assert guards.free_seat(waiting, joining, None) == 1
    assert guards.free_seat(waiting, joining, 1) == 1
    refusals = [
        (waiting, player_at(waiting, 0), None, Conflict),
        (waiting, joining, 0, Conflict),
        (waiting, joining, 2, InvalidOptions),
        (active, joining, None, MatchFull),
        (ended, joining, None, MatchNotActive),
    ]
    for match, player, seat, refusal in refusals:
        with pytest.raises(refusal) as refused:
            guards.free_seat(match, player, seat)
        assert type(refused.value) is refusal


def test_the_lowest_free_seat_is_that_of_a_player_who_left() -> None:
    match = replace(created()[0], start=StartMode.MANUAL)
    match = step(seated(match, 1)[0], Kind.LEFT, 1)[0]
    assert match.status == Status.WAITING
    assert guards.free_seat(match, person(), None) == 1


def test_seat_outside_the_table_is_turned_away(active: AnyMatch) -> None:
    """Before the rules are called: `hands[-1]` would be the hand of another seat."""
    seats = len(active.seats)
    for outside in (-1, seats, seats + 1):
        for player_id in ("stranger", player_at(active, 0).id):
            with pytest.raises(RosterChanged):
                guards.viewing_seat(active, Caller(player_id, outside))
        with pytest.raises(NotYourTurn):
            guards.check_turn(GAMES.of(active), active, outside)


def test_seat_wished_for_outside_the_table_is_refused(waiting: AnyMatch) -> None:
    with pytest.raises(InvalidOptions):
        guards.free_seat(waiting, Player("ada", "Ada", "bot"), len(waiting.seats))


@pytest.mark.parametrize("message", [pb.Caller, pb.JoinMatchRequest])
def test_messages_have_no_negative_seats(message: type[pb.Caller | pb.JoinMatchRequest]) -> None:
    with pytest.raises(ValueError, match="out of range"):
        message(seat=-1)
