"""docs/vectors: the engine's verifier agrees, and they are what `make vectors` writes.

The one in JavaScript has tests of its own: `test_javascript.py`.
"""

from pathlib import Path

import pytest
from croupier_match.verify.errors import NotAReplay, Refuted
from engine.verify import verify

from tests.vectors.files import FOLDER, name_of, read, text, wishes
from tests.vectors.honest import Wish
from tests.vectors.tables import Json

FILES = sorted(FOLDER.glob("*.json"))
OLD = pytest.mark.full
"""Recipe 1 is in other tests, too."""
PARTS = [pytest.param(path, marks=[OLD] * path.stem.endswith("1"), id=path.stem) for path in FILES]
MOST_BYTES = 3_000_000
"""Every clone has them, and whoever writes a verifier reads them."""


def refusal(replay: Json) -> str:
    """Return the sentence with which the verifier refuses a replay, or ""."""
    try:
        verify(replay)
    except (Refuted, NotAReplay) as refused:
        return str(refused)
    return ""


def test_there_is_a_file_for_each_game_and_kind_of_deal() -> None:
    assert [path.name for path in FILES] == sorted(map(name_of, wishes()))
    assert sum(path.stat().st_size for path in FILES) < MOST_BYTES


@pytest.mark.service
@pytest.mark.parametrize("path", PARTS)
def test_the_engines_verifier_judges_as_the_vectors_say(path: Path) -> None:
    for vector in read(path):
        assert refusal(vector.replay) == vector.says, vector.name


@pytest.mark.full
@pytest.mark.parametrize("wish", wishes(), ids=name_of)
def test_the_files_are_those_that_are_made(wish: Wish) -> None:
    assert (FOLDER / name_of(wish)).read_text() == text(wish)
