"""Messages from JSON: what the proto3 mapping takes beyond the API's schemas is refused."""

from typing import Any

import pytest
from croupier_game.protobuf.messages import classes_in, descriptors_of, file_of
from croupier_game.protobuf.strict_json import Unreadable, encoded
from croupier_livingstone import wire as livingstone
from croupier_lost_cities import wire as lost_cities
from google.protobuf.json_format import MessageToDict

MOVE: dict[str, Any] = {"card": "Y7", "place": "EXPEDITION", "draw": "DECK"}
"""Of Lost Cities: a text, and two enums."""


def kind(game: Any, name: str) -> Any:
    return classes_in(file_of(descriptors_of(game.__package__)))[name]


def test_a_message_is_read_with_all_that_it_says() -> None:
    message = kind(lost_cities, "Move")
    read = message.FromString(encoded(MOVE, message))
    assert MessageToDict(read) == MOVE


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"card": 7}, "card cannot be 7."),
        ({"card": None}, "card cannot be None."),
        ({"card": "\ud800"}, "surrogate"),
        ({"place": 1}, "place cannot be 1."),
        ({"place": "NOWHERE"}, "place cannot be 'NOWHERE'."),
        ({"place": ["EXPEDITION"]}, r"place cannot be \['EXPEDITION'\]"),
        ({"swiftly": True}, "'swiftly' is not known."),
    ],
)
def test_what_a_service_refuses_is_named(change: Any, why: str) -> None:
    with pytest.raises(Unreadable, match=why):
        encoded(MOVE | change, kind(lost_cities, "Move"))


@pytest.mark.parametrize("value", ["3", True, 1.5, None, [[]], 2**40])
def test_numbers_are_numbers(value: Any) -> None:
    with pytest.raises(Unreadable):
        encoded({"river": [value]}, kind(livingstone, "Options"))


@pytest.mark.parametrize("value", [None, [], "Y7", 7])
def test_a_message_is_an_object(value: Any) -> None:
    with pytest.raises(Unreadable, match="is no JSON object"):
        encoded(value, kind(lost_cities, "Move"))
