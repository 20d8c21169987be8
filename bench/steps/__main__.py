"""`python -m bench.steps`: what each step costs, in instructions, beside what was accepted.

ONLY= chooses steps by a part of their names. ACCEPT=1 writes bench/steps.json.
"""

import os
import sys
from collections.abc import Sequence

from bench.steps.callgrind import NotHere
from bench.steps.comparison import (
    ALLOWED,
    HEAD,
    Costs,
    OtherMachine,
    grown,
    read,
    rows,
    same_machine,
    with_others,
    write,
)
from bench.steps.processes import Failed, Processes


def main(only: str, accept: bool) -> int:
    """Print a row for each step; return the exit code. Raise Failed."""
    try:
        with Processes.counting() as processes:
            return _compare(processes, only, accept)
    except NotHere as why:
        print(f"Instructions cannot be counted here: {why}.")
        print("These are times, x that of plain Python, and compared with nothing:")
        for name, cost in Processes().costs(only).items():
            print(f"{name:42} {cost:12.3f}")
        return 0


def _compare(processes: Processes, only: str, accept: bool) -> int:
    accepted, now = read(), processes.costs(only)
    if accept:
        write(with_others(now, accepted, only))
    if accepted and not same_machine(accepted, now):
        accepted = _counted_here(processes, only, now)
    found = rows(accepted, now, only)
    print(HEAD, *found, sep="\n")
    if accept:
        print("These are accepted now: say in the commit why they are worth it.")
        return 0
    if dearer := [row.name for row in found if row.is_dearer]:
        _name_culprits(processes, dearer)
    if any(row.fails for row in found):
        print(
            f"\nA step may cost {ALLOWED:.0%} more than was accepted. If that is worth it, or steps"
        )
        print("cost less, are new or gone: make bench-steps ACCEPT=1, and say why in the commit.")
        return 1
    return 0


def _counted_here(processes: Processes, only: str, now: Costs) -> Costs:
    """Return what the commit that has accepted its costs costs on this machine."""
    print("Plain Python costs something else than where the costs were accepted: this is another")
    print("processor, Python or C library. So the accepted commit is counted here as well.")
    try:
        with processes.of_accepted() as before:
            return before.costs(only)
    except Failed as why:
        print(f"That fails, so nothing is compared: {why}")
        return now


def _name_culprits(processes: Processes, steps: Sequence[str]) -> None:
    """Print which functions do more in the steps than they did in the accepted commit."""
    print("\nBytecodes of Python functions and calls of C functions that are more, for one:")
    try:
        with processes.of_accepted() as before:
            for step in steps:
                more = [*grown(before.functions(step), processes.functions(step))]
                print(f"\n{step}:", *more or ["None: what grew is within C functions."], sep="\n")
    except Failed as why:
        print(f"The accepted commit cannot be run: {why}")


if __name__ == "__main__":
    try:
        sys.exit(main(os.environ.get("ONLY", ""), bool(os.environ.get("ACCEPT"))))
    except (Failed, OtherMachine) as failure:
        sys.exit(str(failure))
