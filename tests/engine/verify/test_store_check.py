"""A stored match against its log; whole stores are in admin/test_verify_all.py."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from croupier_match.entries import Aborted, Claimed, Entry
from croupier_match.match import AnyMatch, ClockOptions
from croupier_match.refusals import NotPlayedHere
from engine.verify.errors import Refuted
from engine.verify.store_check import check_stored

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
    check_stored(*stored())


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
    "the seats": (lambda match, log: (match.with_seat(0, match.seats[1]), log), "It is not what"),
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
        check_stored(match, log)
    assert str(refuted.value).startswith(sentence)
    assert match.state
    assert not any(card in str(refuted.value) for hand in match.state.hands for card in hand)


def test_a_match_of_other_rules_is_not_called_wrong() -> None:
    match, log = stored()
    with pytest.raises(NotPlayedHere):
        check_stored(replace(match, rules_version=match.rules_version + 1), log)
