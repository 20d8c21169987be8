"""The seals of a tournament's tables: how many a player gives when joining, and which is whose.

Each match is a sealed deal, whose seals its players gave when they joined. So a match can be made
before anybody has come to it.
"""

from croupier_tournament import recipe
from croupier_tournament.settings import Settings, System
from croupier_tournament.tournament import Tournament

OF_ARENA = 32
"""As many are given when joining an arena, whose pairings nobody can count; more come later."""


def needed(settings: Settings) -> int:
    """How many seals a player gives when joining."""
    match settings.system:
        case System.ARENA:
            return OF_ARENA
        case System.SWISS:
            return settings.rounds * settings.matches_per_round
        case System.ROUND_ROBIN | System.KNOCKOUT:
            return recipe.rounds_of(settings, settings.most_players) * settings.matches_per_round


def place(tournament: Tournament, round_number: int, player: str, leg: int) -> int:
    """The place, from 0 on, of the player's seal for a leg of the own table of that round.

    In an arena it is the number of the player's earlier pairings.
    """
    if tournament.is_arena:
        meetings = tournament.players[player].met.values()
        return sum(number < round_number for numbers in meetings for number in numbers)
    return (round_number - 1) * tournament.settings.matches_per_round + leg - 1
