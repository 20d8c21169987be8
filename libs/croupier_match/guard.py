"""The guard of a game: calls its functions, whose code may be anybody's.

A function raises nothing but GameFailed and its refusals; a call that takes too long fails as well.
"""

from collections.abc import Callable
from typing import Any, NoReturn, Protocol, TypeAlias, TypeVar

from croupier_game.errors import IllegalMove, InvalidMove, InvalidOptions, RulesError

from croupier_match.refusals import GameFailed

T = TypeVar("T")
MAX_REFUSAL = 500
"""Characters that a refusal may have: it travels in the trailers of a call."""
Limit: TypeAlias = Callable[[Callable[..., Any]], Callable[..., Any]]
"""Returns a function that raises TooSlow if a call of the given one does not come to its end."""

REFUSES: dict[str, tuple[type[RulesError], ...]] = {
    "check_options": (InvalidOptions,),
    "rematch_options": (InvalidOptions,),
    "check": (InvalidMove, IllegalMove),
    "parse": (InvalidMove,),
    "read_options": (InvalidOptions,),
    "read_move": (InvalidMove,),
}
"""The functions that may refuse something, and how: any other exception is a failure."""


class Failed(Protocol):
    """Is told each failure, and what the game has raised; None for a value it must not give."""

    def __call__(self, failure: GameFailed, error: BaseException | None) -> None: ...


def unlimited(function: Callable[..., T]) -> Callable[..., T]:
    """The function: its calls take as long as they do."""
    return function


def unheard(failure: GameFailed, error: BaseException | None) -> None:
    """Nobody is told of failures but who has called."""


class Guard:
    """Calls the functions of one game, by one version of its rules."""

    def __init__(
        self, game: str, version: int, limit: Limit = unlimited, failed: Failed = unheard
    ) -> None:
        self.game, self.version = game, version
        self.limit, self._failed = limit, failed

    def guarded(
        self, function: Callable[..., Any], *more: type[Exception], name: str = ""
    ) -> Callable[..., Any]:
        """Return a function of the game that raises nothing but GameFailed and its refusals.

        They are those of REFUSES, and `more`. It is known by its own name unless another is given.
        """
        name, limited = name or function.__name__, self.limit(function)

        def call(*args: Any) -> Any:
            try:
                return limited(*args)
            except BaseException as error:
                self.raised(name, error, *more)

        return call

    def raised(self, function: str, error: BaseException, *more: type[Exception]) -> NoReturn:
        """Raise what callers are told of what a function has raised: a refusal, or GameFailed."""
        if isinstance(error, KeyboardInterrupt):
            raise error
        if type(error) in (*REFUSES.get(function, ()), *more):
            raise type(error)(_sentence(error)) from None
        # SystemExit and CancelledError, too: nothing in here waits, so they are its own.
        self.fail(function, error)

    def fail(self, function: str, error: BaseException | None = None) -> NoReturn:
        """Tell of the failure, and raise GameFailed.

        Without an error, it is for a value that the function must not give.
        """
        failure = GameFailed(self.game, self.version, function)
        self._failed(failure, error)
        raise failure from None


def _sentence(error: BaseException) -> str:
    """Return what a refusal says; half a character, which no answer could carry, is a `?`."""
    return str(error)[:MAX_REFUSAL].encode("utf-8", "replace").decode()
