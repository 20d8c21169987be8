"""The refusals of the rules."""


class RulesError(Exception):
    """A refusal; `str(error)` is a sentence for the player."""


class InvalidOptions(RulesError):
    """A match cannot be played with these options."""


class InvalidMove(RulesError):
    """The move makes no sense in any position of this match."""


class IllegalMove(RulesError):
    """The rules forbid the move in this position; the sentence is the rule."""


class BadGame(Exception):
    """A package is no game that can be played; the text ends a sentence that names the package."""


class TooSlow(BaseException):
    """A call into a game has taken too long. No Exception, which a game may catch."""
