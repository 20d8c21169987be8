"""Properties of what is decided, in random matches of all games."""

from collections import Counter
from functools import partial

import pytest
from croupier_game.installed import find
from croupier_match.commands import Ask, Reveal
from croupier_match.decide import RULES, Decided
from croupier_match.evolve import evolve
from croupier_match.games import Game
from croupier_match.match import Kind
from croupier_match.refusals import Code, code_of

from tests.croupier_match.playing import NIM, ROUNDS, WINDOWS, returned
from tests.croupier_match.strolls import Found, stroll

RARE = {Kind.LEFT, Kind.AGREED, Kind.REFUSED, Kind.CLAIMED, Kind.UNDONE, Kind.ASKED}
"""Kinds of entries that need not be in the matches of each game, such as of one that knows luck."""
GAMES = {each.rules.ID: each for each in (NIM, ROUNDS, WINDOWS, *map(Game.of, find().games))}
MATCHES = 100

OF_SITUATION = {
    *(Code.NOT_FOUND, Code.CONFLICT, Code.MATCH_ACTIVE, Code.MATCH_NOT_ACTIVE, Code.MATCH_FULL),
    *(Code.NOT_YOUR_TURN, Code.UNDO_REFUSED),
}
OF_WHAT_WAS_SENT = {Code.INVALID_MOVE, Code.ILLEGAL_MOVE, Code.INVALID_OPTIONS}


@pytest.fixture(scope="module", params=GAMES)
def found(request: pytest.FixtureRequest) -> list[Found]:
    return [each for number in range(MATCHES) for each in stroll(GAMES[request.param], number)]


def test_what_is_decided_is_what_the_entries_make_of_the_match(found: list[Found]) -> None:
    kinds = Counter[Kind]()
    for before, command, decided in found:
        if not isinstance(decided, Decided):
            continue
        match = before.match
        for entry, version in zip(*decided, strict=True):
            assert entry.version == match.version + 1
            assert entry.time >= match.update_time
            match = evolve(before.game, match, entry, before.chance)
            assert match == version, command
            kinds[entry.kind] += 1
        assert not match.late, "what is stored has its random moves"
        assert decided.entries or isinstance(command, Reveal), "nothing else may be done already"
    assert {*kinds} >= {*Kind} - RARE


def test_the_same_is_decided_again(found: list[Found]) -> None:
    for before, command, decided in found:
        again = before.found(command)
        assert again == decided or (type(again), str(again)) == (type(decided), str(decided))


def test_what_follows_a_deadline_comes_before_all_else(found: list[Found]) -> None:
    for before, command, decided in found:
        if before.overdue and isinstance(decided, Decided) and decided.entries:
            assert decided.entries[0].kind in (Kind.TIMEOUT, Kind.ABORTED), command


def test_nothing_follows_the_end(found: list[Found]) -> None:
    for before, command, decided in found:
        if before.match.ended and isinstance(decided, Decided):
            assert not decided.entries, command
        if isinstance(decided, Decided):
            assert not any(each.ended for each in decided.versions[:-1])


def test_what_was_sent_is_judged_after_the_situation(found: list[Found]) -> None:
    """So the contract's order of refusals holds, whatever is wrong at the same time."""
    for before, command, decided in found:
        code = code_of(decided) if isinstance(decided, Exception) else ""
        if code in ("", Code.OVERDUE, Code.NOT_YOUR_MATCH):
            continue
        arguments = before.game, before.match, command, before.time
        refused = returned(partial(RULES[type(command)].situation, *arguments))
        if isinstance(refused, Exception):
            assert code == code_of(refused)
            assert code in OF_SITUATION, command
        else:
            # What was taken back is tried between the two.
            assert code in OF_WHAT_WAS_SENT or isinstance(command, Ask), command
