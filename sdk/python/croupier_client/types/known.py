"""Which games have types here, and what all others are read as."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar

import msgspec

from croupier_client.types.protocol import (
    AnyHistoryEntry as AnyHistoryEntry,
)
from croupier_client.types.protocol import (
    AnyLegalMove as AnyLegalMove,
)
from croupier_client.types.protocol import (
    AnyLegalMoves as AnyLegalMoves,
)
from croupier_client.types.protocol import (
    AnyMatch as AnyMatch,
)
from croupier_client.types.turn import AnyTurn as AnyTurn

T = TypeVar("T")

# A type checker tells matches apart by their games: to it, these have one that is none of others.
if TYPE_CHECKING:
    Other = Literal["another game"]
else:
    Other = str


class OtherLegalMove(AnyLegalMove, frozen=True):
    """A legal move of a game without types: plain JSON."""

    move: Any


class OtherLegalMoves(AnyLegalMoves, frozen=True):
    """Those of a seat."""

    game: Other
    moves: tuple[OtherLegalMove, ...]


class OtherMatch(AnyMatch, frozen=True):
    """A match of a game without types: what is of the game is plain JSON, dicts and lists."""

    game: Other
    options: Any
    state: Any
    last_events: Sequence[Any]
    legal_moves: OtherLegalMoves | None = None


class OtherHistoryEntry(AnyHistoryEntry, frozen=True):
    """An entry of such a match."""

    game: Other
    move: Any
    events: Sequence[Any]


class OtherTurn(AnyTurn):
    """A decision to make in such a match."""

    game: Other
    options: Any
    state: Any
    events: Sequence[Any]
    moves: tuple[OtherLegalMove, ...]


class OfGame(msgspec.Struct):
    """What tells of which game something is."""

    game: str


GAME = msgspec.json.Decoder(OfGame)


class Decoder(Generic[T]):
    """Reads what each game has a type of its own for."""

    def __init__(self, other: type[T]) -> None:
        self._other = msgspec.json.Decoder(other)
        self._known: dict[str, msgspec.json.Decoder[T]] = {}

    def know(self, game: str, kind: type[T]) -> None:
        """Read what is of the game as this type from now on."""
        self._known[game] = msgspec.json.Decoder(kind)

    def forget(self, game: str) -> None:
        """Read what is of the game as of any other one."""
        self._known.pop(game, None)

    def decode(self, data: bytes | str | msgspec.Raw, /) -> T:
        """What the JSON says. Raise ValidationError if it is not what its game has."""
        return self._known.get(GAME.decode(data).game, self._other).decode(data)


MATCH: Decoder[Any] = Decoder(OtherMatch)
ENTRY: Decoder[Any] = Decoder(OtherHistoryEntry)


_turns: dict[str, type[AnyTurn]] = {}


def turn_type(game: str) -> type[AnyTurn]:
    """Return what decisions in matches of the game are."""
    return _turns.get(game, OtherTurn)


def register(
    game: str, match: type[AnyMatch], entry: type[AnyHistoryEntry], turn: type[AnyTurn]
) -> None:
    """Read matches of the game, and the entries of their histories, as these types."""
    MATCH.know(game, match)
    ENTRY.know(game, entry)
    _turns[game] = turn
