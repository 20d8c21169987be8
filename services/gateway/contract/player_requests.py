"""Request bodies of players, their tokens, and reports of players."""

import unicodedata
from typing import Annotated, Literal

from pydantic import AfterValidator, ConfigDict, FailFast, Field, model_validator
from redislink.reports import MAX_TEXT

from gateway.contract.field_types import Heard, Id, PlayerKind, Scope, Shown
from gateway.contract.request_models import Body, HouseKey, Name, without_default

UNSEEN = frozenset({"Cc", "Cs"})
"""The categories of Unicode with control characters, and with halves of characters."""
REORDERING = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
PLAIN = r"^[^\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]*$"
"""What `_plain` takes, for the document; halves of characters are nothing that JSON should have."""
ReportReason = Literal["cheating", "stalling", "collusion", "name", "emotes", "other"]
Scopes = Annotated[list[Scope], Field(min_length=1), FailFast()]


class NewPlayer(Body):
    display_name: Name
    kind: PlayerKind
    house_key: HouseKey | None = Field(
        None, description="For a name of the house: the key that the service was given."
    )


class PlayerChange(Body):
    """What is to be another way; the rest stays as it is."""

    model_config = ConfigDict(json_schema_extra={"minProperties": 1})
    display_name: Name = Field("", json_schema_extra=without_default)
    research: bool = Field(
        False,
        description="Whether your matches may be exported for research, without your name and id.",
        json_schema_extra=without_default,
    )
    listed: bool = Field(
        True,
        description="Whether leaderboards show you. Who is not listed cannot play rated matches.",
        json_schema_extra=without_default,
    )
    presence: Shown = Field(
        "friends",
        description="Who may see whether you are here: your friends, or nobody. Those at the same "
        "table are always told.",
        json_schema_extra=without_default,
    )
    emotes: Heard = Field(
        "all", description="Whose emotes reach you.", json_schema_extra=without_default
    )

    @model_validator(mode="after")
    def _not_empty(self) -> "PlayerChange":
        if not self.model_fields_set:
            raise ValueError("must have displayName or a setting")
        return self


class NewToken(Body):
    name: Name
    scopes: Scopes = Field(["play", "read"])


class NewPairing(Body):
    scopes: Scopes = Field(["play", "read"])


class Paired(Body):
    code: Annotated[str, Field(max_length=64, description="Such as `K7QF-2M9P`.")]
    name: Name = Field("paired", description="The name of the token, such as that of the device.")


def _plain(text: str) -> str:
    """Return the text. Raise ValueError for what could change how it is shown to an operator."""
    if any(char != "\n" and unicodedata.category(char) in UNSEEN for char in text):
        raise ValueError("must not contain control characters, but for line breaks")
    if any(char in REORDERING for char in text):
        raise ValueError("must not contain characters that change the order of others")
    return text


class NewReport(Body):
    reason: ReportReason
    match_id: Id | None = Field(
        None, description="The match that it is about.", json_schema_extra=without_default
    )
    text: Annotated[str, Field(max_length=MAX_TEXT), AfterValidator(_plain)] = Field(
        "",
        description="What has happened, for the operator, in plain text.",
        json_schema_extra={"pattern": PLAIN},
    )
