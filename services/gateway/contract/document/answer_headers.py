"""The headers of answers, as the OpenAPI document has them."""

from collections.abc import Iterator
from typing import Any

Json = dict[str, Any]

REFERENCE = "#/components/headers/"
HEADERS: dict[str, Json] = {
    "ETag": {
        "description": "The version of the match or the tournament, in quotes.",
        "schema": {"type": "string", "pattern": '^"[1-9][0-9]*"$'},
    },
    "Tag": {
        "description": "Changes with whatever the answer says, and with nothing else.",
        "schema": {"type": "string", "pattern": '^"[0-9a-f]+"$'},
    },
    "LedgerSeq": {
        "description": "The number of the ledger's last entry.",
        "schema": {"type": "integer", "minimum": 1},
    },
    "LogVersion": {
        "description": "The version of the log's last entry.",
        "schema": {"type": "integer", "minimum": 1},
    },
    "LogHead": {
        "description": "The SHA-256 of that entry's line.",
        "schema": {"type": "string", "pattern": "^[0-9a-f]{64}$"},
    },
    "LedgerHead": {
        "description": "The SHA-256 of that entry's line.",
        "schema": {"type": "string", "pattern": "^[0-9a-f]{64}$"},
    },
    "Location": {
        "description": "The path of what was made.",
        "schema": {"type": "string"},
    },
    "IdempotencyReplayed": {
        "description": "Sent with a repeat only: nothing was done again.",
        "schema": {"type": "string", "enum": ["true"]},
    },
    "PreferenceApplied": {
        "description": "Sent if the answer has waited, or would have.",
        "schema": {"type": "string", "enum": ["wait"]},
    },
    "RateLimit": {
        "description": "The limit that is closest to being used up: how many requests are left, "
        "and in how many seconds there is one more. Not sent where limits are off.",
        "schema": {"type": "string"},
        "example": '"moves";r=59;t=1',
    },
    "RateLimitPolicy": {
        "description": "That limit: how many requests it allows at once, and in how many seconds "
        "as many more. Not sent where limits are off.",
        "schema": {"type": "string"},
        "example": '"moves";q=60;w=60',
    },
    "RetryAfter": {
        "description": "In how many seconds to send the request again.",
        "schema": {"type": "integer", "minimum": 0},
    },
    "XTime": {
        "description": "The time of the service when the stream begins, with milliseconds.",
        "schema": {"type": "string", "format": "date-time"},
    },
    "XRequestId": {
        "description": "Names the request in the service's logs.",
        "schema": {"type": "string"},
    },
}
"""By their names among the components."""
NAMES = {
    "LedgerSeq": "Ledger-Seq",
    "LedgerHead": "Ledger-Head",
    "LogVersion": "Log-Version",
    "LogHead": "Log-Head",
    "Tag": "ETag",
    "IdempotencyReplayed": "Idempotency-Replayed",
    "PreferenceApplied": "Preference-Applied",
    "RateLimitPolicy": "RateLimit-Policy",
    "RetryAfter": "Retry-After",
    "XRequestId": "X-Request-Id",
    "XTime": "X-Time",
}
UNCOUNTED = ("101", "408", "414", "431")
"""The statuses of what is refused, or goes on, before it is counted."""
LOCATED = (
    *("/v1/matches", "/v1/tickets", "/v1/matches/{match_id}/invitations"),
    *("/v1/tournaments", "/v1/deals"),
)
"""The paths that make what has a path of its own."""
LEDGER = "/v1/ratings/{pool}/ledger"
LOG, PAGES = (
    "/v1/tournaments/{tournament_id}/log",
    tuple(
        f"/v1/tournaments/{{tournament_id}}/{each}"
        for each in ("standings", "rounds/{round}", "players")
    ),
)
"""Of a tournament."""
WITH_VERSION = (
    *("Match", "Moved", "Leaderboard", "Friends"),
    *("Tournament", "TournamentStandings", "TournamentRound", "TournamentPlayers"),
)
"""What comes with an ETag."""
MORE = {
    LEDGER: ("Tag", "LedgerSeq", "LedgerHead"),
    LOG: ("Tag", "LogVersion", "LogHead"),
}
"""Further headers of the answers of a path."""
TAGGED = ("/v1/leaderboards/{pool}", "/v1/players/me/friends", LEDGER, LOG, *PAGES)
"""The paths of which answers have another one."""


def add(path: str, operation: Json) -> None:
    """Say in each response of an operation which headers it has."""
    for status, response in operation["responses"].items():
        names = dict.fromkeys(_of(path, operation, status, response))
        if names:
            response["headers"] = {NAMES.get(name, name): _reference(name) for name in names}


def _reference(name: str) -> Json:
    return {"$ref": REFERENCE + name}


def _of(path: str, operation: Json, status: str, response: Json) -> Iterator[str]:
    takes = {each["name"].lower() for each in operation.get("parameters", ())}
    if status == "304" or (status.startswith("2") and _has_version(response)):
        yield "ETag" if path not in TAGGED else "Tag"
    if status in ("200", "304"):
        yield from MORE.get(path, ())
    if status == "201" and path in LOCATED:
        yield "Location"
    if status.startswith("2") and "idempotency-key" in takes:
        yield "IdempotencyReplayed"
    if status in ("200", "304") and "prefer" in takes:
        yield "PreferenceApplied"
    if path.startswith("/v1/") and status not in UNCOUNTED:
        yield from ("RateLimit", "RateLimitPolicy")
    if "text/event-stream" in response.get("content", {}):
        yield "XTime"
    if status in ("429", "503"):
        yield "RetryAfter"
    if status != "414":  # a target too long is refused before it has an id
        yield "XRequestId"


def _has_version(response: Json) -> bool:
    schema = response.get("content", {}).get("application/json", {}).get("schema", {})
    arms = [schema, *schema.get("anyOf", ())]
    return any(each.get("$ref", "").endswith(f"/{name}") for name in WITH_VERSION for each in arms)
