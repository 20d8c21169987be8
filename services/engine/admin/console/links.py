"""Links that sign in once, for whoever may run programs where the console runs.

Each is a file of a folder, named by the hash of its secret: the console that serves reads it, and
`croupierctl console --link` makes it. No network and no Redis can make one.
"""

import hashlib
import json
import os
import re
import secrets
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from time import time

LINK_S = 10 * 60
FORM = re.compile(r"[\w-]{43}", re.ASCII)
"""Of a secret."""


class Links:
    """The links in a folder, which is this user's own."""

    def __init__(self, folder: Path, now: Callable[[], float] = time) -> None:
        """Raise OSError if the folder cannot be made."""
        self._folder, self._now = folder, now
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)

    def new(self, by: str) -> str:
        """Return the secret of a link that signs in `by` once, within LINK_S. Raise OSError."""
        for file in self._folder.glob("*.link"):
            self._by(file)
        secret = secrets.token_urlsafe(32)
        told = json.dumps({"by": by, "until": self._now() + LINK_S})
        # Written under another name first: the console must not read half of it.
        draft = self._folder / f"{secrets.token_hex(8)}.draft"
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with open(descriptor, "w") as stream:
            stream.write(told)
        draft.rename(self._file(secret))
        return secret

    def use(self, secret: str) -> str:
        """Return whom the link signs in, and end it; "" if there is none, or it is too old."""
        if not FORM.fullmatch(secret):
            return ""
        file = self._file(secret)
        by = self._by(file)
        if by:
            try:
                file.unlink()
            except FileNotFoundError:  # another request has used it at the same time
                return ""
        return by

    def _file(self, secret: str) -> Path:
        return self._folder / f"{hashlib.sha256(secret.encode()).hexdigest()}.link"

    def _by(self, file: Path) -> str:
        """Whom a link signs in; "" for one that is gone, or too old, which is removed."""
        try:
            found = json.loads(file.read_bytes())
        except FileNotFoundError:
            return ""
        if self._now() < found["until"]:
            return str(found["by"])
        with suppress(FileNotFoundError):
            file.unlink()
        return ""
