"""A game's rules over arrays beside its rules: what `croupier test-game` proves of them.

Nothing here knows how a game keeps its tables. Two tables are equal if the states that they stand
for are, as tables: so what a table leaves out, such as the order of a discard pile, is of no
account, and neither is what it has left lying.
"""

from croupier_game.kit.arrays.beside import play_beside
from croupier_game.kit.arrays.bounds import check_bounds, check_no_tables
from croupier_game.kit.arrays.luck import check_luck
from croupier_game.kit.arrays.same import check_libraries
from croupier_game.kit.arrays.subject import Subject, has_worlds, libraries, subject
from croupier_game.kit.arrays.worlds import check_worlds, watched

__all__ = [
    "Subject",
    "check_bounds",
    "check_libraries",
    "check_luck",
    "check_no_tables",
    "check_worlds",
    "has_worlds",
    "libraries",
    "play_beside",
    "subject",
    "watched",
]
