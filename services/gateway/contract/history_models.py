"""Response bodies about the past of a match: its history and its replay."""

from typing import Annotated, Literal

from pydantic import Field

from gateway.contract.field_types import (
    EventJson,
    GameId,
    MoveJson,
    OptionsJson,
    SeatNumber,
    Sha256,
    Time,
    Version,
)
from gateway.contract.match_models import Match
from gateway.contract.response_models import Answer

EntryKind = Literal[
    "created",
    "joined",
    "left",
    "started",
    "revealed",
    "move",
    "resigned",
    "timeout",
    "aborted",
    "asked",
    "agreed",
    "refused",
    "undone",
    "claimed",
]

Note = Annotated[
    str,
    Field(
        default="",
        description="Why an operator, or the server, aborted the match; left out otherwise.",
    ),
]


Withheld = Annotated[
    list[SeatNumber],
    Field(
        default=[],
        description="The seats for which a sealed deal was aborted, since they had not revealed "
        "their entropy in time; left out otherwise.",
    ),
]


Gone = Annotated[
    list[SeatNumber],
    Field(
        default=[],
        description="The seats whose players had gone, when another one claimed that, or called "
        "the match off for it; left out otherwise.",
    ),
]


Late = Annotated[
    list[SeatNumber],
    Field(
        default=[],
        description="The seats whose time ran out at the same moment, of which `seat` is the "
        "first; left out of other kinds than `timeout`.",
    ),
]


To = Annotated[
    int,
    Field(
        default=0,
        description="The version to return to; left out of other kinds than `asked` and `undone`.",
    ),
]


Needs = Annotated[
    list[SeatNumber],
    Field(default=[], description="Who has to agree; left out of other kinds than `asked`."),
]


Kept = Annotated[
    list[Version],
    Field(
        default=[],
        description="The versions after `to` whose moves stay, as others have chosen at the same "
        "time; left out of other kinds than `undone`, and if there are none.",
    ),
]


class HistoryEntry(Answer):
    version: Version
    game: GameId
    kind: EntryKind
    seat: SeatNumber
    move: MoveJson | None
    notation: str | None
    time: Time
    events: list[EventJson]
    note: Note
    withheld: Withheld
    gone: Gone
    late: Late
    to: To
    needs: Needs
    kept: Kept


class History(Answer):
    moves: list[HistoryEntry]
    next_after: Version | None = Field(description="For the next page; null on the last one.")


class LogEntry(Answer):
    """An entry of the log. Its hash is that of all other members."""

    version: Version
    kind: EntryKind
    seat: SeatNumber
    move: MoveJson | None
    time: Time
    prev: str
    hash: Sha256
    seal: Annotated[
        str, Field(default="", description="That of the seat, in a sealed deal; else left out.")
    ]
    entropy: Annotated[
        str, Field(default="", description="What the seat revealed; left out of other kinds.")
    ]
    note: Note
    withheld: Withheld
    gone: Gone
    late: Late
    to: To
    needs: Needs
    kept: Kept


class AuditEntry(Answer):
    """An act of an operator. `shown` and `exported` revealed what is hidden from players."""

    time: Time
    version: int
    act: Literal["shown", "exported", "aborted", "imported", "voided"]
    reason: str


class ReplayHead(Answer):
    """A replay without its log: the first line of one in lines."""

    game: GameId
    match: Match
    options: OptionsJson
    server_seed: Sha256
    entropy: list[str | None]
    audit: list[AuditEntry]


class Replay(ReplayHead):
    """All about a match that has ended."""

    log: list[LogEntry]
