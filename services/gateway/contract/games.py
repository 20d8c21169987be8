"""The games as engines describe them. The gateway itself has none.

Each has its messages in a pool of its own, so two versions of a game may have the same names.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import orjson
from croupier.v1 import engine_service_pb2 as pb
from croupier_game.protobuf.messages import classes_in, file_of, schema_prefix
from google.protobuf.descriptor_pb2 import FileDescriptorProto, FileDescriptorSet

UNKNOWN = "There is no such game; GET /v1/games lists all games."


class Unusable(Exception):
    """Nothing can be made of a game's description. The text says why."""


# Compared by identity, so that what is made of a game once can be kept.
@dataclass(frozen=True, eq=False, repr=False)
class Game:
    """A game by one version of its rules."""

    id: str
    rules_version: int
    digest: str
    """Tells this description from others of the game."""
    name: str
    min_seats: int
    max_seats: int
    on_timeout: Sequence[str]
    """What a clock of its matches can have as `onTimeout`."""
    rated: Sequence[pb.Preset]
    """The tables at which its matches can be rated, where it is the operator's own."""
    defaults: bytes
    """The options of a match that is created without any, as JSON."""
    rules: str
    """A page of Markdown: how the game is played."""
    files: Mapping[str, bytes]
    """Those of its board, by their paths."""
    messages: Mapping[str, Any]
    """The classes of its messages Options, Move, View and Event."""
    comments: Mapping[str, str]
    """What its .proto says before each declaration, by the full name of that."""

    @classmethod
    def of(cls, bundle: pb.GameBundle) -> "Game":
        """Return the game that an engine describes so. Raise Unusable."""
        try:
            messages = classes_in(file_of(bundle.descriptors))
            comments = dict(_comments(bundle.descriptors))
            defaults = orjson.loads(bundle.default_options)
        except Exception as error:  # whatever it is, all other games can be played
            raise Unusable(f"{type(error).__name__}: {error}") from None
        if not isinstance(defaults, dict):
            raise Unusable("its default options are no JSON object")
        if not schema_prefix(bundle.name)[:1].isalpha():
            raise Unusable("its name does not begin with a letter")
        return cls(
            id=bundle.game,
            rules_version=bundle.rules_version,
            digest=bundle.digest,
            name=bundle.name,
            min_seats=bundle.min_seats,
            max_seats=bundle.max_seats,
            on_timeout=[*map(_word, bundle.on_timeout)],
            rated=[*bundle.rated],
            defaults=bundle.default_options,
            rules=bundle.rules,
            files={file.path: file.content for file in bundle.files},
            messages=messages,
            comments=comments,
        )

    @property
    def prefix(self) -> str:
        """What the names of its schemas begin with: LostCities."""
        return schema_prefix(self.name)

    def message(self, kind: str) -> Any:
        """Return an empty message of a kind, such as Move."""
        return self.messages[kind]()

    def packed(self, message: Any) -> pb.Packed:
        """Return a message of the game for an engine."""
        return pb.Packed(rules_version=self.rules_version, value=message.SerializeToString())


class Games(Mapping[str, Game]):
    """All games at one moment, by their ids in order. It is never changed, only replaced.

    Of a game that there is in several versions, it has that by which new matches are made.
    """

    def __init__(self, newest: Iterable[Game] = (), older: Iterable[Game] = ()) -> None:
        self._newest = {game.id: game for game in sorted(newest, key=lambda game: game.id)}
        # The newest are the last ones, and so stay if two have the same version.
        every = (*older, *self._newest.values())
        self._versions = {(game.id, game.rules_version): game for game in every}
        self.digests = tuple(game.digest for game in self._newest.values())
        """Tells what these games are from what other ones are."""

    def __getitem__(self, game_id: str) -> Game:
        return self._newest[game_id]

    def __iter__(self) -> Iterator[str]:
        return iter(self._newest)

    def __len__(self) -> int:
        return len(self._newest)

    @property
    def versions(self) -> Iterable[Game]:
        """Every game by every version of its rules."""
        return self._versions.values()

    def version(self, game_id: str, rules_version: int) -> Game | None:
        """Return the game by this version of its rules; None if there is none."""
        return self._versions.get((game_id, rules_version))


def _comments(descriptors: bytes) -> Iterator[tuple[str, str]]:
    """Yield the comment before each message, field, enum and enum value, with its full name.

    The full name of a value is that of its enum, a dot, and its own.
    """
    for file in FileDescriptorSet.FromString(descriptors).file:
        for location in file.source_code_info.location:
            comment = " ".join(location.leading_comments.split())
            if comment and (name := _name_at(file, list(location.path))):
                yield name, comment


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


def _word(on_timeout: pb.OnTimeout.ValueType) -> str:
    return pb.OnTimeout.Name(on_timeout).removeprefix("ON_TIMEOUT_").lower()
