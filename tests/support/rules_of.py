"""Rules with types only, for tests of what is made of these."""

from types import ModuleType
from typing import Any

from croupier_game import dataclass
from croupier_game.game import Rules


@dataclass(frozen=True)
class Nothing:
    """No members."""


def rules_of(**own: Any) -> Rules:
    """Return the rules of a module that has these, and types without members."""
    module = ModuleType("some_game")
    kinds = ("Options", "Move", "State", "Event", "PublicView")
    known = {"ID": "some-game", "NAME": "Some", "VERSION": 1, **dict.fromkeys(kinds, Nothing)}
    vars(module).update({**known, **own})
    return Rules(module)
