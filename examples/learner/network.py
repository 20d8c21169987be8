"""A policy for Lost Cities in NumPy: two hidden layers, and the worth of a position beside it."""

from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

HIDDEN, COLORS, RANKS, PLACES, PILES = 256, 5, 10, 2, 6
CARDS, WAYS = COLORS * RANKS * PLACES, COLORS * PLACES * PILES
HEADS = CARDS + WAYS + 1
"""What is liked of a card and its place, and of a pile to draw from after a card of that colour and
place; and the worth of the position."""
SCALE = np.ones(314, np.float32)
"""Cards count 0 or 1; the numbers behind them are made to be about as large."""
SCALE[300:] = 1 / np.asarray([*[5] * 5, 44, 10, 1, 1, 50, 50, 50, 50, 1])
PARTS = np.concatenate(
    [
        np.kron(np.eye(CARDS), np.ones(PILES)),
        np.kron(np.kron(np.eye(COLORS), np.ones(RANKS)), np.eye(PLACES * PILES)),
    ]
).astype(np.float32)
"""Which likings an action is the sum of: [160, 600]."""
SMALL = 1e-8

Floats = np.ndarray[Any, np.dtype[np.float32]]


class Told(NamedTuple):
    """What the network says of n positions: logits [n, 600], worth [n], and its layers."""

    logits: Floats
    worth: Floats
    layers: tuple[Floats, ...]


class Network:
    """314 numbers, 256, 256, and 161: rectified, with plain gradients and Adam."""

    def __init__(self, seed: int = 0) -> None:
        dice = np.random.default_rng(seed)
        sizes = (len(SCALE), HIDDEN, HIDDEN, HEADS)
        self.weights = [
            (dice.standard_normal((a, b)) * (2 / a) ** 0.5).astype(np.float32)
            for a, b in pairwise(sizes)
        ]
        self.weights[-1] *= np.float32(0.01)
        self.weights += [np.zeros(size, np.float32) for size in sizes[1:]]
        self.rest()

    def rest(self) -> None:
        """Forget the momentum of learning: what is learned next is something else."""
        self._mean = [np.zeros_like(each) for each in self.weights]
        self._square = [np.zeros_like(each) for each in self.weights]
        self._steps = 0

    def tell(self, seen: Floats) -> Told:
        """Say what to like in positions, [n, 314]."""
        first, second, last, one, two, three = self.weights
        scaled = seen * SCALE
        hidden = np.maximum(scaled @ first + one, 0)
        deeper = np.maximum(hidden @ second + two, 0)
        heads = deeper @ last + three
        return Told(heads[:, :-1] @ PARTS, heads[:, -1], (scaled, hidden, deeper))

    def learn(
        self, told: Told, of_logits: Floats, of_worth: Floats, rate: float, deep: bool = True
    ) -> None:
        """Take a step against the gradients of a loss by the logits and the worth.

        Unless it is deep, the hidden layers stay as they are.
        """
        scaled, hidden, deeper = told.layers
        _, second, last, *_ = self.weights
        third = np.concatenate([of_logits @ PARTS.T, of_worth[:, None]], axis=1)
        middle = (third @ last.T) * ((deeper > 0) & deep)
        near = (middle @ second.T) * (hidden > 0)
        steps = [scaled.T @ near, hidden.T @ middle, deeper.T @ third]
        self._descend([*steps, near.sum(0), middle.sum(0), third.sum(0)], rate)

    def _descend(self, gradients: list[Floats], rate: float) -> None:
        """Adam, with a bound on the length of the gradient."""
        self._steps += 1
        length = float(np.sqrt(sum(float((each**2).sum()) for each in gradients)))
        shorter = min(1.0, 1.0 / (length + SMALL))
        rate *= (1 - 0.999**self._steps) ** 0.5 / (1 - 0.9**self._steps)
        rows = zip(self.weights, gradients, self._mean, self._square, strict=True)
        for weight, gradient, mean, square in rows:
            step = gradient * np.float32(shorter)
            mean += np.float32(0.1) * (step - mean)
            square += np.float32(0.001) * (step**2 - square)
            weight -= np.float32(rate) * mean / (np.sqrt(square) + np.float32(SMALL))


def chances(logits: Floats, mask: Any) -> tuple[Floats, Floats]:
    """Return the softmax over the legal actions and its logarithm, [n, 600]."""
    shown = np.where(mask, logits, np.float32(-1e9))
    shown -= shown.max(1, keepdims=True)
    weights = np.exp(shown)
    total = weights.sum(1, keepdims=True)
    return weights / total, shown - np.log(total)
