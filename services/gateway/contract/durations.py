"""Clocks: durations as the public contract writes them, "412.3s", and as milliseconds."""

from typing import Any

from croupier.v1 import engine_service_pb2 as pb

from gateway.contract import models

MOST_MS = 2**32 - 1
"""What the wire carries; the engine refuses far less."""


def options(clock: models.Clock | None) -> pb.ClockOptions | None:
    """The clock that is wished for."""
    if clock is None:
        return None
    return pb.ClockOptions(
        per_move_ms=_ms(clock.per_move),
        bank_ms=_ms(clock.bank),
        increment_ms=_ms(clock.increment),
        on_timeout=pb.OnTimeout.Value(f"ON_TIMEOUT_{clock.on_timeout.upper()}"),
    )


def shown(message: pb.Clock) -> dict[str, Any]:
    """A clock as part of a match: what was asked for, and how it stands."""
    asked, by_bank = message.options, bool(message.options.bank_ms)
    return {
        "perMove": None if by_bank else _seconds(asked.per_move_ms),
        "bank": _seconds(asked.bank_ms) if by_bank else None,
        "increment": _seconds(asked.increment_ms) if by_bank else None,
        "onTimeout": pb.OnTimeout.Name(asked.on_timeout).removeprefix("ON_TIMEOUT_").lower(),
        "deadline": message.deadline or None,
        "banks": [_seconds(bank) for bank in message.banks_ms] if by_bank else None,
    }


def _ms(duration: str | None) -> int:
    """`"1.5s"` as 1500; what the wire cannot carry as the most that it can."""
    whole, _, part = (duration or "0s").removesuffix("s").partition(".")
    return min(int(whole) * 1000 + int(part.ljust(3, "0")), MOST_MS)


def _seconds(ms: int) -> str:
    """`412300` as `"412.3s"`."""
    whole, part = divmod(ms, 1000)
    return f"{whole}.{part:03}".rstrip("0").rstrip(".") + "s"
