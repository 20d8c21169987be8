"""The strict reader: what dataclasses say of JSON, and how what does not fit is named."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated, Any, ClassVar, Literal

import pytest
from croupier_match.verify.reader import EXACT, Form, Misread, path, reader


def _even(text: str) -> None:
    if int(text) % 2:
        raise ValueError(text)


EVEN = Form("[0-9]+", "this is not even", _even)


class Size(StrEnum):
    SMALL = "small"
    LARGE = "large"


@dataclass(frozen=True)
class Item:
    extra: ClassVar[str] = EXACT

    name: str
    at_most: int | None = None


@dataclass(frozen=True)
class Box:
    size: Size
    items: list[Item]
    even: Annotated[str, EVEN] | None
    kind: Literal["wood", "paper"]
    is_open: bool
    more: dict[str, Any] = field(default_factory=dict)


BOX: dict[str, Any] = {
    "size": "large",
    "items": [{"name": "pin", "atMost": 3}, {"name": "cap"}],
    "even": "12",
    "kind": "wood",
    "isOpen": True,
}


def test_an_object_is_read_by_its_fields() -> None:
    read = reader(Box)
    expected = Box(Size.LARGE, [Item("pin", 3), Item("cap")], "12", "wood", True)
    assert read(BOX | {"weather": "fine"}) == expected
    assert read(BOX | {"even": None, "more": {"any": [1.0]}}).more == {"any": [1.0]}


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"size": "huge"}, "size: this is none of small, large"),
        ({"size": ["small"]}, "size: this is none of small, large"),
        ({"items": {}}, "items: this is not a list"),
        ({"items": [{"name": "pin"}, []]}, "items[1]: this is not an object"),
        ({"items": [{"name": 1}]}, "items[0].name: this is not a text"),
        ({"items": [{"name": "pin", "atMost": True}]}, "items[0].atMost: this is not a whole"),
        ({"items": [{"name": "pin", "atMost": 1.0}]}, "items[0].atMost: this is not a whole"),
        ({"items": [{"atMost": 1}]}, "items[0].name: it is missing"),
        ({"items": [{"name": "pin", "colour": 1}]}, "items[0].colour: this verifier does not"),
        ({"even": "12\n"}, "even: this is not even"),
        ({"even": "13"}, "even: this is not even"),
        ({"even": 12}, "even: this is not even"),
        ({"kind": "iron"}, "kind: this is none of wood, paper"),
        ({"isOpen": 1}, "isOpen: this is not true or false"),
        ({"more": None}, "more: this is not an object"),
    ],
)
def test_what_does_not_fit_is_named_by_its_place(change: Any, says: str) -> None:
    with pytest.raises(Misread) as caught:
        reader(Box)(BOX | change)
    assert f"{path(caught.value.path)}: {caught.value}".startswith(says)
