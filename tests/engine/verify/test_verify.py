"""The verifier as a whole: honest replays are verified, and nothing else."""

import copy
import random
from dataclasses import replace
from typing import Any

import pytest
from croupier.v1 import engine_service_pb2 as pb
from engine.domain import hash_chain
from engine.domain.match import ClockOptions, OnTimeout, Undo, UndoMode
from engine.domain.registry import GAMES
from engine.domain.terms import terms
from engine.games.lost_cities import types
from engine.verify import verify
from engine.verify.errors import Refuted

from tests.engine.verify.replays import (
    HONEST,
    OTHER,
    OTHERS,
    SHORT,
    Json,
    Table,
    Tamper,
    both,
    leaves,
    put,
    refused,
    rehash,
    renumber,
    tampered_with,
)
from tests.vectors import tables


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", HONEST)
def test_an_honest_replay_is_verified_through_whoevers_eyes(name: str, seed: int) -> None:
    table = HONEST[name](seed)
    for seat in (None, 0, 1):
        if seat is None or table.match.seats[seat].player:
            assert verify(table.replay(seat))[-1] == "verified"


def test_the_report_says_what_was_recomputed() -> None:
    table = Table(4, replace(SHORT, rounds=2)).seated("", "c0ffee").played()
    outcome = table.match.outcome
    assert outcome
    dealt = [past.entry.version for past in table.past() if "RoundStarted" in str(past.match)]
    winners = " and ".join(f"seat {seat}" for seat in outcome.winners)
    promised = hash_chain.commitment(table.match.seed)
    assert verify(table.replay()) == [
        "Lost Cities, match kqFT0Yg1Qm2n3o4p5q6r7s",
        "seat 0      Ann (human)",
        "seat 1      Bob (human)",
        "commitment  ok: the seed is the promised one; entropy of seat 1",
        f"log         ok: {len(table.log)} entries in an unbroken chain of hashes",
        f"recomputed  {len(table.log) - 2} moves, draws at version {dealt[0]}, {dealt[1]}; "
        "state and events agree",
        f"result      completed, {outcome.scores[0]} : {outcome.scores[1]}, won by {winners}",
        f"compare     id kqFT0Yg1Qm2n3o4p5q6r7s, commitment {promised}",
        f"compare     terms {terms(table.match)}",
        "compare     rulesVersion 1, recipe 2, deal open, start auto",
        "compare     options rounds 2, colors 5, maxTurnsWithoutDeckDraw 4, carriedScores []",
        "compare     no clock; no move can be taken back",
        "verified",
    ]


def test_the_report_lists_the_seals_to_be_compared() -> None:
    replay = HONEST["sealed"](4).replay()
    fairness = replay["match"]["fairness"]
    deal = f"recipe 2, deal sealed, start auto, reveal {fairness['reveal']}"
    report = verify(replay)
    assert f"compare     rulesVersion 1, {deal}" in report
    assert report[-3:-1] == [
        *(f"compare     seal of seat {i} {seal}" for i, seal in enumerate(fairness["seals"])),
    ]


@pytest.mark.parametrize(
    ("clock", "mode", "words"),
    [
        (
            ClockOptions(bank_ms=300_000, increment_ms=2_500),
            UndoMode.CONSENT,
            "300s for the match, and 2.5s more with each move; a seat that is late has lost; "
            "moves can be taken back if all agree that it concerns",
        ),
        (
            ClockOptions(per_move_ms=90_000, on_timeout=OnTimeout.RANDOM),
            UndoMode.NEVER,
            "90s for each move; a seat that is late makes a random move; no move can be taken back",
        ),
    ],
)
def test_the_report_says_in_words_what_was_agreed(
    clock: ClockOptions, mode: UndoMode, words: str
) -> None:
    undo = Undo() if mode == UndoMode.CONSENT else None
    table = tables.Table("agreed", "lost-cities", clock=clock, undo=undo).seated().aborted("!")
    assert f"compare     {words}" in verify(table.replay())


def test_the_report_says_whether_all_were_bound_and_who_withheld() -> None:
    bound = "seals       ok: every seat was bound to its entropy before any was revealed"
    assert bound in verify(HONEST["sealed"](4).replay())
    assert verify(HONEST["sealed and withheld"](4).replay())[4] == (
        "seals       nothing was dealt; withheld by seat 0"
    )


def swap(one: int, other: int) -> Tamper:
    def tamper(replay: Json) -> None:
        log = replay["log"]
        log[one], log[other] = log[other], log[one]

    return tamper


def another_seed(replay: Json) -> None:
    """A seed with its commitment, but the log as it was."""
    seed = "5e" * 32
    replay["serverSeed"] = replay["match"]["fairness"]["serverSeed"] = seed
    replay["match"]["fairness"]["commitment"] = hash_chain.commitment(seed)


def wrong_turn(replay: Json) -> None:
    """The first move, by the other seat."""
    replay["log"][2]["seat"] = 1 - replay["log"][2]["seat"]


def same_pile(replay: Json) -> None:
    """Discard, and draw the same card again."""
    move = replay["log"][2]["move"]
    color = {"R": "RED", "W": "WHITE", "Y": "YELLOW", "B": "BLUE", "G": "GREEN"}[move["card"][0]]
    move |= {"place": "DISCARD", "draw": color}


def append(**entry: Any) -> Tamper:
    """One more entry at the end."""

    def tamper(replay: Json) -> None:
        last = replay["log"][-1]
        replay["log"].append(last | {"seat": 0, "move": None} | entry)
        replay["match"]["version"] += 1

    return tamper


def not_in_hand(replay: Json) -> None:
    """The first move, with a card of which the other seat has the only one."""
    card = replay["log"][3]["move"]["card"]
    assert not card.endswith(types.WAGER)
    replay["log"][2]["move"]["card"] = card


TAMPERED: dict[str, tuple[Tamper, str]] = {
    "the id": (put("match.id", "kqFT0Yg1Qm2n3o4p5q6r7"), "match.id is .* 22 characters"),
    "the id, in other characters": (
        put("match.id", "kqFT0Yg1Qm2n3o4p5q6r7."),
        "match.id is .* 22 characters",
    ),
    "the seed": (put("serverSeed", OTHER), "The commitment is not the SHA-256"),
    "the commitment": (put("match.fairness.commitment", OTHER), "The commitment is not"),
    "the seed of the match": (
        put("match.fairness.serverSeed", OTHER),
        "match.fairness.serverSeed is not serverSeed",
    ),
    "the seed with its commitment": (another_seed, "match.fairness.terms is not that of the id"),
    "the seed, all hashed anew": (both(another_seed, rehash), "Version [3-7]: seat . cannot play"),
    "a card of a move": (put("log.3.move.card", "Rx"), "Version 4: hash is not"),
    "a place of a move": (put("log.3.move.place", "NOWHERE"), "Version 4: hash is not"),
    "a time": (put("log.4.time", "2026-03-01T12:00:00.000Z"), "Version 5: hash is not"),
    "a kind": (put("log.2.kind", "resigned"), "Version 3: hash is not"),
    "a seat": (put("log.2.seat", 7), "Version 3: hash is not"),
    "a hash": (put("log.2.hash", OTHER), "Version 3: hash is not"),
    "a prev": (put("log.2.prev", OTHER), "Version 3: prev is not"),
    "the first prev": (put("log.0.prev", OTHER), "Version 1: prev is not"),
    "one more member of an entry": (put("log.2.note", "!"), "Version 3: hash is not"),
    "logHead": (put("match.fairness.logHead", OTHER), "logHead is not"),
    "an entry less": (lambda it: it["log"].pop(3), "The log has version 5 where 4 is expected"),
    "the last entry less": (lambda it: it["log"].pop(), "match.version is 8, but .* ends at 7"),
    "an entry twice": (
        lambda it: it["log"].insert(3, it["log"][3]),
        "The log has version 4 where 5 is expected",
    ),
    "entries in another order": (swap(3, 4), "The log has version 5 where 4 is expected"),
    "entries in another order, renumbered": (
        both(swap(2, 3), renumber),
        "Version 3: its? (seat|time)|Version 3: seat . cannot play .*to move was seat",
    ),
    "the version": (put("match.version", 9), "match.version is 9"),
    "a wrong turn": (both(wrong_turn, rehash), "Version 3: seat . cannot play .*; to move was "),
    "a card of nobody": (both(not_in_hand, rehash), "Version 3: seat . cannot play "),
    "the card just discarded": (both(same_pile, rehash), "Version 3: seat . cannot play "),
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
    "an unspecified place": (
        both(put("log.2.move.place", "PLACE_UNSPECIFIED"), rehash),
        "Version 3: place must be",
    ),
    "a move with more": (
        both(put("log.2.move.swiftly", True), rehash),
        "Version 3: .*cannot be read",
    ),
    "a move in numbers": (
        both(put("log.2.move.draw", 1), rehash),
        "Version 3: (the entry is not written as|seat . cannot play)",
    ),
    "a move without a move": (both(put("log.2.move", None), rehash), "Version 3: .*has a move"),
    "a join with a move": (
        both(put("log.1.move", {"card": "Y7"}), rehash),
        "Version 2: an entry of kind joined has no move",
    ),
    "a seat that is not there": (both(put("log.2.seat", 2), rehash), "Version 3: .*no seat 2"),
    "a negative seat": (both(put("log.2.seat", -1), rehash), "Version 3: there is no seat -1"),
    "a creator elsewhere": (both(put("log.0.seat", 1), rehash), "Version 1: the creator"),
    "two creations": (
        both(put("log.1.kind", "created"), rehash),
        "Version 2: the first entry, and",
    ),
    "no creation": (
        both(put("log.0.kind", "joined"), rehash),
        "Version 1: the first entry, and",
    ),
    "one seat taken twice": (both(put("log.1.seat", 0), rehash), "Version 2: seat 0 was taken"),
    "a start after the start": (
        both(put("log.2.kind", "started"), put("log.2.move", None), rehash),
        "Version 3: The match has begun",
    ),
    "a leave after the start": (
        both(put("log.7.kind", "left"), rehash),
        "Version 8: The match has begun",
    ),
    "an abort after the start": (
        both(put("log.7.kind", "aborted"), rehash),
        "Version 8: The match has begun",
    ),
    "a time-out": (both(put("log.7.kind", "timeout"), rehash), "Version 8: .* without a clock"),
    "an entry after the end": (
        both(append(version=9, kind="resigned"), rehash),
        "Version 9: The match has ended",
    ),
    "a time before the last": (
        both(put("log.4.time", "2026-03-01T12:00:00.000Z"), rehash),
        "Version 5: its time is before",
    ),
    "an option": (put("options.rounds", 3), "options and match.options differ"),
    "an option no match can have": (put("options.rounds", 12), "options: rounds must be"),
    "an option that is none": (put("options.speed", 1), "options: .*cannot be read"),
    "the colours, in both": (
        both(put("options.colors", 6), put("match.options.colors", 6), rehash),
        "Version [3-7]: seat . cannot play",
    ),
    "the rounds, in both": (
        both(put("options.rounds", 3), put("match.options.rounds", 3), rehash),
        r"state.rounds is 1, the recomputed match says 3",
    ),
    "start": (both(put("match.start", "manual"), rehash), "Version 3: The match has not begun yet"),
    "entropy": (put("entropy.1", "c0ffef"), "Version [3-7]: seat . cannot play"),
    "entropy left out": (put("entropy.1", None), "Version [3-7]: seat . cannot play"),
    "entropy of a third": (
        lambda it: it["entropy"].append(None),
        "There are 2 seats, but entropy of 3",
    ),
    "a score on the table": (
        put("match.state.sides.0.total", 180),
        r"state.sides\[0\].total is 180, the recomputed match says 0",
    ),
    "a card on the table": (
        put("match.state.sides.0.expeditions.2.cards", ["Yx", "Yx", "Yx", "Y9"]),
        r"state.sides\[0\].expeditions\[2\].cards has 4 items, the recomputed match has ",
    ),
    "a card in the hand": (put("match.state.hand.0", "R?"), r"state.hand\[0\] is \"R\?\", the "),
    "the eyes": (put("match.yourSeat", None), "state.hand has 8 items, the recomputed match has 0"),
    "the other's eyes": (put("match.yourSeat", 1), r"state.hand\[.\] is "),
    "no eyes at all": (put("match.yourSeat", 2), "yourSeat is 2, but that is not a taken seat"),
    "a bool for a number": (
        put("match.state.sides.0.total", False),
        r"state.sides\[0\].total is false, the recomputed match says 0",
    ),
    "more on the table": (put("match.state.luck", 7), "state.luck is given"),
    "less on the table": (lambda it: it["match"]["state"].pop("deckSize"), "state.deckSize is mis"),
    "no table": (put("match.state", None), "state is null"),
    "events": (put("match.lastEvents", [{}]), "lastEvents has 1 items, .* has 0"),
    "a score": (put("match.outcome.scores.1", 99), r"outcome.scores\[1\] is 99, .* says 0"),
    "a rank": (put("match.outcome.ranking", [[1], [0]]), r"outcome.ranking\[0\]\[0\] is 1"),
    "a winner": (put("match.outcome.winners", [1]), r"outcome.winners\[0\] is 1, .* says 0"),
    "one more winner": (put("match.outcome.winners", [0, 1]), "outcome.winners has 2 items"),
    "the reason": (
        put("match.outcome.reason", "completed"),
        'outcome.reason is "completed", the recomputed match says "resigned"',
    ),
    "no outcome": (put("match.outcome", None), "outcome is null"),
    "the status": (put("match.status", "aborted"), 'status is "aborted", the recomputed match'),
    "a player": (put("match.seats.1.player", None), r"seats\[1\].player is null, but .* taken"),
    "one player twice": (put("match.seats.1.player.id", "ann"), "One player has two seats"),
    "the seats' numbers": (put("match.seats.1.index", 0), r"seats\[1\].index is 0"),
    "who is to move": (put("match.toMove", [0]), "toMove has 1 items"),
    "the time of creation": (put("match.createTime", "2026-03-01T11:59:00.000Z"), "createTime is"),
    "the last time": (put("match.updateTime", "2027-03-01T11:59:00.000Z"), "updateTime is"),
}


@pytest.mark.parametrize("name", TAMPERED)
def test_what_was_tampered_with_is_named_first(name: str) -> None:
    tamper, complaint = TAMPERED[name]
    replay = tampered_with()
    tamper(replay)
    with pytest.raises(Refuted, match=f"^{complaint}"):
        verify(replay)


PLAYER = ("id", "displayName", "kind")


NOT_COVERED = {
    "match.id",
    "match.access",
    "match.inviteCode",
    *(f"match.seats.{seat}.player.{name}" for seat in (0, 1) for name in PLAYER),
}

"""Members that no recomputation can tell: the players, and the match's name."""


@pytest.mark.service
def test_every_single_value_of_a_replay_counts() -> None:
    """A changed member is always noticed, and never breaks the verifier."""
    honest = HONEST["three rounds of purple"](18).replay(1)
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


def test_every_game_has_its_arm_in_move_and_options() -> None:
    for game in GAMES.values():
        assert game.arm in pb.Move.DESCRIPTOR.fields_by_name
        assert game.arm in pb.Options.DESCRIPTOR.fields_by_name
