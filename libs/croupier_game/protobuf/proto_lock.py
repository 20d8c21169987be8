"""What the moves and options of a game with a .proto have, against its `wire.lock`: see `lock`.

Its fields have the forms of the protocol: Move.card 1 string; with "?" if answers leave it out
where it is not set, and "*" if it is repeated.
"""

from collections.abc import Mapping
from typing import Any

from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.descriptor_pb2 import FieldDescriptorProto

from croupier_game.protobuf.lock import HASHED, Lock


def check(classes: Mapping[str, Any], lock: Lock) -> None:
    """Raise BadGame if moves or options by the same rules would have other JSON than before."""
    left: list[Descriptor] = [classes[kind].DESCRIPTOR for kind in HASHED]
    for message in left:
        for field in message.fields:
            _check_field(message, field, lock)
            if field.message_type and field.message_type not in left:
                left.append(field.message_type)
    lock.check_kept()


def _check_field(message: Descriptor, field: FieldDescriptor, lock: Lock) -> None:
    name = f"{_name(message)}.{field.json_name}"
    lock.number(name, _form(field), field.number, lacking=field.has_presence)
    if field.enum_type:
        for value in field.enum_type.values:
            lock.number(f"{name}={value.name}", own=value.number)


def _form(field: FieldDescriptor) -> str:
    if field.message_type:
        return _name(field.message_type) + "*" * field.is_repeated
    types = FieldDescriptorProto.DESCRIPTOR.enum_types_by_name["Type"].values_by_number
    form = types[field.type].name.removeprefix("TYPE_").lower()
    return form + "?" * field.has_presence + "*" * field.is_repeated


def _name(message: Descriptor) -> str:
    """Return the name within the game's package, with the messages that it is nested in."""
    return message.full_name.removeprefix(f"{message.file.package}.")
