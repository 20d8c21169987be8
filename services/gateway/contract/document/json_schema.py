"""JSON Schemas of moves, views, events and options, made from the protobuf descriptors.

The descriptions are the comments of the .proto files, from a descriptor set that is
built with the generated code.
"""

import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from croupier.v1 import engine_service_pb2 as pb
from croupier.v1 import example_pb2
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
SNAKE_CASE = re.compile(r"(?<=[a-z0-9])_([a-z0-9])")
EXACTLY_ONE = {"minProperties": 1, "maxProperties": 1}
REFERENCE = "#/components/schemas/"
INPUTS = (pb.Move, pb.Options)
"""What requests have, too."""


def game_ids() -> list[str]:
    """Return the ids of the games that the protocol has messages for."""
    return [field.name.replace("_", "-") for field in pb.Move.DESCRIPTOR.fields]


def arm_of(game: str) -> str:
    """Return the name of the game's field in Move, View, Event and Options."""
    return game.replace("-", "_")


def message_of(kind: type[Any], game: str) -> Descriptor | None:
    """Return the game's own message in `kind`, such as LostCitiesMove in Move; None if unknown."""
    field = kind.DESCRIPTOR.fields_by_name.get(arm_of(game))
    return field.message_type if field else None


@dataclass(frozen=True, slots=True)
class Style:
    """How messages are described.

    reference: what a $ref to another message begins with.
    suffix:    what the names of components end with.
    printed:   as answers have them, with every member that is never left out `required`, and
               open to members of later releases; else as requests may have them.
    choices:   whether a message with one of several members is a oneOf of components.
    """

    reference: str
    suffix: str = ""
    printed: bool = False
    choices: bool = True


ALONE = Style("#/$defs/", choices=False)
PRINTED = Style(REFERENCE, printed=True)
INPUT = Style(REFERENCE, suffix="Input")


def standalone(descriptor: Descriptor) -> Schema:
    """Return the JSON Schema (2020-12) of a message, complete with its parts under $defs."""
    parts: dict[str, Schema] = {}
    _collect(descriptor, parts, ALONE)
    own = parts.pop(name_of(descriptor))
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **own,
        **({"$defs": parts} if parts else {}),
    }


def components() -> dict[str, Schema]:
    """Return the schemas of all games' messages by name, as OpenAPI components.

    Moves and options are there twice: as answers have them, and with the suffix Input as
    requests may have them.
    """
    parts: dict[str, Schema] = {}
    for style, kinds in ((PRINTED, (pb.Move, pb.View, pb.Event, pb.Options)), (INPUT, INPUTS)):
        for kind in kinds:
            for game in game_ids():
                if descriptor := message_of(kind, game):
                    _collect(descriptor, parts, style)
    return parts


def _collect(descriptor: Descriptor, parts: dict[str, Schema], style: Style) -> None:
    name = name_of(descriptor) + style.suffix
    if name in parts:
        return
    parts[name] = {}  # before its fields, for a message that contains itself
    properties = {field.json_name: _field(field, parts, style) for field in descriptor.fields}
    choice = _is_choice(descriptor)
    if choice and style.choices:
        schema = _arms(name, properties, parts, style)
    else:
        schema = _object(properties, _required(descriptor, style), style)
        schema |= EXACTLY_ONE if choice else {}
    parts[name] = _described(descriptor.full_name, schema)


def _object(properties: dict[str, Schema], required: list[str], style: Style) -> Schema:
    return {
        "type": "object",
        "properties": properties,
        **({"required": required} if required else {}),
        **({} if style.printed else {"additionalProperties": False}),
    }


def _arms(
    name: str, properties: dict[str, Schema], parts: dict[str, Schema], style: Style
) -> Schema:
    """Return a choice between objects with one member each, which become parts."""
    arms = {f"{name}With{each[0].upper()}{each[1:]}": each for each in properties}
    for arm, member in arms.items():
        parts[arm] = _object({member: properties[member]}, [member], style)
    return {"oneOf": [{"$ref": style.reference + arm} for arm in arms]}


def _required(descriptor: Descriptor, style: Style) -> list[str]:
    """Return the names of the members that are never left out."""
    return [field.json_name for field in descriptor.fields if _is_required(field, style)]


def _is_required(field: FieldDescriptor, style: Style) -> bool:
    if not style.printed or field.GetOptions().Extensions[example_pb2.left_out]:
        return False
    # `optional` makes a oneof of one. What a request may leave out of the options, a match has with
    # its default.
    return field.containing_oneof is None or _is_of_options(field.containing_type)


def _is_of_options(descriptor: Descriptor | None) -> bool:
    options = {message_of(pb.Options, game) for game in game_ids()}
    while descriptor and descriptor not in options:
        descriptor = descriptor.containing_type
    return descriptor is not None


def _is_choice(descriptor: Descriptor) -> bool:
    """Return whether the message is a single oneof of several fields."""
    choices = {field.containing_oneof for field in descriptor.fields}
    return len(choices) == 1 and None not in choices and len(descriptor.fields) > 1


def _field(field: FieldDescriptor, parts: dict[str, Schema], style: Style) -> Schema:
    if field.is_repeated:
        array = {"type": "array", "items": _item(field, parts, style)}
        return _described(field.full_name, array)
    if field.enum_type:
        return _enum(field.enum_type, _comment(field.full_name))
    return _described(field.full_name, _item(field, parts, style))


def _item(field: FieldDescriptor, parts: dict[str, Schema], style: Style) -> Schema:
    if field.message_type:
        _collect(field.message_type, parts, style)
        return {"$ref": style.reference + name_of(field.message_type) + style.suffix}
    if field.enum_type:
        return _enum(field.enum_type)
    return dict(SCALARS[field.type])


def _enum(descriptor: EnumDescriptor, comment: str = "") -> Schema:
    """Return an enum's schema, described by `comment`, else its own, and a row per value."""
    names = [value.name for value in descriptor.values if not value.name.endswith("_UNSPECIFIED")]
    values = ((name, _comment(f"{descriptor.full_name}.{name}")) for name in names)
    rows = [
        comment or _comment(descriptor.full_name),
        *(f"{name}: {meaning}" for name, meaning in values if meaning),
    ]
    schema = {"type": "string", "enum": names}
    return {**schema, "description": "\n".join(filter(None, rows))} if any(rows) else schema


def name_of(descriptor: Descriptor) -> str:
    """Return the name of a message as a component: LostCitiesViewSide for LostCitiesView.Side."""
    return descriptor.full_name.removeprefix(descriptor.file.package + ".").replace(".", "")


def _described(full_name: str, schema: Schema) -> Schema:
    comment = _comment(full_name)
    return {**schema, "description": comment} if comment else schema


def _comment(full_name: str) -> str:
    return _comments().get(full_name, "")


def _in_json(comment: str) -> str:
    """Return a .proto comment with the fields' names as in JSON: `toMove` for `to_move`."""
    return SNAKE_CASE.sub(lambda name: name[1].upper(), comment)


@cache
def _comments() -> dict[str, str]:
    """Return the comment before each message, field, enum and enum value, by its full name.

    The full name of a value is that of its enum, a dot, and its own.
    """
    # Generated code has no comments; this set is made with source info for that reason.
    binary = files("croupier.v1").joinpath("descriptors.binpb").read_bytes()
    found: dict[str, str] = {}
    for file in FileDescriptorSet.FromString(binary).file:
        for location in file.source_code_info.location:
            comment = " ".join(location.leading_comments.split())
            if comment and (name := _name_at(file, list(location.path))):
                found[name] = _in_json(comment)
    return found


def _name_at(file: FileDescriptorProto, path: list[int]) -> str:
    """Return the full name of the declaration at a `SourceCodeInfo.Location.path`.

    The path alternates field numbers of FileDescriptorProto and indices into these fields.
    Return "" for other declarations, such as services and oneofs.
    """
    name, here = file.package, file
    for number, index in zip(path[::2], path[1::2], strict=False):
        field = here.DESCRIPTOR.fields_by_number[number].name
        if field not in ("message_type", "nested_type", "enum_type", "value", "field"):
            return ""
        here = getattr(here, field)[index]
        name += f".{here.name}"
    return name if len(path) % 2 == 0 and path else ""
