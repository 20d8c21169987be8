"""JSON Schemas of moves, views, events and options, made from the protobuf descriptors.

The descriptions are the comments of the games' .proto files.
"""

import re
from dataclasses import dataclass, field
from typing import Any

from croupier_game import example_pb2
from google.protobuf.descriptor import Descriptor, EnumDescriptor, FieldDescriptor

from gateway.contract.games import Game

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
INPUTS = ("Move", "Options")
"""What requests have, too."""


@dataclass(frozen=True, slots=True)
class Style:
    """How messages are described.

    reference: what a $ref to another message begins with.
    suffix:    what the names of components end with.
    printed:   as answers have them, with every member that is never left out `required`, and
               open to members of later releases; else as requests may have them.
    """

    reference: str
    suffix: str = ""
    printed: bool = False


ALONE = Style("#/$defs/")
PRINTED = Style(REFERENCE, printed=True)
INPUT = Style(REFERENCE, suffix="Input")


def standalone(game: Game, kind: str) -> Schema:
    """Return the JSON Schema (2020-12) of a message, complete with its parts under $defs."""
    maker = _Maker(game, ALONE)
    own = maker.parts.pop(maker.add(game.messages[kind].DESCRIPTOR))
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **own,
        **({"$defs": maker.parts} if maker.parts else {}),
    }


def components(game: Game) -> dict[str, Schema]:
    """Return the schemas of the game's messages by name, as OpenAPI components.

    Moves and options are there twice: as answers have them, and with the suffix Input as
    requests may have them. Raise KeyError for a type that no schema describes, ValueError if two
    have the same name.
    """
    answered, given = printed(game), _Maker(game, INPUT)
    for kind in INPUTS:
        given.add(game.messages[kind].DESCRIPTOR)
    if twice := answered.keys() & given.parts.keys():
        raise ValueError(f"there are two schemas {min(twice)}")
    return answered | given.parts


def printed(game: Game) -> dict[str, Schema]:
    """Return the schemas of the messages by name, as answers have them. Raise as `components`."""
    maker = _Maker(game, PRINTED)
    for message in game.messages.values():
        maker.add(message.DESCRIPTOR)
    return maker.parts


@dataclass(frozen=True, slots=True)
class _Maker:
    """Makes schemas of a game's messages in one style: `parts`, by their names."""

    game: Game
    style: Style
    parts: dict[str, Schema] = field(default_factory=dict)
    of: dict[str, Descriptor] = field(default_factory=dict)
    """The message that each part describes whole."""

    def add(self, descriptor: Descriptor) -> str:
        """Make the schemas of a message and of what it contains; return the name of its own.

        Raise ValueError if something else has that name.
        """
        name = name_of(self.game, descriptor) + self.style.suffix
        if self.of.get(name) is descriptor:
            return name
        self._put(name, {})  # before its fields, for a message that contains itself
        self.of[name] = descriptor
        properties = {field.json_name: self._field(field) for field in descriptor.fields}
        schema = self._object(properties, self._required(descriptor))
        schema |= EXACTLY_ONE if _is_choice(descriptor) else {}
        self.parts[name] = self._described(descriptor.full_name, schema)
        return name

    def _put(self, name: str, schema: Schema) -> None:
        if name in self.parts:
            raise ValueError(f"there are two schemas {name}")
        self.parts[name] = schema

    def _object(self, properties: dict[str, Schema], required: list[str]) -> Schema:
        return {
            "type": "object",
            "properties": properties,
            **({"required": required} if required else {}),
            **({} if self.style.printed else {"additionalProperties": False}),
        }

    def _required(self, descriptor: Descriptor) -> list[str]:
        """Return the names of the members that are never left out."""
        return [field.json_name for field in descriptor.fields if self._is_required(field)]

    def _is_required(self, field: FieldDescriptor) -> bool:
        if not self.style.printed or field.GetOptions().Extensions[example_pb2.left_out]:
            return False
        # `optional` makes a oneof of one. What a request may leave out of the options, a match has
        # with its default.
        return field.containing_oneof is None or self._is_of_options(field.containing_type)

    def _is_of_options(self, descriptor: Descriptor | None) -> bool:
        options = self.game.messages["Options"].DESCRIPTOR
        while descriptor and descriptor is not options:
            descriptor = descriptor.containing_type
        return descriptor is not None

    def _field(self, field: FieldDescriptor) -> Schema:
        if field.is_repeated:
            return self._described(field.full_name, {"type": "array", "items": self._item(field)})
        if field.enum_type:
            return self._enum(field.enum_type, self._comment(field.full_name))
        return self._described(field.full_name, self._item(field))

    def _item(self, field: FieldDescriptor) -> Schema:
        if field.message_type:
            return {"$ref": self.style.reference + self.add(field.message_type)}
        if field.enum_type:
            return self._enum(field.enum_type)
        return dict(SCALARS[field.type])

    def _enum(self, descriptor: EnumDescriptor, comment: str = "") -> Schema:
        """Return an enum's schema, described by `comment`, else its own, and a row per value."""
        every = (value.name for value in descriptor.values)
        names = [name for name in every if not name.endswith("_UNSPECIFIED")]
        values = ((name, self._comment(f"{descriptor.full_name}.{name}")) for name in names)
        rows = [
            comment or self._comment(descriptor.full_name),
            *(f"{name}: {meaning}" for name, meaning in values if meaning),
        ]
        schema = {"type": "string", "enum": names}
        return {**schema, "description": "\n".join(filter(None, rows))} if any(rows) else schema

    def _described(self, full_name: str, schema: Schema) -> Schema:
        comment = self._comment(full_name)
        return {**schema, "description": comment} if comment else schema

    def _comment(self, full_name: str) -> str:
        return _in_json(self.game.comments.get(full_name, ""))


def _is_choice(descriptor: Descriptor) -> bool:
    """Return whether the message is a single oneof of several fields."""
    choices = {field.containing_oneof for field in descriptor.fields}
    return len(choices) == 1 and None not in choices and len(descriptor.fields) > 1


def name_of(game: Game, descriptor: Descriptor) -> str:
    """Return the name of a message as a component: LostCitiesViewSide for its View.Side."""
    own = descriptor.full_name.removeprefix(descriptor.file.package + ".")
    return game.prefix + own.replace(".", "")


def _in_json(comment: str) -> str:
    """Return a .proto comment with the fields' names as in JSON: `toMove` for `to_move`."""
    return SNAKE_CASE.sub(lambda name: name[1].upper(), comment)
