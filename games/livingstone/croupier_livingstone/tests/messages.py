"""The messages of Livingstone."""

from croupier_game.kit.messages import Messages
from croupier_game.protobuf.of_proto import ProtoWire

from croupier_livingstone import wire as module

wire = Messages(ProtoWire(module))
pb = wire.pb
