"""Just4Fun: the table as text."""

from croupier_game.game import view_of

from croupier_just4fun import rules, table
from croupier_just4fun.tests.positions import (
    NAMES,
    RANDOM,
    R,
    Y,
    after,
    alone,
    position,
    random_turns,
)
from croupier_just4fun.types import Options


def test_table() -> None:
    stones = {1: (2, 0), 14: (1, 1), 36: (0, 3), 34: (0, 1)}
    state = position("3 5 8 8", stones, supplies=(17, 15), discard="4 2 4")
    text = table.render(view_of(rules, state, Y), NAMES, Y)
    assert text.startswith("Begun by Ada; deck 7, discards 3\n")
    assert "|  1 A2#  | 14 AB   | 30      | 24 " in text
    assert "| 36 B3#  | 25 " in text
    assert "| 34 B    |\n" in text
    assert "A  Ada (you)                 1 points, highest field  1, 17 stones left" in text
    assert "B  Ben                      70 points, highest field 36, 15 stones left" in text
    assert "your hand  3 5 8 8\n" in text
    assert "discards   2 4x2\n" in text
    assert "line" not in text


def test_table_of_a_spectator_has_no_hand() -> None:
    text = table.render(view_of(rules, position("3 5 8 8"), None), NAMES, None)
    assert "your hand" not in text
    assert "(you)" not in text


def test_table_names_the_line() -> None:
    state = after(position("1 1 1 1", alone(R, "1 14 30"), turn=R), "10+10+4")
    text = table.render(view_of(rules, state, None), NAMES, None)
    assert "line       1 14 30 24, by Ben\n" in text


@RANDOM
def test_table_fits_a_terminal(options: Options, seats: int) -> None:
    for turn in random_turns(options, seats, 1):
        lines = table.render(view_of(rules, turn.after, Y), ["M" * 40] * seats, Y).splitlines()
        assert max(map(len, lines)) <= 100
        assert not any(line != line.rstrip() for line in lines)
