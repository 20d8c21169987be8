"""A game's types as protobuf: what its `wire.py` imports.

Nothing else of a game needs protobuf.
"""

from croupier_game.protobuf.makers import Json as Json
from croupier_game.protobuf.messages import messages_of as messages_of
