"""What the house bots and the gateway need of each other on this machine."""

import json
import secrets
import urllib.error
import urllib.request
from collections.abc import Mapping
from pathlib import Path


def key_file(data: Path) -> Path:
    """The file with the secret by which the gateway knows the bots as its own."""
    return data / "house-key"


def new_key(data: Path) -> None:
    """Write a new secret, which nobody else may read."""
    path = key_file(data)
    path.unlink(missing_ok=True)
    path.touch(0o600)
    path.write_text(secrets.token_urlsafe(32))


def environment(data: Path, url: str) -> Mapping[str, str]:
    """The settings of bots that play at the gateway of this address."""
    files = {"BOTS_DATA": str(data / "bots"), "BOTS_HOUSE_KEY_FILE": str(key_file(data))}
    return {"BOTS_URL": url, **files}


def at_home(url: str) -> bool:
    """Whether a house bot can be invited there."""
    try:
        with urllib.request.urlopen(f"{url}/v1/players?available=lost-cities", timeout=1) as answer:  # noqa: S310
            return any(player["house"] for player in json.load(answer)["players"])
    except (urllib.error.URLError, OSError):
        return False
