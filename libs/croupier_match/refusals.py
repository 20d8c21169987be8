"""Refusals of what is asked of a match; `croupier_game.errors` has those of the rules."""


class Refusal(Exception):
    """A request that was refused, without any change."""


class NotFound(Refusal):
    """There is no such match or ticket, or the caller may not know of it."""


class NotPlayedHere(Refusal):
    """This engine has not the game of the match, or not the rules with which it was made.

    `rules` are those, as ID@VERSION, or the ID of a game of which no version is here.
    """

    def __init__(self, rules: str) -> None:
        super().__init__("This engine has not the rules of this match.")
        self.rules = rules


class NotYourMatch(Refusal):
    """The caller has no seat in this match."""


class Forbidden(Refusal):
    """The caller may never do this, in any state of the match."""


class RosterChanged(Refusal):
    """The caller no longer has the seat that the gateway named: its roster is out of date."""


class VersionMismatch(Refusal):
    """The match is not at the version that the caller expects."""

    def __init__(self, version: int) -> None:
        super().__init__(f"The match is at version {version}.")
        self.version = version


class Conflict(Refusal):
    """The current situation of the match does not allow the request."""


class Revealing(Conflict):
    """Entropy is being revealed: until that is over, no player leaves or comes."""


class NotYourTurn(Conflict):
    """Another seat is to move."""


class UndoRefused(Conflict):
    """This cannot be taken back; the message is the rule."""


class MatchNotActive(Conflict):
    """The match has not begun, or has ended."""


class MatchActive(Conflict):
    """The match has begun, or has not ended yet."""


class MatchFull(Conflict):
    """Every seat is taken."""


class GameFailed(Refusal):
    """The game's own code has failed, in a function of its rules.

    Nothing was changed, unless it is a function that shows what was.
    """

    def __init__(self, game: str, version: int, function: str) -> None:
        super().__init__(f"The rules of {game}, version {version}, have failed in {function}.")
        self.game, self.version, self.function = game, version, function
