"""Games that are only described: their messages have numbers as members."""

import hashlib
from typing import Any

from croupier.v1 import engine_service_pb2 as pb
from gateway.contract.games import Game
from google.protobuf.descriptor_pb2 import FieldDescriptorProto, FileDescriptorProto
from google.protobuf.descriptor_pb2 import FileDescriptorSet as Set

NUMBER = FieldDescriptorProto.TYPE_UINT32
ALL: dict[str, list[str]] = {"Options": [], "Move": [], "View": [], "Event": []}
"""The messages that a game must have, without members."""


def file_of(kind: int = NUMBER, /, **messages: list[str]) -> FileDescriptorProto:
    """A file with these messages, each with members of a type by their names."""
    file = FileDescriptorProto(name="game.proto", package="games.heap", syntax="proto3")
    for name, members in messages.items():
        message = file.message_type.add(name=name)
        for number, member in enumerate(members, 1):
            optional = FieldDescriptorProto.LABEL_OPTIONAL
            message.field.add(name=member, number=number, type=kind, label=optional)
    return file


def bundle_of(*files: FileDescriptorProto, **members: Any) -> pb.GameBundle:
    """The bundle of a game with these files; its digest follows from all of it, as an engine's."""
    known: dict[str, Any] = {
        "game": "heap",
        "rules_version": 1,
        "name": members.get("game", "heap"),
        "min_seats": 2,
        "max_seats": 2,
        "default_options": b"{}",
        "descriptors": Set(file=files).SerializeToString(),
    }
    made = pb.GameBundle(**{**known, **members})
    made.digest = hashlib.sha256(made.SerializeToString(deterministic=True)).hexdigest()
    return made


def game_of(*files: FileDescriptorProto, **members: Any) -> Game:
    """The game with these files."""
    return Game.of(bundle_of(*files, **members))
