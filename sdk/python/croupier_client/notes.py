"""What a player keeps of each match: its own secrets, what was promised, what was seen."""

import hashlib
import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from croupier_client.errors import CroupierError
from croupier_client.tournament_seals import TournamentSeals

PROMISED = ("id", "game", "rulesVersion", "start", "deal", "options", "goneAfter", "undoMode")
PROMISED_WHERE_THERE = ("rated", "tournament", "dealOf")
PROMISED_OF_THE_DEAL = ("commitment", "recipe", "reveal")
ASKED_OF_THE_CLOCK = ("perMove", "bank", "increment", "onTimeout")


@dataclass
class Note:
    """What is kept of one match. `heads` and `moves` are by version, `resets` to which one each."""

    revealed: bool = False
    promise: dict[str, Any] = field(default_factory=dict)
    heads: dict[int, str] = field(default_factory=dict)
    moves: dict[int, Any] = field(default_factory=dict)
    resets: list[int] = field(default_factory=list)

    def lose(self, version: int) -> None:
        """Forget what came from a version on to which the service has gone back: it may be of
        another past."""
        self.resets.append(version)
        self.revealed = False
        self.heads = {each: self.heads[each] for each in self.heads if each < version}
        self.moves = {each: self.moves[each] for each in self.moves if each < version}


class Notes:
    """Notes by match, and entropy by seal. In a file, if one is named, they survive the program."""

    def __init__(self, path: str = "") -> None:
        self._path = Path(path) if path else None
        self._notes: dict[str, Note] = {}
        self._entropy: dict[str, str] = {}
        self.tournaments: dict[str, TournamentSeals] = {}
        if self._path and self._path.exists():
            self._read(self._path)

    def of(self, match_id: str) -> Note:
        """The notes of the match."""
        return self._notes.setdefault(match_id, Note())

    def forget(self, match_id: str) -> None:
        """Drop the notes of a match from memory, as of one that has ended and been proven."""
        self._notes.pop(match_id, None)

    def seal(self) -> str:
        """Draw 32 bytes of entropy, keep them, and return the seal of them."""
        entropy = secrets.token_bytes(32)
        seal = hashlib.sha256(b"croupier seal v1" + entropy).hexdigest()
        self._keep(seal=seal, entropy=entropy.hex())
        return seal

    def entropy(self, seal: str) -> str:
        """The entropy of the seal; empty if another program has drawn it."""
        given = (
            each.entropies[seal] for each in self.tournaments.values() if seal in each.entropies
        )
        return self._entropy.get(seal) or next(given, "")

    def seals_for(self, tournament_id: str, tables: int) -> TournamentSeals:
        """Keep seals of a tournament for so many matches at least, and return all of them."""
        known = self.tournaments.get(tournament_id) or TournamentSeals.drawn()
        seals = known.up_to(tables)
        self._keep(tournament=tournament_id, secret=seals.secret, tables=seals.tables)
        return self.tournaments[tournament_id]

    def forget_tournament(self, tournament_id: str) -> None:
        """Drop the seals of a tournament from memory, as of one that is over."""
        self.tournaments.pop(tournament_id, None)

    @property
    def unrevealed(self) -> bool:
        """Whether a seal has been drawn whose entropy has not been revealed."""
        return len(self._entropy) > sum(note.revealed for note in self._notes.values())

    def promise(self, promise: Mapping[str, Any]) -> None:
        """Keep what a match has promised."""
        self._keep(match=promise["id"], promise=promise)

    def _read(self, path: Path) -> None:
        """Take what was kept. Raise CroupierError for what is none of it.

        A last line without its end was being written when the program was killed: nobody was told
        of that seal, so it goes.
        """
        text = path.read_text()
        whole = text[: text.rfind("\n") + 1]
        if whole != text:
            path.write_text(whole)
        for number, line in enumerate(whole.splitlines(), 1):
            try:
                self._take(**json.loads(line))
            except (TypeError, ValueError):
                raise CroupierError(
                    f"{path} is no file of notes: see line {number}. Name another file for them."
                ) from None

    def _keep(self, **kept: Any) -> None:
        self._take(**kept)
        if self._path:
            self._path.touch(0o600)
            with self._path.open("a") as file:
                file.write(json.dumps(kept) + "\n")

    def _take(
        self,
        seal: str = "",
        entropy: str = "",
        match: str = "",
        promise: dict[str, Any] | None = None,
        tournament: str = "",
        secret: str = "",
        tables: int = 0,
    ) -> None:
        if seal:
            self._entropy[seal] = entropy
        if match and promise:
            self.of(match).promise = promise
        if tournament:
            self.tournaments[tournament] = TournamentSeals(secret, tables)


def promise_of(match: Mapping[str, Any]) -> dict[str, Any]:
    """What the service has promised of a match, of its JSON: what a replay has to show as well."""
    fairness = match["fairness"]
    return {**_agreed(match), "terms": fairness["terms"], "seals": fairness.get("seals")}


def terms_of(match: Mapping[str, Any]) -> str:
    """The terms of a match: the hash of what was agreed, as its JSON shows that."""
    text = json.dumps(_agreed(match), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(b"croupier terms v1\0" + text.encode()).hexdigest()


def _agreed(match: Mapping[str, Any]) -> dict[str, Any]:
    fairness = match["fairness"]
    clock = match["clock"] and {name: match["clock"].get(name) for name in ASKED_OF_THE_CLOCK}
    return {
        **{name: match.get(name) for name in PROMISED},
        **{name: fairness.get(name) for name in PROMISED_OF_THE_DEAL},
        "clock": clock,
        **{name: match[name] for name in PROMISED_WHERE_THERE if match.get(name)},
    }
