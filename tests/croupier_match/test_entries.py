"""A class for each kind of entry: none is missing anywhere, and none shows what is secret."""

from typing import get_args, get_origin

from croupier_match.entries import BY_KIND, CLASSES, Created, Entry, Moved, Revealed, Undone
from croupier_match.evolve import FOLDS
from croupier_match.match import Kind, Player, Restored
from croupier_match.verify.inverse import COMMANDS

TIME = "2026-03-01T12:00:00.000Z"
HIDDEN = "5ec4e7"


def test_every_class_has_its_kind_its_fold_and_the_command_that_leads_to_it() -> None:
    union = {get_origin(each) or each for each in get_args(Entry)}
    assert union == {*CLASSES} == {*FOLDS} == {*COMMANDS} == {*BY_KIND.values()}
    assert {*BY_KIND} == {*Kind}


def test_what_is_secret_is_in_no_text_of_an_entry() -> None:
    for entry in (
        Created(1, 0, TIME, Player("a", "Ada", "human"), HIDDEN),
        Revealed(2, 0, TIME, HIDDEN),
        Moved(3, 0, TIME, HIDDEN),
        Undone(4, 0, TIME, 2, Restored(HIDDEN, (), 0)),
    ):
        assert HIDDEN not in repr(entry)
        assert TIME in repr(entry)
