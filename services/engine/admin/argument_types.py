"""What single arguments of `croupierctl` may be; each raises ArgumentTypeError for another one."""

import argparse
import os
import re
from datetime import UTC, date, datetime

REASON = re.compile("[!-~]([ -~]{0,198}[!-~])?")
DASHED_ID = re.compile(r"-[\w-]{21,}", re.ASCII)
SHIELD = "="
"""Is put before an id that begins with a dash, which argparse takes for an option."""
MAX_MESSAGE = 200
"""Characters."""

NEW_FILE = "must not exist, and only you will be able to read it; - is standard output"
"""What is said of a file that a command writes."""


def shielded(argument: str) -> str:
    """The argument, with SHIELD before an id that begins with a dash."""
    return f"{SHIELD}{argument}" if DASHED_ID.fullmatch(argument) else argument


def an_id(text: str) -> str:
    return text.removeprefix(SHIELD)


def reason(text: str) -> str:
    """A reason in printable ASCII: it is hashed into a log that other programs verify."""
    if not REASON.fullmatch(text):
        raise argparse.ArgumentTypeError("must be 1 to 200 printable characters of ASCII")
    return text


def add_reason(parser: argparse.ArgumentParser, of: str = "for `croupierctl acts`") -> None:
    """Add the option of a reason that need not be given."""
    about = f"why, {of}: up to {MAX_MESSAGE} characters of ASCII"
    parser.add_argument("--reason", type=reason, help=about)


def message(text: str) -> str:
    if not 0 < len(text) <= MAX_MESSAGE or not text.isprintable():
        raise argparse.ArgumentTypeError("must be 1 to 200 printable characters")
    return text


def seconds(text: str) -> int:
    if not re.fullmatch("[1-9][0-9]{0,4}", text):
        raise argparse.ArgumentTypeError("must be 1 to 99999 seconds")
    return int(text)


def count(text: str) -> int:
    if not re.fullmatch("[1-9][0-9]{0,4}", text):
        raise argparse.ArgumentTypeError("must be 1 to 99999")
    return int(text)


def month(text: str) -> date:
    """The first day of a month: records tell no time more exactly, and a span must not either."""
    if re.fullmatch("[0-9]{4}-[0-9]{2}-01", text):
        try:
            return date.fromisoformat(text)
        except ValueError:
            pass
    raise argparse.ArgumentTypeError("must be the first day of a month, such as 2026-11-01")


def moment(text: str) -> datetime:
    """A day, which begins at midnight, or a time; in UTC unless a time names another zone."""
    try:
        found = datetime.fromisoformat(text)
        return found.replace(tzinfo=found.tzinfo or UTC).astimezone(UTC)
    except (ValueError, OverflowError):  # the latter for the ends of time in other zones
        example = "2026-12-24 or 2026-12-24T18:30:00Z"
        raise argparse.ArgumentTypeError(f"must be a day or a time, such as {example}") from None


def own_name() -> str:
    """Who runs this program, as audits say it."""
    name = os.environ.get("USER") or os.environ.get("LOGNAME") or ""
    return name if REASON.fullmatch(name) else "unknown"
