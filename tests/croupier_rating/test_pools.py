"""Pools and their names."""

import pytest
from croupier_rating import Pool, TimeClass, kind_of, pool, time_class

MINUTE = 60_000


@pytest.mark.parametrize(
    ("clock", "expected"),
    [
        ((5 * MINUTE - 1, 0, 0), "live"),
        ((5 * MINUTE, 0, 0), "daily"),
        ((0, 60 * MINUTE - 1, 0), "live"),
        ((0, 60 * MINUTE, 0), "daily"),
        ((0, 20 * MINUTE, MINUTE - 1), "live"),
        ((0, 20 * MINUTE, MINUTE), "daily"),
    ],
)
def test_live_is_what_is_played_in_one_sitting(clock: tuple[int, int, int], expected: str) -> None:
    assert time_class(*clock) == expected


def test_a_name_is_that_of_its_pool() -> None:
    of = Pool("lost-cities", TimeClass.LIVE, "human", 3)
    assert str(of) == "lost-cities.live.human.3"
    assert pool(str(of)) == of


@pytest.mark.parametrize(
    "name",
    [
        *("", "nim.live.human", "nim.live.human.", "nim.live.human.01", "nim.live.human.-1"),
        *("nim.fast.human.0", "nim.live.all.0", "Nim.live.human.0", "nim.live.human.0 "),
        *("7.live.bot.0", "nim..live.human.0", "nim.live.human.1234567", "nim.live.human.٣"),
    ],
)  # fmt: skip
def test_other_names_are_refused(name: str) -> None:
    with pytest.raises(ValueError, match="no name"):
        pool(name)


def test_people_and_bots_share_no_pool() -> None:
    assert kind_of(["human", "human"]) == "human"
    assert kind_of(["bot"]) == "bot"
    assert kind_of(["human", "bot"]) is None
