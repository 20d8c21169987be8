"""Cells of which one proves in each run what all prove together; the others have their turn."""

from collections.abc import Collection, Iterable
from typing import Any

import pytest


def in_turn(cells: Iterable[Any], each_run: Collection[Any]) -> list[Any]:
    """The parameters of a test: those that are not for each run are marked as of full size."""
    return [
        each if each in each_run else pytest.param(each, marks=pytest.mark.full) for each in cells
    ]
