"""Tournaments whose pairings anybody can check: one hash-chained log for each of them.

It is pure: whoever uses it gives the time, the keys and the results, and stores what comes of it.
Only what is named here, and in croupier_tournament.verify, is promised; the other modules are not.
docs/pairings.md has all of it in words.
"""

from croupier_tournament import commands, entries, lots, refusals, seals
from croupier_tournament.decide import advance, decide
from croupier_tournament.decide.rule import Keys
from croupier_tournament.due import due
from croupier_tournament.ended import NotOfTheTable, report_of
from croupier_tournament.entries import Entry, entry_of
from croupier_tournament.evolve import evolve, fold
from croupier_tournament.ids import match_id
from croupier_tournament.pairing import RECIPE
from croupier_tournament.points import POINT
from croupier_tournament.settings import Settings, System, settings_of
from croupier_tournament.standings import Standing, standings
from croupier_tournament.tournament import OVER, Presence, Status, Tournament

# The functions decide, due, evolve and standings hide the modules of their names.
__all__ = [
    "OVER",
    "POINT",
    "RECIPE",
    "Entry",
    "Keys",
    "NotOfTheTable",
    "Presence",
    "Settings",
    "Standing",
    "Status",
    "System",
    "Tournament",
    "advance",
    "commands",
    "decide",
    "due",
    "entries",
    "entry_of",
    "evolve",
    "fold",
    "lots",
    "match_id",
    "refusals",
    "report_of",
    "seals",
    "settings_of",
    "standings",
]
