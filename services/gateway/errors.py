"""Every refusal that a client can meet: the only table of codes, statuses and advice."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Kind:
    """What all refusals of one code have in common; `advice` is for the page about it."""

    status: int
    title: str
    advice: str


KINDS = {
    "malformed": Kind(
        400,
        "The request cannot be understood",
        "The body must be one JSON object with the documented members only, and every value of "
        "its documented type. The detail names the first place that is not.",
    ),
    "unauthenticated": Kind(
        401,
        "A valid token is needed",
        "Send `Authorization: Bearer TOKEN`. A token comes with `POST /v1/players`; one that was "
        "revoked stays invalid.",
    ),
    "not_your_match": Kind(
        403,
        "You have no seat in this match",
        "Only players of a match may act in it. Join it while it is waiting, or watch.",
    ),
    "forbidden": Kind(
        403,
        "You may not do this",
        "The token lacks the scope that this needs, or only the creator of the match may do it.",
    ),
    "not_found": Kind(
        404,
        "Not found",
        "There is no such thing, or none that you may know of. A private match answers so to "
        "everyone but its players and those who join with its inviteCode.",
    ),
    "method_not_allowed": Kind(
        405, "This method is not offered here", "The header Allow lists what is."
    ),
    "not_acceptable": Kind(
        406,
        "No such representation",
        "Ask for application/json, for text/plain where a table can be drawn, or for anything.",
    ),
    "conflict": Kind(
        409,
        "The match's situation forbids it",
        "Read the match again: a seat is taken, or someone is missing. Or the ticket: it has found "
        "its match.",
    ),
    "match_active": Kind(
        409, "The match is going on", "Wait until it has ended; or resign, if it must end now."
    ),
    "match_full": Kind(409, "Every seat is taken", "Look for another match, or create one."),
    "match_not_active": Kind(
        409,
        "The match is not going on",
        "It has not begun, or has ended: `status` tells which.",
    ),
    "not_your_turn": Kind(
        409,
        "It is not your turn",
        "Wait until `toMove` holds your seat: GET the match with `If-None-Match` and "
        "`Prefer: wait=60`.",
    ),
    "version_mismatch": Kind(
        412,
        "The match has changed meanwhile",
        "Read the match again, and decide again: `version` is the current one.",
    ),
    "too_large": Kind(
        413,
        "The body is too large",
        "A body may have up to 64 KiB, that of POST /v1/moves 256 KiB.",
    ),
    "unsupported_media_type": Kind(
        415, "The body must be JSON", "Send `Content-Type: application/json`."
    ),
    "idempotency_mismatch": Kind(
        422,
        "The Idempotency-Key was used for another request",
        "Use a new key for every new request, and the same one only to repeat it as it was.",
    ),
    "illegal_move": Kind(
        422,
        "The rules forbid this move",
        "`rule` is the rule. `GET /v1/matches/{id}/legal-moves` lists what is allowed.",
    ),
    "invalid_move": Kind(
        422,
        "There is no such move",
        "The move names a card, a place or a pile that does not exist in this match.",
    ),
    "invalid_options": Kind(
        422,
        "No match can be played so",
        "`GET /v1/games` lists the games, their seats, their options and the defaults.",
    ),
    "rate_limited": Kind(
        429,
        "Too many requests",
        "Wait Retry-After seconds, and send it again: nothing was done. `bucket` tells what there "
        "was too much of: moves, reads, creates or streams; `per` whether from your token, or from "
        "your address, which you share with whoever else is there. It may be `limit` at once, and "
        "as many again after `window` seconds without any.",
    ),
    "internal": Kind(
        500, "Something is broken here", "Please report the requestId; it is in our logs."
    ),
    "unavailable": Kind(
        503,
        "The service is not available right now",
        "Try again after Retry-After seconds. What was asked for may have been done all the same: "
        "with an Idempotency-Key, a repeat with the same key is safe; without one, look first. "
        "With `maintenance: true`, nothing was done: no match is begun for now, and those that are "
        "going on can be played.",
    ),
}


class Problem(Exception):
    """A refusal. `extras` are further members of the problem; `headers` go with it."""

    def __init__(
        self,
        code: str,
        detail: str,
        headers: dict[str, str] | None = None,
        **extras: Any,
    ) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail
        self.headers = headers or {}
        self.extras = extras

    @property
    def status(self) -> int:
        return KINDS[self.code].status

    def body(self, request_id: str) -> dict[str, Any]:
        """The members of RFC 9457, and ours."""
        return {
            "type": f"/problems/{self.code}",
            "title": KINDS[self.code].title,
            "status": self.status,
            "detail": self.detail,
            "code": self.code,
            "requestId": request_id,
            **self.extras,
        }


def unavailable() -> Problem:
    return Problem("unavailable", "The service is not available right now.", {"Retry-After": "1"})
