"""JSON Schemas of moves, views, events and options, made from the protobuf descriptors.

The descriptions are the comments of the .proto files, which come along in a
descriptor set made at build time.
"""

from functools import cache
from importlib.resources import files
from typing import Any

from croupier.v1 import engine_service_pb2 as pb
from google.protobuf.descriptor import Descriptor, EnumDescriptor, FieldDescriptor
from google.protobuf.descriptor_pb2 import FileDescriptorProto, FileDescriptorSet

Schema = dict[str, Any]

INTEGERS = {
    FieldDescriptor.TYPE_UINT32: {"type": "integer", "minimum": 0, "maximum": 2**32 - 1},
    FieldDescriptor.TYPE_INT32: {"type": "integer", "minimum": -(2**31), "maximum": 2**31 - 1},
    FieldDescriptor.TYPE_SINT32: {"type": "integer", "minimum": -(2**31), "maximum": 2**31 - 1},
}
SCALARS: dict[int, Schema] = {
    **INTEGERS,
    FieldDescriptor.TYPE_STRING: {"type": "string"},
    FieldDescriptor.TYPE_BOOL: {"type": "boolean"},
}
REFERENCE = "#/components/schemas/"


def game_ids() -> list[str]:
    """The games that this gateway can speak of."""
    return [field.name.replace("_", "-") for field in pb.Move.DESCRIPTOR.fields]


def arm_of(game: str) -> str:
    """The field of the game in Move, View, Event and Options."""
    return game.replace("-", "_")


def message_of(kind: type[Any], game: str) -> Descriptor | None:
    """The game's own message in `kind`, such as LostCitiesMove in Move."""
    field = kind.DESCRIPTOR.fields_by_name.get(arm_of(game))
    return field.message_type if field else None


def standalone(descriptor: Descriptor) -> Schema:
    """A complete schema (JSON Schema 2020-12) of a message, with its parts under $defs."""
    parts: dict[str, Schema] = {}
    _collect(descriptor, parts, "#/$defs/")
    own = parts.pop(_name(descriptor))
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **own,
        **({"$defs": parts} if parts else {}),
    }


def components() -> dict[str, Schema]:
    """The schemas of all games' messages by name, as OpenAPI components."""
    parts: dict[str, Schema] = {}
    for kind in (pb.Move, pb.View, pb.Event, pb.Options):
        for game in game_ids():
            if descriptor := message_of(kind, game):
                _collect(descriptor, parts, REFERENCE)
    return parts


def any_game(kind: type[Any]) -> Schema:
    """One of the games' messages, by reference to the OpenAPI components.

    Never a bare reference: pydantic would look that up among its own models.
    """
    messages = filter(None, (message_of(kind, game) for game in game_ids()))
    return {"anyOf": [{"$ref": REFERENCE + _name(message)} for message in messages]}


def _collect(descriptor: Descriptor, parts: dict[str, Schema], prefix: str) -> None:
    name = _name(descriptor)
    if name in parts:
        return
    parts[name] = {}
    properties = {
        field.json_name: _in_json(field, _field(field, parts, prefix))
        for field in descriptor.fields
    }
    parts[name] = _described(
        descriptor.full_name,
        {"type": "object", "properties": properties, "additionalProperties": False},
    )


def _field(field: FieldDescriptor, parts: dict[str, Schema], prefix: str) -> Schema:
    item = _item(field, parts, prefix)
    return {"type": "array", "items": item} if field.is_repeated else item


def _item(field: FieldDescriptor, parts: dict[str, Schema], prefix: str) -> Schema:
    if field.message_type:
        _collect(field.message_type, parts, prefix)
        return {"$ref": prefix + _name(field.message_type)}
    if field.enum_type:
        return _enum(field.enum_type)
    return dict(SCALARS[field.type])


def _enum(descriptor: EnumDescriptor) -> Schema:
    names = [value.name for value in descriptor.values if not value.name.endswith("_UNSPECIFIED")]
    return {"type": "string", "enum": names}


def _name(descriptor: Descriptor) -> str:
    """LostCitiesView.Side -> LostCitiesViewSide."""
    return descriptor.full_name.removeprefix(descriptor.file.package + ".").replace(".", "")


def _described(full_name: str, schema: Schema) -> Schema:
    comment = _comments().get(full_name)
    return {**schema, "description": comment} if comment else schema


def _in_json(field: FieldDescriptor, schema: Schema) -> Schema:
    """With the name that the field has in JSON, where its comment begins with the proto's."""
    described = _described(field.full_name, schema)
    comment = described.get("description", "")
    if comment.startswith(f"{field.name} "):
        described["description"] = field.json_name + comment.removeprefix(field.name)
    return described


@cache
def _comments() -> dict[str, str]:
    """The comment in front of each message and field, by its full name."""
    binary = files("croupier.v1").joinpath("descriptors.binpb").read_bytes()
    found: dict[str, str] = {}
    for file in FileDescriptorSet.FromString(binary).file:
        for location in file.source_code_info.location:
            comment = " ".join(location.leading_comments.split())
            if comment and (name := _name_at(file, list(location.path))):
                found[name] = comment
    return found


def _name_at(file: FileDescriptorProto, path: list[int]) -> str:
    """The full name of what lies at a path of field numbers and indices; "" for other things."""
    name, here = file.package, file
    for number, index in zip(path[::2], path[1::2], strict=False):
        field = here.DESCRIPTOR.fields_by_number[number].name
        if field not in ("message_type", "nested_type", "field"):
            return ""
        here = getattr(here, field)[index]
        name += f".{here.name}"
    return name if len(path) % 2 == 0 and path else ""
