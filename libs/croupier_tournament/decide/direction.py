"""Who goes on, and whether the tournament does."""

import re

from croupier_tournament.commands import Abort, Hold, Pause, Resume, Return, Withdraw
from croupier_tournament.decide.rule import (
    Keys,
    Rules,
    check_joins_again,
    check_not_over,
    check_running,
    head,
    player_of,
)
from croupier_tournament.entries import (
    BARRING,
    Aborted,
    Entry,
    Held,
    Paused,
    Resumed,
    Returned,
    Withdrawal,
    Withdrew,
)
from croupier_tournament.refusals import Conflict, Forbidden, InvalidSettings, TooOften
from croupier_tournament.settings import System
from croupier_tournament.tournament import Player, Presence, Tournament

REASON = re.compile("[ -~]{1,200}")
MAY_RETURN = (System.SWISS, System.ARENA)
MOST_PAUSES = 100


def withdrew(it: Tournament, command: Withdraw, at: int, keys: Keys) -> Entry | None:
    check_running(it)
    player = player_of(it, command.player)
    if player.presence is not Presence.PLAYING and not _is_barred_by(player, command.reason):
        return None
    if command.reason is Withdrawal.NO_SHOW:
        raise InvalidSettings("That follows from the results.")
    return Withdrew(*head(it, at), player.id, command.reason)


def _is_barred_by(player: Player, reason: Withdrawal) -> bool:
    """Whether one who has withdrawn could return, and cannot after this reason."""
    may_return = player.presence is Presence.WITHDRAWN and not player.removed
    return may_return and reason in BARRING


def returned(it: Tournament, command: Return, at: int, keys: Keys) -> Entry | None:
    check_running(it)
    player = player_of(it, command.player)
    if player.presence is Presence.PLAYING:
        return None
    if player.removed or player.presence is not Presence.WITHDRAWN:
        raise Forbidden(
            "Who has withheld the entropy of a seal, left, or was removed, does not play."
        )
    if it.settings.system not in MAY_RETURN:
        raise Conflict("Nobody can return to a tournament of this system.")
    check_joins_again(it, player.id)
    return Returned(*head(it, at), player.id)


def held(it: Tournament, command: Hold, at: int, keys: Keys) -> Entry | None:
    check_running(it)
    return None if it.is_held else Held(*head(it, at))


def paused(it: Tournament, command: Pause, at: int, keys: Keys) -> Entry | None:
    check_running(it)
    if it.paused:
        return None
    if it.pauses >= MOST_PAUSES:
        raise TooOften(f"A tournament may be paused {MOST_PAUSES} times.")
    return Paused(*head(it, at))


def resumed(it: Tournament, command: Resume, at: int, keys: Keys) -> Entry | None:
    check_running(it)
    stopped = {Held.kind: it.is_held, Paused.kind: it.paused}
    if command.after not in stopped:
        raise InvalidSettings("after has to be held or paused.")
    return Resumed(*head(it, at), command.after) if stopped[command.after] else None


def aborted(it: Tournament, command: Abort, at: int, keys: Keys) -> Entry:
    check_not_over(it)
    if not REASON.fullmatch(command.reason):
        raise InvalidSettings("reason has to be 1 to 200 characters of ASCII.")
    return Aborted(*head(it, at), command.reason)


DIRECTION: Rules = {
    Withdraw: withdrew,
    Return: returned,
    Hold: held,
    Pause: paused,
    Resume: resumed,
    Abort: aborted,
}
