"""The key of the house."""

from pathlib import Path

import pytest
from gateway.errors import Problem
from gateway.players.house_key import House

KEY = "k" * 32


def refused(house: House, shown: str) -> bool:
    try:
        house.check(shown)
    except Problem as problem:
        return problem.code == "forbidden"
    return False


def test_it_is_read_whenever_it_is_shown(tmp_path: Path) -> None:
    file = tmp_path / "key"
    house = House(str(file))
    assert refused(house, KEY)
    file.write_text(f"{KEY}\n")
    assert not refused(house, KEY)
    file.write_text("j" * 32)
    assert refused(house, KEY)


@pytest.mark.parametrize("content", ["", "short", "k" * 300])
def test_a_key_of_another_length_is_none(tmp_path: Path, content: str) -> None:
    file = tmp_path / "key"
    file.write_text(content)
    assert refused(House(str(file)), content)
    assert refused(House(""), content)
