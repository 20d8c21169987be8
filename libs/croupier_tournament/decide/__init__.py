"""What follows from a command: the next entry of the log, or a refusal.

That an entry is legal means that a command at its time leads to it, or that the server has to add
it by itself; `croupier_tournament.verify` has no list of its own. Nothing here reads or writes,
and nothing asks a clock.
"""

from croupier_tournament.commands import Command
from croupier_tournament.decide.direction import DIRECTION
from croupier_tournament.decide.forced import forced
from croupier_tournament.decide.proceeding import PROCEEDING
from croupier_tournament.decide.registration import REGISTRATION
from croupier_tournament.decide.reporting import REPORTING
from croupier_tournament.decide.rule import Keys, Rules
from croupier_tournament.entries import Entry
from croupier_tournament.evolve import evolve
from croupier_tournament.tournament import Tournament

RULES: Rules = {
    **REGISTRATION,
    **PROCEEDING,
    **REPORTING,
    **DIRECTION,
}


def decide(tournament: Tournament, command: Command, now: int, keys: Keys) -> Entry | None:
    """The entry that follows from a command; None if it has nothing to change.

    Its time is `now`, or that of the last entry if this is later: clocks differ. `keys` gives the
    key of a draw. What `forced` has comes first. Raise a refusal.
    """
    return RULES[type(command)](tournament, command, max(now, tournament.at), keys)


def advance(tournament: Tournament, command: Command, now: int, keys: Keys) -> list[Entry]:
    """All that follows from a command, with what the server adds by itself.

    The tournament is changed: whoever cannot store the entries has to read it anew. Raise a
    refusal, and then it is unchanged.
    """
    entries: list[Entry] = []
    entry = decide(tournament, command, now, keys)
    while entry:
        entries.append(entry)
        evolve(tournament, entry)
        entry = forced(tournament, entry.at, keys)
    return entries
