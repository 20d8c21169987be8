"""The command that leads to an entry, if it is legal."""

from collections.abc import Callable
from typing import Any

from croupier_tournament import entries
from croupier_tournament.commands import (
    Abort,
    Command,
    Create,
    Hold,
    Leave,
    Open,
    OpenCheckIn,
    Pause,
    Proceed,
    Register,
    Report,
    Resume,
    Return,
    Reveal,
    Withdraw,
)
from croupier_tournament.entries import Entry, Reason, Resulted


def command_of(entry: Entry) -> Command:
    """What somebody, or the time, must have wanted for this entry to follow."""
    return _COMMANDS[type(entry)](entry)


def _report(entry: Resulted) -> Command:
    if entry.reason is Reason.OVERDUE:
        return Proceed()
    ranks = () if entry.reason is Reason.NO_SHOW else entry.ranks
    # What timed out while nothing could be played is a tie, whatever its ranks were.
    reason = Reason.TIMEOUT if entry.reason is Reason.HELD else entry.reason
    return Report(
        entry.round,
        entry.table,
        entry.leg,
        reason,
        entry.ended,
        ranks,
        entry.absent,
        entry.log_head,
    )


_COMMANDS: dict[type, Callable[[Any], Command]] = {
    entries.Created: lambda entry: Create(entry.settings),
    entries.Opened: lambda entry: Open(),
    entries.Registered: lambda entry: Register(entry.player, entry.rating, entry.seal),
    entries.Left: lambda entry: Leave(entry.player),
    entries.CheckInOpened: lambda entry: OpenCheckIn(),
    entries.Revealed: lambda entry: Reveal(entry.player, entry.entropy),
    entries.Started: lambda entry: Proceed(),
    entries.Paired: lambda entry: Proceed(),
    entries.Resulted: _report,
    entries.Ranked: lambda entry: Proceed(),
    entries.Withdrew: lambda entry: Withdraw(entry.player, entry.reason),
    entries.Returned: lambda entry: Return(entry.player),
    entries.Held: lambda entry: Hold(),
    entries.Paused: lambda entry: Pause(),
    entries.Resumed: lambda entry: Resume(entry.after),
    entries.Ended: lambda entry: Proceed(),
    entries.Aborted: lambda entry: Abort(entry.reason),
}
