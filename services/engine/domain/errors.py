"""What the service refuses, besides what the rules refuse.

`engine.status` maps each to what a caller sees; nothing else does.
"""


class Refusal(Exception):
    """A request that is not carried out, and changed nothing."""


class NotFound(Refusal):
    """No such match, or one that the caller may not know of."""


class NotYourMatch(Refusal):
    """The caller has no seat in this match."""


class Forbidden(Refusal):
    """The caller may not do this, whatever the match's situation."""


class RosterChanged(Refusal):
    """The caller's seat is not its player's (any more); ask for the roster again."""


class IdempotencyMismatch(Refusal):
    """The key was used for another request."""


class VersionMismatch(Refusal):
    """The match is not at the version that the caller expects."""

    def __init__(self, version: int) -> None:
        super().__init__(f"The match is at version {version}.")
        self.version = version


class Conflict(Refusal):
    """The match's situation forbids it."""


class NotYourTurn(Conflict):
    """Another seat is to move."""


class MatchNotActive(Conflict):
    """The match has not begun, or has ended."""


class MatchActive(Conflict):
    """The match has begun, or has not ended yet."""


class MatchFull(Conflict):
    """Every seat is taken."""


class Malformed(Refusal):
    """A value that no caller of the gateway can have been given, such as a page token."""


class InMaintenance(Refusal):
    """Nothing new is begun for now; `retry_after_s` is when to ask again."""

    def __init__(self, message: str, retry_after_s: int) -> None:
        super().__init__(message)
        self.retry_after_s = retry_after_s


class StoreUnavailable(Refusal):
    """The store did not answer. Nothing was stored, or a retry with the same key is safe."""
