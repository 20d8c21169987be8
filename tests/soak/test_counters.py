"""The soak of counters itself, in small."""

from pathlib import Path

from tests.soak.counters import soak

SEED = 5


def test_whoever_is_killed_each_match_counts_once(tmp_path: Path) -> None:
    told = soak(tmp_path, 4, 400, SEED)
    assert told.startswith("400 matches, 4 kills, ")
