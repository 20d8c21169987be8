"""What ends of matches are to a tournament, read from their replays."""

import json
from typing import Any

import pytest
from croupier_tournament import Tournament
from croupier_tournament.ended import NotOfTheTable, report_of
from croupier_tournament.entries import Reason, Resulted

from tests.croupier_tournament.playing import Playing, player, settings
from tests.vectors.files import FOLDER

Json = dict[str, Any]
PLACE = (1, 1, 1)


def table() -> Playing:
    it = Playing(settings(rounds=1)).started(2)
    it.pair()
    return it


def ended(it: Tournament, reason: str, ranking: list[list[int]], turned: bool = False) -> Json:
    """A match of the table, as the API shows it; in a second leg, seats are turned."""
    players = it.round(1).table(1).players
    return {
        "seats": [{"player": {"id": each}} for each in (players[::-1] if turned else players)],
        "outcome": {"reason": reason, "ranking": ranking},
        "updateTime": "2026-03-01T12:00:01.250Z",
        "fairness": {"logHead": "ab" * 32},
    }


@pytest.mark.parametrize(
    ("reason", "ranking", "last", "expected", "ranks", "absent"),
    [
        ("completed", [[1], [0]], {}, Reason.COMPLETED, (1, 0), ()),
        ("completed", [[0, 1]], {}, Reason.COMPLETED, (0, 0), ()),
        ("resigned", [[0], [1]], {}, Reason.RESIGNED, (0, 1), ()),
        ("timeout", [[0], [1]], {}, Reason.TIMEOUT, (0, 1), ()),
        ("claimed", [[0], [1]], {}, Reason.CLAIMED, (0, 1), ()),
        ("aborted", [[0, 1]], {"withheld": [1], "seat": 0}, Reason.NO_SHOW, (), (1,)),
        ("aborted", [[0, 1]], {"withheld": [0, 1], "seat": 0}, Reason.NO_SHOW, (), (0, 1)),
        ("aborted", [[0, 1]], {"note": "an outage", "seat": 0}, Reason.ABORTED, (0, 0), ()),
        ("aborted", [[0, 1]], {"gone": [1], "seat": 0}, Reason.CLAIMED, (0, 1), ()),
        ("aborted", [[0, 1]], {"seat": 0}, Reason.LEFT, (1, 0), ()),
    ],
)
def test_an_end_is_judged_by_its_reason(
    reason: str,
    ranking: list[list[int]],
    last: Json,
    expected: Reason,
    ranks: tuple[int, ...],
    absent: tuple[int, ...],
) -> None:
    it = table()
    report = report_of(it.it, PLACE, ended(it.it, reason, ranking), [last])
    assert (report.reason, report.ranks, report.absent) == (expected, ranks, absent)
    assert report.ended == 1_772_366_401_250
    it.now = report.ended + 60_000_000
    assert isinstance(it.do(report)[0], Resulted)


def test_seats_of_a_second_leg_are_turned() -> None:
    it = table()
    shown = ended(it.it, "completed", [[0], [1]], turned=True)
    assert report_of(it.it, PLACE, shown, [{}]).ranks == (1, 0)
    shown["outcome"]["reason"] = "aborted"
    assert report_of(it.it, PLACE, shown, [{"withheld": [0]}]).absent == (1,)


def test_a_match_of_others_is_none_of_the_table() -> None:
    it = table()
    shown = ended(it.it, "completed", [[0], [1]])
    shown["seats"][0]["player"]["id"] = player(9)
    with pytest.raises(NotOfTheTable):
        report_of(it.it, PLACE, shown, [{}])
    shown["seats"][0]["player"] = None
    with pytest.raises(NotOfTheTable):
        report_of(it.it, PLACE, shown, [{}])


def test_a_match_that_runs_has_no_result() -> None:
    it = table()
    shown = ended(it.it, "completed", [])
    shown["outcome"] = None
    with pytest.raises(NotOfTheTable):
        report_of(it.it, PLACE, shown, [{}])


def test_every_honest_replay_of_two_is_judged() -> None:
    judged = set[Reason]()
    for path in sorted(FOLDER.glob("*.json")):
        for each in json.loads(path.read_text())["honest"]:
            match, log = each["replay"]["match"], each["replay"]["log"]
            if len(match["seats"]) == 2 and all(seat["player"] for seat in match["seats"]):
                it = table()
                it.it.round(1).table(1).players = tuple(
                    seat["player"]["id"] for seat in match["seats"]
                )
                judged.add(report_of(it.it, PLACE, match, log).reason)
    expected = {Reason.COMPLETED, Reason.RESIGNED, Reason.TIMEOUT, Reason.NO_SHOW, Reason.LEFT}
    assert judged >= expected
