"""Uniform numbers for many tables at once: the same for the same seeds, in every library.

They are for search and learning alone: what deals real matches is `croupier_game.seeded`.
"""

from typing import Any

HIGH = 16
"""A number is drawn from the upper half of 32 bits: the product must not need more."""


def uniform(xp: Any, seeds: Any, step: Any, count: int) -> Any:
    """Return uint32 [n, count], from seeds uint32 [n] and a step, a number or uint32 [1] or [n]."""
    whole = xp.uint32
    at = xp.reshape(xp.asarray(step, dtype=whole), (-1,)) * xp.asarray([0x9E3779B9], dtype=whole)
    places = xp.arange(count, dtype=whole) * xp.asarray([0x85EBCA6B], dtype=whole)
    return _mixed(xp, _mixed(xp, seeds + at)[:, None] + places[None, :])


def below(xp: Any, uniform: Any, bound: Any) -> Any:
    """Return whole numbers from 0 to bound - 1, int32; bounds are a number or int32, to 65,536."""
    high = uniform >> xp.asarray(HIGH, dtype=xp.uint32)
    bounds = xp.astype(xp.asarray(bound, dtype=xp.int32), xp.uint32)
    return xp.astype((high * bounds) >> xp.asarray(HIGH, dtype=xp.uint32), xp.int32)


def _mixed(xp: Any, x: Any) -> Any:
    """Return 32 bits of which each depends on all: lowbias32, by Chris Wellons."""

    def number(value: int) -> Any:
        return xp.asarray([value], dtype=xp.uint32)

    x = (x ^ (x >> number(16))) * number(0x7FEB352D)
    x = (x ^ (x >> number(15))) * number(0x846CA68B)
    return x ^ (x >> number(16))
