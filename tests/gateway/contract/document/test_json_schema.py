"""JSON Schemas of the games' messages: what they say, and that whatever a match has is valid."""

import re
from pathlib import Path
from typing import Any

import orjson
import pytest
from croupier_livingstone import types as livingstone_types
from engine.domain.registry import GAMES
from gateway.contract.document import json_schema
from jsonschema import Draft202012Validator, ValidationError

from tests.support.played_values import RARE, values_of
from tests.support.players import Json
from tools.openapi import installed

ROOT = Path(__file__).parents[4]
KINDS = ("Move", "View", "Event", "Options")
EXCHANGE: dict[str, list[tuple[str, Json]]] = {
    "just4fun": [
        ("Move", {"exchange": {}}),
        ("Event", {"handExchanged": {"seat": 0, "cards": [16, 17, 18, 19]}}),
    ]
}
"""Too rare for a few matches: a hand of which nothing can be played."""


def schema_of(kind: str, game_id: str) -> Json:
    return json_schema.standalone(installed()[game_id], kind)


def components() -> dict[str, Json]:
    return {
        name: schema
        for game in installed().values()
        for name, schema in json_schema.components(game).items()
    }


@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize("kind", KINDS)
def test_a_schema_is_complete_json_schema_2020_12(kind: str, game_id: str) -> None:
    schema = schema_of(kind, game_id)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    Draft202012Validator.check_schema(schema)
    others: list[Any] = [{"nothing": "of this name"}, [], None, 7, "Y7+*"]
    for wrong in others:
        with pytest.raises(ValidationError):
            Draft202012Validator(schema).validate(wrong)


@pytest.mark.parametrize("game_id", RARE)
def test_every_move_view_and_event_is_valid(game_id: str) -> None:
    """And every kind of move and event occurs."""
    validators = {kind: Draft202012Validator(schema_of(kind, game_id)) for kind in KINDS}
    made: dict[str, set[str]] = {"Move": set(), "Event": set()}
    values = (*values_of(game_id), *EXCHANGE.get(game_id, ()))
    different = {(kind, orjson.dumps(value)): (kind, value) for kind, value in values}
    for kind, value in different.values():
        validators[kind].validate(value)
        if kind in made:
            made[kind].update(value)
    for kind, members in made.items():
        assert members >= set(schema_of(kind, game_id)["properties"]), kind


@pytest.mark.parametrize(
    ("game_id", "kind"),
    [
        ("lost-cities", "Event"),
        ("livingstone", "Move"),
        ("livingstone", "Event"),
        ("just4fun", "Move"),
        ("just4fun", "Event"),
    ],
)
def test_a_choice_has_exactly_one_member(game_id: str, kind: str) -> None:
    schema = schema_of(kind, game_id)
    assert len(schema["properties"]) > 1
    assert (schema["minProperties"], schema["maxProperties"]) == (1, 1)
    with pytest.raises(ValidationError):
        Draft202012Validator(schema).validate({})


def test_another_message_may_have_any_of_its_members() -> None:
    assert "minProperties" not in schema_of("Move", "lost-cities")


def test_components_refer_to_each_other_and_a_complete_schema_to_its_own_parts() -> None:
    part = components()["LostCitiesView"]["properties"]["sides"]["items"]
    assert part == {"$ref": "#/components/schemas/LostCitiesViewSide"}
    own = schema_of("View", "lost-cities")
    assert own["properties"]["sides"]["items"] == {"$ref": "#/$defs/LostCitiesViewSide"}
    assert "LostCitiesViewSide" in own["$defs"]


def test_what_is_printed_has_what_is_always_there_and_is_open() -> None:
    side = components()["LivingstoneViewSide"]
    assert {*side["properties"]} - {*side["required"]} == {"coins", "chest"}
    assert "additionalProperties" not in side
    view = components()["LivingstoneView"]
    assert {*view["properties"]} - {*view["required"]} == {"final"}


def test_options_of_a_match_have_all_that_a_request_may_leave_out() -> None:
    for game in ("LostCities", "Livingstone", "Just4Fun"):
        options = components()[f"{game}Options"]
        assert {*options["properties"]} - {*options["required"]} == {"startSeat"}


def test_what_is_sent_may_leave_out_all_that_has_a_default_and_is_closed() -> None:
    found = components()
    for name, schema in found.items():
        if name.endswith("Input"):
            assert "required" not in schema, name
            assert schema["additionalProperties"] is False


def test_a_choice_demands_exactly_one_of_its_members() -> None:
    """Without `oneOf`: of that, generators for phones make classes that must have all members."""
    found = components()
    for name in ("LivingstoneMove", "LivingstoneMoveInput", "LostCitiesEvent", "Just4FunEvent"):
        assert found[name].items() >= json_schema.EXACTLY_ONE.items(), name
    assert not [name for name, schema in found.items() if "oneOf" in schema]


# --- descriptions


def test_descriptions_name_members_as_they_are_in_json() -> None:
    for schema in components().values():
        for part in [schema, *schema.get("properties", {}).values()]:
            assert not re.search(r"[a-z]_[a-z]", part.get("description", "")), part


@pytest.mark.parametrize("game_id", GAMES)
def test_what_a_proto_says_of_a_value_is_in_the_schemas(game_id: str) -> None:
    """The comment in front of it, behind the name of the value; 0 is never a value in JSON."""
    name = game_id.replace("-", "_")
    path = ROOT / f"games/{name}/croupier_{name}/game.proto"
    values = r"^ *// ([^\n]+)\n *([A-Z][A-Z0-9_]*) = [1-9]\d*;"
    commented = re.findall(values, path.read_text(), re.M)
    told = str(components())
    for comment, name in commented:
        assert re.search(rf"{name}: [^\\]*{re.escape(json_schema._in_json(comment))}", told), name


def test_what_a_proto_says_of_a_field_goes_before_what_it_says_of_the_enum() -> None:
    place = components()["LostCitiesMove"]["properties"]["place"]
    assert place["description"].splitlines() == [
        "place is where the card goes.",
        "EXPEDITION: The mover's own expedition of the card's colour.",
        "DISCARD: The discard pile of the card's colour.",
    ]


def test_the_cards_that_can_be_played_are_named_in_the_schema() -> None:
    card = components()["LivingstoneMovePlayCard"]["properties"]["card"]
    first = card["description"].splitlines()[0]
    assert set(re.findall(r"\b[A-Z][A-Z0-9_]+\b", first)) == set(livingstone_types.PLAIN)
