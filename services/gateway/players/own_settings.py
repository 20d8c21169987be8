"""What a player has said of itself, and what an operator has said of it: fields of its account."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from redislink.accounts import EMOTES, HIDDEN, LISTED, PRESENCE, RESEARCH, SUSPENDED, Suspension

from gateway.errors import Problem
from gateway.http import times

FIELDS = (RESEARCH, LISTED, PRESENCE, EMOTES, SUSPENDED, HIDDEN)
"""The fields that `OwnSettings.parse` takes, in their order."""
STORED: Mapping[str, Mapping[object, str | None]] = {
    RESEARCH: {True: "1", False: None},
    LISTED: {True: None, False: "0"},
    PRESENCE: {"friends": None, "nobody": "nobody"},
    EMOTES: {"all": None, "friends": "friends", "none": "none"},
}
"""The values of settings as they are stored; None for those that have no field."""


@dataclass(frozen=True, slots=True)
class OwnSettings:
    """The settings of a player as its field has them."""

    research: bool
    listed: bool
    presence: str
    emotes: str
    suspension: Suspension | None
    hidden: bool
    """Whether an operator keeps the player off all boards, which it is not told."""

    @classmethod
    def parse(cls, reply: Sequence[bytes | None]) -> "OwnSettings":
        """Return the settings in the answer to HMGET of FIELDS."""
        research, listed, presence, emotes, suspended, hidden = reply
        return cls(
            research is not None,
            listed is None,
            presence.decode() if presence else "friends",
            emotes.decode() if emotes else "all",
            suspension_of(suspended),
            hidden is not None,
        )

    def shown(self) -> dict[str, object]:
        """Return the settings as the player itself is shown them."""
        now_ms = time.time() * 1000
        suspended = self.suspension if self.suspension and self.suspension.holds(now_ms) else None
        return {
            "research": self.research,
            "listed": self.listed,
            "presence": self.presence,
            "emotes": self.emotes,
            "suspended": told(suspended) if suspended else None,
        }


def suspension_of(stored: bytes | None) -> Suspension | None:
    """Return the suspension in the field SUSPENDED; None if there is none."""
    return Suspension.load(stored) if stored else None


def told(suspension: Suspension) -> dict[str, object]:
    """Return a suspension as its player is told of it."""
    until = suspension.until
    return {
        "until": None if until is None else times.of_ms(until),
        "reason": suspension.reason,
    }


def check_not_suspended(suspension: Suspension | None) -> None:
    """Raise Problem suspended if this holds now."""
    if suspension and suspension.holds(time.time() * 1000):
        detail = f"An operator has suspended you: {suspension.reason}"
        raise Problem("suspended", detail, None, **told(suspension))


def changes(settings: Mapping[str, object]) -> tuple[dict[str, str], list[str]]:
    """Return the fields to set, with their values, and those to drop, for settings by name."""
    stored = {field: STORED[field][value] for field, value in settings.items()}
    kept = {field: value for field, value in stored.items() if value is not None}
    return kept, [field for field, value in stored.items() if value is None]
