"""What the house bots and the gateway need of each other on this machine."""

import secrets
from collections.abc import Mapping
from pathlib import Path

NAMES = ("Rosa", "Hugo", "Lotte", "Otto", "Ida", "Emil")


def key_file(data: Path) -> Path:
    """The file with the secret by which the gateway knows the bots as its own."""
    return data / "house-key"


def new_key(data: Path) -> None:
    """Write a new secret, which only this user may read."""
    path = key_file(data)
    path.unlink(missing_ok=True)
    path.touch(0o600)
    path.write_text(secrets.token_urlsafe(32))


def environment(data: Path, url: str) -> Mapping[str, str]:
    """The settings of bots that play at the gateway of this address."""
    files = {"BOTS_DATA": str(data / "bots"), "BOTS_HOUSE_KEY_FILE": str(key_file(data))}
    return {"BOTS_URL": url, "BOTS_LOG_LEVEL": "info", "BOTS_LOG_FORMAT": "text", **files}


class AtHome:
    """Whether all house bots can be invited, by what they have logged since this was made.

    The service does not say: offers of a run before hold for a while.
    """

    def __init__(self, log: Path) -> None:
        self._log = log
        self._before = log.stat().st_size if log.exists() else 0

    def __call__(self) -> bool:
        new = self._log.read_bytes()[self._before :]
        return all(f"{name} can be invited".encode() in new for name in NAMES)
