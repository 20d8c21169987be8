"""Who takes part: creation, registration, check-in."""

from croupier_tournament import lots
from croupier_tournament.commands import Create, Leave, Open, OpenCheckIn, Register, Reveal
from croupier_tournament.decide.rule import (
    Keys,
    Rules,
    check_joins_again,
    head,
    player_of,
)
from croupier_tournament.due import closes_at
from croupier_tournament.entries import CheckInOpened, Created, Entry, Left, Opened, Registered
from croupier_tournament.entries import Revealed as RevealedEntry
from croupier_tournament.pairing import RECIPE
from croupier_tournament.refusals import (
    Conflict,
    Forbidden,
    Full,
    InvalidSettings,
    NotOpen,
    NotRunning,
)
from croupier_tournament.settings import MOST_RATING, System, check
from croupier_tournament.tournament import Presence, Status, Tournament


def created(it: Tournament, command: Create, at: int, keys: Keys) -> Entry:
    if it.version:
        raise Conflict("The tournament has been created.")
    check(command.settings)
    return Created(*head(it, at), it.id, RECIPE, command.settings, keys(0))


def opened(it: Tournament, command: Open, at: int, keys: Keys) -> Entry:
    if not it.version or it.status is not Status.DRAFT:
        raise Conflict("Registration has been opened.")
    return Opened(*head(it, at))


def registered(it: Tournament, command: Register, at: int, keys: Keys) -> Entry:
    late = it.status is Status.RUNNING
    if command.player in it.players:
        raise Conflict("You have registered already.")
    check_joins_again(it, command.player)
    _check_late(it, command.seal, at) if late else _check_open(it, command.seal, at)
    if len(it.players) >= it.settings.most_players:
        raise Full("As many have registered as may.")
    rating = command.rating
    if rating is not None and not 0 <= rating <= MOST_RATING:
        raise InvalidSettings(f"rating has to be 0 to {MOST_RATING}.")
    return Registered(*head(it, at), command.player, rating, command.seal)


def _check_open(it: Tournament, seal: str, at: int) -> None:
    closes = closes_at(it)
    if it.status is not Status.OPEN or (closes is not None and at >= closes):
        raise NotOpen("Registration is not open.")
    if not lots.HEX.fullmatch(seal):
        raise InvalidSettings("A seal has to be 32 bytes, in small hexadecimal digits.")
    if seal in it.seals:
        raise Conflict("Another player has the same seal.")


def _check_late(it: Tournament, seal: str, at: int) -> None:
    """Late ones join a Swiss until half of its rounds are paired, and an arena until its end."""
    swiss = it.settings.system is System.SWISS and 2 * len(it.rounds) < it.rounds_due
    if not swiss and not (it.is_arena and at < it.arena_ends_at):
        raise NotOpen("It is too late to join.")
    if seal:
        raise InvalidSettings("The lots are bound already: whoever joins now has no seal.")


def left(it: Tournament, command: Leave, at: int, keys: Keys) -> Entry:
    player = player_of(it, command.player)
    if it.status not in (Status.OPEN, Status.CHECK_IN):
        raise Conflict("The tournament has begun: withdraw instead.")
    if player.presence is Presence.LEFT:
        raise Conflict("You have left already.")
    return Left(*head(it, at), player.id)


def check_in_opened(it: Tournament, command: OpenCheckIn, at: int, keys: Keys) -> Entry:
    if it.status is not Status.OPEN:
        raise NotOpen("Registration is not open.")
    if len(it.players) < it.settings.least_players:
        raise Conflict("Too few have registered.")
    # Everybody has all of its time, also if it opens late.
    return CheckInOpened(*head(it, at), at + it.settings.check_in_ms)


def revealed(it: Tournament, command: Reveal, at: int, keys: Keys) -> Entry | None:
    player = player_of(it, command.player)
    if it.status is not Status.CHECK_IN or at >= it.starts_at:
        raise NotRunning("It is not the time of the check-in.")
    if player.entropy:
        return None
    whole = lots.HEX.fullmatch(command.entropy)
    if not whole or lots.seal_of(command.entropy) != player.seal:
        raise Forbidden("This is not the entropy of your seal.")
    return RevealedEntry(*head(it, at), player.id, command.entropy)


REGISTRATION: Rules = {
    Create: created,
    Open: opened,
    Register: registered,
    Leave: left,
    OpenCheckIn: check_in_opened,
    Reveal: revealed,
}
