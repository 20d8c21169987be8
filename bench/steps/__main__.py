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
    grown,
    read,
    rows,
    same_machine,
    write,
)
from bench.steps.processes import Failed, Processes


def main() -> int:
    """Print a row for each step; return the exit code."""
    only = os.environ.get("ONLY", "")
    try:
        with Processes.counting() as processes:
            return _compare(processes, only, accept=bool(os.environ.get("ACCEPT")))
    except NotHere as why:
        print(f"Instructions cannot be counted here: {why}. These are times of this run,")
        print("in comparison with plain Python; they are compared with nothing.")
        for name, cost in Processes().costs(only).items():
            print(f"{name:42} {cost:12.3f}")
        return 0


def _compare(processes: Processes, only: str, accept: bool) -> int:
    accepted: Costs = read()
    now = processes.costs(only)
    if accept:
        kept = {name: cost for name, cost in accepted.items() if only and only not in name}
        write({**kept, **now})
    if accepted and not same_machine(accepted, now):
        print("Plain Python costs something else here than where the costs were accepted: another")
        print("processor, Python or C library. So the accepted commit is counted here as well.")
        accepted = _recounted(processes, only)
    found = rows(accepted, now, only)
    print(HEAD, *found, sep="\n")
    if accept:
        print("These are accepted: say in the commit why they are worth it.")
        return 0
    _name_culprits(processes, [each.name for each in found if each.is_dearer])
    failed = [each for each in found if each.fails]
    if failed:
        print(
            f"\nA step may cost {ALLOWED:.0%} more than was accepted. If it is worth it, or steps"
        )
        print("are new or gone: make bench-steps ACCEPT=1, and say why in the commit.")
    return 1 if failed else 0


def _recounted(processes: Processes, only: str) -> Costs:
    with processes.of_accepted() as before:
        return before.costs(only)


def _name_culprits(processes: Processes, names: Sequence[str]) -> None:
    """Print for each step which functions do more than they did in the accepted commit."""
    if not names:
        return
    with processes.of_accepted() as before:
        for name in names:
            print(f"\n{name}: bytecodes of Python functions and calls of C functions, for one")
            found = [*grown(before.functions(name), processes.functions(name))]
            print(*found or ["No function does more: what grew is in a C function."], sep="\n")


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Failed as failure:
        print(failure, file=sys.stderr)
        sys.exit(2)
