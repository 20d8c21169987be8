"""Request bodies of tournaments."""

import re
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, StringConstraints, WithJsonSchema
from redislink.display_names import TITLE_LENGTH, check_title

from gateway.contract.field_types import Duration, OptionsInput, PlayerKind
from gateway.contract.match_requests import Clock, Seal
from gateway.contract.request_models import Body, Count

MOST_SEALS = 256
"""More than any tournament asks for at once."""
SEAL = "[0-9a-fA-F]{64}"
Entropy = Annotated[
    str,
    StringConstraints(pattern=re.compile(rf"^{SEAL}\Z")),
    WithJsonSchema({"type": "string", "pattern": f"^{SEAL}$"}),
]
TableSeals = Annotated[list[Entropy], Field(max_length=MOST_SEALS)]
Title = Annotated[
    str,
    AfterValidator(check_title),
    # Which characters can be seen is beyond a pattern: docs/api.md says it.
    WithJsonSchema({"type": "string", "format": "name", "minLength": 1, "maxLength": TITLE_LENGTH}),
]
MOMENT = re.compile(
    r"^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d([.]\d{1,30})?([Zz]|[+-]\d\d:\d\d)\Z", re.ASCII
)
Moment = Annotated[
    str,
    StringConstraints(pattern=MOMENT),
    WithJsonSchema({"type": "string", "format": "date-time"}),
]


class NewConditions(Body):
    """Who may join. Ratings are those in the pool of the game, the clock and the kind of player."""

    min_rating: Count | None = Field(None, description="Who has none may not join then.")
    max_rating: Count | None = Field(None, description="Who has none may join.")
    min_matches: Count | None = Field(None, description="How many have counted in that pool.")
    min_reliability: Count | None = Field(
        None,
        description="The least `reliability` of a profile, in percent; who has none yet may join.",
    )
    kinds: Annotated[list[PlayerKind], Field(min_length=1, max_length=2)] | None = Field(
        None, description="Default: people and bots; of a rated one, you name one of the two."
    )


class NewTournament(Body):
    name: Title
    game: str
    options: OptionsInput | None = None
    clock: Clock
    system: Literal["swiss", "roundRobin", "knockout", "arena"] = "swiss"
    rounds: Count | None = Field(None, description="Of a Swiss: 1 to 100; default 5.")
    minutes: Count | None = Field(None, description="Of an arena: 1 to 1,440; default 60.")
    seats: Count | None = Field(
        None, description="Of a table. Default: the game's minimum; only a Swiss may have 3 to 5."
    )
    matches_per_pairing: Count = Field(
        1, description="1, or 2 with the seats turned around in the second one."
    )
    min_players: Count = Field(2, description="With fewer, it does not begin.")
    max_players: Count | None = Field(None, description="Default 10,000; of a round robin 100.")
    start_time: Moment | None = Field(
        None, description="When the first round is to begin. The check-in opens before."
    )
    start_when_full: bool = Field(
        False,
        description="In place of `startTime`: the check-in opens as soon as `maxPlayers` joined.",
    )
    check_in: Duration | None = Field(
        None, description="How long the check-in takes; default 10 minutes."
    )
    round_break: Duration | None = Field(
        None, description="The time between two rounds; default 60 s."
    )
    reveal: Duration | None = Field(
        None,
        description="How long players have to come to a table, which is to reveal the entropy of "
        "its deal; default 60 s, and 24 h with a clock of days.",
    )
    all_at_once: bool = Field(
        False, description="In a round robin: all rounds are open at the same time."
    )
    access: Literal["public", "private"] = Field(
        "public",
        description="A private one is in no list, and joined with its `inviteCode`; who knows its "
        "id sees it.",
    )
    rated: bool = False
    conditions: NewConditions | None = None
    house_bots: Count = Field(
        0,
        description="So many bots of the house join as soon as they see it, while places are free: "
        "0 to 6. Only of a public tournament that is not rated.",
    )


class JoinTournament(Body):
    seal: Seal = Field(
        "",
        description="SHA-256 of `croupier tournament seal v1` and 32 random bytes, hex: you reveal "
        "these in the check-in. None once the tournament runs.",
    )
    table_seals: TableSeals = Field(
        default=[],
        description="The seals of your matches to come, in their order, each as in `seal` of a "
        "match: as many as `sealsNeeded` of the tournament. None when you come back.",
    )
    invite_code: str = Field("", description="Of a private one.")


class CheckIn(Body):
    entropy: Entropy = Field(description="The 32 bytes of your `seal`, hex.")


class MoreSeals(Body):
    table_seals: TableSeals = Field(
        min_length=1, description="They follow those that you have given."
    )


class AbortTournament(Body):
    reason: Annotated[
        str,
        StringConstraints(pattern=re.compile(r"^[ -~]{1,200}\Z")),
        WithJsonSchema({"type": "string", "pattern": "^[ -~]{1,200}$"}),
    ] = Field(description="Why, in ASCII: everybody sees it.")


class RemovePlayer(Body):
    player_id: str
