"""Where faults are planted, and what they look like."""

import ast

import pytest

from tests.mutation.concerns import concerning, modules
from tests.mutation.plant import Place, places, planted
from tools.stack import ROOT

SOURCE = '''
class Hand:
    def draw(self, count: int = 1) -> list:
        """At least 1."""
        if count < 1 and not self.empty:
            raise ValueError("count must be 1 or more.")
        self.drawn += count
        logger.info("drawn", count)
        return move(self.deck, self.cards)
'''
BODIES = {
    "condition": "if not (count < 1 and (not self.empty)):",
    "and-or": "if count < 1 or not self.empty:",
    "comparison": "if count <= 1 and (not self.empty):",
    "negation": "if count < 1 and self.empty:",
    "return": "return None",
    "arguments": "return move(self.cards, self.deck)",
}


@pytest.mark.parametrize("kind", BODIES)
def test_a_fault_changes_one_place(kind: str) -> None:
    (place,) = (place for place in places(SOURCE) if place.kind == kind)
    sound, faulty = (ast.unparse(tree).splitlines() for tree in (ast.parse(SOURCE), _with(place)))
    changed = [line.strip() for line in faulty if line not in sound]
    assert changed == [BODIES[kind]]


def test_statements_are_taken_away() -> None:
    removed = [ast.unparse(_with(place)) for place in places(SOURCE) if place.kind == "statement"]
    assert len(removed) == 2
    assert "raise" not in removed[0]
    assert "drawn += count" not in removed[1]


def test_annotations_defaults_and_what_is_logged_stay_as_they_are() -> None:
    for place in places(SOURCE):
        faulty = ast.unparse(_with(place))
        assert "def draw(self, count: int=1) -> list:" in faulty
        assert "logger.info('drawn', count)" in faulty


def test_a_place_that_is_not_there_is_refused() -> None:
    with pytest.raises(LookupError):
        planted(SOURCE, Place("Hand.draw", 99, "return", 1))


@pytest.mark.parametrize("module", modules(ROOT))
def test_every_module_has_tests_that_concern_it(module: str) -> None:
    paths = [path for run in concerning(module) for path in run if path.startswith("tests/")]
    assert paths
    assert all((ROOT / path).exists() for path in paths)
    assert all(planted((ROOT / module).read_text(), place) for place in _of(module))


def _of(module: str) -> list[Place]:
    """One place of a module; all of them would take long."""
    return places((ROOT / module).read_text())[-1:]


def _with(place: Place) -> ast.Module:
    return planted(SOURCE, place)
