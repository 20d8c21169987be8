"""Parameters of routes: described to FastAPI, checked here.

FastAPI would refuse a wrong value before a route could refuse anything else;
the contract has an order of refusals, so values arrive as text.
"""

import re
from typing import Annotated, Any

from fastapi import Header, Path, Query
from pydantic import WithJsonSchema

from gateway.errors import Problem

ID = re.compile(r"[\w-]{22}", re.ASCII)
INTEGER = re.compile(r"(-?)0*(\d+)", re.ASCII)
INT32 = 2**31 - 1
DIGITS = 11
"""As many of a number's digits as are read: with them, it is beyond 32 bits already."""


def _text(schema: dict[str, Any]) -> WithJsonSchema:
    return WithJsonSchema(schema)


MatchId = Annotated[str, Path(description="22 characters of base64url.")]
TicketId = Annotated[str, Path(description="22 characters of base64url.")]
PlayerId = Annotated[str, Path(description="22 characters of base64url.")]
IfMatch = Annotated[
    str | None, Header(description='The version you decided upon: "17". Another one: 412.')
]
IfNoneMatch = Annotated[
    str | None, Header(description='The version you know: "17". If it is current: 304.')
]
Prefer = Annotated[
    str | None,
    Header(description="wait=S: with If-None-Match, wait up to S (60) seconds for a change."),
]
PreferSettled = Annotated[
    str | None,
    Header(alias="Prefer", description="wait=S: wait up to S (60) seconds while it searches."),
]
IdempotencyKey = Annotated[
    str | None,
    Header(description="Your name for this request. Sent again with it, nothing happens twice."),
]
Accept = Annotated[str | None, Header(description="application/json, or text/plain for a table.")]
View = Annotated[
    str | None,
    Query(description="none leaves the match out of the answer."),
    _text({"type": "string", "enum": ["full", "none"]}),
]
DryRun = Annotated[
    str | None,
    Query(alias="dryRun", description="Only tell whether the move would be accepted."),
    _text({"type": "boolean"}),
]
Include = Annotated[
    str | None,
    Query(description="legalMoves adds what you may do now."),
    _text({"type": "string", "enum": ["legalMoves"]}),
]
AtVersion = Annotated[
    str | None,
    Query(alias="atVersion", description="The match as you could see it then."),
    _text({"type": "integer"}),
]
After = Annotated[str | None, Query(description="Later versions only."), _text({"type": "integer"})]
LastEventId = Annotated[
    str | None, Header(description="The last id that you have seen; in place of `after`.")
]
PageSize = Annotated[
    str | None,
    Query(alias="pageSize", description="1 to 100; default 50."),
    _text({"type": "integer", "default": 50}),
]
PageToken = Annotated[
    str | None, Query(alias="pageToken", description="nextPageToken of the page before.")
]


def parse_id(text: str, what: str) -> str:
    """An id, or Problem not_found: nothing has a name of another form."""
    if not ID.fullmatch(text):
        raise Problem("not_found", f"There is no such {what}.")
    return text


def integer(text: str | None, name: str) -> int | None:
    """The number, as near to it as 32 bits can come; Problem malformed if it is none."""
    if text is None:
        return None
    match = INTEGER.fullmatch(text)
    if not match:
        raise Problem("malformed", f"{name} must be an integer.")
    sign, digits = match.groups()
    size = min(int(digits[:DIGITS]), INT32)
    return -size if sign else size


def boolean(text: str | None, name: str) -> bool:
    return choice(text, name, "false", "true") == "true"


def choice(text: str | None, name: str, *words: str) -> str:
    """One of the words; the first is the default."""
    if text is None:
        return words[0]
    if text not in words:
        raise Problem("malformed", f"{name} must be {' or '.join(filter(None, words))}.")
    return text


def page_size(text: str | None) -> int:
    size = integer(text, "pageSize")
    return 50 if size is None else max(1, min(size, 100))
