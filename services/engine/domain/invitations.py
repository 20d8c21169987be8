"""Invitations: invited players may see a match that waits, and join it without its code.

An invitation belongs to the match, whoever sent it. What has become of it follows from itself,
the match and the time.
"""

from collections.abc import Iterable
from enum import StrEnum

from croupier_game.records import dataclass
from croupier_match.clock import SECOND_MS
from croupier_match.match import BOT, AnyMatch, ClockOptions, Player, Status
from croupier_match.refusals import Conflict

BOT_MS, PERSON_MS = 60 * SECOND_MS, 24 * 60 * 60 * SECOND_MS
"""How long an invitation can be accepted."""
SHORT_MOVE_MS, SHORT_BANK_MS, SHORT_INCREMENT_MS = 60_000, 900_000, 30_000
"""The slowest clocks that are short."""


class InvitationStatus(StrEnum):
    PENDING = "pending"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    EXPIRED = "expired"


class ClockRange(StrEnum):
    """The clocks of the matches that a player can be had for."""

    ANY = "any"
    NONE = "none"
    SHORT = "short"


@dataclass(frozen=True, slots=True)
class Offer:
    """A game that a player can be had for, while in less than `max_matches` running ones."""

    game: str
    max_matches: int
    clocks: ClockRange

    def fits(self, match: AnyMatch) -> bool:
        """Whether the match is of the game and has such a clock."""
        return match.game == self.game and _is_within(match.clock, self.clocks)


@dataclass(frozen=True, slots=True)
class Invitation:
    """An invitation of a player; times are milliseconds since the epoch."""

    id: str
    player_id: str
    sent_ms: int
    until_ms: int
    declined: bool = False

    def status(self, match: AnyMatch, now_ms: int) -> InvitationStatus:
        """What has become of it in its match."""
        if match.seat_of(self.player_id) is not None:
            return InvitationStatus.ACCEPTED
        if self.declined:
            return InvitationStatus.DECLINED
        # Once the match has begun there is no seat to take.
        late = self.until_ms <= now_ms or match.status != Status.WAITING
        return InvitationStatus.EXPIRED if late else InvitationStatus.PENDING

    def is_open(self, now_ms: int) -> bool:
        """Whether the player may still take it up, as far as the match has room."""
        return not self.declined and now_ms < self.until_ms


def new_invitation(invitation_id: str, player: Player, now_ms: int) -> Invitation:
    """An invitation that is sent now: programs have less time to answer than people."""
    life_ms = BOT_MS if player.kind == BOT else PERSON_MS
    return Invitation(invitation_id, player.id, now_ms, now_ms + life_ms)


def fitting(match: AnyMatch, offers: Iterable[Offer]) -> Offer:
    """The offer that the match is within. Raise Conflict if there is none."""
    for offer in offers:
        if offer.fits(match):
            return offer
    raise Conflict("This bot is not available for such a match now.")


def _is_within(clock: ClockOptions | None, clocks: ClockRange) -> bool:
    if clocks == ClockRange.ANY:
        return True
    if clock is None or clocks == ClockRange.NONE:
        return clock is None and clocks == ClockRange.NONE
    if clock.per_move_ms:
        return clock.per_move_ms <= SHORT_MOVE_MS
    return clock.bank_ms <= SHORT_BANK_MS and clock.increment_ms <= SHORT_INCREMENT_MS
