"""Commands on invitations, and the joining of invited players."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from croupier_match import admission
from croupier_match.admission import Caller, Expected
from croupier_match.commands import Join
from croupier_match.match import BOT, Access, AnyMatch, Player, Status
from croupier_match.refusals import (
    Conflict,
    MatchNotActive,
    NotFound,
    NotYourMatch,
    VersionMismatch,
)
from croupier_match.situations import check_not_revealing

from engine.domain import rated
from engine.domain.ids import match_id_for_code, random_id
from engine.domain.invitations import (
    Invitation,
    InvitationStatus,
    Offer,
    fitting,
    new_invitation,
)
from engine.domain.rated import NEWCOMER, Standing
from engine.service.change_loop import CHANGING, Fits
from engine.service.changes import Change
from engine.service.matches import Matches
from engine.service.queries.unreadable import load_readable
from engine.store.idempotency import IdempotencyKey
from engine.store.invitations import InvitationStore, MatchChanged

ATTEMPTS = 10
"""How often a player is invited, or joins, again after the match has changed."""
ENDED = "There is no such invitation."
KEPT = "The free seats of this match are kept for players who are invited."
FINAL = {
    InvitationStatus.ACCEPTED: "The player has a seat, and so has accepted.",
    InvitationStatus.DECLINED: "The player has declined.",
}
"""What cannot be withdrawn, and why."""


class Invited(NamedTuple):
    """An invitation into a match, and what has become of it; whether a repeat is answered."""

    match: AnyMatch
    invitation: Invitation
    status: InvitationStatus
    replayed: bool = False


@dataclass(frozen=True)
class Invitations:
    """The invitations into the matches of `matches`."""

    matches: Matches

    async def roster(self, match_id: str, viewer: str) -> tuple[AnyMatch, bool]:
        """The match, for its seats, and whether the viewer sees it by an invitation only.

        `viewer` is the id of a player, or "". Raise NotFound as for a GET of the match.
        """
        match = await self._find(match_id)
        if match and _is_open_to(match, viewer):
            return match, False
        # Asked for an unknown id as well, or the time of the answer would tell them apart.
        invited = await self._holds(match_id, viewer)
        if not match or not (invited or self._is_told(match)):
            raise NotFound("There is no such match.")
        admission.check_visible(match, None, invited=True)
        return match, True

    async def opened(self, code: str, player_id: str) -> AnyMatch:
        """The private match that has this invite code, for somebody who may join it, or is in it.

        Raise NotFound for any other code, which takes the same steps.
        """
        secret = await self.matches.store.installation.secret()
        # Not from the archive: what is there has ended, and each guess would cost a look.
        match = await self.matches.store.load(match_id_for_code(code, secret), archived=False)
        joinable = match.status == Status.WAITING and not match.full
        if not (joinable or match.seat_of(player_id) is not None):
            raise NotFound("There is no such match.")
        return match

    async def admit(self, match_id: str, caller: Caller) -> Caller:
        """The caller, marked as invited if its invitation still holds, or all may see the match."""
        holds = await self._holds(match_id, caller.player_id)
        if not holds and (match := await self._find(match_id)):
            holds = self._is_told(match)
        return replace(caller, invited=holds)

    async def join(
        self,
        match_id: str,
        caller: Caller,
        command: Join,
        expected: Expected,
        key: IdempotencyKey | None,
        standing: Standing = NEWCOMER,
        barred: bool = False,
    ) -> Change:
        """Seat the player as `Matches.change` does, without the code if it is invited.

        Raise as `rated.check_joining` does, which is told the standing; Conflict for the last seats
        of a public match, if they are kept for those who are invited. Whoever is `barred` by
        somebody with a seat meets that refusal in any public match, and in a private one NotFound.
        """

        async def fits(match: AnyMatch) -> None:
            rated.check_joining(match, command.player, standing, self._now_ms)
            await self._check_kept(match, command.player.id, barred)

        try:
            return await self.matches.change(match_id, caller, command, expected, key, fits)
        except NotFound:
            # Asked for an unknown id as well, as in `roster`.
            if not await self._holds(match_id, caller.player_id):
                raise
        return await self._join_invited(match_id, caller, command, expected, key, fits)

    async def invite(
        self,
        match_id: str,
        caller: Caller,
        player: Player,
        offers: Sequence[Offer],
        key: IdempotencyKey | None,
        refusal: str = "",
    ) -> Invited:
        """Invite the player on behalf of a caller with a seat.

        Raise NotYourMatch, IdempotencyMismatch, MatchNotActive, or Conflict: see the protocol. A
        `refusal` is why the player takes no further invitation of the caller.
        """
        for _ in range(ATTEMPTS):
            match = await self.matches.store.load(match_id)
            admission.acting_seat(match, caller)
            if made := await self._store.made_under(match_id, key):
                return Invited(match, made, InvitationStatus.PENDING, replayed=True)
            await self._check(match, player, offers)
            if refusal:
                raise Conflict(refusal)
            new = new_invitation(random_id(), player, self._now_ms())
            try:
                stored = await self._store.add(match, new, key)
            except MatchChanged:
                continue
            return Invited(match, stored, InvitationStatus.PENDING, replayed=stored.id != new.id)
        raise Conflict(CHANGING)

    async def all(self, match_id: str, caller: Caller) -> list[Invited]:
        """The invitations of a match, oldest first, for a caller with a seat."""
        match = await self.matches.store.load(match_id)
        admission.acting_seat(match, caller)
        return [self._told(match, each) for each in await self._store.all(match_id)]

    async def end(self, match_id: str, caller: Caller, invitation_id: str) -> None:
        """Decline the caller's own invitation, or withdraw another one from a seat.

        Raise NotFound, NotYourMatch, or Conflict for one that was accepted, or that its player has
        declined: it stays, so that the player is not asked again.
        """
        match = await self.matches.store.load(match_id)
        seat = admission.viewing_seat(match, await self.admit(match_id, caller))
        told = await self._one(match, invitation_id)
        own = told.invitation.player_id == caller.player_id
        if seat is not None:
            if told.status in FINAL:
                raise Conflict(FINAL[told.status])
            await self._store.withdraw(match_id, told.invitation)
            return
        if not own:
            raise NotYourMatch("You have no seat in this match.")
        if told.status != InvitationStatus.PENDING:
            raise NotFound(ENDED)
        await self._store.decline(match_id, told.invitation)

    async def pending(self, player_id: str, match_ids: Sequence[str]) -> list[Invited]:
        """The invitations of a player into these matches that are pending."""
        found = await self._store.of_many(match_ids, player_id)
        pairs = [(match_id, each) for match_id, each in zip(match_ids, found, strict=True) if each]
        matches = await load_readable(self.matches.store, [match_id for match_id, _ in pairs])
        told = [
            self._told(match, each)
            for match, (_, each) in zip(matches, pairs, strict=True)
            if match
        ]
        return [each for each in told if each.status == InvitationStatus.PENDING]

    async def _join_invited(
        self,
        match_id: str,
        caller: Caller,
        command: Join,
        expected: Expected,
        key: IdempotencyKey | None,
        fits: Fits,
    ) -> Change:
        """Seat a player that is invited; that is looked up again whenever the match has changed."""
        for _ in range(ATTEMPTS):
            match = await self.matches.store.load(match_id)
            invited = await self.admit(match_id, caller)
            if not invited.invited:
                raise NotFound("There is no such match.")
            try:
                over = Expected(match.version) if expected.version is None else expected
                return await self.matches.change(match_id, invited, command, over, key, fits)
            except VersionMismatch:
                if expected.version is not None:
                    raise
        raise Conflict(CHANGING)

    async def _check_kept(self, match: AnyMatch, player_id: str, barred: bool) -> None:
        """Raise Conflict, or NotFound for a private match, unless a free seat is for the player."""
        free = sum(seat.player is None for seat in match.seats)
        if match.status != Status.WAITING or not free or match.seat_of(player_id) is not None:
            return  # what is wrong with that is said elsewhere
        if barred:
            await self._take_back(match.id, player_id)
        if match.access == Access.PRIVATE:
            if barred:
                raise NotFound("There is no such match.")
            return  # its seats are for all who have the code
        # Looked for whoever asks, so that the time of the answer is the same.
        pending = [
            each.player_id
            for each in await self._store.all(match.id)
            if each.status(match, self._now_ms()) == InvitationStatus.PENDING
        ]
        if barred or (len(pending) >= free and player_id not in pending):
            raise Conflict(KEPT)

    async def _take_back(self, match_id: str, player_id: str) -> None:
        """End an invitation that the player might take up, as if it had been withdrawn before.

        Else it would be told that somebody at the table does not want to meet it: nobody else who
        is invited is refused a free seat.
        """
        invitation = await self._store.of(match_id, player_id)
        if invitation and invitation.is_open(self._now_ms()):
            await self._store.withdraw(match_id, invitation)

    async def _check(self, match: AnyMatch, player: Player, offers: Sequence[Offer]) -> None:
        """Raise MatchNotActive or Conflict if the player cannot be invited."""
        if match.status != Status.WAITING:
            raise MatchNotActive("The match has begun, or has ended.")
        check_not_revealing(match)
        if match.seat_of(player.id) is not None:
            raise Conflict("This player has a seat in the match already.")
        if player.kind == BOT:
            offer = fitting(match, offers)
            (playing,) = await self.matches.store.lists.active([player.id])
            if playing >= offer.max_matches:
                raise Conflict("This bot plays as many matches as it wants to.")

    async def _one(self, match: AnyMatch, invitation_id: str) -> Invited:
        for each in await self._store.all(match.id):
            if each.id == invitation_id:
                return self._told(match, each)
        raise NotFound(ENDED)

    def _told(self, match: AnyMatch, invitation: Invitation) -> Invited:
        return Invited(match, invitation, invitation.status(match, self._now_ms()))

    async def _find(self, match_id: str) -> AnyMatch | None:
        try:
            return await self.matches.store.load(match_id)
        except NotFound:
            return None

    def _is_told(self, match: AnyMatch) -> bool:
        """Whether the match is a try of a deal that is over: nobody can tell on any more of it."""
        return bool(match.deal_of and match.ended and match.deal_of.over_ms <= self._now_ms())

    async def _holds(self, match_id: str, player_id: str) -> bool:
        """Whether the player has an invitation that it may still take up."""
        if not player_id:
            return False
        found = await self._store.of(match_id, player_id)
        return found is not None and found.is_open(self._now_ms())

    def _now_ms(self) -> int:
        return self.matches.now_ms()

    @property
    def _store(self) -> InvitationStore:
        return self.matches.store.invitations


def _is_open_to(match: AnyMatch, viewer: str) -> bool:
    """Whether the viewer may see the match without an invitation."""
    try:
        admission.check_visible(match, match.seat_of(viewer))
        return True
    except NotFound:
        return False
