"""Changes: what is stored for what was decided, and who is answered."""

import pytest
from croupier_game.seeded import seeded_chance
from croupier_lost_cities import rules as lost_cities
from croupier_match.admission import Caller
from croupier_match.commands import Abort, Command, Create, Join, Leave, Move, Resign
from croupier_match.decide import Decided, decide
from croupier_match.match import AnyMatch, StartMode
from croupier_match.settings import MatchSettings
from engine.domain.creation import new_match
from engine.domain.registry import GAMES
from engine.service.changes import prepared
from engine.store.idempotency import Answer

from tests.support.long_matches import endless_match
from tests.support.matches import SEED, SHORT, TIME, fresh_id, key, person, reading

ANN, BOB = person("Ann"), person("Bob")


def decided(match: AnyMatch, *commands: Command) -> Decided:
    """What follows from commands at the same time."""
    entries, versions = Decided((), ())
    for command in commands:
        now = versions[-1] if versions else match
        found = decide(GAMES.of(match), now, command, TIME, seeded_chance)
        entries, versions = entries + found.entries, versions + found.versions
    return Decided(entries, versions)


def empty(start: StartMode = StartMode.AUTO) -> AnyMatch:
    return new_match(fresh_id(), SEED, MatchSettings(lost_cities.ID, SHORT, start=start))


def full(start: StartMode = StartMode.AUTO) -> AnyMatch:
    return decided(empty(start), Create(ANN), Join(BOB)).versions[-1]


def test_a_change_is_stored_over_the_match_that_it_was_decided_about() -> None:
    match, used = full(), key(ANN)
    move = GAMES[match.game].rules.legal_moves(match.state, 0)[0]
    found = decided(match, Move(0, reading(move)))
    change = prepared(match, found, Caller(ANN.id, 0), used)
    saving = change.saving
    assert (saving.before, saving.after, saving.key) == (match, found.versions[-1], used)
    assert (saving.log, saving.answer) == (found.entries, Answer(after=2, version=3, seat=0))
    assert (change.change.match, change.change.seat, change.change.replayed) == (
        found.versions[-1],
        0,
        False,
    )
    assert change.change.events == found.versions[-1].events


def test_a_new_match_is_stored_over_none() -> None:
    found = decided(empty(), Create(ANN))
    saving = prepared(empty(), found, Caller(ANN.id), None).saving
    assert (saving.before, saving.answer) == (None, Answer(after=0, version=1, seat=0))


@pytest.mark.parametrize(
    ("player", "command", "seat"),
    [(BOB, Leave(1), None), (ANN, Leave(0), None), (ANN, Abort("Enough."), 0)],
)
def test_a_player_who_has_left_is_answered_as_a_spectator(
    player: object, command: Command, seat: int | None
) -> None:
    match = full(StartMode.MANUAL)
    caller = Caller(getattr(player, "id", ""), match.seat_of(getattr(player, "id", "")))
    change = prepared(match, decided(match, command), caller, None)
    assert change.change.seat == change.saving.answer.seat == seat


def test_nobody_is_answered_about_what_the_server_does() -> None:
    match = full()
    assert prepared(match, decided(match, Resign(0)), None, None).change.seat is None


def test_the_events_of_all_versions_are_told() -> None:
    match = full()
    rules = GAMES[match.game].rules
    moves = [Move(0, reading(rules.legal_moves(match.state, 0)[0]))]
    after = decided(match, *moves).versions[-1]
    moves.append(Move(1, reading(rules.legal_moves(after.state, 1)[0])))
    found = decided(match, *moves)
    change = prepared(match, found, Caller(ANN.id, 0), None)
    assert change.change.events == found.versions[0].events + found.versions[1].events


def test_snapshots_are_those_of_the_versions_that_have_one() -> None:
    played = endless_match(100)
    found = Decided(tuple(played.log[30:70]), tuple(played.versions[30:70]))
    change = prepared(played.versions[29], found, None, None)
    assert [*change.saving.snapshots] == [played.versions[31], played.versions[63]]
