"""A game's wire as protobuf messages, for tests: the services themselves read and write JSON."""

from types import SimpleNamespace
from typing import Any

from google.protobuf.json_format import MessageToDict, ParseDict
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from croupier_game.game import Wire
from croupier_game.kit.differences import difference
from croupier_game.protobuf.makers import Json
from croupier_game.view import View


def as_json(message: Message) -> Json:
    """Return the proto3 JSON mapping: lowerCamelCase, enums by name, defaults printed."""
    return MessageToDict(message, always_print_fields_with_no_presence=True)


class Messages:
    """The messages that a wire's JSON stands for; `pb` has their classes, as generated code has."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire
        self.classes = wire.classes
        file = wire.classes["View"].DESCRIPTOR.file
        messages = file.message_types_by_name
        self.pb: Any = SimpleNamespace(
            **{name: GetMessageClass(descriptor) for name, descriptor in messages.items()}
        )

    def encode_options(self, options: Any) -> Any:
        return self._message("Options", self._wire.options_json(options))

    def encode_move(self, move: Any) -> Any:
        return self._message("Move", self._wire.move_json(move))

    def encode_view(self, view: View[Any, Any]) -> Any:
        return self._message("View", self.view_json(view))

    def encode_event(self, event: Any) -> Any:
        return self._message("Event", self._wire.event_json(event))

    def decode_options(self, message: Message) -> Any:
        return self._wire.read_options(message.SerializeToString())

    def decode_move(self, message: Message) -> Any:
        return self._wire.read_move(message.SerializeToString())

    def view_json(self, view: View[Any, Any]) -> Json:
        """Return the members of both parts. Raise AssertionError for one that is in both."""
        public = self._wire.public_view_json(view.public)
        private = self._wire.private_view_json(view.private)
        twice = public.keys() & private.keys()
        assert not twice, f"Both views have {', '.join(sorted(twice))}: only one of them may."
        return {**public, **private}

    def _message(self, kind: str, json: Json) -> Any:
        """Return the message with this JSON. Raise AssertionError if its own JSON is another."""
        message = ParseDict(json, self._wire.classes[kind]())
        found = difference(json, as_json(message), kind)
        assert not found, f"The JSON against that of the message: {found}"
        return message
