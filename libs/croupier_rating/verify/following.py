"""A ledger followed entry by entry. What does not hold is told, and the file is believed from
there on: one number that was changed is one finding, and not one at each entry after it."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from croupier_rating import base, chain
from croupier_rating.entries import AnyEntry, Carried, Played, Voided, entry_of
from croupier_rating.evolve import evolve
from croupier_rating.ledger import Ledger
from croupier_rating.verify import lines
from croupier_rating.verify.carried import check_carried
from croupier_rating.verify.findings import Finding, Found, Rule
from croupier_rating.verify.form import check_form
from croupier_rating.verify.played import check_played
from croupier_rating.verify.voided import check_voided

NAMELESS = "the first line has to say which ledger this is."


@dataclass
class Following:
    """What has been read so far. `matches` has the entry of each match that is in the ledger."""

    ledger: Ledger | None = None
    lines: int = 0
    entries: int = 0
    began: int = 0
    last: str = ""
    matches: dict[str, int] = field(default_factory=dict)
    played: dict[int, Played] = field(default_factory=dict)
    void: set[int] = field(default_factory=set)
    unchecked: list[int] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)

    def take(self, line: bytes) -> None:
        """Read the next line of the file."""
        self.lines += 1
        if self.lines > 1 and self.ledger is None:
            return  # nothing can be said of a ledger that is not named
        shown = lines.read(line)
        if isinstance(shown, tuple):
            self._find(None, iter([shown]))
            self._pass_over(line)
            return
        seq = shown["seq"] if type(shown.get("seq")) is int else None
        if not self._find(seq, check_form(shown)):
            self._pass_over(line, seq)
        elif shown["kind"] in base.KINDS:
            self._find(None, self._begin(shown))
        else:
            self._find(seq, self._follow(entry_of(shown), line))

    def _find(self, seq: int | None, found: Found) -> bool:
        """Keep what is found; whether it is nothing."""
        new = [Finding(self.lines, seq, rule, says) for rule, says in found]
        self.findings += new
        return not new

    def _pass_over(self, line: bytes, seq: int | None = None) -> None:
        """Go on after a line that cannot be read, as if it were the entry that is due."""
        if self.ledger:
            self.ledger.seq = self.ledger.seq + 1 if seq is None else seq
            self.last = chain.hash_of(line)

    def _begin(self, shown: dict[str, Any]) -> Found:
        if self.ledger is None:
            if shown["kind"] != "base":
                yield Rule.BASE, NAMELESS
                return
            self.ledger = base.begun(shown)
            self.began = self.ledger.seq
            self.last = self.ledger.head
            if not self.began and self.ledger != Ledger(self.ledger.pool):
                yield Rule.BASE, "this is not the beginning of a ledger of this pool."
        elif shown["kind"] == "base" or self.entries:
            yield Rule.BASE, "this belongs to the beginning of the file."
        elif not self.began:
            yield Rule.BASE, "nothing can be known before the first entry."
        else:
            base.add(self.ledger, shown)

    def _follow(self, entry: AnyEntry, line: bytes) -> Found:
        if self.ledger is None:
            yield Rule.BASE, NAMELESS
            return
        self.entries += 1
        if entry.seq != self.ledger.seq + 1:
            yield Rule.SEQ, f"entry {self.ledger.seq + 1} has to come here."
        if entry.prev != self.last:
            yield Rule.LINK, "prev is not the SHA-256 of the line before."
        if unsound := [*_unsound(entry)]:
            yield from unsound
        else:
            yield from self._checked(self.ledger, entry)
            evolve(self.ledger, entry)
        self.ledger.seq = entry.seq
        self.last = chain.hash_of(line)

    def _checked(self, ledger: Ledger, entry: AnyEntry) -> Found:
        match entry:
            case Played():
                earlier = self.matches.setdefault(entry.match, entry.seq)
                if earlier != entry.seq:
                    yield Rule.MATCH_TWICE, f"the match is that of entry {earlier}."
                self.played[entry.seq] = entry
                yield from check_played(ledger, entry)
            case Voided():
                if entry.of <= self.began:
                    self.unchecked.append(entry.seq)
                if entry.of in self.void:
                    yield Rule.VOID_TWICE, f"entry {entry.of} is void already."
                self.void.add(entry.of)
                yield from check_voided(ledger, entry, self.played.get(entry.of), self.began)
            case Carried():
                yield from check_carried(ledger, entry)


def _unsound(entry: AnyEntry) -> Found:
    """Yield what leaves nothing to compute."""
    if len({*entry.players}) < len(entry.players):
        yield Rule.PLAYER_TWICE, "a player is named twice."
    short = entry.short if isinstance(entry, Played) else None
    if short and ([*short] != sorted({*short}) or short[-1] >= len(entry.players)):
        yield Rule.SHORT, "short has to name seats, ascending."


def follow(given: Iterable[bytes]) -> Following:
    """Follow a file to its end."""
    following = Following()
    for line in given:
        following.take(line)
    if not following.lines:
        following.findings.append(Finding(1, None, Rule.BASE, "the file is empty."))
    return following
