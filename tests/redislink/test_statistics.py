"""The words of a player's counters, and what follows from its reliability."""

import pytest
from redislink import statistics
from redislink.statistics import DAY_MS, Met, Opponents, Record, Reliability, kept

MINUTE_MS = 60_000
NOW_MS = 1_790_000_000_000


@pytest.mark.parametrize(
    "record",
    [
        Record(),
        Record(won=3, lost=1, scored=4, points=-20, best=-1, streak=-1, longest=2, best_match="m"),
    ],
)
def test_a_record_is_read_as_it_was_written(record: Record) -> None:
    assert Record.parse(record.dump().encode()) == record
    assert record.played == record.won + record.drawn + record.lost


def test_so_are_meetings() -> None:
    met = Met(1, 2, 3, NOW_MS, "-id")
    assert Met.parse(met.dump().encode()) == met


@pytest.mark.parametrize(
    "reliability", [Reliability(), Reliability("1" * 99), Reliability("10", (1, 2))]
)
def test_so_is_reliability(reliability: Reliability) -> None:
    assert Reliability.parse(reliability.dump().encode()) == reliability


def test_a_newcomer_has_left_nothing() -> None:
    assert Reliability.parse(None) == Reliability()


@pytest.mark.parametrize("value", [b"", b"1 2 3", b"a b c d e f g h i"])
def test_other_words_are_refused(value: bytes) -> None:
    for form in (Record, Met):
        with pytest.raises(ValueError, match=r".+"):
            form.parse(value)


@pytest.mark.parametrize(
    ("stayed", "percent"),
    [
        ("", None),
        ("0" * 9, None),
        ("1" * 10, 100),
        ("1" * 8 + "00", 80),
        ("1" * 79 + "0" * 20, 79),  # 79.8
        ("1" * 80 + "0" * 20, 80),
        ("0" * 100, 0),
    ],
)
def test_the_share_is_rounded_down_and_of_ten_matches_at_least(
    stayed: str, percent: int | None
) -> None:
    assert Reliability(stayed).percent == percent


UNRELIABLE = "1" * 7 + "000"


@pytest.mark.parametrize(
    ("left_ms", "wait_ms"),
    [
        ((NOW_MS,), 10 * MINUTE_MS),
        ((NOW_MS - DAY_MS, NOW_MS), 10 * MINUTE_MS),
        ((NOW_MS - DAY_MS + 1, NOW_MS), 60 * MINUTE_MS),
        ((NOW_MS - DAY_MS, NOW_MS - 5, NOW_MS), 60 * MINUTE_MS),
        ((NOW_MS - 9, NOW_MS - 5, NOW_MS), DAY_MS),
    ],
)
def test_who_leaves_often_waits_longer_each_time_within_a_day(
    left_ms: tuple[int, ...], wait_ms: int
) -> None:
    assert Reliability(UNRELIABLE, left_ms).waits_until_ms == NOW_MS + wait_ms


@pytest.mark.parametrize("stayed", ["1" * 8 + "00", "0" * 9, ""])
def test_who_is_reliable_or_new_waits_for_nothing(stayed: str) -> None:
    assert Reliability(stayed, (NOW_MS, NOW_MS, NOW_MS)).waits_until_ms == 0


def test_private_fields_and_reliability_are_no_public_ones() -> None:
    record = Record(won=1).dump().encode()
    fields = {
        b"nim people": record,
        b"nim bots private": record,
        b"private people": record,  # a game may be called so
        b"reliability": b"1",
    }
    found = kept(fields)
    assert [*found.public] == ["nim people", "private people"]
    assert [*found.private] == ["nim bots"]
    assert [*statistics.records(found.private)] == [("nim", Opponents.BOTS)]


def test_so_are_private_meetings_and_who_was_met_last_comes_first() -> None:
    met = {
        name: Met(1, 0, 0, at, "m").dump().encode()
        for name, at in ((b"a", 1), (b"b", 2), (b"c private", 3))
    }
    found = kept(met)
    assert [*statistics.meetings(found.public)] == ["b", "a"]
    assert [*statistics.meetings(found.private)] == ["c"]
