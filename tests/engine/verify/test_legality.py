"""Legality: entries that were not possible are refuted, even if they are hashed anew."""

import copy
from typing import Any

import pytest
from engine.domain.match import Kind
from engine.verify import verify
from engine.verify.errors import Refuted

from tests.engine.verify.replays import (
    HONEST,
    Json,
    Table,
    manual,
    rehash,
    renumber,
)


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
