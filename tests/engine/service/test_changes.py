"""Computing changes: what is stored for an entry, and the moves that are forced after it."""

from dataclasses import replace

import pytest
from croupier_game.errors import IllegalMove
from croupier_game.seeded import seeded_chance
from croupier_lost_cities.types import DECK, EXPEDITION, Move
from croupier_match.evolve import evolve
from croupier_match.match import (
    AnyEntry,
    AnyMatch,
    ClockOptions,
    Entry,
    Kind,
    OnTimeout,
    StartMode,
    Status,
)
from croupier_match.refusals import MatchNotActive, NotYourTurn
from engine.domain.registry import GAMES
from engine.service.changes import legal_move, prepare
from engine.store.idempotency import Answer
from engine.verify.legality import check_possible

from tests.support.long_matches import endless_match
from tests.support.matches import TIME, created, key, person, reading, seated, step


def running() -> AnyMatch:
    return seated(created()[0], 1)[0]


def at_random() -> AnyMatch:
    """A running match in which an overdue seat moves at random."""
    clock = ClockOptions(per_move_ms=1_000, on_timeout=OnTimeout.RANDOM)
    return seated(replace(created()[0], clock=clock), 1)[0]


def entry_of(match: AnyMatch, kind: Kind, seat: int, **more: object) -> AnyEntry:
    return step(match, kind, seat, **more)[1]


def test_a_change_is_stored_over_the_match_it_was_computed_from() -> None:
    match = running()
    move = GAMES[match.game].rules.legal_moves(match.state, 0)[0]
    player = match.seats[0].player
    assert player
    used = key(player)
    prepared = prepare(match, [entry_of(match, Kind.MOVE, 0, move=move)], used, seeded_chance)
    saving, change = prepared.saving, prepared.change
    assert (saving.before, saving.after, saving.key) == (match, change.match, used)
    assert saving.answer == Answer(after=2, version=3, seat=0)
    assert (change.match.version, change.seat, change.replayed) == (3, 0, False)
    assert change.events == change.match.events


def test_a_new_match_is_stored_over_none() -> None:
    match, entry = created()
    prepared = prepare(replace(match, version=0, seats=match.seats), [entry], None, seeded_chance)
    assert prepared.saving.before is None
    assert prepared.saving.answer.after == 0


@pytest.mark.parametrize(("kind", "seat"), [(Kind.LEFT, 1), (Kind.ABORTED, 0)])
def test_a_player_who_has_left_is_answered_as_a_spectator(kind: Kind, seat: int) -> None:
    match = seated(replace(created()[0], start=StartMode.MANUAL), 1)[0]
    prepared = prepare(match, [entry_of(match, kind, seat)], None, seeded_chance)
    assert prepared.change.seat is None
    assert prepared.saving.answer.seat is None


def test_a_random_move_follows_a_time_out_at_the_same_time() -> None:
    match = at_random()
    timeout: AnyEntry = Entry(match.version + 1, Kind.TIMEOUT, 0, "2026-01-02T04:00:00.000Z")
    prepared = prepare(match, [timeout], None, seeded_chance)
    first, second = prepared.saving.log
    assert (first, second.kind, second.seat) == (timeout, Kind.MOVE, 0)
    assert second.time == timeout.time
    after = prepared.change.match
    assert (after.version, after.late, after.status) == (4, None, Status.ACTIVE)
    assert [event.kind for event in prepared.change.events] == ["card_played", "card_drawn"]


def test_the_move_of_a_request_must_be_legal_and_in_turn() -> None:
    match = running()
    legal = GAMES[match.game].rules.legal_moves(match.state, 0)[0]
    assert legal_move(match, 0, reading(legal)) == legal
    with pytest.raises(NotYourTurn):
        legal_move(match, 1, reading(legal))
    with pytest.raises(MatchNotActive):
        legal_move(created()[0], 0, reading(legal))
    state = match.state
    assert state
    unheld = next(card for card in state.hands[1] if card not in state.hands[0])
    with pytest.raises(IllegalMove):
        legal_move(match, 0, reading(Move(unheld, EXPEDITION, DECK)))


def test_entries_of_one_change_are_stored_together() -> None:
    """As those of a match that is created with all its players."""
    empty = replace(created()[0], version=0, seats=(created()[0].seats[1],) * 2)
    log: list[AnyEntry] = [
        Entry(1, Kind.CREATED, 0, TIME, player=person("Ann")),
        Entry(2, Kind.JOINED, 1, TIME, player=person("Bob")),
    ]
    prepared = prepare(empty, log, None, seeded_chance)
    assert list(prepared.saving.log) == log
    assert (prepared.change.match.version, prepared.change.match.status) == (2, Status.ACTIVE)


def test_a_match_that_reaches_its_longest_is_aborted_with_a_note() -> None:
    match = running()
    move = GAMES[match.game].rules.legal_moves(match.state, 0)[0]
    entry = entry_of(match, Kind.MOVE, 0, move=move)
    assert [*prepare(match, [entry], None, seeded_chance, 4).saving.log] == [entry]
    for longest in (3, 2):  # stored before there was a longest, it may be beyond it
        prepared = prepare(match, [entry], None, seeded_chance, longest)
        _, last = prepared.saving.log
        note = f"The match has reached {longest} versions, the most that this server allows."
        assert (last.version, last.kind, last.seat, last.note) == (4, Kind.ABORTED, 0, note)
        assert (last.time, prepared.change.seat) == (entry.time, 0)
        after = prepared.change.match
        assert (after.version, after.status, after.seats) == (4, Status.ABORTED, match.seats)
        assert after.outcome
        assert after.outcome.winners == ()
        assert prepared.change.events, "what the move led to is told all the same"


def test_a_match_that_ends_at_its_longest_is_not_aborted() -> None:
    match = running()
    entry = entry_of(match, Kind.RESIGNED, 1)
    assert [*prepare(match, [entry], None, seeded_chance, 3).saving.log] == [entry]


def test_the_random_move_of_a_late_seat_comes_before_the_end_of_a_match_too_long() -> None:
    match = at_random()
    timeout: AnyEntry = Entry(match.version + 1, Kind.TIMEOUT, 0, "2026-01-02T04:00:00.000Z")
    prepared = prepare(match, [timeout], None, seeded_chance, 3)
    kinds = [entry.kind for entry in prepared.saving.log]
    assert kinds == [Kind.TIMEOUT, Kind.MOVE, Kind.ABORTED]
    for entry in prepared.saving.log:
        check_possible(match, entry, seeded_chance)
        match = evolve(GAMES.of(match), match, entry, seeded_chance)


def test_snapshots_are_those_of_the_versions_that_have_one() -> None:
    played = endless_match(100)
    prepared = prepare(played.versions[29], played.log[30:70], None, seeded_chance)
    assert [*prepared.saving.snapshots] == [played.versions[31], played.versions[63]]
