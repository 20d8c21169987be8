"""What counts of ended matches, read from their replays."""

import json
from typing import Any

import pytest
from croupier_rating import NotAMatch, NotRated, ended_match
from croupier_rating.ended import ranks_of, short_of

from tests.vectors.files import FOLDER

Json = dict[str, Any]
STAYED = [False, False]


def log(*entries: str) -> list[Json]:
    """Moves by `0`, `1`, ...; who leaves by `resigned 0`, `timeout 0 1`, `claimed 0`."""
    return [*map(_entry, entries)]


def _entry(text: str) -> Json:
    if text.isdigit():
        return {"kind": "move", "seat": int(text)}
    kind, *seats = text.split()
    named = [*map(int, seats)]
    if kind == "timeout":
        return {"kind": kind, "seat": named[0], "late": named}
    if kind == "claimed":
        return {"kind": kind, "seat": 9, "gone": named}
    return {"kind": kind, "seat": named[0] if named else 0}


def replay() -> Json:
    file = json.loads((FOLDER / "lost-cities-sealed.json").read_text())
    found: Json = next(
        each["replay"]
        for each in file["honest"]
        if each["replay"]["match"]["outcome"]["reason"] == "completed"
    )
    for seat in found["match"]["seats"]:
        seat["player"]["kind"] = "human"
    return found


def test_it_is_read_from_a_replay() -> None:
    shown = replay()
    match = shown["match"]
    ended = ended_match(match, shown["log"])
    assert (ended.match, ended.ended) == (match["id"], match["updateTime"])
    assert (ended.rules_version, ended.log_head) == (
        match["rulesVersion"],
        match["fairness"]["logHead"],
    )
    assert [*ended.players] == [seat["player"]["id"] for seat in match["seats"]]
    assert sorted(ended.ranks) in ([0, 0], [0, 1])
    assert ended.short is None


def test_every_honest_replay_is_read_or_says_why_not() -> None:
    read = refused = 0
    for path in sorted(FOLDER.glob("*.json")):
        for each in json.loads(path.read_text())["honest"]:
            match = each["replay"]["match"]
            try:
                ended = ended_match(match, each["replay"]["log"])
            except NotRated:
                refused += 1
            else:
                read += 1
                assert len(ended.players) == len(match["seats"])
    assert read > 5
    assert refused


def test_who_leaves_before_the_own_first_move_has_left_early() -> None:
    """It is an aborted match, in which all tie; it would be lost for the third time."""
    file = json.loads((FOLDER / "lost-cities-2.json").read_text())
    named = {each["name"]: each["replay"] for each in file["honest"]}
    for seat in named["left"]["match"]["seats"]:
        seat["player"]["kind"] = "human"
    ended = ended_match(named["left"]["match"], named["left"]["log"])
    assert (ended.short, ended.ranks) == ((0,), (1, 0))
    for name in ("called off", "aborted", "ticket"):
        with pytest.raises(NotRated, match="aborted"):
            ended_match(named[name]["match"], named[name]["log"])


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda match: match["seats"][0]["player"].update(kind="bot"), "mixedKinds"),
        (lambda match: match["seats"].pop(), "oneSeat"),
    ],
)
def test_what_has_no_place_in_a_ledger(change: Any, reason: str) -> None:
    shown = replay()
    change(shown["match"])
    with pytest.raises(NotRated, match=reason):
        ended_match(shown["match"], shown["log"])


def test_a_match_that_goes_on_is_none() -> None:
    shown = replay()
    with pytest.raises(NotAMatch):
        ended_match(shown["match"] | {"outcome": None}, shown["log"])


def test_seats_that_tie_share_a_rank() -> None:
    assert ranks_of([[2], [0, 3], [1]], 4) == (1, 2, 0, 1)


@pytest.mark.parametrize(
    "ranking", [[[0]], [[0], [0, 1]], [[0], [1], [2]], [[0], [], [1]], [], [[1], [-1]]]
)
def test_a_ranking_must_name_each_seat_once(ranking: list[list[int]]) -> None:
    with pytest.raises(NotAMatch):
        ranks_of(ranking, 2)


@pytest.mark.parametrize(
    ("entries", "resigned", "expected"),
    [
        (["0", "1", "0", "1"], STAYED, None),
        (["0", "1", "0"], STAYED, ()),  # over, before a second move of seat 1
        (["0", "1", "0", "1", "resigned 0"], [True, False], None),
        (["resigned 1"], [False, True], (1,)),
        (["0", "1", "timeout 0"], [True, False], (0,)),
        (["0", "1", "timeout 0 1"], [True, True], (0, 1)),
        (["0", "1", "0", "resigned 0"], [True, False], (0,)),  # while seat 1 had made one
        (["0", "1", "claimed 1"], [False, True], (1,)),
        (["0", "aborted 1"], [False, True], (1,)),
        # Time that ran out in a phase, and then a resignation.
        (["timeout 0", "0", "1", "0", "1", "resigned 0"], [True, False], None),
        # Time that ran out in a phase costs no seat.
        (["timeout 0", "0", "1", "0", "1"], STAYED, None),
        # The server's moves for seat 2 are not its own, and seat 1 leaves a match that was long.
        (
            ["0", "1", "2", "resigned 2", "0", "1", "2", "2", "resigned 1"],
            [False, True, True],
            (2,),
        ),
    ],
)
def test_who_leaves_a_match_too_early(
    entries: list[str], resigned: list[bool], expected: tuple[int, ...] | None
) -> None:
    assert short_of(resigned, log("created", *entries)) == expected
