"""What operators do to tournaments, for croupierctl and for the console.

An operator may do what the maker may. Each is among the acts of operators, and may raise NotFound,
a refusal of croupier_tournament, and StoreUnavailable.
"""

from croupier_tournament import commands
from croupier_tournament.entries import Paused, Withdrawal

from engine.admin.acts import Kind
from engine.admin.operator import Operator
from engine.service.tournaments.wishes import Give, Leave, Wish


async def start(operator: Operator, tournament_id: str, reason: str) -> int:
    """Open the check-in now; the version of the log afterwards."""
    wish = Give(commands.OpenCheckIn())
    return await _do(operator, Kind.TOURNAMENT_START, tournament_id, wish, reason)


async def pause(operator: Operator, tournament_id: str, reason: str) -> int:
    """Let no further round begin; the version of the log afterwards."""
    wish = Give(commands.Pause())
    return await _do(operator, Kind.TOURNAMENT_PAUSE, tournament_id, wish, reason)


async def resume(operator: Operator, tournament_id: str, reason: str) -> int:
    """Go on after a pause; the version of the log afterwards."""
    wish = Give(commands.Resume(Paused.kind))
    return await _do(operator, Kind.TOURNAMENT_RESUME, tournament_id, wish, reason)


async def abort(operator: Operator, tournament_id: str, reason: str) -> int:
    """Call it off, for a reason that everybody may read; the version of the log afterwards."""
    wish = Give(commands.Abort(reason))
    return await _do(operator, Kind.TOURNAMENT_ABORT, tournament_id, wish, reason)


async def remove(operator: Operator, tournament_id: str, player_id: str, reason: str) -> int:
    """Have a player play no further round, and not come back; the version afterwards."""
    wish = Leave(player_id, Withdrawal.REMOVED)
    return await _do(operator, Kind.TOURNAMENT_REMOVE, tournament_id, wish, reason, player_id)


async def _do(
    operator: Operator,
    kind: Kind,
    tournament_id: str,
    wish: Wish,
    reason: str,
    detail: str = "",
) -> int:
    async with operator.doing(kind, tournament_id, reason, detail):
        return (await operator.matches.tournaments.change(tournament_id, wish)).version
