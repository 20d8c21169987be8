"""Ratings that anybody can recompute: one hash-chained ledger for each pool of players.

It is pure: whoever uses it gives ended matches, and stores what comes of them. Only what is named
here, and in croupier_rating.verify, is promised; the other modules are not.
docs/ratings.md has all of it in words.
"""

from croupier_rating import moments, shown
from croupier_rating.base import base_lines
from croupier_rating.decide import carried, carry, decide, void
from croupier_rating.ended import EndedMatch, NotAMatch, NotRated, Reason, ended_match
from croupier_rating.entries import Carried, Change, Played, Voided, entry_of
from croupier_rating.evolve import concerning, evolve, fold, touched
from croupier_rating.ledger import Ledger
from croupier_rating.numbers import NEWCOMER, Numbers, unpack
from croupier_rating.pools import Pool, TimeClass, kind_of, pool, time_class
from croupier_rating.recipe import RECIPE, Strength

# The functions decide and evolve hide the modules of their names, which are still imported from.
__all__ = [
    "NEWCOMER",
    "RECIPE",
    "Carried",
    "Change",
    "EndedMatch",
    "Ledger",
    "NotAMatch",
    "NotRated",
    "Numbers",
    "Played",
    "Pool",
    "Reason",
    "Strength",
    "TimeClass",
    "Voided",
    "base_lines",
    "carried",
    "carry",
    "concerning",
    "decide",
    "ended_match",
    "entry_of",
    "evolve",
    "fold",
    "kind_of",
    "moments",
    "pool",
    "shown",
    "time_class",
    "touched",
    "unpack",
    "void",
]
