"""Friends, blocks and reports: what other players are to the caller."""

from collections.abc import Mapping, Sequence

import msgspec

from croupier_client.effects import Steps
from croupier_client.errors import checked_id
from croupier_client.session import Session
from croupier_client.types import Player

FRIENDS, BLOCKS = "/v1/players/me/friends", "/v1/players/me/blocks"


class Friend(msgspec.Struct, rename="camel"):
    """A friend; `here` is None if the friend does not show it, or nobody knows."""

    id: str
    display_name: str
    kind: str
    here: bool | None = None


class Friends(msgspec.Struct, rename="camel"):
    """Friends, those who ask the caller to be one, and those whom the caller has asked."""

    friends: Sequence[Friend]
    asking: Sequence[Player]
    asked: Sequence[Player]


class Friendship(msgspec.Struct):
    """What a player is to the caller: "asked" or "friend"."""

    status: str


class Blocked(msgspec.Struct):
    """Whom the caller has blocked, the last one first."""

    blocks: Sequence[Player]


class Filed(msgspec.Struct):
    """The id of a report."""

    id: str


ALL_FRIENDS = msgspec.json.Decoder(Friends)
FRIENDSHIP = msgspec.json.Decoder(Friendship)
BLOCKED = msgspec.json.Decoder(Blocked)
FILED = msgspec.json.Decoder(Filed)


class Relations:
    """The part of a caller that is about other players."""

    session: Session

    def friends(self) -> Steps[Friends]:
        """Friends, which of them are here, and open requests, each by name."""
        return (yield from self.session.call(ALL_FRIENDS, self.session.request("GET", FRIENDS)))

    def befriend(self, player_id: str) -> Steps[str]:
        """Ask a player to be a friend, or accept its request; "friend" once both have asked."""
        request = self.session.request("PUT", f"{FRIENDS}/{checked_id(player_id)}")
        return (yield from self.session.call(FRIENDSHIP, request)).status

    def unfriend(self, player_id: str) -> Steps[None]:
        """End a friendship, decline a request or withdraw one; the other is not told."""
        path = f"{FRIENDS}/{checked_id(player_id)}"
        yield from self.session.answer(self.session.request("DELETE", path))

    def block(self, player_id: str) -> Steps[None]:
        """Meet a player no more, who is not told; this ends a friendship."""
        path = f"{BLOCKS}/{checked_id(player_id)}"
        yield from self.session.answer(self.session.request("PUT", path))

    def unblock(self, player_id: str) -> Steps[None]:
        """Take a block back."""
        path = f"{BLOCKS}/{checked_id(player_id)}"
        yield from self.session.answer(self.session.request("DELETE", path))

    def blocked(self) -> Steps[Sequence[Player]]:
        """Whom the caller has blocked, the last one first."""
        return (yield from self.session.call(BLOCKED, self.session.request("GET", BLOCKS))).blocks

    def report(self, player_id: str, reason: str, match_id: str = "", text: str = "") -> Steps[str]:
        """Report a player to the operator, at most ten times a day; the id of the report.

        `reason` is cheating, stalling, collusion, name, emotes or other; a text has at most 500
        characters.
        """
        body: Mapping[str, object] = {
            "reason": reason,
            "text": text,
            **({"matchId": match_id} if match_id else {}),
        }
        path = f"/v1/players/{checked_id(player_id)}/reports"
        return (yield from self.session.call(FILED, self.session.request("POST", path, body))).id
