"""What lists and hooks say of a tournament: JSON that follows from its log."""

from typing import Any

from croupier_tournament import Tournament


def summary_of(it: Tournament) -> dict[str, Any]:
    """See redislink.tournaments."""
    return {
        "status": it.status,
        "players": it.taking_part,
        "round": len(it.rounds),
        "first": it.first,
        "roundsDue": it.rounds_due,
        "startsAt": it.begins_at,
        "at": it.at,
        "settings": it.settings.json,
    }


def told_of(it: Tournament) -> dict[str, Any]:
    """What hooks of the installation are told of a tournament that has ended: ids and numbers."""
    return {
        "tournamentId": it.id,
        "game": it.settings.game,
        "version": it.version,
        "status": it.status,
        "players": it.taking_part,
        "rounds": len(it.rounds),
    }
