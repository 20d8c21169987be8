"""An attack as a program of its own: `python -m tests.abuse.attacker NAME URL BACK SECONDS`.

It prints `ready` when it has prepared what it needs, begins when it reads a line, and at the end
prints what it did, as JSON. It is nicer to the machine than the service is: an attacker's own
processor is not the service's.
"""

import asyncio
import json
import os
import sys
from dataclasses import asdict, dataclass, field

from tests.abuse.attacks import ATTACKS
from tests.abuse.target import Target

NICENESS = 10


@dataclass(frozen=True)
class Done:
    """What an attack did: requests or connections, bytes that it sent, and answers by status.

    `faults` is what it has found that must not be.
    """

    asked: int
    sent: int
    answers: dict[str, int]
    faults: list[str] = field(default_factory=list)


async def attack(name: str, target: Target) -> Done:
    """Carry it out."""
    await ATTACKS[name](target)
    return Done(target.asked, target.sent, dict(target.answers), target.faults)


def main(arguments: list[str]) -> None:
    name, url, back, seconds = arguments
    os.nice(NICENESS)
    done = asyncio.run(attack(name, Target(url, back, float(seconds))))
    sys.stdout.write(json.dumps(asdict(done)) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
