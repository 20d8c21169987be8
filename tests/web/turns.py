"""Cells of which one proves in each run what all prove together; the others have their turn."""

from collections.abc import Collection
from typing import Any

import pytest


def in_turn(cells: Collection[Any], each_run: Collection[Any]) -> list[Any]:
    """The parameters of a test: those that are not for each run are marked as of full size."""
    assert all(each in cells for each in each_run), "a cell by this name would be in no run"
    return [
        each if each in each_run else pytest.param(each, marks=pytest.mark.full) for each in cells
    ]
