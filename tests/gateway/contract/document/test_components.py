"""Which games one document can describe, and in which words of JSON Schema."""

from collections.abc import Iterator
from typing import Any

import pytest
from croupier_game import example_pb2
from gateway.contract.document import components
from gateway.contract.games import Game, Games
from gateway.websocket.frames import OPS
from google.protobuf.descriptor_pb2 import FieldDescriptorProto

from tests.gateway.contract.bundles import ALL, file_of, game_of
from tools.openapi import installed


def left_out(*games: Game) -> dict[str, str]:
    """Why games cannot be described together with those before them, by their ids."""
    fit, unfit = components.fitting(OPS, games)
    assert len(fit) + len(unfit) == len(games)
    components.schemas(OPS, Games(fit))
    return {game.id: reason for game, reason in unfit.items()}


def test_all_installed_games_fit() -> None:
    assert left_out(*installed().values()) == {}


def test_of_two_games_with_one_name_the_later_is_left_out() -> None:
    one, other = (game_of(file_of(**ALL), game=game, name="Heap") for game in ("heap", "pile"))
    assert [*left_out(one, other)] == ["pile"]
    assert [*left_out(other, one)] == ["heap"]
    assert left_out(one, game_of(file_of(**ALL), game="pile")) == {}


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("Heap", "Match"),  # HeapMatch is what the models make for it
        ("Heap", "MoveInput"),  # and this, what requests have
        ("Out", "come"),  # Outcome is everybody's
        ("Lost", "CitiesView"),  # is Lost Cities'
    ],
)
def test_a_game_with_the_names_of_other_schemas_is_left_out(name: str, message: str) -> None:
    file = file_of(**ALL)
    file.message_type.add(name=message)
    view = next(each for each in file.message_type if each.name == "View")
    kind, label = FieldDescriptorProto.TYPE_MESSAGE, FieldDescriptorProto.LABEL_OPTIONAL
    view.field.add(
        name="part", number=1, type=kind, label=label, type_name=f"{file.package}.{message}"
    )
    assert left_out(*installed().values(), game_of(file, game="new", name=name)).keys() == {"new"}


def test_a_game_with_a_type_that_no_schema_describes_is_left_out() -> None:
    file = file_of(FieldDescriptorProto.TYPE_DOUBLE, **{**ALL, "View": ["weight"]})
    assert left_out(*installed().values(), game_of(file)).keys() == {"heap"}


def test_a_game_with_an_example_that_is_no_json_is_left_out() -> None:
    file = file_of(**ALL)
    file.dependency.append("croupier_game/example.proto")
    move = next(each for each in file.message_type if each.name == "Move")
    move.options.Extensions[example_pb2.example].json = "{"
    assert left_out(*installed().values(), game_of(file)).keys() == {"heap"}


def test_a_game_with_two_messages_of_one_name_is_left_out() -> None:
    """View.Part and ViewPart."""
    file = file_of(**ALL)
    file.message_type.add(name="ViewPart")
    view = next(each for each in file.message_type if each.name == "View")
    view.nested_type.add(name="Part")
    kind, label = FieldDescriptorProto.TYPE_MESSAGE, FieldDescriptorProto.LABEL_OPTIONAL
    for number, name in enumerate(("ViewPart", "View.Part"), 1):
        full_name = f"{file.package}.{name}"
        view.field.add(
            name=f"part{number}", number=number, type=kind, label=label, type_name=full_name
        )
    assert left_out(game_of(file)) == {"heap": "ValueError: there are two schemas HeapViewPart"}


def test_schemas_say_nothing_that_generators_for_phones_make_no_type_of() -> None:
    """Kotlin's does not compile for enumerations of numbers, nor Dart's for what is always null."""
    for name, schema in components.schemas(OPS, Games([*installed().values()])).items():
        for part in objects(schema):
            words = [*part.get("enum", ()), *([part["const"]] if "const" in part else [])]
            assert all(isinstance(word, str) for word in words), (name, part)
            assert {"type": "null"} not in part.get("properties", {}).values(), name
            undiscriminated = "oneOf" in part and "discriminator" not in part
            assert not undiscriminated, name


def objects(part: Any) -> Iterator[dict[str, Any]]:
    """The part and all objects in it."""
    if isinstance(part, dict):
        yield part
        part = [*part.values()]
    if isinstance(part, list):
        for each in part:
            yield from objects(each)
