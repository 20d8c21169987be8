"""Games that this client does not know: what has a type for each game is plain JSON of theirs."""

from typing import Any, Generic, Protocol, TypeVar, get_args

import msgspec

from croupier_client.types import (
    GameId,
    History,
    LostCitiesHistoryEntry,
    LostCitiesLegalMove,
    LostCitiesLegalMoves,
    LostCitiesMatch,
    Match,
)

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
KNOWN = frozenset(get_args(GameId))


class Decodes(Protocol[T_co]):
    """What reads JSON."""

    def decode(self, data: bytes | str | msgspec.Raw, /) -> T_co: ...


class Decoder(Generic[T]):
    """Reads what is of a game: as its type, or if this client does not know the game as `other`."""

    def __init__(self, kind: Any, other: Any) -> None:
        self._kind = msgspec.json.Decoder(kind)
        self._other = msgspec.json.Decoder(other)

    def decode(self, data: bytes | str | msgspec.Raw, /) -> T:
        """What the JSON says. Raise ValidationError if it is neither."""
        try:
            value: T = self._kind.decode(data)
        except msgspec.ValidationError as error:
            try:
                value = self._other.decode(data)
            except msgspec.ValidationError:
                raise error from None
        return value


def with_members(known: type[msgspec.Struct], **differ: Any) -> Any:
    """The struct with these types of its members instead; of another game, if it is of one."""
    config = known.__struct_config__
    of_game = config.tag_field == "game"
    fields: list[Any] = [("game", str)] if of_game else []
    for each in msgspec.structs.fields(known):
        kind = differ.get(each.name, each.type)
        fields.append((each.name, kind) if each.required else (each.name, kind, each.default))
    return msgspec.defstruct(
        f"Other{known.__name__.removeprefix('LostCities')}",
        fields,
        bases=known.__bases__ if of_game else (known,),
        namespace={"__post_init__": _must_be_unknown} if of_game else {},
    )


def _must_be_unknown(made: Any) -> None:
    """Raise ValueError for a game that has types, of which this cannot be."""
    if made.game in KNOWN:
        raise ValueError(f"it is not what {made.game} has")


OTHER_LEGAL_MOVE = with_members(LostCitiesLegalMove, move=Any)
OTHER_LEGAL_MOVES = with_members(LostCitiesLegalMoves, moves=list[OTHER_LEGAL_MOVE])  # type: ignore[valid-type]
OTHER_MATCH = with_members(
    LostCitiesMatch,
    options=Any,
    state=Any,
    last_events=list[Any],
    legal_moves=OTHER_LEGAL_MOVES | None,
)
OTHER_ENTRY = with_members(LostCitiesHistoryEntry, move=Any, events=list[Any])

MATCH = Decoder[Match](Match, OTHER_MATCH)
HISTORY = Decoder[History](History, with_members(History, moves=list[OTHER_ENTRY]))  # type: ignore[valid-type]
