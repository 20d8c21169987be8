"""That the checker of histories finds exactly what no order explains."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, permutations

import pytest

from tests.faults.linear import NEVER, Log, Read, Write, unexplained

pytestmark = pytest.mark.fast

SEED = 20261122
HISTORIES = 1_500
LOG: Log = {1: None, 2: "a", 3: "b", 4: "c"}
WRITES = [Write(10, 11, 2, "a"), Write(12, 13, 3, "b"), Write(14, 15, 4, "c")]
READS = [Read(9, 9.5, 1), Read(10.2, 12.5, 2), Read(12.4, 12.6, 3), Read(16, 17, 4)]


def complaints(
    log: Log = LOG, writes: Sequence[Write] = WRITES, reads: Sequence[Read] = READS
) -> str:
    return "; ".join(unexplained(log, writes, reads, lambda version, eyes: f"{version} {eyes}"))


def test_what_one_order_explains_is_no_complaint() -> None:
    assert complaints() == ""


def test_a_stale_read_is_found() -> None:
    stale = Read(15.5, 16, 3)
    assert complaints(reads=[*READS, stale]) == (
        "version 4 was not there at 15.5000 (a read of version 3 was sent), "
        "but at 15.0000 (version 4 was answered to its move)"
    )


def test_a_read_of_what_is_not_there_yet_is_found() -> None:
    assert "version 3 was not there" in complaints(reads=[Read(10, 11.5, 3)])


def test_two_reads_that_go_back_are_found() -> None:
    reads = [Read(12.1, 12.2, 3), Read(12.3, 12.4, 2)]
    assert "version 3 was not there at 12.3000" in complaints(reads=reads)
    assert complaints(reads=reads[::-1][:1]) == ""


def test_a_lost_move_is_found() -> None:
    assert complaints({1: None, 2: "a", 3: "b"}, reads=[]) == (
        "version 4 was answered to c, and is missing"
    )
    assert "version 3 was answered to b, and is x" in complaints({**LOG, 3: "x"})


def test_a_doubled_move_is_found() -> None:
    assert complaints({**LOG, 5: "c"}) == "version 5 is c, which nobody asked for"
    again = replace(WRITES[2], began=16, ended=17)
    assert complaints(writes=[*WRITES, again]) == "two moves were answered with version 4"


def test_moves_in_another_order_than_that_of_their_answers_are_found() -> None:
    writes = [WRITES[0], Write(14, 15, 3, "b"), Write(12, 13, 4, "c")]
    assert "version 3 was not there at 14.0000 (its move was sent)" in complaints(
        writes=writes, reads=[]
    )


def test_a_read_of_another_state_is_found() -> None:
    true, false = (Read(16, 17, 4, 0, seen) for seen in ("4 0", "3 0"))
    assert complaints(reads=[true]) == ""
    assert complaints(reads=[false]) == "version 4 was shown to 0 as 3 0, not 4 0"


def test_a_move_without_an_answer_may_have_happened_or_not() -> None:
    unanswered = Write(16, NEVER, None, "d")
    assert complaints(writes=[*WRITES, unanswered]) == ""
    assert complaints({**LOG, 5: "d"}, [*WRITES, unanswered]) == ""
    assert "nobody asked" in complaints({**LOG, 5: "d", 6: "d"}, [*WRITES, unanswered])
    seen_before = Read(15.1, 15.2, 5)
    assert "version 5 was not there" in complaints(
        {**LOG, 5: "d"}, [*WRITES, unanswered], [seen_before]
    )


def test_it_says_what_a_search_through_all_orders_says() -> None:
    dice = random.Random(SEED)
    found = [0, 0]
    for _ in range(HISTORIES):
        log, writes, reads = history(dice)
        explained = not unexplained(log, writes, reads, lambda version, eyes: None)
        assert explained == searched(log, writes, reads), (log, writes, reads)
        found[explained] += 1
    assert min(found) > HISTORIES / 10, found


def history(dice: random.Random) -> tuple[Log, list[Write], list[Read]]:
    """A few operations at random, which some order explains now and then."""
    log: Log = {1: None} | {version: dice.choice("ab") for version in range(2, dice.randint(3, 5))}
    writes = []
    for version in [*log][1:]:
        began = dice.randint(version, version * 2)
        if dice.random() < 0.75:
            writes.append(Write(began, began + dice.randint(0, 3), version, log[version]))
        elif dice.random() < 0.9:
            writes.append(Write(began, NEVER, None, log[version]))
    if dice.random() < 0.2:
        writes.append(Write(dice.randint(0, 9), NEVER, None, dice.choice("ab")))
    reads = []
    for _ in range(dice.randint(0, 3)):
        version = dice.choice([*log])
        began = dice.randint(max(version - 1, 0), version * 2)
        reads.append(Read(began, began + dice.randint(0, 4), version))
    return log, writes, reads


def searched(log: Log, writes: Sequence[Write], reads: Sequence[Read]) -> bool:
    """Whether there is an order, by trying all of them."""
    return any(
        _allowed(order, log)
        for chosen in _chosen(writes)
        for order in permutations([*chosen, *reads])
    )


def _chosen(writes: Sequence[Write]) -> Iterator[list[Write | Read]]:
    """The answered writes with each selection of the others."""
    answered = [write for write in writes if write.version]
    others = [write for write in writes if not write.version]
    for count in range(len(others) + 1):
        for some in combinations(others, count):
            yield [*answered, *some]


def _allowed(order: Sequence[Write | Read], log: Log) -> bool:
    version, clock = 1, -1.0
    for each in order:
        if each.ended < clock:
            return False  # it was over before something that stands before it had begun
        clock = max(clock, each.began)
        if isinstance(each, Write):
            version += 1
            if log.get(version) != each.what or each.version not in (None, version):
                return False
        elif each.version != version:
            return False
    return version == len(log)
