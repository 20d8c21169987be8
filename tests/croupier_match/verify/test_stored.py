"""A stored match against its log; whole stores are in admin/test_verify_all.py."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from croupier_match.commands import Ask, Leave
from croupier_match.entries import Aborted, Claimed, Entry, Joined, Undone
from croupier_match.games import Games
from croupier_match.match import AnyMatch, ClockOptions
from croupier_match.refusals import NotPlayedHere
from croupier_match.verify.errors import Refuted
from croupier_match.verify.stored import check_stored
from engine.domain.registry import GAMES

from tests.croupier_match.playing import NIM, match_of, player, table_of
from tests.support.matches import created, moved, seated

Log = list[Entry]
Damage = Callable[[AnyMatch, Log], tuple[AnyMatch, Log]]


def stored() -> tuple[AnyMatch, Log]:
    """A running match after two moves, and its log."""
    match, entry = created()
    log: Log = [entry]
    for step in (lambda it: seated(it, 1), moved, moved):
        match, entry = step(match)
        log.append(entry)
    return match, log


def entry(at: int, **changes: object) -> Damage:
    """Another entry in the log."""

    def damage(match: AnyMatch, log: Log) -> tuple[AnyMatch, Log]:
        log[at] = replace(log[at], **changes)  # type: ignore[arg-type]
        return match, log

    return damage


def of_class(at: int, made: Callable[..., Entry], **more: object) -> Damage:
    """An entry of another class in the log."""

    def damage(match: AnyMatch, log: Log) -> tuple[AnyMatch, Log]:
        log[at] = made(log[at].version, log[at].seat, log[at].time, **more)
        return match, log

    return damage


def field(**changes: object) -> Damage:
    """Another field of the match."""
    return lambda match, log: (replace(match, **changes), log)  # type: ignore[arg-type]


def test_a_match_is_what_its_log_makes_of_it() -> None:
    check_stored(GAMES, *stored())


OTHER_DEAL = ("Version ", "The chain of hashes does not end in its log head.")
"""What another seed is told as: the moves may be possible with its deal, too."""

DAMAGES: dict[str, tuple[Damage, str | tuple[str, str]]] = {
    "an entry less": (lambda match, log: (match, log[:-1]), "It is at version 4, its log at 3."),
    "an entry twice": (lambda match, log: (match, [*log, log[-1]]), "The versions of the log"),
    "another order": (lambda match, log: (match, [log[1], log[0], *log[2:]]), "The versions of"),
    "the version": (field(version=5), "It is at version 5, its log at 4."),
    "the head": (field(log_head="ab" * 32), "The chain of hashes does not end in its log head."),
    "the seed": (field(seed="ab" * 32), OTHER_DEAL),
    "no seed": (field(seed="none"), "Its seed is not valid."),
    "the events": (field(events=()), "It is not what its log makes of it."),
    "the seats": (
        lambda match, log: (replace(match, seats=(match.seats[1],) * 2), log),
        "It is not what",
    ),
    "too many seats": (
        lambda match, log: (replace(match, seats=match.seats * 2), log),
        "It has too few or too many seats.",
    ),
    "the clock": (field(clock=ClockOptions()), "Its options or its times are not possible."),
    "a seat": (entry(2, seat=7), "Version 3 of its log was not possible."),
    "a kind": (of_class(2, Claimed, gone=(1,)), "Version 3 of its log was not possible."),
    "a move": (entry(2, move=None), "Version 3 of its log was not possible."),
    "a note": (of_class(3, Aborted, note="é"), "Version 4 of its log was not possible."),
    "an entropy": (entry(1, entropy="xyz"), "Version 2 of its log was not possible."),
    "a time": (entry(2, time="2000-01-01T00:00:00.000Z"), "Version 3 of its log was not"),
}


@pytest.mark.parametrize("name", DAMAGES)
def test_what_is_damaged_is_refuted_without_a_card(name: str) -> None:
    damage, sentence = DAMAGES[name]
    match, log = damage(*stored())
    with pytest.raises(Refuted) as refuted:
        check_stored(GAMES, match, log)
    assert str(refuted.value).startswith(sentence)
    assert match.state
    assert not any(card in str(refuted.value) for hand in match.state.hands for card in hand)


def test_a_match_of_other_rules_is_not_called_wrong() -> None:
    match, log = stored()
    with pytest.raises(NotPlayedHere):
        check_stored(GAMES, replace(match, rules_version=match.rules_version + 1), log)


def test_a_player_has_one_seat_also_if_it_is_free_again() -> None:
    playing = match_of(NIM, 3).seated(0, 1)
    first, second = playing.log
    assert isinstance(second, Joined)
    playing.do(Leave(1))
    check_stored(Games([NIM]), playing.match, playing.log)
    twice = [first, replace(second, player=player(0)), playing.log[2]]
    with pytest.raises(Refuted, match=r"^Version 2 of its log was not possible\.$"):
        check_stored(Games([NIM]), playing.match, twice)


def test_a_random_match_is_what_its_log_makes_of_it_and_a_table_restored_that_of_then() -> None:
    playing = table_of(NIM, 2).play(1)
    seat, version = playing.log[-1].seat, playing.match.version
    playing.do(Ask(seat, version - 1))
    *log, undone = playing.log
    assert isinstance(undone, Undone)
    check_stored(Games([NIM]), playing.match, playing.log)
    other = replace(undone.restored, dealt_at=undone.restored.dealt_at + 1)
    with pytest.raises(Refuted, match=rf"^Version {undone.version} of its log was not"):
        check_stored(Games([NIM]), playing.match, [*log, replace(undone, restored=other)])
