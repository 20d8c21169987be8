"""Legality: entries that were not possible are refuted, even if they are hashed anew."""

import copy
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from engine.domain import reducer
from engine.domain.chance import seeded_chance
from engine.domain.match import Entry, Kind, Seat
from engine.domain.reducer import AnyEntry, AnyMatch
from engine.domain.registry import GAMES
from engine.games.livingstone import rules as livingstone
from engine.verify import verify
from engine.verify.errors import Refuted
from engine.verify.legality import check_possible

from tests.engine.verify.replays import (
    HONEST,
    Json,
    Table,
    manual,
    put,
    rehash,
    renumber,
)
from tests.support.matches import created, resigned, seated


def test_only_the_creator_starts_and_only_a_full_table() -> None:
    replay = manual(15).do(Kind.RESIGNED, 0).replay()
    replay["log"][2]["seat"] = 1
    rehash(replay)
    with pytest.raises(Refuted, match=r"^Version 3: only the creator"):
        verify(replay)
    del replay["log"][1]
    replay["log"][1]["seat"] = 0
    renumber(replay)
    with pytest.raises(Refuted, match=r"^Version 2: not every seat was taken"):
        verify(replay)


def test_only_who_sits_there_leaves_and_the_creator_aborts() -> None:
    replay = HONEST["aborted in company"](16).replay()
    for kind, seat, complaint in [
        ("left", 0, "a match whose creator leaves is aborted"),
        ("aborted", 1, "a match is aborted when its creator"),
    ]:
        replay["log"][2] |= {"kind": kind, "seat": seat}
        rehash(replay)
        with pytest.raises(Refuted, match=f"^Version 3: {complaint}"):
            verify(replay)
    replay["log"][1] |= {"kind": "left"}
    rehash(replay)
    with pytest.raises(Refuted, match=r"^Version 2: seat 1 was free"):
        verify(replay)


def noted(replay: Json, at: int, **entry: Any) -> Json:
    """The replay with another entry at `at`, hashed anew."""
    replay["log"][at] |= entry
    rehash(replay)
    return replay


def test_an_operator_aborts_what_goes_on_and_says_why() -> None:
    table = Table(18).seated().played(4)
    table.do(Kind.ABORTED, 0, note="why")
    replay = table.replay()
    assert verify(replay)[-1] == "verified"
    assert all(seat["player"] for seat in replay["match"]["seats"])
    wrong: list[tuple[int, Json, str]] = [
        (-1, {"note": ""}, "The match has begun"),
        (-1, {"note": "why", "seat": 1}, "a match is aborted when its creator"),
        (-2, {"note": "why"}, "only an entry of kind aborted has a note"),
    ]
    for at, entry, complaint in wrong:
        with pytest.raises(Refuted, match=complaint):
            verify(noted(table.replay(), at, **entry))
    twice = table.replay()
    twice["log"].append(copy.deepcopy(twice["log"][-1]))
    renumber(twice)
    with pytest.raises(Refuted, match="The match has ended"):
        verify(twice)


def resigned_of_three() -> AnyMatch:
    """A match of Livingstone, in which a seat that has resigned is to move."""
    empty: AnyMatch = replace(
        reducer.genesis(created()[0]),
        game=livingstone.ID,
        options=livingstone.Options(start_seat=0),
        seats=(Seat(),) * 3,
    )
    match = empty
    for seat in range(3):
        match = seated(match, seat)[0]
    return resigned(match, 0)[0]


def test_a_forced_move_is_the_one_that_chance_draws() -> None:
    match = resigned_of_three()
    drawn = reducer.forced_move(match, 0, seeded_chance)
    legal = GAMES[match.game].rules.legal_moves(match.state, 0)
    for move in legal:
        entry: AnyEntry = Entry(match.version + 1, Kind.MOVE, 0, match.update_time, move)
        if move == drawn:
            check_possible(match, entry, seeded_chance)
        else:
            with pytest.raises(Refuted, match="not the one that the match's chance draws"):
                check_possible(match, entry, seeded_chance)
    assert len(legal) > 1


@pytest.mark.parametrize("kind", [Kind.RESIGNED, Kind.MOVE])
def test_nothing_comes_before_a_forced_move(kind: Kind) -> None:
    """Else the server could choose the step that it is drawn at."""
    match = resigned_of_three()
    move = reducer.forced_move(match, 0, seeded_chance) if kind == Kind.MOVE else None
    late = "2099-01-02T03:04:05.678Z"
    entry: AnyEntry = Entry(match.version + 1, kind, 0 if move else 1, late, move)
    with pytest.raises(Refuted, match="its random move must follow, at the same time"):
        check_possible(match, entry, seeded_chance)
    aborted: AnyEntry = Entry(match.version + 1, Kind.ABORTED, 0, late, note="why")
    check_possible(match, aborted, seeded_chance)


SEALED_FORGERIES: dict[str, tuple[Callable[[Json], object], str]] = {
    "another seal": (put("log.0.seal", "ab" * 32), "Version 4: what seat 0 revealed is not"),
    "another entropy": (put("log.2.entropy", "00" * 32), "Version 3: what seat 1 revealed is not"),
    "no seal": (lambda replay: replay["log"][1].pop("seal"), "Version 2: a seat of a sealed deal"),
    "an early one": (
        lambda replay: replay["log"].insert(1, replay["log"].pop(2)),
        "Version 2: entropy was revealed before every seat",
    ),
    "one too many": (
        lambda replay: replay["log"].insert(3, replay["log"][2].copy()),
        "Version 4: seat 1 had revealed already",
    ),
    "a leave": (
        lambda replay: replay["log"][2].update(kind="left", entropy=None),
        "Version 3: Every seat is taken",
    ),
    "another seal shown": (
        put("match.fairness.seals.1", "ab" * 32),
        r"seals\[1\] is not that of the log",
    ),
    "another entropy shown": (put("entropy.1", "ab" * 32), r"entropy\[1\] is not what seat 1"),
    "a late one": (
        lambda replay: [
            entry.update(time="2026-03-01T13:00:00.000Z") for entry in replay["log"][3:]
        ],
        "Version 4: the time to reveal had passed",
    ),
}


@pytest.mark.parametrize("name", SEALED_FORGERIES)
def test_a_sealed_deal_that_was_not_possible_is_refuted(name: str) -> None:
    forge, complaint = SEALED_FORGERIES[name]
    replay = HONEST["sealed"](21).replay()
    forge(replay)
    for entry in replay["log"]:
        if "entropy" in entry and entry["entropy"] is None:
            del entry["entropy"]
    renumber(replay)
    with pytest.raises(Refuted, match=complaint):
        verify(replay)


@pytest.mark.parametrize(
    ("entry", "complaint"),
    [
        ({"withheld": [0, 1]}, "the seats that had not revealed were 0"),
        ({"withheld": [1]}, "the seats that had not revealed were 0"),
        ({"time": "2026-03-01T12:00:10.000Z"}, "the time to reveal had not passed"),
        ({"note": "why"}, "has no note"),
    ],
)
def test_only_who_withheld_is_named_and_only_when_it_was_time(entry: Json, complaint: str) -> None:
    with pytest.raises(Refuted, match=complaint):
        verify(noted(HONEST["sealed and withheld"](22).replay(), -1, **entry))
