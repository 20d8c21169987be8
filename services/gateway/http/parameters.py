"""Parameters of routes: described to FastAPI, parsed here.

The contract fixes the order of refusals, and FastAPI would refuse a wrong value before
a route runs. So every parameter is declared as text, with its real type in the schema only.
"""

import re
from typing import Annotated

from croupier.v1 import engine_service_pb2 as pb
from fastapi import Header, Path, Query
from pydantic import WithJsonSchema

from gateway.errors import Problem

ID = re.compile(r"[\w-]{22}", re.ASCII)
INTEGER = re.compile(r"(-?)0*(\d+)", re.ASCII)
MAX_INT32 = 2**31 - 1
MAX_UINT32 = 2**32 - 1
DIGITS = 11
"""How many digits of a number are read: a longer one is beyond 32 bits anyway."""
DEFAULT_PAGE, MAX_PAGE = 50, 100


def _text(pattern: str) -> WithJsonSchema:
    """Return the documented schema of a text of this form."""
    return WithJsonSchema({"type": "string", "pattern": pattern})


_number = WithJsonSchema({"type": "integer", "minimum": 0})
_id = _text("^[A-Za-z0-9_-]{22}$")
MatchId = Annotated[str, Path(description="22 characters of base64url."), _id]
TicketId = Annotated[str, Path(description="22 characters of base64url."), _id]
PlayerId = Annotated[str, Path(description="22 characters of base64url."), _id]
TokenId = Annotated[
    str, Path(description="The `id` of a token, as the list of tokens has it."), _id
]
GameId = Annotated[str, Path(description="The `id` of a game, as the list of games has it.")]
ProblemCode = Annotated[str, Path(description="The `code` of a problem, such as `malformed`.")]
InvitationId = Annotated[
    str, Path(description="The `id` of an invitation, as the list of invitations has it."), _id
]
Available = Annotated[
    str | None,
    Query(description="The `id` of a game: only who can be had for it. It is required."),
]
KindFilter = Annotated[
    str | None,
    Query(alias="kind", description="Only bots, or only people."),
    WithJsonSchema({"type": "string", "enum": ["bot", "human"]}),
]
IfMatch = Annotated[
    str | None,
    Header(
        description='The version your decision is based on: `"17"`, also as proxies change it '
        '(`W/"17"`, `"17-gzip"`). Any other version: 412.'
    ),
    _text(r'^((W/)?"(0|[1-9][0-9]{0,19})(-(gzip|br|deflate|zstd))?"|\*)$'),
]
IfNoneMatch = Annotated[
    str | None,
    Header(
        description='The version you have: `"17"`, also as proxies change it (`W/"17"`, '
        '`"17-gzip"`). If it is still current: 304.'
    ),
]
Prefer = Annotated[
    str | None,
    Header(
        description="`wait=S`: with If-None-Match, wait up to S seconds (at most 50) for a change."
    ),
]
PreferSettled = Annotated[
    str | None,
    Header(
        alias="Prefer",
        description="`wait=S`: wait up to S seconds (at most 50) while the ticket is searching.",
    ),
]
IdempotencyKey = Annotated[
    str | None,
    Header(
        description="1 to 255 visible ASCII characters, chosen by you. A repeat with the same key "
        "changes nothing and gets the first answer again."
    ),
    _text("^[!-~]{1,255}$"),
]
Accept = Annotated[
    str | None,
    Header(description="`application/json`, or `text/plain` for the table drawn as text."),
]
View = Annotated[
    str | None,
    Query(description="`none` leaves `match` out of the answer."),
    WithJsonSchema({"type": "string", "enum": ["full", "none"]}),
]
Excluded = Annotated[
    str | None,
    Query(
        description="`dependencies`: once engine and Redis have been reached, they are not asked "
        "any more, and only a gateway that is to stop is not ready."
    ),
    WithJsonSchema({"type": "string", "enum": ["dependencies"]}),
]
StreamView = Annotated[
    str | None,
    Query(alias="view", description="`none` shows each version without its match."),
    WithJsonSchema({"type": "string", "enum": ["full", "none"]}),
]
DryRun = Annotated[
    str | None,
    Query(alias="dryRun", description="`true` only checks whether the move would be accepted."),
    WithJsonSchema({"type": "boolean"}),
]
AllOfSender = Annotated[
    str | None,
    Query(
        alias="allOfSender",
        description="`true` declines all invitations that you have got of who sent this one.",
    ),
    WithJsonSchema({"type": "boolean"}),
]
Include = Annotated[
    str | None,
    Query(
        description="`legalMoves` adds the field `legalMoves`: what `/legal-moves` answers at the "
        "same version."
    ),
    WithJsonSchema({"type": "string", "enum": ["legalMoves"]}),
]
LookAs = Annotated[
    str | None,
    Query(
        alias="as",
        description="A seat, or `spectator`: whose view to show, once the match has ended.",
    ),
    _text("^([0-9]{1,9}|spectator)$"),
]
AtVersion = Annotated[
    str | None,
    Query(
        alias="atVersion",
        description="An earlier version, 1 to the current one: the match as you could see it "
        "then. Any other version: 404.",
    ),
    WithJsonSchema({"type": "integer", "minimum": 1}),
]
After = Annotated[
    str | None,
    Query(description="Only what comes after this version; default 0, the whole match."),
    _number,
]
AfterSnapshot = Annotated[
    str | None,
    Query(
        alias="after",
        description="The last version you have: the changes after it follow, without a snapshot.",
    ),
    _number,
]
LastEventId = Annotated[
    str | None,
    Header(description="The id of the last event you have; used in place of `after`."),
    _number,
]
GameFilter = Annotated[str | None, Query(alias="game", description="Only matches of this game.")]
TicketGame = Annotated[
    str | None, Query(alias="game", description="Only tickets for matches of this game.")
]
StatusFilter = Annotated[
    str | None,
    Query(alias="status", description="Only `waiting`, `active`, `finished` or `aborted` ones."),
    WithJsonSchema({"type": "string", "enum": ["waiting", "active", "finished", "aborted"]}),
]
PlayerFilter = Annotated[
    str | None,
    Query(alias="player", description="Only those of this player's id; `me` for your own."),
]
HereFilter = Annotated[
    str | None,
    Query(description="With `status=waiting`, `true`: without tables that were left."),
    WithJsonSchema({"type": "string", "enum": ["true", "false"], "default": "false"}),
]
SeatInPath = Annotated[
    str,
    Path(description="The number of a seat."),
    WithJsonSchema({"type": "integer", "minimum": 0}),
]
PageSize = Annotated[
    str | None,
    Query(
        alias="pageSize",
        description=f"1 to {MAX_PAGE}; other values count as the nearest of these.",
    ),
    WithJsonSchema({"type": "integer", "minimum": 1, "maximum": MAX_PAGE, "default": DEFAULT_PAGE}),
]
PageToken = Annotated[
    str | None,
    Query(alias="pageToken", description="`nextPageToken` of the page before."),
    _text("^[A-Za-z0-9_-]+={0,2}$"),
]


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


def without_dependencies(exclude: str | None) -> bool:
    """Return whether `exclude` asks for readiness without them. Raise Problem malformed."""
    return choice(exclude, "exclude", "", "dependencies") == "dependencies"


def form(view_asked: str | None, include: str | None) -> pb.Form.ValueType:
    """Return the form in which versions of a match are asked for. Raise Problem malformed."""
    whole = view(view_asked) == "full"
    if with_legal_moves(include):
        return pb.FORM_MATCH_WITH_MOVES if whole else pb.FORM_OUTLINE_WITH_MOVES
    return pb.FORM_MATCH if whole else pb.FORM_OUTLINE


def with_legal_moves(include: str | None) -> bool:
    """Return whether `include` asks for legal moves. Raise Problem malformed."""
    return choice(include, "include", "", "legalMoves") == "legalMoves"


def page_size(text: str | None) -> int:
    """Return the size of a page, 1 to 100. Raise Problem malformed if it is not an integer."""
    size = integer(text, "pageSize")
    return DEFAULT_PAGE if size is None else max(1, min(size, MAX_PAGE))


def seat(text: str) -> int:
    """Return the number of a seat in a path. Raise Problem not_found for anything else."""
    if not re.fullmatch("[0-9]{1,9}", text, re.ASCII):
        raise Problem("not_found", "There is no such seat.")
    return int(text)


def clamp_uint32(number: int | None) -> int | None:
    """Return the number, limited to what uint32 can hold: no version or seat is as large."""
    return None if number is None else min(number, MAX_UINT32)


def _alternatives(words: tuple[str, ...]) -> str:
    """Return `a, b or c`; an empty word stands for a parameter that is left out."""
    *most, last = filter(None, words)
    return f"{', '.join(most)} or {last}" if most else last
