"""What a hook is told of its player's matches, of what engines say of these. Pure.

Whatever is told here is told by the change from what was known to what is seen, so nothing is lost
that nobody has heard of when it happened, but a turn that is over by now.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from redislink.hooks import Delivery, Hook

from herald.state import REMEMBERED_INVITATIONS, TURN, State, supersede, tell

REVEALING, ACTIVE, ENDED = "revealing", "active", "ended"
IN_WAIT = "waiting"
BEFORE = ("", IN_WAIT, REVEALING)


@dataclass(frozen=True, slots=True)
class Seen:
    """A match as it is: `decision` is the version since which the player's own stands, 0 for none.

    `phase` is revealing if the player has to reveal its entropy now.
    """

    match_id: str
    game: str
    version: int
    phase: str
    decision: int = 0


def follow(
    hook: Hook, state: State, seen: Sequence[Seen], now_ms: int, old: Collection[str] = ()
) -> list[Delivery]:
    """Queue what is new of these matches; return the deliveries that have changed.

    Those that are `old` were there when the hook was made: of their beginning no word is needed.
    """
    changed = list[Delivery]()
    for each in sorted(seen, key=lambda one: one.match_id):
        changed += _one(hook, state, each, now_ms, each.match_id in old)
    return changed


def _one(hook: Hook, state: State, seen: Seen, now_ms: int, is_old: bool) -> list[Delivery]:
    before = state.matches.get(seen.match_id)
    version, decision, phase = before or (0, 0, "")
    if seen.version < version:  # Redis was restored, and the match goes on from there
        decision = 0
    changed = list[Delivery]()

    def add(kind: str, of: int = seen.version) -> None:
        told = {"matchId": seen.match_id, "game": seen.game, "version": of}
        changed.extend(tell(hook, state, kind, seen.match_id, of, now_ms, told))

    if seen.phase == REVEALING and phase != REVEALING:
        add("entropyNeeded")
    if seen.phase == ACTIVE and phase in BEFORE and not (is_old and not before):
        add("matchStarted")
    if seen.phase == ACTIVE and seen.decision > decision:
        add(TURN, seen.decision)
    elif seen.phase == ACTIVE and not seen.decision:
        changed += supersede(state, seen.match_id)
    if seen.phase == ENDED and phase != ENDED:
        changed += supersede(state, seen.match_id)
        add("matchFinished")
    state.matches[seen.match_id] = [seen.version, max(seen.decision, decision), seen.phase]
    return changed


def drop(state: State, gone: Collection[str]) -> list[Delivery]:
    """Forget matches that there are no more, or that the player has left."""
    changed = list[Delivery]()
    for each in gone:
        state.matches.pop(each, None)
        changed += supersede(state, each)
    return changed


def invite(
    hook: Hook, state: State, pending: Mapping[str, tuple[str, int]], now_ms: int
) -> list[Delivery]:
    """Queue the invitations that are new; each has its match and version by its id."""
    changed = list[Delivery]()
    for invitation, (match_id, version) in sorted(pending.items()):
        if invitation not in state.invited:
            told = {"matchId": match_id, "version": version, "invitationId": invitation}
            changed += tell(hook, state, "invited", match_id, version, now_ms, told)
            state.invited.append(invitation)
    state.invited = [each for each in state.invited if each in pending][-REMEMBERED_INVITATIONS:]
    return changed


def offer_rematch(
    hook: Hook, state: State, match_id: str, version: int, now_ms: int
) -> list[Delivery]:
    """Queue that a rematch is asked for."""
    told = {"matchId": match_id, "version": version}
    return tell(hook, state, "rematchOffered", match_id, version, now_ms, told)
