"""What outlives the program, in files for this user only."""

import json
import os
from pathlib import Path
from typing import Any

from croupier_client import Match
from croupier_client.notes import Notes

MOST_SEALS = 4000
"""With more, the oldest are dropped: most likely those of matches that have never begun."""


class NotKept(Exception):
    """A file has other content than this program writes."""


def kept(path: Path) -> dict[str, str]:
    """What the file holds; empty without one. Raise NotKept if it is none of this program's."""
    try:
        found: dict[str, str] = json.loads(path.read_text() if path.exists() else "{}")
    except ValueError:
        raise NotKept(f"{path} does not hold what {path.stem} should.") from None
    return found


def keep(path: Path, content: dict[str, str]) -> None:
    """Write the file as a whole, or leave it as it was."""
    written = path.with_suffix(".new")
    written.unlink(missing_ok=True)
    with os.fdopen(os.open(written, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        json.dump(content, file)
        file.flush()
        os.fsync(file.fileno())
    written.replace(path)


class Seals(Notes):
    """A client's notes, of which files keep the entropy of seals until it has been revealed, and
    the secrets of tournaments until these are over.

    What proofs need besides is in memory only: nobody asks a bot for proofs.
    """

    def __init__(self, path: Path) -> None:
        """Raise NotKept for a file with other content, OSError if it cannot be read."""
        super().__init__()
        self._file = path
        self._entropy = kept(path)
        self._of_tournaments = path.with_stem(f"tournaments-{path.stem}")
        for tournament_id, given in kept(self._of_tournaments).items():
            secret, tables = given.split()
            self._take(tournament=tournament_id, secret=secret, tables=int(tables))

    def drop(self, match: Match) -> None:
        """Forget the seal of the player in a match that has begun."""
        seals = match.fairness.seals
        mine = seals[match.your_seat] if seals and match.your_seat is not None else None
        if mine and self._entropy.pop(mine, None):
            keep(self._file, self._entropy)

    def forget_tournament(self, tournament_id: str) -> None:
        """Drop the secret of a tournament that is over."""
        super().forget_tournament(tournament_id)
        self._keep_tournaments()

    def _keep(self, **said: Any) -> None:
        self._take(**said)
        if "seal" in said:
            self._entropy = dict([*self._entropy.items()][-MOST_SEALS:])
            keep(self._file, self._entropy)
        elif "tournament" in said:
            self._keep_tournaments()

    def _keep_tournaments(self) -> None:
        given = {name: f"{each.secret} {each.tables}" for name, each in self.tournaments.items()}
        keep(self._of_tournaments, given)
