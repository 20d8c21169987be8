"""A strategy for The Masked Ball: use what is known, keep high masks, count what lies open."""

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

Json = dict[str, Any]

RANK = {
    name: rank
    for rank, name in enumerate(
        ("WASP", "OWL", "BOAR", "TORTOISE", "MAGPIE", "FOX", "PEACOCK", "SWAN"), start=1
    )
}
COPIES = {"WASP": 5, "OWL": 2, "BOAR": 2, "TORTOISE": 2, "MAGPIE": 2} | {
    name: 1 for name in ("FOX", "PEACOCK", "SWAN")
}
SURE = 100


def choose(match: Json, moves: Sequence[Json], dice: random.Random) -> Json:
    """One of the legal moves: the one of the highest worth."""
    view, own = match["state"], match["yourSeat"]
    unseen = _unseen(view)
    worth = {index: _worth(each["move"], view, own, unseen) for index, each in enumerate(moves)}
    best = [moves[index] for index in worth if worth[index] == max(worth.values())]
    return dice.choice(best)


def _unseen(view: Json) -> Counter[str]:
    """The masks that others may hold."""
    shown = Counter([*view["open"], *view["hand"]])
    for side in view["sides"]:
        shown.update(side["putDown"])
    return Counter(COPIES) - shown


def _worth(move: Json, view: Json, own: int, unseen: Counter[str]) -> float:
    """A sure win of a player, the chance of one, else how low the mask is that is given away."""
    mask, target = move["mask"], move.get("target")
    kept = [each for each in view["hand"]]
    kept.remove(mask)
    low = 1 - RANK[mask] / 10
    if mask == "SWAN":
        return -SURE
    if mask == "MAGPIE" and target == own:
        return -SURE if kept == ["SWAN"] else low - RANK[kept[0]]
    if target is None:
        return low + (mask == "TORTOISE")
    seen = view["sides"][target].get("seen")
    if mask == "WASP":
        chance = _share(unseen, move["named"]) if seen is None else seen == move["named"]
        return low + SURE * chance / 10
    if mask == "BOAR":
        return low + SURE * (_lower(unseen, kept[0], seen) - 0.6) / 10
    if mask == "MAGPIE":
        return low + SURE * (seen == "SWAN")
    if mask == "FOX":
        return low - RANK[kept[0]] / 4 + (RANK[seen] / 2 if seen else 0)
    return low + (seen is None)


def _share(unseen: Counter[str], name: str) -> float:
    return unseen[name] / max(1, unseen.total())


def _lower(unseen: Counter[str], mask: str, seen: str | None) -> float:
    """The chance that the other one's mask is lower."""
    if seen is not None:
        return float(RANK[seen] < RANK[mask])
    lower = sum(count for name, count in unseen.items() if RANK[name] < RANK[mask])
    return lower / max(1, unseen.total())
