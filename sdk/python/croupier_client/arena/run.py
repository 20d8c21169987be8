"""A run: the units of a contest that are missing, one after the other."""

from collections.abc import Callable
from contextlib import ExitStack, closing
from itertools import count, islice
from pathlib import Path

from croupier_client.arena import estimates
from croupier_client.arena.contest import Contest, Record
from croupier_client.arena.record import File
from croupier_client.arena.unit import Spent
from croupier_client.arena.workers import played


class Run:
    """The units of a contest; those of its file are there already."""

    def __init__(self, contest: Contest, out: Path | None = None, resume: bool = False) -> None:
        """Raise BadContest if the file is another contest's, or must not be gone on with."""
        self.contest = contest
        self._file = File(out, contest, resume) if out else None
        self.records: list[Record] = [*self._file.units] if self._file else []
        self.side = estimates.Side(self.records, [0], contest.seats)
        self.spent: Spent = [(0, 0.0) for _ in contest.players]

    def play(self, units: int, jobs: int, tell: Callable[["Run"], None] | None = None) -> None:
        """Play until there are so many units, or the test has decided. Raise BadContest.

        `tell` is called after each unit.
        """
        test = estimates.Sprt(*self.contest.sprt) if self.contest.sprt else None
        missing = islice(count(len(self.records)), max(0, units - len(self.records)))
        with ExitStack() as stack:
            if self._file:
                stack.enter_context(self._file)
            if test and test.add_all(self.side.ahead):
                return
            for record, spent in stack.enter_context(closing(played(self.contest, missing, jobs))):
                self._add(record, spent)
                if tell:
                    tell(self)
                if test and self._decides(test, record):
                    return

    def _add(self, record: Record, spent: Spent) -> None:
        if self._file:
            self._file.write(record)
        self.records.append(record)
        self.side.add(record)
        both = zip(self.spent, spent, strict=True)
        self.spent = [(moves + more, took + longer) for (moves, took), (more, longer) in both]

    def _decides(self, test: estimates.Sprt, record: Record) -> bool:
        """Whether the test has decided by the unit that was the last."""
        left_out = record.get("failed", {"player": 0})["player"] is None
        return not left_out and bool(test.add(self.side.ahead[-1]))
