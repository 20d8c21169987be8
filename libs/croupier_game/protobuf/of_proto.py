"""The wire of a game with a `game.proto`, and a `wire.py` between its messages and its types."""

from collections.abc import Callable
from types import ModuleType
from typing import Any

from croupier_game.errors import BadGame
from croupier_game.protobuf.lock import REMEDY, Lock
from croupier_game.protobuf.messages import (
    DESCRIPTORS,
    classes_in,
    descriptors_of,
    file_of,
    parsed,
)
from croupier_game.protobuf.proto_lock import check


class ProtoWire:
    """The functions of a `wire.py`, which are those of `croupier_game.game.Wire`.

    But `decode_options` and `decode_move` take messages, not bytes.
    """

    def __init__(self, module: ModuleType, lock: Lock | None = None) -> None:
        """Raise BadGame, and AttributeError if a function is missing."""
        try:
            self.descriptors = descriptors_of(module.__name__.rpartition(".")[0])
        except FileNotFoundError:
            raise BadGame(f"has a wire.py without {DESCRIPTORS}: {REMEDY}") from None
        self.classes = classes_in(file_of(self.descriptors))
        if lock:
            check(self.classes, lock)
        self.options_json = module.options_json
        self.move_json = module.move_json
        self.public_view_json = module.public_view_json
        # A game without secrets has no more than that.
        self.private_view_json: Callable[[Any], Any] = getattr(
            module, "private_view_json", lambda view: {}
        )
        self.event_json = module.event_json
        self._decode_options = module.decode_options
        self._decode_move = module.decode_move

    def read_options(self, message: bytes) -> Any:
        return self._decode_options(parsed(self.classes["Options"], message))

    def read_move(self, message: bytes) -> Any:
        return self._decode_move(parsed(self.classes["Move"], message))
