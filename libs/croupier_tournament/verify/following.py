"""A log followed entry by entry, up to the first that does not follow."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from croupier_tournament.entries import Created, Entry, entry_of
from croupier_tournament.evolve import evolve
from croupier_tournament.refusals import InvalidSettings
from croupier_tournament.tournament import Tournament
from croupier_tournament.verify import lines
from croupier_tournament.verify.compared import check_entry
from croupier_tournament.verify.findings import Finding, Found, Rule
from croupier_tournament.verify.form import check_form


@dataclass
class Following:
    """What has been read so far. Nothing is read after a finding: it may make all else wrong."""

    it: Tournament | None = None
    lines: int = 0
    finding: Finding | None = None

    def take(self, line: bytes) -> None:
        """Read the next line of the file."""
        if self.finding:
            return
        self.lines += 1
        shown = lines.read(line)
        if isinstance(shown, tuple):
            self._find(iter([shown]))
        elif self._find(check_form(shown)):
            self._follow(shown)

    def _find(self, found: Found) -> bool:
        """Keep what is found first; whether it is nothing."""
        first = next(found, None)
        if first:
            self.finding = Finding(self.lines, *first)
        return first is None

    def _follow(self, shown: dict[str, Any]) -> None:
        try:
            entry = entry_of(shown)
        except InvalidSettings as error:
            self._find(iter([(Rule.SETTINGS, str(error))]))
            return
        if self.it is None:
            if not isinstance(entry, Created):
                self._find(iter([(Rule.BASE, "the first entry has to be that of the creation.")]))
                return
            self.it = Tournament(entry.tournament, entry.settings)
        if self._find(_check_chain(self.it, entry)) and self._find(check_entry(self.it, entry)):
            evolve(self.it, entry)


def _check_chain(it: Tournament, entry: Entry) -> Found:
    if entry.version != it.version + 1:
        yield Rule.VERSION, f"entry {it.version + 1} has to come here."
    elif entry.prev != it.head:
        yield Rule.LINK, "prev is not the SHA-256 of the line before."
    elif entry.at < it.at:
        yield Rule.TIME, "it is earlier than the entry before."


def follow(given: Iterable[bytes]) -> Following:
    """Follow a file to its end, or to the first finding."""
    following = Following()
    for line in given:
        following.take(line)
    if not following.lines:
        following.finding = Finding(1, Rule.BASE, "the file is empty.")
    return following


def head_finding(following: Following, head: str) -> Finding | None:
    """What is to be found if the last line has another hash than was shown."""
    if following.it is None or following.it.head == head:
        return None
    says = f"the last line has the hash {following.it.head}, and not the one that was shown."
    return Finding(following.lines, Rule.HEAD, says)
