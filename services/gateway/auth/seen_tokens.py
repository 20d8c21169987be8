"""Tokens that are remembered, with a count of how often that helps."""

from typing import TypeVar

from gateway.auth.token_cache import KnownTokens
from gateway.observability.metrics import Metrics

Holder = TypeVar("Holder")


class SeenTokens(KnownTokens[Holder]):
    """The same, of which `metrics` tell."""

    def __init__(self, size: int, metrics: Metrics) -> None:
        super().__init__(size)
        self._hits, self._misses = metrics.lookups[("hit",)], metrics.lookups[("miss",)]

    def get(self, value: str) -> Holder | None:
        found = super().get(value)
        (self._misses if found is None else self._hits).inc()
        return found
