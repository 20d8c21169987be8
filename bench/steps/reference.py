"""A step of plain Python, none of it ours: what tells another machine from a change of the code."""

import json
from collections.abc import AsyncIterator

from bench.steps.step import Step

COUNT = 10


async def steps() -> AsyncIterator[Step]:
    yield Step("plain Python", COUNT, _plain)


async def _plain() -> None:
    """Calls, attributes, dicts, lists, text and C functions."""
    for _ in range(COUNT):
        words = [f"{number * number}" for number in range(500)]
        by_length: dict[int, list[str]] = {}
        for word in words:
            by_length.setdefault(len(word), []).append(word)
        assert sorted(json.loads(json.dumps(by_length))["1"])[-1] == "9"
