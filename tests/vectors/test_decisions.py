"""docs/decision-vectors.json says of each match what is decided anew, and when."""

import json

from tests.vectors.decisions import FILE, PLAYED, text

MOST_BYTES = 10_000


def decisions(name: str) -> list[list[int | None]]:
    """Return the decisions of all seats at each version of a match."""
    (found,) = [each for each in json.loads(FILE.read_text())["matches"] if each["name"] == name]
    return [each["decisions"] for each in found["versions"]]


def test_the_file_is_what_is_made() -> None:
    assert FILE.read_text() == text()
    assert len(text()) < MOST_BYTES
    assert len(json.loads(text())["matches"]) == len(PLAYED)


def test_choices_at_the_same_time_leave_each_other_alone_until_they_are_shown() -> None:
    assert decisions("at the same time") == [
        [4, 4, 4, 4],
        [4, 4, None, 4],
        [None, 4, None, 4],
        [None, 4, None, None],
        [8, 8, 8, 8],
        [8, None, 8, 8],
        [None, None, 8, 8],
        [None, None, None, 8],
        [12, 12, 12, 12],
    ]


def test_what_is_none_of_the_seats_own_leaves_its_decision() -> None:
    assert decisions("resignation") == [
        *([3, 3, 3], [None, 3, 3], [None, 3, 3], [None, None, 3]),
        *([7, 7, 7], [7, None, 7]),
    ]
    assert decisions("talk") == [[2, None], [None, 3], [4, None], [4, None], [4, None], [None, 7]]
    assert decisions("taken back")[2:] == [[4, None], [4, None], [6, None], [None, 7]]


def test_there_is_none_after_the_end() -> None:
    assert decisions("the end")[-1] == [None, None]
