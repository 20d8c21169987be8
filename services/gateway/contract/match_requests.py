"""Request bodies of matches and tickets, and of what their players ask for."""

import re
from typing import Annotated, Literal

from pydantic import Field, StringConstraints, WithJsonSchema, model_validator

from gateway.contract.field_types import Deal, Duration, OnTimeout, OptionsInput
from gateway.contract.request_models import Body, Count, exactly_one, without_default
from gateway.players.emotes import EmoteName

HEX = "([0-9a-fA-F]{2}){0,32}"
Hex = Annotated[
    str,
    StringConstraints(pattern=re.compile(rf"^{HEX}\Z")),
    WithJsonSchema({"type": "string", "pattern": f"^{HEX}$"}),
]
Seal = Annotated[
    str,
    StringConstraints(pattern=re.compile(r"^([0-9a-fA-F]{64})?\Z")),
    WithJsonSchema({"type": "string", "pattern": "^([0-9a-fA-F]{64})?$"}),
]
ENTROPY = Field("", description="Up to 32 bytes, hex; mixed into the chance of an open deal.")
SEAL = Field(
    "",
    description="In a sealed deal: SHA-256 of `croupier seal v1` and 32 random bytes, hex. Keep "
    "the bytes: you reveal them once every seat is taken.",
)


class Clock(Body):
    """How long players may think: per move, or from a bank for the whole match."""

    model_config = exactly_one(perMove=["bank", "increment"], bank=["perMove"])
    per_move: Duration | None = Field(None, description="Time for each move: 1 s to 30 days.")
    bank: Duration | None = Field(None, description="Time for all moves of a seat: 1 s to 30 days.")
    increment: Duration | None = Field(
        None, description="Added to a seat's bank after each of its moves: up to 1 day."
    )
    on_timeout: OnTimeout = Field(
        "forfeit",
        description="What happens to a seat whose time runs out: `forfeit` resigns it, `random` "
        "makes a random legal move for it, `rules` the move that the game says for it, where its "
        "`onTimeout` has that.",
    )

    @model_validator(mode="after")
    def _one_of_two(self) -> "Clock":
        if (self.per_move is None) == (self.bank is None):
            raise ValueError("must have exactly one of perMove and bank")
        if self.increment is not None and self.bank is None:
            raise ValueError("increment is accepted with bank only")
        return self


class MatchSettings(Body):
    game: str
    options: OptionsInput | None = None
    seats: Count | None = Field(None, description="How many seats; default: the game's minimum.")
    clock: Clock | None = Field(None, description="Default: none, so players may take any time.")
    gone_after: Duration | None = Field(
        None,
        description="After how long an absence a player counts as gone: 60 s to 1 day; null for "
        "never. Left out, it follows from the clock and the access: docs/api.md has the table.",
        json_schema_extra=without_default,
    )
    deal: Deal = Field(
        "open",
        description="`open`: players may give entropy with the seat. `sealed`: they give seals, "
        "and reveal their entropy once every seat is taken, so that nobody can choose the deal.",
    )
    reveal: Duration | None = Field(
        None, description="How long players have to reveal: 5 s to 1 day; default 20 s."
    )
    entropy: Hex = ENTROPY
    seal: Seal = SEAL
    undo: Literal["never", "consent"] | None = Field(
        None,
        description="Whether moves can be taken back: `consent`, the default, if the others agree "
        "and nobody has seen what was hidden.",
    )
    rated: bool = Field(
        False,
        description="Whether the match counts for the ratings of its players. docs/ratings.md has "
        "the conditions of that.",
    )


class NewTicket(MatchSettings):
    """The settings of the match that you would like to play."""

    listed: bool = Field(True, description="Whether `GET /v1/tickets` shows that you search.")


class NewMatch(MatchSettings):
    access: Literal["public", "private"] = "public"
    start: Literal["auto", "manual"] = "auto"
    talk: bool = Field(True, description="Whether seats may send emotes, also in rematches.")


class Join(Body):
    seat: Count | None = Field(None, description="Default: the lowest free seat.")
    invite_code: str = ""
    entropy: Hex = ENTROPY
    seal: Seal = SEAL


class Entropy(Body):
    entropy: Hex = Field(description="The 32 bytes of your seal, hex.")


class NewEmote(Body):
    emote: EmoteName


class WantUndo(Body):
    to_version: Count = Field(
        description="The version to return to. The move after it must be your own."
    )


class Claim(Body):
    result: Literal["win", "abort"] = Field(
        "win", description="`abort` calls the match off: nobody has lost it then."
    )


class WantRematch(Body):
    keep_score: bool = Field(
        False,
        description="Carry the scores on, if all players ask so and the game has scores to carry.",
    )
    entropy: Hex = ENTROPY
    seal: Seal = SEAL
