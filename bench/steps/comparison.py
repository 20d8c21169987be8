"""What steps cost in comparison with what was accepted, which is in steps.json."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

ACCEPTED = Path(__file__).parents[1] / "steps.json"
REFERENCE = "reference plain Python"
ALLOWED = 0.03
"""By this share, a step may cost more than was accepted, or less: what was gained has to be
accepted as well, or a later loss could hide in it."""
ALIKE = 0.01
"""By this share at most, plain Python differs from run to run. By more, it is another machine, and
the accepted numbers say nothing there."""

Costs: TypeAlias = Mapping[str, float]


class OtherMachine(Exception):
    """Costs of two machines would be mixed; says so."""


@dataclass(frozen=True)
class Row:
    """A step's cost as it was accepted and as it is; None where there is no such step."""

    name: str
    before: float | None
    now: float | None

    @property
    def ratio(self) -> float:
        return self.now / self.before if self.now and self.before else 1.0

    @property
    def is_dearer(self) -> bool:
        return self.ratio > 1 + ALLOWED

    @property
    def is_cheaper(self) -> bool:
        return self.ratio < 1 - ALLOWED

    @property
    def fails(self) -> bool:
        return self.is_dearer or self.is_cheaper or self.before is None or self.now is None

    @property
    def verdict(self) -> str:
        if self.before is None:
            return "new: accept it"
        if self.now is None:
            return "gone: accept that"
        if self.is_dearer:
            return "COSTS MORE"
        return "costs less: accept it" if self.is_cheaper else ""

    def __str__(self) -> str:
        before, now = (f"{each:,.0f}" if each else "-" for each in (self.before, self.now))
        return f"{self.name:42} {before:>12} {now:>12} {self.ratio:7.3f}  {self.verdict}".rstrip()


HEAD = f"{'instructions':42} {'accepted':>12} {'now':>12} {'ratio':>7}"


def rows(before: Costs, now: Costs, only: str = "") -> list[Row]:
    """Return a row for each step whose name has `only` in it, and for the reference."""
    names = [name for name in {**before, **now} if only in name or name == REFERENCE]
    return [Row(name, before.get(name), now.get(name)) for name in names]


def same_machine(before: Costs, now: Costs) -> bool:
    """Whether processor, Python and C library count as those with which `before` was counted."""
    return abs(Row(REFERENCE, before.get(REFERENCE), now.get(REFERENCE)).ratio - 1) <= ALIKE


def with_others(now: Costs, accepted: Costs, only: str) -> Costs:
    """Return `now` with what was accepted of steps whose names do not have `only` in them.

    Raise OtherMachine if those were counted elsewhere.
    """
    others = {name: cost for name, cost in accepted.items() if only not in name}
    if others.keys() - {REFERENCE} and not same_machine(accepted, now):
        raise OtherMachine(
            "The other steps were counted on another machine: accept all, without ONLY."
        )
    return {**others, **now}


def grown(before: Costs, now: Costs, most: int = 10) -> Iterator[str]:
    """Yield the functions that do more than before, those that do the most more first."""
    more = {name: work - before.get(name, 0) for name, work in now.items()}
    for name in sorted(more, key=lambda name: -more[name])[:most]:
        if more[name] >= 0.5:
            yield f"{more[name]:+10,.1f}  {name}"


def read() -> Costs:
    """Return the costs that were accepted last."""
    found: Costs = json.loads(ACCEPTED.read_text()) if ACCEPTED.exists() else {}
    return found


def write(costs: Costs) -> None:
    """Accept these costs: one line for each step, so that a commit shows which have changed."""
    ACCEPTED.write_text(json.dumps(costs, indent=1, sort_keys=True) + "\n")
