"""Every refusal that a client can meet: the one table of codes, statuses, titles and advice."""

from dataclasses import dataclass
from secrets import choice
from typing import Any

from gateway import context


@dataclass(frozen=True, slots=True)
class ProblemKind:
    """What all refusals of one code have in common; `advice` is shown at /problems/CODE."""

    status: int
    title: str
    advice: str


KINDS = {
    "malformed": ProblemKind(
        400,
        "The request cannot be understood",
        "The body must be one JSON object with documented members only, each of its documented "
        "type. `detail` names the first place that is wrong and what is accepted there.",
    ),
    "unauthenticated": ProblemKind(
        401,
        "A valid token is needed",
        "Send `Authorization: Bearer TOKEN`. `POST /v1/players` returns a token. A revoked token "
        "stays invalid.",
    ),
    "not_your_match": ProblemKind(
        403,
        "You have no seat in this match",
        "Only its players may act in a match. Join it while it is waiting, or watch it.",
    ),
    "forbidden": ProblemKind(
        403,
        "You may not do this",
        "The token lacks the scope that this needs, only the creator of the match or the maker of "
        "the tournament may do it, or a houseKey is wrong. Of a tournament, `rule` may have the "
        "condition that you do not meet.",
    ),
    "name_reserved": ProblemKind(
        403,
        "This name is kept for the house",
        "Choose another one. It is that of one of the operator's own bots, or a word by which the "
        "service calls itself, or it looks like one of these: case, marks, spaces, punctuation and "
        "other characters of the same look make no difference.",
    ),
    "suspended": ProblemKind(
        403,
        "You are suspended",
        "`reason` says why, and `until` until when, null for good. Your running matches go on, and "
        "you can finish them. Whom an operator has suspended begins nothing new: no match, ticket, "
        "seat, invitation, rematch, offer, request for friendship or emote. Who has left too many "
        "matches only waits before it plays rated ones with a short clock again.",
    ),
    "not_found": ProblemKind(
        404,
        "Not found",
        "It does not exist, or you may not know of it. A private match answers like this to "
        "everyone but its players, those whom they invite, and those who join with its inviteCode.",
    ),
    "method_not_allowed": ProblemKind(
        405, "Method not allowed", "The header `Allow` lists the methods of this path."
    ),
    "not_acceptable": ProblemKind(
        406,
        "No acceptable media type",
        "Accept `application/json`, or `text/plain` where a table can be drawn, or `*/*`. `detail` "
        "lists what is available. A long replay is available as `application/x-ndjson` only.",
    ),
    "timeout": ProblemKind(
        408,
        "The request did not arrive in time",
        "Nothing was done, so the same request can be sent again, as a whole. Its head may take 10 "
        "seconds, and its body 5.",
    ),
    "conflict": ProblemKind(
        409,
        "The current situation forbids it",
        "Read the match again: the seat is taken, or a seat is still free. Or read the ticket "
        "again: it has been matched. Or you have as many tokens, waiting matches or tickets as a "
        "player may have, or a match as many invitations: `detail` has the number. Or a player "
        "cannot be invited, or a match was made without emotes: `detail` says why.",
    ),
    "match_active": ProblemKind(
        409, "The match is still active", "Wait until it has ended, or resign to end it now."
    ),
    "match_full": ProblemKind(409, "Every seat is taken", "Join another match, or create one."),
    "match_not_active": ProblemKind(
        409,
        "The match is not active",
        "It has not started yet, or it has ended: `status` of the match says which.",
    ),
    "not_your_turn": ProblemKind(
        409,
        "It is not your turn",
        "Wait until `toMove` contains your seat: GET the match with `If-None-Match` and "
        "`Prefer: wait=50`.",
    ),
    "tournament_not_open": ProblemKind(
        409,
        "Nobody can join this tournament now",
        "Registration has closed with the check-in, or the tournament is over. A Swiss can be "
        "joined late until half of its rounds are paired, and an arena until it ends.",
    ),
    "tournament_full": ProblemKind(
        409,
        "The tournament is full",
        "As many have joined as may. Ask again: before the check-in, somebody may leave.",
    ),
    "tournament_not_running": ProblemKind(
        409,
        "It is not the time for this",
        "It is done while the tournament runs, or in its check-in: `status` says what it is in.",
    ),
    "undo_refused": ProblemKind(
        409,
        "This cannot be taken back",
        "`rule` says why: somebody has seen what was hidden, chance was asked, it is not your last "
        "turn, or nothing is taken back in this match.",
    ),
    "version_mismatch": ProblemKind(
        412,
        "The match has changed",
        "`version` is the current version. Read the match again and decide again.",
    ),
    "too_large": ProblemKind(
        413,
        "The body is too large",
        "A body may have up to 64 KiB, that of `POST /v1/moves` up to 256 KiB.",
    ),
    "target_too_long": ProblemKind(
        414,
        "The target is too long",
        "A path with its query may have up to 8 KiB. The connection is closed.",
    ),
    "unsupported_media_type": ProblemKind(
        415,
        "The body must be plain JSON",
        "Send `Content-Type: application/json`, and no `Content-Encoding`.",
    ),
    "idempotency_mismatch": ProblemKind(
        422,
        "The Idempotency-Key was used for another request",
        "Use a new key for every new request, and the same key only to repeat a request exactly.",
    ),
    "illegal_move": ProblemKind(
        422,
        "The rules forbid this move",
        "`rule` is the rule. `GET /v1/matches/{id}/legal-moves` lists the legal moves.",
    ),
    "invalid_move": ProblemKind(
        422,
        "There is no such move",
        "The move names a card, a place or a pile that does not exist in this match.",
    ),
    "invalid_options": ProblemKind(
        422,
        "A match with these settings is impossible",
        "`GET /v1/games` lists the games with their seats, options and defaults.",
    ),
    "not_analysed": ProblemKind(
        422,
        "Matches of this game are not analysed",
        "Nobody here can say what moves of this game are worth: it has no strategy for that, or "
        "the operator runs no bots of the house.",
    ),
    "passkey_refused": ProblemKind(
        422,
        "This passkey cannot be kept",
        "Ask for new options and let the authenticator make another one. `reason` says what was "
        "wrong with its answer: `challenge` that it came after 5 minutes, or a second time; "
        "`origin` that this page is none of the service's.",
    ),
    "rate_limited": ProblemKind(
        429,
        "Too many requests",
        "Wait `Retry-After` seconds and send the request again: nothing was done. `bucket` is what "
        "was used up: moves, reads, creates, streams, pairings (tries of a code or a passkey), "
        "passkeys (options for them), emotes, analyses, reports, downloads, bodies (requests that "
        "were refused for their body), or followers (streams and the like that are open). `per` "
        "says whose limit it is: that of the seat, of the player, of your token, of your address, "
        "which you may share with others, or of the server. `limit` requests are allowed at once, "
        "and as many again after `window` seconds without any.",
    ),
    "headers_too_large": ProblemKind(
        431,
        "The head of the request is too large",
        "The head of a request may have up to 32 KiB in all, and up to 100 fields. The connection "
        "is closed.",
    ),
    "internal": ProblemKind(
        500, "Internal error", "Please report the `requestId`: the server's log has the cause."
    ),
    "game_failed": ProblemKind(
        500,
        "The game has failed",
        "The fault is in the game's own code: `detail` says in which function. The match "
        "goes on as it was; or, if only the answer failed (`public_view`, `private_view`, "
        "`event_view`), as it is after the change: read it before you send anything again. "
        "A match whose moves fail again and again is aborted.",
    ),
    "not_implemented": ProblemKind(
        501,
        "The transfer coding is not understood",
        "A body comes with a `Content-Length`, or with `Transfer-Encoding: chunked`. The "
        "connection is closed.",
    ),
    "unavailable": ProblemKind(
        503,
        "The service is temporarily unavailable",
        "Try again after `Retry-After` seconds. The request may have been carried out all the "
        "same: with an Idempotency-Key, send it again with the same key; without one, check "
        "first. With `maintenance: true`, nothing was done: no new match is started for now, but "
        "active matches can be played.",
    ),
}

MAINTENANCE = "maintenance"
"""What metrics call the code of a refusal that an operator has asked for."""

AGAIN_S = ("1", "2", "3")
"""Seconds after which those who were refused together are told to come back, at different times."""

UNREADABLE = frozenset({"not_found", "internal", "game_failed"})
"""Codes of refusals of one match among many that leave it out: it is not there, or is broken."""


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

    @property
    def label(self) -> str:
        """The refusal's name in metrics: its code, or MAINTENANCE, which is no outage."""
        return MAINTENANCE if MAINTENANCE in self.extras else self.code

    def body(self, request_id: str) -> dict[str, Any]:
        """Return the problem's members: those of RFC 9457, `code`, `requestId` and the extras."""
        return {
            "type": f"{context.root.get()}/problems/{self.code}",
            "title": KINDS[self.code].title,
            "status": self.status,
            "detail": self.detail,
            "code": self.code,
            "requestId": request_id,
            **self.extras,
        }


class NotPlayed(Problem):
    """The refusal where none of the engines that were asked has the rules of a match.

    `gone` says that none has had them for so long that it is no upgrade.
    """

    def __init__(self, gone: bool = False) -> None:
        detail = "The service is being upgraded: no part of it has the rules of this match now."
        if gone:
            detail = "This game, or this version of its rules, is not played here any more."
        super().__init__("unavailable", detail, {"Retry-After": "3600" if gone else "5"})


class GroupAway(Problem):
    """The refusal while no engine answers of a group that has some of the games."""

    def __init__(self) -> None:
        detail = "The part of the service that plays this game is temporarily unavailable."
        super().__init__("unavailable", detail, {"Retry-After": "1"})


def leaves_out(refusal: Problem) -> bool:
    """Return whether a match that is refused so is left out of an answer of several."""
    return refusal.code in UNREADABLE or isinstance(refusal, NotPlayed | GroupAway)


def unavailable(detail: str = "The service is temporarily unavailable.") -> Problem:
    """Return the refusal while Redis or the engine does not answer."""
    return Problem("unavailable", detail, {"Retry-After": "1"})


def unauthenticated(detail: str) -> Problem:
    return Problem("unauthenticated", detail, {"WWW-Authenticate": "Bearer"})


def overloaded() -> Problem:
    """Return the refusal of a request that has come with too many others.

    What is refused together is told different times, so as not to come back together.
    """
    return Problem("unavailable", unavailable().detail, {"Retry-After": choice(AGAIN_S)})


def internal() -> Problem:
    """Return the refusal for an unexpected error. Its cause is for the log only."""
    return Problem("internal", "An unexpected error occurred.")
