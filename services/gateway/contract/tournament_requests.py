"""Request bodies of tournaments."""

from typing import Annotated, Literal

from pydantic import Field

from gateway.contract.field_types import Duration, OptionsInput
from gateway.contract.match_requests import Clock, Hex, Seal
from gateway.contract.request_models import Body, Count

System = Literal["swiss", "roundRobin", "knockout", "arena"]


class Conditions(Body):
    """Who may join; ratings are those of the pool that the clock and the kind of player say."""

    min_rating: Count | None = None
    max_rating: Count | None = None
    min_matches: Count | None = Field(None, description="Matches that have counted in that pool.")
    min_reliability: Count | None = Field(None, description="Percent of matches played to the end.")
    kinds: list[Literal["human", "bot"]] | None = None


class NewTournament(Body):
    name: str = Field(min_length=1, max_length=60)
    game: str
    options: OptionsInput | None = None
    clock: Clock
    system: System = "swiss"
    rounds: Count | None = Field(None, description="Of a Swiss: 1 to 100; default 5.")
    minutes: Count | None = Field(None, description="Of an arena: 1 to 1,440; default 60.")
    seats: Count | None = Field(None, description="Of a table; default 2.")
    matches_per_pairing: Literal[1, 2] = 1
    min_players: Count = 2
    max_players: Count | None = Field(None, description="Default 10,000; of a round robin 100.")
    start_time: str | None = Field(None, description="RFC 3339.")
    start_when_full: bool = False
    check_in: Duration | None = Field(None, description="Default 10 minutes before the start.")
    break_s: Count | None = Field(None, description="Seconds between rounds; default 60.")
    reveal: Duration | None = Field(None, description="Time to come to the table; default 60 s.")
    all_at_once: bool = Field(False, description="All rounds of a round robin at the same time.")
    access: Literal["public", "private"] = "public"
    rated: bool = False
    conditions: Conditions | None = None
    house_bots: Count = Field(
        0,
        description="So many bots of the house join as soon as they see it, while places are free: "
        "0 to 6. Only of a public tournament that is not rated.",
    )


class JoinTournament(Body):
    seal: Seal = Field(
        "",
        description="SHA-256 of `croupier tournament seal v1` and 32 random bytes, hex: you reveal "
        "them in the check-in. None once the tournament runs.",
    )
    table_seals: list[Annotated[Seal, Field()]] = Field(
        description="The seals of your matches to come, in their order, each as in `seal` of a "
        "match: as many as `sealsNeeded` of the tournament says."
    )
    invite_code: str = ""


class CheckIn(Body):
    entropy: Hex = Field(description="The 32 bytes of your seal, hex.")


class MoreSeals(Body):
    table_seals: list[Seal]


class Call(Body):
    reason: str = Field(min_length=1, max_length=200)


class RemovePlayer(Body):
    player_id: str
