"""An entry is legal if and only if a command at its time leads to it: in random matches.

`make test SIZE=full`, or pytest with `--size full`, changes some thousands of logs.
"""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from types import ModuleType
from typing import Any

import pytest
from croupier_game.chance import Chance
from croupier_game.installed import find
from croupier_match import clock
from croupier_match.entries import Aborted, Entry, Moved, Resigned
from croupier_match.evolve import genesis
from croupier_match.forced import Limits, forced_seat
from croupier_match.games import Game
from croupier_match.match import CREATOR, ClockOptions, Kind, OnTimeout
from croupier_match.verify.errors import Refuted
from croupier_match.verify.following import Step, follow

from tests.croupier_match.games import nim
from tests.croupier_match.playing import NIM, ROUNDS, WINDOWS, Playing, game_of, table_of
from tests.croupier_match.strolls import stroll
from tests.croupier_match.verify.any_command import leads_to
from tests.croupier_match.verify.changed import Changed, Changes

GAMES = {each.rules.ID: each for each in (NIM, ROUNDS, WINDOWS, *map(Game.of, find().games))}
MATCHES = 40
SMOKE, CAMPAIGN = 60, 1_500
"""Changes for each game."""


def played(game: Game) -> Iterator[Playing]:
    """Random matches after their last command."""
    for number in range(MATCHES):
        *_, (before, command, found) = stroll(game, number)
        if not isinstance(found, Exception):
            before.do(command, after_ms=0)
        yield before


def accepted(playing: Playing, log: Sequence[Entry]) -> bool:
    """Whether the verifier accepts this log of the match."""
    try:
        return accepts(playing, log)
    except Refuted:
        return False


def accepts(playing: Playing, log: Sequence[Entry]) -> bool:
    """The same. Raise Refuted."""
    return all(step.given == step.due for step in followed(playing, log))


def followed(playing: Playing, log: Sequence[Entry]) -> Iterator[Step]:
    begun = genesis(playing.game, playing.match)
    return follow(playing.game, begun, log, len(log), playing.chance)


def decided(playing: Playing, place: int) -> Playing:
    """The match at the last command of which the entry at this place may have come."""
    past = playing.past[:place]
    while past and forced_seat(playing.game, past[-1][0]) is not None:
        past = past[:-1]
    match = past[-1][0] if past else genesis(playing.game, playing.match)
    return replace(playing, past=past, match=match)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_what_is_decided_is_accepted(game: Game) -> None:
    kinds = Counter[Kind]()
    for playing in played(game):
        steps = list(followed(playing, playing.log))
        assert [step.given for step in steps] == [step.due for step in steps]
        assert [step.after for step in steps] == [match for match, _ in playing.past]
        kinds.update(entry.kind for entry in playing.log)
    assert len(kinds) >= 9


def changed(game: Game, number: int) -> Iterator[tuple[Playing, Changed]]:
    """So many changes of logs of random matches."""
    matches = [each for each in played(game) if each.log]
    dice = random.Random(game.rules.ID)
    while number:
        playing = dice.choice(matches)
        if found := Changes(playing, dice).one():
            yield playing, found
            number -= 1


@pytest.mark.parametrize("number", [SMOKE, pytest.param(CAMPAIGN, marks=pytest.mark.full)])
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_changed_log_is_accepted_if_commands_lead_to_it(game: Game, number: int) -> None:
    told = Counter[bool]()
    for playing, found in changed(game, number):
        before = decided(playing, found.place)
        expected = leads_to(before, found.log[before.match.version :])
        assert accepted(playing, found.log) == expected, found
        told[expected] += 1
    assert told[False] > told[True] > 0


def resigned() -> Playing:
    """A match of three, of whom the one that begins has resigned: the server has moved."""
    playing = table_of(NIM, 3)
    return playing.resigned(playing.to_move[0])


def test_where_the_server_moves_nothing_else_comes_but_the_end_of_a_match_too_long() -> None:
    playing = resigned()
    *log, forced = playing.log
    assert isinstance(forced, Moved)
    later = clock.later(forced.time, 1)
    enough = Aborted(forced.version, CREATOR, forced.time, "It has become too long.")
    assert accepted(playing, [*log, enough])
    others: list[Entry] = [
        Aborted(forced.version, CREATOR, forced.time),
        Resigned(forced.version, 1 + forced.seat, forced.time),
        replace(forced, time=later),
        *(
            replace(forced, move=nim.Move(count))
            for count in (1, 2, 3)
            if count != forced.move.count
        ),
    ]
    for other in others:
        assert not accepted(playing, [*log, other]), other
    assert not accepted(playing, log)


def test_the_random_move_of_a_seat_that_is_late_comes_without_exception() -> None:
    time = ClockOptions(per_move_ms=60_000, on_timeout=OnTimeout.RANDOM)
    playing = table_of(NIM, 3, clock=time).late()
    *log, forced = playing.log
    assert [entry.kind for entry in playing.log[-2:]] == [Kind.TIMEOUT, Kind.MOVE]
    enough = Aborted(forced.version, CREATOR, forced.time, "It has become too long.")
    assert not accepted(playing, [*log, enough])
    assert accepted(playing, [*log, forced])


def test_a_forced_move_takes_no_time_where_several_seats_are_to_move() -> None:
    """The banks of the others are empty at that moment."""
    time = ClockOptions(bank_ms=5_000, on_timeout=OnTimeout.RANDOM)
    playing = table_of(ROUNDS, 3, clock=time).resigned(0).late()
    assert playing.match.left_ms[1:] == (0, 0)
    moves = [(Kind.MOVE, seat) for seat in (1, 2, 0)]
    assert playing.kinds()[-4:] == [(Kind.TIMEOUT, 1), *moves]
    assert accepted(playing, playing.log)


def test_a_match_ends_by_a_note_at_the_time_of_the_last_entry_though_a_bank_is_empty() -> None:
    """So does one that has become too long, or whose rules fail at a time-out."""
    time = ClockOptions(bank_ms=5_000, on_timeout=OnTimeout.RANDOM)
    playing = table_of(NIM, 2, clock=time).late().late()
    version, last = playing.match.version + 1, playing.match.update_time
    assert playing.overdue
    ended = Aborted(version, CREATOR, last, "It has become too long.")
    assert accepted(playing, [*playing.log, ended])
    assert not accepted(playing, [*playing.log, replace(ended, time=clock.later(last, 1))])


def test_who_was_refused_is_told_in_the_words_of_the_service() -> None:
    playing = table_of(NIM, 2).resigned(0)
    version, time = playing.match.version + 1, playing.match.update_time
    for entry, says in (
        (Resigned(version, 1, time), ", seat 1: The match has ended."),
        (Moved(version, 1, time, nim.Move(3)), ": seat 1 cannot play 3. The match has ended."),
    ):
        with pytest.raises(Refuted) as refuted:
            accepts(playing, [*playing.log, entry])
        assert str(refuted.value) == f"Version {version}{says}"


def test_moves_of_the_server_without_end_are_followed_no_further_than_the_log() -> None:
    """Rules need not end; the match does, as it has become too long."""
    rules = ModuleType("endless")
    vars(rules).update(vars(nim), apply=stay)
    playing = replace(table_of(game_of(rules), 3), limits=Limits(most_versions=8))
    playing.resigned(0)
    assert [entry.kind for entry in playing.log[-2:]] == [Kind.MOVE, Kind.ABORTED]
    assert accepted(playing, playing.log)
    with pytest.raises(Refuted, match="Version 9 is missing, of kind move"):
        accepts(playing, playing.log[:-1])


def stay(state: nim.State, seat: int, move: nim.Move, chance: Chance) -> tuple[nim.State, Any]:
    """Play no move: the same seat is to move for ever."""
    return state, ()
