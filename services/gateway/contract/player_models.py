"""Response bodies about players: who they are, their tokens, and what they are invited to."""

from typing import Annotated, Literal

from pydantic import Field, WithJsonSchema

from gateway.contract.field_types import (
    Heard,
    Id,
    PlayerKind,
    Scope,
    Shown,
    Time,
)
from gateway.contract.response_models import Answer


class Player(Answer):
    id: Id
    display_name: str
    kind: PlayerKind


class Suspension(Answer):
    """A suspension by an operator."""

    until: Time | None = Field(description="null for good.")
    reason: str


class OwnPlayer(Player):
    """You, with what only you are shown."""

    research: bool = Field(description="Whether your matches may be exported for research.")
    listed: bool = Field(description="Whether leaderboards show you.")
    presence: Shown = Field(description="Who may see whether you are here.")
    emotes: Heard = Field(description="Whose emotes reach you.")
    suspended: Suspension | None = Field(
        description="Why you can begin nothing new; null if you can."
    )


class PlayerAndToken(Answer):
    player: Player
    token: str = Field(description="Shown this once. Send it as `Authorization: Bearer TOKEN`.")


class Friend(Player):
    here: bool | None = Field(
        description="Whether the friend is here; null if it does not show that, or nobody knows."
    )


Complete = Annotated[
    bool,
    Field(
        description="Whether nobody is missing: false while a part of the service does not answer "
        "that has the accounts of some."
    ),
]


class Friends(Answer):
    """Friends and open requests for friendship, each in the order of names."""

    friends: list[Friend]
    asking: list[Player] = Field(description="Those who ask you.")
    asked: list[Player] = Field(description="Those whom you have asked.")
    complete: Complete


class Friendship(Answer):
    player_id: Id
    status: Literal["asked", "friend"]


class Blocked(Answer):
    """Whom you have blocked, the last one first."""

    blocks: list[Player]
    complete: Complete


class Block(Answer):
    player_id: Id


class ReportMade(Answer):
    id: Id


class GameOffer(Answer):
    max_matches: int
    clocks: Literal["any", "none", "short"]


Level = Annotated[
    Annotated[int, WithJsonSchema({"type": "integer", "minimum": 1, "maximum": 4})] | None,
    Field(
        description="How strong the player plays, as it says itself: 1 easy, 2 medium, 3 strong, "
        "4 expert; null if it does not say."
    ),
]


class Offered(Answer):
    """What you offer, until it expires."""

    games: dict[str, GameOffer]
    description: str
    level: Level
    house: bool
    expire_time: Time


class AvailablePlayer(Answer):
    id: Id
    display_name: str
    kind: PlayerKind
    description: str
    level: Level
    rating: int | None = Field(
        description="That of the game's live pool; null of who has played no rated match there."
    )
    house: bool = Field(description="Whether the operator provides this player.")


class AvailablePlayers(Answer):
    players: list[AvailablePlayer]
    next_page_token: str | None = Field(description="For the next page; null on the last one.")


class Invitation(Answer):
    id: Id
    match_id: Id
    player_id: Id
    status: Literal["pending", "accepted", "declined", "expired"]
    expire_time: Time


class Invitations(Answer):
    invitations: list[Invitation]


class Token(Answer):
    id: str
    name: str
    scopes: list[Scope]
    create_time: Time


class ListedToken(Token):
    expire_time: Time | None = Field(
        description="When a session ends unless it is used: that puts it off, once a day, to 30 "
        "days from then. null for tokens that never end."
    )
    current: bool = Field(description="Whether it is the one that you send.")


class TokenAndValue(Answer):
    id: str
    name: str
    scopes: list[Scope]
    token: str = Field(description="Shown this once.")


class Pairing(Answer):
    code: str = Field(description="Shown this once. It is good for one token.")
    expire_time: Time


class Tokens(Answer):
    tokens: list[ListedToken]
    next_page_token: str | None = Field(description="For the next page; null on the last one.")


class Presence(Answer):
    people: int
    bots: int
