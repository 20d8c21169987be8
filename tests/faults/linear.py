"""Whether one order of all reads and moves of a match explains what their callers were told.

A match is a register: each move makes the next version, and each read shows one. So the order of
the moves is known from the log, and no search is needed. There is an order exactly if for each
version a time can be found at which it came to be, such that these times rise with the versions,
each lies between the sending and the answer of its move, and every read was answered no earlier
than its version came to be, and sent no later than the next one did.

Whoever got no answer does not know: such a move may be in the log, or not.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import inf

NEVER = inf


@dataclass(frozen=True, slots=True)
class Write:
    """A move that was sent at `began`; without an answer, `version` is None and `ended` NEVER."""

    began: float
    ended: float
    version: int | None
    what: Hashable


@dataclass(frozen=True, slots=True)
class Read:
    """An answer that shows this version; `seen` is what it shows to these eyes of the state."""

    began: float
    ended: float
    version: int
    eyes: int | None = None
    seen: Hashable = None


Log = Mapping[int, Hashable]
"""What was done at each version from 1 to the last; None is what none of the writes did."""
States = Callable[[int, int | None], Hashable]
"""What these eyes may see at this version."""


def unexplained(
    log: Log, writes: Sequence[Write], reads: Sequence[Read], states: States
) -> list[str]:
    """Return a sentence for each contradiction that was found; none if one order explains all."""
    claims = {write.version: write for write in writes if write.version}
    complaints = [
        *_claimed_twice(writes),
        *_lost(log, claims),
        *(
            f"a read shows version {read.version} of {len(log)}"
            for read in reads
            if read.version not in log
        ),
        *_otherwise(log, reads, states),
    ]
    claims |= _adopted(log, claims, writes)
    complaints += [
        f"version {version} is {what}, which nobody asked for"
        for version, what in log.items()
        if what is not None and version not in claims
    ]
    return complaints or list(_out_of_order(log, claims, reads))


def _claimed_twice(writes: Sequence[Write]) -> Iterator[str]:
    seen = set[int]()
    for write in writes:
        if write.version in seen:
            yield f"two moves were answered with version {write.version}"
        if write.version:
            seen.add(write.version)


def _lost(log: Log, claims: Mapping[int, Write]) -> Iterator[str]:
    for version, write in claims.items():
        if (there := log.get(version, "missing")) != write.what:
            yield f"version {version} was answered to {write.what}, and is {there}"


def _otherwise(log: Log, reads: Sequence[Read], states: States) -> Iterator[str]:
    for read in reads:
        if read.seen is not None and read.version in log:
            state = states(read.version, read.eyes)
            if state != read.seen:
                yield f"version {read.version} was shown to {read.eyes} as {read.seen}, not {state}"


def _adopted(log: Log, claims: Mapping[int, Write], writes: Sequence[Write]) -> dict[int, Write]:
    """The unanswered writes that explain entries of the log, the earliest of equal ones first."""
    waiting = sorted((each for each in writes if each.version is None), key=lambda w: w.began)
    found = dict[int, Write]()
    for version in sorted(log):
        if version not in claims:
            mine = next((each for each in waiting if each.what == log[version]), None)
            if mine:
                waiting.remove(mine)
                found[version] = mine
    return found


def _out_of_order(log: Log, claims: Mapping[int, Write], reads: Sequence[Read]) -> Iterator[str]:
    """The versions that would have had to come to be after one time and before an earlier one."""
    earliest, latest = _lower(log, claims, reads), _upper(log, claims, reads)
    for version in sorted(log):
        (after, why), (before, why_not) = earliest[version], latest[version]
        if after > before:
            yield (
                f"version {version} was not there at {after:.4f} ({why}), "
                f"but at {before:.4f} ({why_not})"
            )
            return


Bound = tuple[float, str]


def _lower(log: Log, claims: Mapping[int, Write], reads: Sequence[Read]) -> dict[int, Bound]:
    """For each version the time before which it cannot have come to be, and why."""
    bounds = dict.fromkeys(log, (-inf, ""))
    for version, write in claims.items():
        if version in bounds:
            bounds[version] = (write.began, "its move was sent")
    for read in reads:
        if read.version + 1 in bounds:
            found = (read.began, f"a read of version {read.version} was sent")
            bounds[read.version + 1] = max(bounds[read.version + 1], found)
    return bounds


def _upper(log: Log, claims: Mapping[int, Write], reads: Sequence[Read]) -> dict[int, Bound]:
    """For each version the time by which it must have come to be, and why.

    What was there by then was there with all versions before it.
    """
    bounds = dict.fromkeys(log, (inf, ""))
    for version, write in claims.items():
        if version in bounds:
            bounds[version] = (write.ended, f"version {version} was answered to its move")
    for read in reads:
        found = (read.ended, f"a read of version {read.version} was answered")
        bounds[read.version] = min(bounds[read.version], found)
    for version in sorted(bounds, reverse=True):
        bounds[version] = min(bounds[version], bounds.get(version + 1, bounds[version]))
    return bounds
