"""The verifier as a whole: its report, all eyes, and every value of a replay.

What a liar could do to a replay, and the sentence that refuses it, is in docs/vectors, which
tests/vectors plays; here is what depends on the verifier's own messages of protobuf.
"""

import copy
import random
from dataclasses import replace

import pytest
from croupier_game.seeded import seeded_chance
from croupier_lost_cities import rules
from croupier_match.chain import commitment
from croupier_match.evolve import replay
from croupier_match.match import ClockOptions, OnTimeout, StartMode, Undo, UndoMode
from croupier_match.terms import terms
from croupier_match.verify.errors import Refuted
from engine.domain.registry import GAMES
from engine.verify import verify

from tests.croupier_match.verify.replays import (
    OTHERS,
    SHORT,
    Tamper,
    both,
    leaves,
    put,
    refused,
    rehash,
    table,
    tampered_with,
)
from tests.vectors.honest import SEALED, WAYS, Wish

WAYS_OF = [
    (name, sealed) for sealed in (False, True) for name in (WAYS | SEALED if sealed else WAYS)
]


@pytest.mark.parametrize(("name", "sealed"), WAYS_OF)
def test_an_honest_replay_is_verified_through_all_eyes(name: str, sealed: bool) -> None:
    played = (WAYS | SEALED)[name][0](Wish(rules.ID, sealed))
    for seat in (None, 0, 1):
        if seat is None or played.match.seats[seat].player:
            assert verify(played.replay(seat))[-1] == "verified"


def test_a_seat_that_is_free_at_the_end_has_no_player() -> None:
    replay = table("left", start=StartMode.MANUAL).seated().aborted().replay()
    assert verify(replay)[-1] == "verified"
    replay["match"]["seats"][0]["player"] = {"id": "eve", "displayName": "Eve", "kind": "bot"}
    with pytest.raises(Refuted, match=r"^seats\[0\].player is given, .* is free"):
        verify(replay)


def test_the_report_says_what_was_recomputed() -> None:
    played = table("report", replace(SHORT, rounds=2)).seated().played()
    outcome = played.outcome
    past = replay(GAMES.of(played.match), played.match, played.log, seeded_chance)
    dealt = [match.version for match in past if "RoundStarted" in str(match)]
    winners = " and ".join(f"seat {seat}" for seat in outcome.winners)
    promised = commitment(played.match.seed)
    assert verify(played.replay()) == [
        f"Lost Cities, match {played.match.id}",
        "seat 0      Ann (human)",
        "seat 1      Bob (human)",
        "commitment  ok: the seed is the promised one; entropy of seat 0, 1",
        f"log         ok: {len(played.log)} entries in an unbroken chain of hashes",
        f"recomputed  {len(played.log) - 2} moves, draws at version {dealt[0]}, {dealt[1]}; "
        "state and events agree",
        f"result      completed, {outcome.scores[0]} : {outcome.scores[1]}, won by {winners}",
        f"compare     id {played.match.id}, commitment {promised}",
        f"compare     terms {terms(GAMES.of(played.match), played.match)}",
        "compare     rulesVersion 1, recipe 2, deal open, start auto",
        "compare     options rounds 2, colors 5, maxTurnsWithoutDeckDraw 4, carriedScores []",
        "compare     no clock; no move can be taken back; no player is ever gone",
        "verified",
    ]


def test_the_report_lists_the_seals_to_be_compared() -> None:
    replay = table("seals", sealed=True).seated().played().replay()
    fairness = replay["match"]["fairness"]
    deal = f"recipe 2, deal sealed, start auto, reveal {fairness['reveal']}"
    report = verify(replay)
    assert f"compare     rulesVersion 1, {deal}" in report
    assert report[-3:-1] == [
        *(f"compare     seal of seat {i} {seal}" for i, seal in enumerate(fairness["seals"])),
    ]
    assert "seals       ok: every seat was bound to its entropy before any was revealed" in report


@pytest.mark.parametrize(
    ("clock", "mode", "words"),
    [
        (
            ClockOptions(bank_ms=300_000, increment_ms=2_500),
            UndoMode.CONSENT,
            "300s for the match, and 2.5s more with each move; a seat that is late has lost; "
            "moves can be taken back if all agree that it concerns; a player is gone after 90s",
        ),
        (
            ClockOptions(per_move_ms=90_000, on_timeout=OnTimeout.RANDOM),
            UndoMode.NEVER,
            "90s for each move; a seat that is late makes a random move; "
            "no move can be taken back; a player is gone after 90s",
        ),
    ],
)
def test_the_report_says_in_words_what_was_agreed(
    clock: ClockOptions, mode: UndoMode, words: str
) -> None:
    undo = Undo() if mode == UndoMode.CONSENT else None
    played = table("agreed", start=StartMode.MANUAL, clock=clock, undo=undo, gone_after_ms=90_000)
    assert f"compare     {words}" in verify(played.seated().aborted().replay())


def test_the_report_names_the_seats_that_withheld_their_entropy() -> None:
    withheld = table("withheld", sealed=True).bound().revealed(0).withheld()
    assert verify(withheld.replay())[4] == "seals       nothing was dealt; withheld by seat 0"


TAMPERED: dict[str, tuple[Tamper, str]] = {
    "a card of no deck": (
        both(put("log.2.move.card", "Z9"), rehash),
        r"Version 3: seat . cannot play Z9.\S\. .* card",
    ),
    "a purple card": (
        both(put("log.2.move.card", "P9"), rehash),
        r"Version 3: seat . cannot play P9.\S\. .* card",
    ),
    "a place that is none": (
        both(put("log.2.move.place", "NOWHERE"), rehash),
        "Version 3: .*cannot be read",
    ),
    "a move with more": (
        both(put("log.2.move.swiftly", True), rehash),
        "Version 3: .*cannot be read",
    ),
    "a move in numbers": (
        both(put("log.2.move.draw", 1), rehash),
        "Version 3: .*cannot be read .draw cannot be 1",
    ),
    "an option that is none": (put("options.speed", 1), "options: .*cannot be read"),
    "the rounds, in both": (
        both(put("options.rounds", 3), put("match.options.rounds", 3), rehash),
        r"state.rounds is 1, the recomputed match says 3",
    ),
    "a card on the table": (
        put("match.state.sides.0.expeditions.2.cards", ["Yx", "Yx", "Yx", "Y9"]),
        r"state.sides\[0\].expeditions\[2\].cards has 4 items, the recomputed match has ",
    ),
}


@pytest.mark.parametrize("name", TAMPERED)
def test_the_first_thing_that_is_wrong_is_named(name: str) -> None:
    tamper, complaint = TAMPERED[name]
    replay = tampered_with()
    tamper(replay)
    with pytest.raises(Refuted, match=f"^{complaint}"):
        verify(replay)


PLAYER = ("id", "displayName", "kind")


NOT_COVERED = {
    "match.id",
    "match.access",
    "match.undo",
    *(f"match.seats.{seat}.player.{name}" for seat in (0, 1) for name in PLAYER),
}

"""Members that no recomputation can tell: the players, the match's name, an undo after its end."""


@pytest.mark.service
def test_every_single_value_of_a_replay_counts() -> None:
    """A changed member is always noticed, and never breaks the verifier."""
    honest = table("every value", replace(SHORT, rounds=3, colors=6)).seated().played().replay(1)
    chance = random.Random(18)
    places = dict(leaves("", honest))
    assert places.keys() >= NOT_COVERED
    for path in chance.sample(sorted(places.keys() - NOT_COVERED), 100):
        replay = copy.deepcopy(honest)
        put(path, chance.choice([other for other in OTHERS if other != places[path]]))(replay)
        assert refused(replay), path


@pytest.mark.service
def test_an_entry_hashed_anew_with_any_value_breaks_nothing() -> None:
    honest = tampered_with()
    for path, value in leaves("", honest["log"]):
        for other in (other for other in OTHERS if other != value):
            replay = copy.deepcopy(honest)
            put(f"log.{path}", other)(replay)
            rehash(replay)
            assert refused(replay) != path.endswith(("prev", "hash")), (path, other)
