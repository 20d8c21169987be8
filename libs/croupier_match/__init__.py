"""One rulebook of a match: what may happen to it, and what follows from that.

It is pure: whoever uses it gives the games, the time and the chance, and stores what comes of it.
Only what is named here, and in croupier_match.verify, is promised; the other modules are not.
"""

from croupier_match import commands, entries, refusals
from croupier_match.decide import Decided, decide
from croupier_match.evolve import evolve, genesis
from croupier_match.games import Game, Games
from croupier_match.match import Match
from croupier_match.refusals import Refusal

# The functions decide and evolve hide the modules of their names, which are still imported from.
__all__ = [
    "Decided",
    "Game",
    "Games",
    "Match",
    "Refusal",
    "commands",
    "decide",
    "entries",
    "evolve",
    "genesis",
    "refusals",
]
