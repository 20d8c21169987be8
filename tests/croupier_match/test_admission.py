"""Admission: who may see a match, and who may give which command."""

from dataclasses import replace

import pytest
from croupier_match import admission
from croupier_match.admission import Caller, Expected, Eyes, admit, check_expected
from croupier_match.commands import (
    Ask,
    Claim,
    Command,
    Free,
    Join,
    Leave,
    Move,
    Refuse,
    Resign,
    Reveal,
    Start,
)
from croupier_match.games import Games
from croupier_match.match import Access, AnyMatch, StartMode
from croupier_match.refusals import (
    Forbidden,
    MatchActive,
    NotFound,
    NotYourMatch,
    RosterChanged,
    VersionMismatch,
)

from tests.croupier_match.playing import NIM, match_of, player, reading, table_of

CODE = "invite-code"
STRANGER = player(9)
GAMES = Games([NIM])
AT_SEAT: list[Command] = [
    Leave(1),
    Start(1),
    Free(1),
    Reveal(1, ""),
    Move(1, reading(None)),
    Resign(1),
    Claim(1, []),
    Ask(1, 1),
    Refuse(1),
]


@pytest.fixture
def waiting() -> AnyMatch:
    return match_of(NIM, 2).seated(0).match


@pytest.fixture
def active() -> AnyMatch:
    return table_of(NIM, 2).match


def private(match: AnyMatch) -> AnyMatch:
    return replace(match, access=Access.PRIVATE, invite_code=CODE)


def test_a_caller_views_and_acts_through_its_own_seat(active: AnyMatch) -> None:
    for match in (active, private(active)):
        for seat in (0, 1):
            caller = Caller(player(seat).id, seat)
            assert admission.viewing_seat(match, caller) == seat
            assert admission.acting_seat(match, caller) == caller.place == seat


@pytest.mark.parametrize("access", Access)
@pytest.mark.parametrize("seat", [None, -1, 1, 2, 7])
def test_a_seat_that_is_not_the_callers_is_refused(
    active: AnyMatch, access: Access, seat: int | None
) -> None:
    """Before the rules are called: `hands[-1]` would be the hand of another seat."""
    match, caller = replace(active, access=access), Caller(player(0).id, seat)
    with pytest.raises(RosterChanged):
        admission.viewing_seat(match, caller)
    for command in AT_SEAT:
        with pytest.raises(RosterChanged):
            admit(match, caller, command)
    if seat is not None:
        with pytest.raises(RosterChanged):
            admission.viewing_seat(match, Caller("", seat))


def test_a_spectator_views_public_matches_and_acts_in_none(active: AnyMatch) -> None:
    for spectator in (Caller(), Caller(STRANGER.id)):
        assert admission.viewing_seat(active, spectator) is None
        with pytest.raises(NotFound):
            admission.viewing_seat(private(active), spectator)
        for command in AT_SEAT:
            with pytest.raises(NotYourMatch):
                admit(active, spectator, command)
            with pytest.raises(NotFound):
                admit(private(active), spectator, command)


def test_only_the_creator_starts_a_match_or_takes_a_bot_away(active: AnyMatch) -> None:
    for command in (Start(0), Free(1)):
        admit(active, Caller(player(0).id, 0), command)
        with pytest.raises(Forbidden, match="Only the creator"):
            admit(active, Caller(player(1).id, 1), command)


def test_a_private_match_is_joined_with_its_code(waiting: AnyMatch) -> None:
    match, join = private(waiting), Join(STRANGER)
    admit(match, Caller(STRANGER.id, invite_code=CODE), join)
    admit(match, Caller(player(0).id), Join(player(0)))
    admit(waiting, Caller(STRANGER.id), join)
    for wrong in ("", CODE[:-1], CODE.upper(), "é"):
        with pytest.raises(NotFound):
            admit(match, Caller(STRANGER.id, invite_code=wrong), join)


def test_who_is_invited_needs_no_code_until_the_match_begins(
    waiting: AnyMatch, active: AnyMatch
) -> None:
    invited = Caller(STRANGER.id, invited=True)
    admit(private(waiting), invited, Join(STRANGER))
    assert admission.viewing_seat(private(waiting), invited) is None
    with pytest.raises(NotFound):
        admit(private(active), invited, Join(STRANGER))
    with pytest.raises(NotFound):
        admission.viewing_seat(private(active), invited)


def test_other_eyes_are_for_matches_that_have_ended(active: AnyMatch) -> None:
    ended = table_of(NIM, 2).resigned(0).match
    for eyes in (Eyes(), Eyes(1)):
        caller = Caller(player(0).id, 0, eyes)
        assert admission.shown_seat(ended, caller) == eyes.seat
        with pytest.raises(MatchActive):
            admission.shown_seat(active, caller)
    with pytest.raises(NotFound):
        admission.shown_seat(ended, Caller(player(0).id, 0, Eyes(2)))
    assert admission.shown_seat(active, Caller(player(0).id, 0)) == 0


def test_another_version_than_expected_is_refused(active: AnyMatch) -> None:
    for command in AT_SEAT:
        check_expected(GAMES, active, command, Expected())
        check_expected(GAMES, active, command, Expected(active.version))
        for other in (0, active.version - 1, active.version + 1):
            with pytest.raises(VersionMismatch) as refused:
                check_expected(GAMES, active, command, Expected(other))
            assert refused.value.version == active.version


def test_talk_leaves_the_table_for_which_a_move_or_a_resignation_is_meant() -> None:
    playing = table_of(NIM, 2).play(2)
    table = playing.match.version
    playing.do(Ask(0, table - 2))
    playing.do(Refuse(1))
    for command in AT_SEAT:
        for expected in (table - 1, table, table + 1, table + 2, table + 3):
            about_table = type(command) in (Move, Resign) and table <= expected <= table + 2
            if about_table or expected == playing.match.version:
                check_expected(GAMES, playing.match, command, Expected(expected))
            else:
                with pytest.raises(VersionMismatch):
                    check_expected(GAMES, playing.match, command, Expected(expected))


def test_a_manual_start_is_seen_as_waiting() -> None:
    match = private(table_of(NIM, 2, start=StartMode.MANUAL).match)
    assert admission.viewing_seat(match, Caller(STRANGER.id, invited=True)) is None
