"""The soak of streams itself, in small."""

import re
from dataclasses import replace

import pytest

from tests.soak import streams
from tests.soak.streams import ENDS, FEW, GROWTH_BYTES, LAPS, Failed, Left, check, main

SEED = 4


def test_streams_that_end_in_every_way_leave_nothing_behind(
    capsys: pytest.CaptureFixture[str],
) -> None:
    main(["--streams", "200", "--idle", "50", "--seed", f"{SEED}"])
    seed, head, *rows, drained = capsys.readouterr().out.splitlines()
    assert seed == f"seed {SEED}"
    assert [row.split()[0] for row in rows] == [f"{10 * lap}" for lap in range(1, LAPS + 1)]
    assert len({len(row) for row in (head, *rows)}) == 1
    assert re.search("exit code 0; last words: 50 goodbye; moves: 50 made, 0 ref.*0 cut", drained)


@pytest.fixture
def laps() -> list[Left]:
    return [Left(n, memory=100 << 20, files=40, channels=1) for n in range(LAPS)]


def test_what_grows_after_the_warm_up_is_noticed(laps: list[Left]) -> None:
    check(laps)
    check([replace(laps[0], memory=1, files=1), *laps[1:]])
    with pytest.raises(Failed, match="memory"):
        check([*laps, replace(laps[0], memory=laps[0].memory + GROWTH_BYTES + 1)])
    with pytest.raises(Failed, match="file descriptors"):
        check([*laps, replace(laps[0], files=laps[0].files + FEW + 1)])


def test_every_way_is_taken_now_and_then() -> None:
    assert sum(often for _, often in ENDS) == 20
    assert {way.__name__ for way, _ in ENDS} == {
        name for name in vars(streams) if re.match("leaves_|is_|follows_", name)
    }
