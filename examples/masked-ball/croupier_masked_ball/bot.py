"""A strategy for The Masked Ball: use what is known, keep high masks, count what lies open."""

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

Json = dict[str, Any]

MASKS = ("WASP", "OWL", "BOAR", "TORTOISE", "MAGPIE", "FOX", "PEACOCK", "SWAN")
RANK = {name: rank for rank, name in enumerate(MASKS, start=1)}
COPIES = dict.fromkeys(MASKS, 1) | {
    "WASP": 5,
    "OWL": 2,
    "BOAR": 2,
    "TORTOISE": 2,
    "MAGPIE": 2,
}
NEVER = -100.0
SURE = 10.0
"""What it is worth that a player leaves for certain."""


def choose(match: Json, moves: Sequence[Json], dice: random.Random) -> Json:
    """One of the legal moves: the one of the highest worth."""
    worth = [_worth(each["move"], match["state"], match["yourSeat"]) for each in moves]
    best = [move for move, own in zip(moves, worth, strict=True) if own == max(worth)]
    return dice.choice(best)


def _worth(move: Json, view: Json, own: int) -> float:
    """The chance that another player leaves, and what it costs to give the mask away."""
    kept = _kept(move["mask"], view)
    price = RANK[move["mask"]] / 10
    target = move.get("target")
    if move["mask"] == "SWAN" or (target == own and kept == "SWAN"):
        return NEVER
    if target is None:
        return float(move["mask"] == "TORTOISE") - price
    if target == own:
        return -RANK[kept] - price
    seen = view["sides"][target].get("seen")
    others = Counter({seen: 1}) if seen else _unseen(view)
    return _gain(move, kept, others) - price


def _gain(move: Json, kept: str, others: "Counter[str]") -> float:
    """What the move is worth if the chosen player holds one of these masks."""
    match move["mask"]:
        case "WASP":
            return SURE * _share(others, [move["named"]])
        case "MAGPIE":
            return SURE * _share(others, ["SWAN"])
        case "BOAR":
            lower = _share(others, MASKS[: RANK[kept] - 1])
            higher = _share(others, MASKS[RANK[kept] :])
            return SURE * (lower - 2 * higher)
        case "FOX":
            return (
                sum(RANK[name] * count for name, count in others.items()) / max(1, others.total())
                - RANK[kept]
            )
        case _:
            return 1.0 * (len(others) > 1)


def _kept(mask: str, view: Json) -> str:
    """The other mask of the hand."""
    first, second = view["hand"]
    return str(second if first == mask else first)


def _unseen(view: Json) -> "Counter[str]":
    """The masks that another player may hold."""
    seen = Counter([*view["open"], *view["hand"]])
    for side in view["sides"]:
        seen.update(side["putDown"])
    return Counter(COPIES) - seen


def _share(masks: "Counter[str]", names: Sequence[str]) -> float:
    return sum(masks[name] for name in names) / max(1, masks.total())
