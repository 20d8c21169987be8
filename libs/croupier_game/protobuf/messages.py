"""The messages of a game, in a pool of their own: versions of a game may have the same names."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import SimpleNamespace
from typing import Any

from google.protobuf import descriptor_pb2
from google.protobuf.descriptor import FileDescriptor
from google.protobuf.descriptor_pb2 import FileDescriptorProto, FileDescriptorSet
from google.protobuf.descriptor_pool import DescriptorPool
from google.protobuf.internal.enum_type_wrapper import EnumTypeWrapper
from google.protobuf.message import DecodeError
from google.protobuf.message_factory import GetMessageClass

from croupier_game import example_pb2
from croupier_game.errors import BadGame
from croupier_game.protobuf.makers import maker

DESCRIPTORS = "game.binpb"
KINDS = ("Options", "Move", "View", "Event")
"""The messages that every game has."""
SHARED = (descriptor_pb2.DESCRIPTOR, example_pb2.DESCRIPTOR)
"""The files that a game's may import."""


@cache
def messages_of(package: str) -> Any:
    """Return the names of the package's `game.proto`, as `game.binpb` beside it has them.

    A message is a function that makes its JSON: `messages_of(__package__).Move(card="Y7")`.
    """
    found = file_of(descriptors_of(package))
    names: dict[str, Any] = {}
    for name, message in found.message_types_by_name.items():
        names[name] = maker(message)
    for name, enum in found.enum_types_by_name.items():
        names[name] = EnumTypeWrapper(enum)
        names |= {value.name: value.number for value in enum.values}
    return SimpleNamespace(**names)


def descriptors_of(package: str) -> bytes:
    """Return the package's descriptors with comments, a FileDescriptorSet. Raise OSError."""
    return (files(package) / DESCRIPTORS).read_bytes()


def schema_prefix(name: str) -> str:
    """Return what the names of a game's schemas begin with: LostCities for "Lost Cities"."""
    words = "".join(each if each.isascii() and each.isalnum() else " " for each in name).split()
    return "".join(word[0].upper() + word[1:] for word in words)


def file_of(descriptors: bytes) -> FileDescriptor:
    """Return the last file of a set, in a pool of its own. Raise TypeError for a bad one."""
    pool = DescriptorPool()
    for shared in SHARED:
        pool.AddSerializedFile(shared.serialized_pb)
    found = FileDescriptorSet.FromString(descriptors)
    for file in found.file:
        bare = FileDescriptorProto()
        bare.CopyFrom(file)
        bare.ClearField("source_code_info")
        pool.AddSerializedFile(bare.SerializeToString())
    return pool.FindFileByName(found.file[-1].name)


def classes_in(file: FileDescriptor) -> Mapping[str, Any]:
    """Return the classes of the messages that every game has. Raise BadGame if one is missing."""
    if missing := [kind for kind in KINDS if kind not in file.message_types_by_name]:
        raise BadGame(f"has no message {', '.join(missing)} in {file.name}: write it")
    return {kind: GetMessageClass(file.message_types_by_name[kind]) for kind in KINDS}


def parsed(message_class: Any, message: bytes) -> Any:
    """Return the message in these bytes. Raise ValueError if it is none."""
    try:
        return message_class.FromString(message)
    except DecodeError as error:
        raise ValueError(str(error)) from None
