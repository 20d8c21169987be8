"""Parameters of routes: described to FastAPI, parsed here, where the refusals are the contract's.

Routes get the parsed value. FastAPI parses parameters after it has awaited a route's dependencies,
which read the body, and before it calls the route, which finds out who asks: in the order of
refusals. Headers are read by `gateway.asked`, and described by `documented_headers`.
"""

import re
from typing import Annotated

from croupier.v1 import engine_service_pb2 as pb
from fastapi import Header, Path, Query
from pydantic import BeforeValidator, WithJsonSchema

from gateway.errors import Problem

ID = re.compile(r"[\w-]{22}", re.ASCII)
INTEGER = re.compile(r"(-?)0*(\d+)", re.ASCII)
MAX_INT32 = 2**31 - 1
MAX_UINT32 = 2**32 - 1
DIGITS = 11
"""How many digits of a number are read: a longer one is beyond 32 bits anyway."""
DEFAULT_PAGE, MAX_PAGE = 50, 100
STATUSES = ("waiting", "active", "finished", "aborted")
"""Of matches, as they are told and asked for."""

TOURNAMENT_STATUSES = ("open", "checkIn", "running", "finished", "aborted")


def parse_id(text: str, what: str) -> str:
    """Return an id. Raise Problem not_found if it has another form: no `what` has such an id."""
    if not ID.fullmatch(text):
        raise Problem("not_found", f"There is no such {what}.")
    return text


def integer(text: str | None, name: str) -> int | None:
    """Return the number, limited to what int32 can hold. Raise Problem malformed if it is none."""
    if text is None:
        return None
    match = INTEGER.fullmatch(text)
    if not match:
        raise Problem("malformed", f"{name} must be an integer.")
    sign, digits = match.groups()
    size = min(int(digits[:DIGITS]), MAX_INT32)
    return -size if sign else size


def boolean(text: str | None, name: str) -> bool:
    """Return whether the text is `true`; left out, False. Raise Problem malformed."""
    return choice(text, name, "false", "true") == "true"


def choice(text: str | None, name: str, *words: str) -> str:
    """Return one of the words; left out, the first. Raise Problem malformed for any other."""
    if text is None:
        return words[0]
    if text not in words:
        raise Problem("malformed", f"{name} must be {_alternatives(words)}.")
    return text


def view(text: str | None) -> str:
    """Return `full` or `none`. Raise Problem malformed."""
    return choice(text, "view", "full", "none")


def form(view: str, with_moves: bool) -> pb.Form.ValueType:
    """Return the form in which versions of a match are asked for, by these two parameters."""
    if with_moves:
        return pb.FORM_MATCH_WITH_MOVES if view == "full" else pb.FORM_OUTLINE_WITH_MOVES
    return pb.FORM_MATCH if view == "full" else pb.FORM_OUTLINE


def with_legal_moves(include: str | None) -> bool:
    """Return whether `include` asks for legal moves. Raise Problem malformed."""
    return choice(include, "include", "", "legalMoves") == "legalMoves"


def page_size(text: str | None) -> int:
    """Return the size of a page, 1 to 100. Raise Problem malformed if it is not an integer."""
    size = integer(text, "pageSize")
    return DEFAULT_PAGE if size is None else max(1, min(size, MAX_PAGE))


def around(text: str | None) -> str:
    """Return `me`, a player's id, or "" if it is left out. Raise Problem malformed."""
    if text is None or text == "me" or ID.fullmatch(text):
        return text or ""
    raise Problem("malformed", "around must be me, or the id of a player.")


def seat(text: str) -> int:
    """Return the number of a seat in a path. Raise Problem not_found for anything else."""
    if not re.fullmatch("[0-9]{1,9}", text, re.ASCII):
        raise Problem("not_found", "There is no such seat.")
    return int(text)


def round_number(text: str) -> int:
    """Return the number of a round in a path. Raise Problem not_found for anything else."""
    if not re.fullmatch("[1-9][0-9]{0,8}", text, re.ASCII):
        raise Problem("not_found", "There is no such round.")
    return int(text)


def page_number(token: str | None) -> int:
    """Return the number that a token of pages is; 0 without one. Raise Problem malformed."""
    if token is None:
        return 0
    if not re.fullmatch("[0-9]{1,9}", token, re.ASCII):
        raise Problem("malformed", "pageToken must be one that this list has answered.")
    return int(token)


def clamp_uint32(number: int | None) -> int | None:
    """Return the number, limited to what uint32 can hold: no version or seat is as large."""
    return None if number is None else min(number, MAX_UINT32)


def _alternatives(words: tuple[str, ...]) -> str:
    """Return `a, b or c`; an empty word stands for a parameter that is left out."""
    *most, last = filter(None, words)
    return f"{', '.join(most)} or {last}" if most else last


def _nothing() -> None:
    """Return what a parameter is that is left out."""


def _text(pattern: str) -> WithJsonSchema:
    """Return the documented schema of a text of this form."""
    return WithJsonSchema({"type": "string", "pattern": pattern})


_number = WithJsonSchema({"type": "integer", "minimum": 0})
_id = _text("^[A-Za-z0-9_-]{22}$")
DealId = Annotated[
    str,
    Path(description="The `id` of a deal: `daily.GAME.DATE`, or that of a player's own."),
    _text("^(daily[.][a-z0-9-]{1,64}[.][0-9]{4}-[0-9]{2}-[0-9]{2}|[A-Za-z0-9_-]{22})$"),
]
DealGame = Annotated[
    str | None,
    Query(alias="game", default_factory=_nothing, description="Only deals of this game."),
]
MadeByMe = Annotated[
    bool,
    Query(alias="mine", default_factory=bool, description="`true`: those that you have made."),
    BeforeValidator(lambda text: boolean(text, "mine")),
    WithJsonSchema({"type": "boolean"}),
]
MatchId = Annotated[str, Path(description="22 characters of base64url."), _id]
TournamentId = Annotated[str, Path(description="22 characters of base64url."), _id]
RoundNumber = Annotated[
    str,
    Path(description="The number of a round, from 1."),
    WithJsonSchema({"type": "integer", "minimum": 1}),
]
TicketId = Annotated[str, Path(description="22 characters of base64url."), _id]
PlayerId = Annotated[str, Path(description="22 characters of base64url."), _id]
TokenId = Annotated[
    str, Path(description="The `id` of a token, as the list of tokens has it."), _id
]
WebhookId = Annotated[
    str, Path(description="The `id` of a webhook, as the list of webhooks has it."), _id
]
BrowserId = Annotated[
    str, Path(description="The `id` of a browser, as the list of them has it."), _id
]
DeliveryId = Annotated[
    str, Path(description="The `id` of a delivery, as the list of deliveries has it.")
]
PasskeyId = Annotated[
    str,
    Path(description="The `id` of a passkey, as the list of passkeys has it."),
    _text("^[A-Za-z0-9_-]{1,1364}$"),
]
IdentityId = Annotated[
    str,
    Path(description="The `id` of an identity, as the list of passkeys has it."),
    _text("^[0-9a-f]{64}$"),
]
GameId = Annotated[str, Path(description="The `id` of a game, as the list of games has it.")]
ProblemCode = Annotated[str, Path(description="The `code` of a problem, such as `malformed`.")]
InvitationId = Annotated[
    str, Path(description="The `id` of an invitation, as the list of invitations has it."), _id
]
Available = Annotated[
    str | None,
    Query(
        default_factory=_nothing,
        description="The `id` of a game: only who can be had for it. It is required.",
    ),
]
KindFilter = Annotated[
    str,
    Query(alias="kind", default_factory=str, description="Only bots, or only people."),
    BeforeValidator(lambda text: choice(text, "kind", "", "bot", "human")),
    WithJsonSchema({"type": "string", "enum": ["bot", "human"]}),
]
View = Annotated[
    str,
    Query(default_factory=lambda: "full", description="`none` leaves `match` out of the answer."),
    BeforeValidator(view),
    WithJsonSchema({"type": "string", "enum": ["full", "none"]}),
]
Excluded = Annotated[
    bool,
    Query(
        alias="exclude",
        default_factory=bool,
        description="`dependencies`: once engine and Redis have been reached, they are not asked "
        "any more, and only a gateway that is to stop is not ready.",
    ),
    BeforeValidator(lambda text: choice(text, "exclude", "", "dependencies") == "dependencies"),
    WithJsonSchema({"type": "string", "enum": ["dependencies"]}),
]
StreamView = Annotated[
    str,
    Query(
        alias="view",
        default_factory=lambda: "full",
        description="`none` shows each version without its match.",
    ),
    BeforeValidator(view),
    WithJsonSchema({"type": "string", "enum": ["full", "none"]}),
]
DryRun = Annotated[
    bool,
    Query(
        alias="dryRun",
        default_factory=bool,
        description="`true` only checks whether the move would be accepted.",
    ),
    BeforeValidator(lambda text: boolean(text, "dryRun")),
    WithJsonSchema({"type": "boolean"}),
]
AllOfSender = Annotated[
    bool,
    Query(
        alias="allOfSender",
        default_factory=bool,
        description="`true` declines all invitations that you have got of who sent this one.",
    ),
    BeforeValidator(lambda text: boolean(text, "allOfSender")),
    WithJsonSchema({"type": "boolean"}),
]
Include = Annotated[
    bool,
    Query(
        default_factory=bool,
        description="`legalMoves` adds the field `legalMoves`: what `/legal-moves` answers at the "
        "same version.",
    ),
    BeforeValidator(with_legal_moves),
    WithJsonSchema({"type": "string", "enum": ["legalMoves"]}),
]
LookAs = Annotated[
    str | None,
    Query(
        default_factory=_nothing,
        alias="as",
        description="A seat, or `spectator`: whose view to show, once the match has ended.",
    ),
    _text("^([0-9]{1,9}|spectator)$"),
]
AtVersion = Annotated[
    int | None,
    Query(
        default_factory=_nothing,
        alias="atVersion",
        description="An earlier version, 1 to the current one: the match as you could see it "
        "then. Any other version: 404.",
    ),
    BeforeValidator(lambda text: integer(text, "atVersion")),
    WithJsonSchema({"type": "integer", "minimum": 1}),
]
After = Annotated[
    int,
    Query(
        default_factory=int,
        description="Only what comes after this version; default 0, the whole match.",
    ),
    BeforeValidator(lambda text: max(integer(text, "after") or 0, 0)),
    _number,
]
AfterVersion = Annotated[
    str | None,
    Query(
        default_factory=_nothing,
        alias="after",
        description="The last version you have: of the current one, nothing comes first.",
    ),
    _number,
]
AfterEntry = Annotated[
    int,
    Query(
        alias="after",
        default_factory=int,
        description="Only what comes after this entry; default 0, the whole ledger.",
    ),
    BeforeValidator(lambda text: max(integer(text, "after") or 0, 0)),
    _number,
]
AfterSnapshot = Annotated[
    str | None,
    Query(
        default_factory=_nothing,
        alias="after",
        description="The last version you have: the changes after it follow, without a snapshot.",
    ),
    _number,
]
LastEventId = Annotated[
    str | None,
    Header(
        default_factory=_nothing,
        description="The id of the last event you have; used in place of `after`.",
    ),
    _number,
]
GameFilter = Annotated[
    str | None,
    Query(alias="game", default_factory=_nothing, description="Only matches of this game."),
]
TicketGame = Annotated[
    str | None,
    Query(
        alias="game", default_factory=_nothing, description="Only tickets for matches of this game."
    ),
]
StatusFilter = Annotated[
    str,
    Query(
        alias="status",
        default_factory=str,
        description="Only `waiting`, `active`, `finished` or `aborted` ones.",
    ),
    BeforeValidator(lambda text: choice(text, "status", "", *STATUSES)),
    WithJsonSchema({"type": "string", "enum": [*STATUSES]}),
]
TournamentGame = Annotated[
    str | None,
    Query(alias="game", default_factory=_nothing, description="Only tournaments of this game."),
]
TournamentStatus = Annotated[
    str,
    Query(
        alias="status",
        default_factory=str,
        description="Only `open`, `checkIn`, `running`, `finished` or `aborted` ones.",
    ),
    BeforeValidator(lambda text: choice(text, "status", "", *TOURNAMENT_STATUSES)),
    WithJsonSchema({"type": "string", "enum": [*TOURNAMENT_STATUSES]}),
]
Mine = Annotated[
    bool,
    Query(
        default_factory=bool,
        description="`true`: those that you have made or joined, private ones as well.",
    ),
    BeforeValidator(lambda text: boolean(text, "mine")),
    WithJsonSchema({"type": "boolean"}),
]
PlayerFilter = Annotated[
    str | None,
    Query(
        default_factory=_nothing,
        alias="player",
        description="Only those of this player's id; `me` for your own.",
    ),
]
HereFilter = Annotated[
    bool,
    Query(
        default_factory=bool,
        description="With `status=waiting`, `true`: without tables that were left.",
    ),
    BeforeValidator(lambda text: boolean(text, "here")),
    WithJsonSchema({"type": "string", "enum": ["true", "false"]}),
]
SeatInPath = Annotated[
    str,
    Path(description="The number of a seat."),
    WithJsonSchema({"type": "integer", "minimum": 0}),
]
PageSize = Annotated[
    int,
    Query(
        alias="pageSize",
        default_factory=lambda: DEFAULT_PAGE,
        description=f"1 to {MAX_PAGE}; other values count as the nearest of these.",
    ),
    BeforeValidator(page_size),
    WithJsonSchema({"type": "integer", "minimum": 1, "maximum": MAX_PAGE}),
]
PageToken = Annotated[
    str | None,
    Query(
        default_factory=_nothing,
        alias="pageToken",
        description="`nextPageToken` of the page before.",
    ),
    _text("^[A-Za-z0-9_-]+={0,2}$"),
]
PoolName = Annotated[
    str,
    Path(description="A pool, as the list of leaderboards has it."),
    _text("^[a-z0-9-]+[.](live|daily)[.](human|bot)[.](0|[1-9][0-9]{0,5})$"),
]
Around = Annotated[
    str,
    Query(
        default_factory=str,
        description="`me`, or the id of a player: the page with this player in its middle.",
    ),
    BeforeValidator(around),
    _text("^(me|[A-Za-z0-9_-]{22})$"),
]
FriendsOnly = Annotated[
    bool,
    Query(alias="friends", default_factory=bool, description="`true`: you and your friends only."),
    BeforeValidator(lambda text: boolean(text, "friends")),
    WithJsonSchema({"type": "boolean"}),
]
Season = Annotated[
    int | None,
    Query(
        default_factory=_nothing,
        description="The board of another season than the pool's own.",
    ),
    BeforeValidator(lambda text: integer(text, "season")),
    _number,
]
