"""Every module in which faults are planted has tests that concern it."""

import pytest
from croupier_game.kit.plant import Place, places, planted

from tests.mutation.concerns import concerning, modules
from tools.stack import ROOT


@pytest.mark.parametrize("module", modules(ROOT))
def test_every_module_has_tests_that_concern_it(module: str) -> None:
    paths = [path for run in concerning(module) for path in run if path.startswith("tests/")]
    assert paths
    assert all((ROOT / path).exists() for path in paths)
    assert all(planted((ROOT / module).read_text(), place) for place in _of(module))


def _of(module: str) -> list[Place]:
    """One place of a module; all of them would take long."""
    return places((ROOT / module).read_text())[-1:]
