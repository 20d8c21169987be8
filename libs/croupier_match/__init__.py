"""One rulebook of a match: what may happen to it, and what follows from that.

It is pure: whoever uses it gives the games, the time and the chance, and stores what comes of it.
Only what is named here, and in croupier_match.verify, is promised; the modules are not.
"""

from croupier_match.evolve import evolve, genesis
from croupier_match.games import Game, Games
from croupier_match.match import Match
from croupier_match.refusals import Refusal

__all__ = ["Game", "Games", "Match", "Refusal", "evolve", "genesis"]
