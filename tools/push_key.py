"""The key by which push services know a service of `make run`, made once and kept with its data."""

import os
from collections.abc import Mapping
from pathlib import Path

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

CONTACT = "mailto:nobody@example.org"
"""Whom push services may write to unless HERALD_PUSH_CONTACT says so; some refuse to be told
nobody."""


def key_file(data: Path) -> Path:
    """Return the file with the key, which only this user may read; make it if there is none."""
    path = data / "push.pem"
    if not path.exists():
        made = ec.generate_private_key(ec.SECP256R1()).private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
        new = data / "push.pem.new"
        new.unlink(missing_ok=True)
        new.touch(0o600)
        new.write_bytes(made)
        new.rename(path)  # browsers that have subscribed by half a key could never be told
    return path


def environment(data: Path) -> Mapping[str, str]:
    """Return the settings of a herald that tells browsers."""
    given = os.environ.get
    return {
        "HERALD_PUSH_KEY_FILE": given("HERALD_PUSH_KEY_FILE") or str(key_file(data)),
        "HERALD_PUSH_CONTACT": given("HERALD_PUSH_CONTACT") or CONTACT,
    }
