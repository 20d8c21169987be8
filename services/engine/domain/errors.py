"""Refusals of the service, beside those of `croupier_match.refusals`."""

from enum import StrEnum

from croupier_match import clock
from croupier_match.refusals import Refusal


class EngineCode(StrEnum):
    """The codes of these refusals."""

    IDEMPOTENCY_MISMATCH = "idempotency_mismatch"
    MALFORMED = "malformed"
    NOT_PLAYED = "not_played"
    OVERLOADED = "overloaded"
    SUSPENDED = "suspended"
    UNAVAILABLE = "unavailable"


class Overloaded(Refusal):
    """The engine is too busy to answer in time, and has changed no match."""

    code = EngineCode.OVERLOADED


class NotPlayed(Refusal):
    """No engine has the game of the match, or the rules with which it was made.

    `gone` says that none has had them for so long that it is no upgrade.
    """

    code = EngineCode.NOT_PLAYED

    def __init__(self, gone: bool = False) -> None:
        super().__init__("No engine has the rules of this match.")
        self.gone = gone


class Suspended(Refusal):
    """The player has left too many matches to play rated ones in the class `live` for a time.

    `until_ms` is when that is over, ms since the epoch.
    """

    code = EngineCode.SUSPENDED
    reason = "You have left too many of your last matches."

    def __init__(self, until_ms: int) -> None:
        self.until = clock.rfc3339_of(until_ms)
        super().__init__(f"{self.reason} You can play rated matches again from {self.until} on.")


class IdempotencyMismatch(Refusal):
    """The key was used for another request."""

    code = EngineCode.IDEMPOTENCY_MISMATCH


class Malformed(Refusal):
    """A value that the gateway can never have given to a client, such as a wrong page token."""

    code = EngineCode.MALFORMED


class InMaintenance(Refusal):
    """No new matches and tickets for now; try again after `retry_after_s`."""

    code = EngineCode.UNAVAILABLE

    def __init__(self, message: str, retry_after_s: int) -> None:
        super().__init__(message)
        self.retry_after_s = retry_after_s


class StoreUnavailable(Refusal):
    """The store did not answer. A change may have been stored: a retry with its key is safe.

    `kind` says why, in a word: one of `redislink.refusals`, "archive", "clock" or
    "damaged".
    """

    code = EngineCode.UNAVAILABLE

    def __init__(self, message: str = "The store does not answer.", kind: str = "") -> None:
        super().__init__(message)
        self.kind = kind


class DamagedMatch(StoreUnavailable):
    """The log of the match is incomplete, so no change of it is stored any more."""

    def __init__(self) -> None:
        super().__init__("This match is damaged: its log is incomplete.", "damaged")
