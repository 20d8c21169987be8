"""What was learned as a strategy: for the arena, and by `python learned.py` on a service.

    croupier-arena learned:learned hugo --game lost-cities --options '{"rounds": 1}' --pairs 1000
    python learned.py http://localhost:8080

The latter plays a round against Hugo of the house.
"""

import sys
from typing import Any, ClassVar

import numpy as np
from croupier_client import Bot
from croupier_client.envs.coding import Trained
from network import Network


def learned(file: str = "learned.npz") -> Trained:
    """Return the strategy: of the legal actions, the one that is liked most."""
    net = Network()
    with np.load(file) as kept:
        net.weights = [*kept.values()]

    def policy(seen: Any, mask: Any) -> int:
        logits = net.tell(seen[None, :]).logits[0]
        return int(np.where(mask, logits, -np.inf).argmax())

    return Trained(policy)


class Learned(Bot):
    """Plays single rounds, as it has learned."""

    games: ClassVar = ["lost-cities"]
    options: ClassVar = {"lost-cities": {"rounds": 1, "maxTurnsWithoutDeckDraw": 60}}


if __name__ == "__main__":
    Learned("Learned", learned()).run(sys.argv[1], against="Hugo", matches=1)
