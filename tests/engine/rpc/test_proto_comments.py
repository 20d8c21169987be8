"""Every part of the protocol has a comment: it is the only reference of the gRPC service, and
the comments of the games' messages are the descriptions in the JSON schemas of the public API.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files

import pytest
from engine.domain.registry import GAMES
from google.protobuf.descriptor_pb2 import FileDescriptorProto, FileDescriptorSet

PARTS = {
    "message_type": "message",
    "nested_type": "message",
    "enum_type": "enum",
    "value": "value",
    "field": "field",
    "service": "service",
    "method": "rpc",
}
"""What must have a comment, by the name of its field in a descriptor."""


@dataclass(frozen=True)
class Part:
    """A part of a .proto file, and the comment in front of it."""

    kind: str
    name: str
    comment: str

    def __str__(self) -> str:
        return self.name


def parts(file: FileDescriptorProto) -> Iterator[Part]:
    for location in file.source_code_info.location:
        if found := named(file, list(location.path)):
            kind, name = found
            yield Part(kind, name, " ".join(location.leading_comments.split()))


def named(file: FileDescriptorProto, path: list[int]) -> tuple[str, str] | None:
    """The kind and the full name of what lies at a path of field numbers and indices."""
    here, kind, names = file, "", [file.package]
    if not path or len(path) % 2:
        return None
    for number, index in zip(path[::2], path[1::2], strict=True):
        field = here.DESCRIPTOR.fields_by_number[number].name
        if field not in PARTS:
            return None
        here, kind = getattr(here, field)[index], PARTS[field]
        names.append(here.name)
    return kind, ".".join(names)


def all_parts() -> list[Part]:
    service = files("croupier.v1").joinpath("descriptors.binpb").read_bytes()
    sets = [service, *(game.wire.descriptors for game in GAMES.values())]
    return [
        part
        for binary in sets
        for file in FileDescriptorSet.FromString(binary).file
        for part in parts(file)
    ]


ALL = all_parts()


def test_parts_of_every_kind_are_found() -> None:
    assert {part.kind for part in ALL} == {*PARTS.values()}
    names = {part.name for part in ALL}
    assert "croupier.games.livingstone.Options.CardCounts.mine_crash" in names
    assert "croupier.v1.EngineService.ApplyMove" in names


@pytest.mark.parametrize("kind", sorted({*PARTS.values()}))
def test_every_part_has_a_comment_of_whole_sentences(kind: str) -> None:
    unfinished = [part.name for part in ALL if part.kind == kind and part.comment[-1:] != "."]
    assert unfinished == []


@pytest.mark.parametrize("kind", ["field", "rpc", "service"])
def test_a_comment_begins_with_the_name_of_its_subject(kind: str) -> None:
    unnamed = [
        part.name
        for part in ALL
        if part.kind == kind and not re.match(rf"{part.name.rpartition('.')[2]}\b", part.comment)
    ]
    assert unnamed == []
