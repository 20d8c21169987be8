"""Where faults are planted, and what they look like."""

import ast

import pytest
from croupier_game.kit.plant import Place, places, planted

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


def _with(place: Place) -> ast.Module:
    return planted(SOURCE, place)
