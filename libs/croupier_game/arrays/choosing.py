"""Which of many actions, at random."""

from math import isqrt
from typing import Any

from croupier_game.arrays.luck import below


def any_legal(xp: Any, mask: Any, uniform: Any) -> Any:
    """Return a legal action for each row, each equally likely: int32 [n].

    mask is bool [n, actions], uniform uint32 [n]. A row without a legal action gives -1, which is
    nowhere legal: compiled code cannot raise.
    """
    n, actions = mask.shape
    width = _width(actions)
    blocks = xp.reshape(mask, (n, actions // width, width))
    # In two steps: a running sum over all actions costs more.
    counts = xp.sum(xp.astype(blocks, xp.int8), axis=2, dtype=xp.int32)
    sums = xp.cumulative_sum(counts, axis=1, dtype=xp.int32)
    count = sums[:, -1]
    wanted = below(xp, uniform, xp.where(count > 0, count, xp.ones_like(count)))
    block = xp.argmax(xp.astype(sums > wanted[:, None], xp.int8), axis=1)
    at = xp.arange(n) * (actions // width) + block
    chosen = xp.take(xp.reshape(blocks, (-1, width)), at, axis=0)
    inner = xp.cumulative_sum(xp.astype(chosen, xp.int32), axis=1, dtype=xp.int32)
    rest = wanted - xp.take(xp.reshape(sums, (-1,)), at) + inner[:, -1]
    place = xp.argmax(xp.astype(inner > rest[:, None], xp.int8), axis=1)
    return xp.where(count > 0, xp.astype(block * width + place, xp.int32), -1)


def _width(actions: int) -> int:
    """Return the divisor next to the root."""
    return next(width for width in range(isqrt(actions), 0, -1) if actions % width == 0)
