"""Request bodies of how players find each other: offers, invitations and codes."""

from typing import Annotated, Literal

from pydantic import AfterValidator, BeforeValidator, Field, WithJsonSchema
from redislink.display_names import DESCRIPTION_LENGTH, check_description

from gateway.contract.field_types import Id
from gateway.contract.request_models import MAX_GAMES, Body, HouseKey, bounded

Clocks = Literal["any", "none", "short"]


class OfferedGame(Body):
    max_matches: Annotated[int, Field(ge=1, le=1000)] = Field(
        1, description="You are listed while you play in fewer running matches, of any game."
    )
    clocks: Clocks = Field(
        "any",
        description="`none`: matches without a clock. `short`: with at most 60 s for a move, or a "
        "bank of at most 900 s and an increment of at most 30 s.",
    )


class Availability(Body):
    games: Annotated[
        dict[str, OfferedGame],
        Field(min_length=1, max_length=MAX_GAMES, description="By the `id` of the game."),
        BeforeValidator(bounded),
    ]
    description: Annotated[
        str,
        AfterValidator(check_description),
        WithJsonSchema({"type": "string", "format": "name", "maxLength": DESCRIPTION_LENGTH}),
    ] = Field("", description="What others should know, such as how a bot plays.")
    level: Annotated[int, Field(ge=1, le=4)] | None = Field(
        None,
        description="How strong you play, as you say yourself: 1 easy, 2 medium, 3 strong, "
        "4 expert.",
    )
    house_key: HouseKey | None = Field(
        None, description="For the operator's own bots: the key that the service was given."
    )


class NewInvitation(Body):
    player_id: Id


class Code(Body):
    code: Annotated[str, Field(max_length=64, description="Such as `K7QF2-M9PTX`.")]
