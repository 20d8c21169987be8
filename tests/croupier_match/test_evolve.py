"""What each kind of log entry makes of a match."""

from dataclasses import replace

import pytest
from croupier_game.seeded import seeded_chance
from croupier_livingstone import rules as livingstone
from croupier_match.chain import entry_hash
from croupier_match.entries import Aborted, Entry
from croupier_match.evolve import genesis, replay
from croupier_match.match import (
    AnyMatch,
    ClockOptions,
    Kind,
    OnTimeout,
    Outcome,
    Reason,
    Seat,
    StartMode,
    Status,
)
from croupier_match.terms import terms
from engine.domain.registry import GAMES

from tests.support.matches import TIME, created, moved, person, resigned, seated, step


def running() -> AnyMatch:
    return seated(created()[0], 1)[0]


def of_three() -> AnyMatch:
    """A running match of Livingstone with three seats."""
    match: AnyMatch = replace(
        genesis(GAMES["lost-cities"], created()[0]),
        game=livingstone.ID,
        options=livingstone.Options(),
        seats=(Seat(),) * 3,
    )
    for seat in range(3):
        match = seated(match, seat)[0]
    return match


def test_the_last_player_to_join_starts_a_match() -> None:
    waiting = created()[0]
    match, entry = seated(waiting, 1)
    assert (waiting.status, waiting.state) == (Status.WAITING, None)
    assert (match.status, match.version) == (Status.ACTIVE, 2)
    assert match.events
    assert (match.create_time, match.update_time) == (TIME, entry.time)


def test_a_match_of_manual_start_waits_to_be_started() -> None:
    match = seated(replace(created()[0], start=StartMode.MANUAL), 1)[0]
    assert match.status == Status.WAITING
    assert step(match, Kind.STARTED, 0)[0].status == Status.ACTIVE


def test_leaving_frees_the_seat() -> None:
    match = seated(replace(created()[0], start=StartMode.MANUAL), 1, person("Bob"))[0]
    assert step(match, Kind.LEFT, 1)[0].seats == (match.seats[0], Seat())


def test_events_are_those_of_the_last_entry() -> None:
    match = moved(running())[0]
    assert [event.kind for event in match.events] == ["card_played", "card_drawn"]
    assert resigned(match, 0)[0].events == ()


@pytest.mark.parametrize("seat", [0, 1])
def test_a_match_of_two_ends_when_one_resigns(seat: int) -> None:
    outcome = resigned(running(), seat)[0].outcome
    assert outcome
    assert (outcome.reason, outcome.ranking) == (Reason.RESIGNED, ((1 - seat,), (seat,)))
    assert outcome.winners == (1 - seat,)


def test_a_match_of_three_goes_on_without_one() -> None:
    match = resigned(of_three(), 1)[0]
    assert (match.status, match.seats[1].resigned) == (Status.ACTIVE, True)
    ended = resigned(match, 0)[0]
    assert ended.outcome
    assert (ended.status, ended.outcome.winners) == (Status.FINISHED, (2,))
    assert ended.outcome.ranking[-1] == (0, 1), "resigned seats share the last rank"


def test_a_time_out_is_a_resignation_unless_the_clock_asks_for_a_move() -> None:
    for on_timeout, status in ((OnTimeout.FORFEIT, Status.FINISHED), (OnTimeout.RANDOM, None)):
        match = replace(created()[0], clock=ClockOptions(per_move_ms=1_000, on_timeout=on_timeout))
        after = step(seated(match, 1)[0], Kind.TIMEOUT, 0, late=(0,))[0]
        if status:
            assert after.outcome
            assert (after.status, after.outcome.reason) == (status, Reason.TIMEOUT)
        else:
            assert (after.status, after.late) == (Status.ACTIVE, (0,))
            assert moved(after)[0].late == ()


def test_an_aborted_match_has_no_winner_and_only_a_creator_frees_the_seat() -> None:
    waiting = created()[0]
    outcome = Outcome(Reason.ABORTED, ((0, 1),), (0, 0), ())
    by_creator = step(waiting, Kind.ABORTED, 0)[0]
    assert (by_creator.outcome, by_creator.seats[0]) == (outcome, Seat())
    by_operator = step(waiting, Kind.ABORTED, 0, note="why")[0]
    assert (by_operator.outcome, by_operator.seats) == (outcome, waiting.seats)


def test_the_log_gives_the_same_match_again() -> None:
    match, entry = created()
    log: list[Entry] = [entry]
    for step_ in (lambda it: seated(it, 1), moved, moved, lambda it: resigned(it, 0)):
        match, entry = step_(match)
        log.append(entry)
    versions = [*replay(GAMES.of(match), match, log, seeded_chance)]
    assert [each.version for each in versions] == [1, 2, 3, 4, 5]
    assert versions[-1] == match


def test_each_entry_is_hashed_after_the_one_before() -> None:
    match, entry = created()
    public = entry.public(GAMES.of(match))
    assert public == {"version": 1, "kind": "created", "seat": 0, "move": None, "time": TIME}
    assert match.log_head == entry_hash(match.seed, terms(GAMES.of(match), match), public)
    after, entry = seated(match, 1)
    assert after.log_head == entry_hash(match.seed, match.log_head, entry.public(GAMES.of(match)))


def test_a_public_entry_has_a_note_only_if_there_is_one() -> None:
    entry = Aborted(3, 0, TIME, note="why")
    assert entry.public(GAMES["lost-cities"])["note"] == "why"
    assert "note" not in replace(entry, note="").public(GAMES["lost-cities"])
