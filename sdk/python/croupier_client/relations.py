"""Friends, blocks and reports: what other players are to the caller."""

from collections.abc import Sequence

import msgspec

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
