"""The turns in which tests of full size run in CI."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tests.support import sizes


def test_each_test_of_full_size_has_its_turn_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sizes, "size_of", lambda item: item.size)
    items: list[Any] = [
        SimpleNamespace(path=Path(f"test_{number % 23}.py"), size=size)
        for number in range(70)
        for size in ("service", "full")
    ]
    found = list[Any]()
    for turn in range(100, 100 + sizes.TURNS):
        config = SimpleNamespace(getoption=lambda name, turn=turn: {"turn": turn}[name])
        chosen = sizes._of_this_turn(items, cast(pytest.Config, config))
        assert chosen
        found += chosen
    assert sorted(map(id, found)) == sorted(id(item) for item in items if item.size == "full")
