"""Commands: each is decided, and what is secret of one is in no text of it, as in a log."""

from typing import get_args

from croupier_match.commands import Ask, Command, Create, Join, Move, Reveal
from croupier_match.decide import RULES
from croupier_match.sealing import Given
from croupier_match.undo.asking import tried
from croupier_match.undo.trial import at_once

from tests.croupier_match.playing import NIM, player, reading, table_of

SECRET = "5ec3" * 16


def test_every_command_is_decided() -> None:
    assert {*get_args(Command)} == {*RULES}


def test_what_is_secret_of_a_command_is_not_shown() -> None:
    playing = table_of(NIM, 2).play(1)
    found = at_once(tried(NIM, playing.past[1:], 0, playing.chance))
    assert found.restored.state
    for command in (
        Create(player(0), Given(SECRET)),
        Join(player(0), 1, Given(SECRET)),
        Reveal(0, SECRET),
        Move(0, reading(SECRET)),
        Ask(0, 2, found),
    ):
        shown = repr(command)
        assert shown.startswith(type(command).__name__)
        for secret in (SECRET, "State(", "function"):
            assert secret not in shown
