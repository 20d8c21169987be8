"""What a sign-in has proven: whose account it opens, and by what."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Proof:
    """The player's id; and, if something stored in the account has opened it, what becomes of that.

    The session begins only if the field still has the value that was verified, in one step with
    what it is afterwards: a code is used once, and a key that was removed meanwhile opens nothing.
    """

    player_id: str
    opener: str = ""
    before: str = ""
    after: str = ""
    """"" if the opener is used up."""
    event: str = ""
    """A line for `gateway.sessions.access_log`; "" for none."""
