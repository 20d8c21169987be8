"""What happens in a match is the same in every process: whatever the hashes of texts are there."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from croupier_game.kit.differences import difference
from croupier_game.kit.games import chosen

pytestmark = pytest.mark.service  # processes of a second

HASH_SEEDS = ("1", "2")


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, str]]:
    """By the game, what two processes tell of the same matches."""
    folder = tmp_path_factory.mktemp("told")
    ran = [_telling(folder / seed, seed) for seed in HASH_SEEDS]
    assert [process.wait() for process in ran] == [0, 0]
    return [_read(folder / seed) for seed in HASH_SEEDS]


def _telling(file: Path, hash_seed: str) -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-m", "croupier_game.kit.telling", str(file), *chosen()]
    return subprocess.Popen(command, env={**os.environ, "PYTHONHASHSEED": hash_seed})


def _read(file: Path) -> dict[str, str]:
    parts = file.read_text(encoding="utf-8").split("\0")
    return dict(zip(parts[::2], parts[1::2], strict=False))


@pytest.mark.parametrize("game_id", chosen())
def test_what_happens_depends_on_no_hash(told: list[dict[str, str]], game_id: str) -> None:
    one, other = (each[game_id] for each in told)
    found = difference(one, other, game_id)
    assert not found, (
        f"Two processes make other matches of the same seed and moves, {found}. The order of a set "
        "of texts is another in each process: sort what comes out of it, or keep tuples"
    )
