"""What has lately changed about the ways into an account, told to its player on every device.

Who has stolen a token could add a key of its own, and stay. So each device shows what has happened
since it looked last; what it has shown, it remembers itself.
"""

import json
from typing import Any, Literal, TypeAlias

from gateway.http import times

Event: TypeAlias = Literal[
    "passkeyAdded",
    "passkeyCopied",
    "identityAdded",
    "recoveryCodeMade",
    "operatorCodeMade",
    "recovered",
]


def line(event: Event, **more: str) -> str:
    """Return the line of an event that happens now; `more` says what it was about."""
    return json.dumps({"time": times.now(), "event": event, **more})


def parse(stored: bytes | None) -> list[dict[str, Any]]:
    """Return the events in the field `access`, newest first."""
    return [_shown(json.loads(each)) for each in reversed((stored or b"").splitlines())]


def _shown(event: dict[str, Any]) -> dict[str, Any]:
    return {"name": None, "reason": None, **event}
