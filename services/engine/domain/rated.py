"""What a match needs to count for ratings: conditions of its settings, and of its players.

docs/ratings.md has them in words, and docs/decisions/ratings.md the reasons. What counts once it
has ended is another matter, which croupier_rating decides.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from typing import TypeAlias

from croupier_game.errors import InvalidOptions
from croupier_game.records import dataclass
from croupier_match import clock
from croupier_match.games import Game
from croupier_match.match import (
    BOT,
    Access,
    AnyMatch,
    ClockOptions,
    Deal,
    OnTimeout,
    Player,
    StartMode,
    UndoMode,
)
from croupier_rating import TimeClass, time_class

from engine.domain.errors import Suspended

AGE_MS = 10 * 60 * 1000
"""How old an account has to be."""

Now: TypeAlias = Callable[[], int]
"""A clock, in ms since the epoch, which is read for rated matches only."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What a gateway knows of the account of a player. Times are ms since the epoch.

    `since_ms` is when it was made, 0 if nobody knows. `waits_until_ms` is until when its player,
    who has left too many matches, plays no rated match of the class `live`; 0 for no wait.
    """

    since_ms: int = 0
    listed: bool = True
    waits_until_ms: int = 0


NEWCOMER = Standing()
"""Of whom nothing is known."""


def check_new(
    game: Game, match: AnyMatch, own_game: bool, player: Player, of: Standing, now_ms: Now
) -> None:
    """Raise InvalidOptions, which names each condition that a new match or its player fails.

    `own_game` is whether the operator has named the game as his own. Raise Suspended for a player
    who has to wait. A match that is not rated has no conditions.
    """
    if match.rated:
        now = now_ms()
        _refuse([*_settings(game, match, own_game), *_player(match, player, of, now)])
        _check_waits(match, of, now)


def check_joining(match: AnyMatch, player: Player, of: Standing, now_ms: Now) -> None:
    """Raise the same for a player who would take a seat of a match, or take its seat once more."""
    if match.rated:
        now = now_ms()
        _refuse(_player(match, player, of, now))
        _check_waits(match, of, now)


def check_entrant(kind: str, time_class: str, player: Player, of: Standing, now_ms: int) -> None:
    """Raise the same for a player who would take part in a rated tournament.

    All matches of it are of one `time_class`, between players of one `kind`.
    """
    _refuse([*_account(of, now_ms), *_kinds({kind}, player)])
    if time_class == TimeClass.LIVE and now_ms < of.waits_until_ms:
        raise Suspended(of.waits_until_ms)


def check_settings(game: Game, match: AnyMatch, own_game: bool) -> None:
    """Raise InvalidOptions, which names each condition that the settings of a rated match fail."""
    if match.rated:
        _refuse(_settings(game, match, own_game))


def time_class_of(options: ClockOptions) -> TimeClass:
    """The class of a clock."""
    return time_class(options.per_move_ms, options.bank_ms, options.increment_ms)


def _settings(game: Game, match: AnyMatch, own_game: bool) -> Iterator[str]:
    """What is wrong with the settings, each as a sentence that says what to do."""
    if not own_game:
        yield f"{game.rules.NAME} is not rated here: GET /v1/games says which games are."
    elif not _is_preset(game, match):
        yield "options and seats must be those of one of the game's `rated` in GET /v1/games."
    if match.clock is None or match.clock.on_timeout != OnTimeout.FORFEIT:
        yield "clock must be there, with the onTimeout forfeit."
    if match.deal != Deal.SEALED:
        yield "deal must be sealed."
    if match.undo_mode != UndoMode.NEVER:
        yield "undo must be never."
    if match.access != Access.PUBLIC:
        yield "access must be public."
    if match.start != StartMode.AUTO:
        yield "start must be auto."


def _is_preset(game: Game, match: AnyMatch) -> bool:
    # As JSON: whether two options are equal is for the game's own code to say.
    own, seats = game.wire.options_json(match.options), len(match.seats)
    return any(
        seats == each.seats and own == game.wire.options_json(each.options)
        for each in game.rules.RATED
    )


def _player(match: AnyMatch, player: Player, of: Standing, now_ms: int) -> Iterator[str]:
    """What is wrong with the player."""
    yield from _account(of, now_ms)
    yield from _kinds({seat.player.kind for seat in match.seats if seat.player}, player)


def _account(of: Standing, now_ms: int) -> Iterator[str]:
    if of.since_ms == 0 or now_ms < of.since_ms + AGE_MS:
        when = clock.rfc3339_of((of.since_ms or now_ms) + AGE_MS)
        yield f"your account must be 10 minutes old: try again at {when}."
    if not of.listed:
        yield "you must be on leaderboards: send PATCH /v1/players/me with listed true."


def _kinds(kinds: Set[str], player: Player) -> Iterator[str]:
    """What is wrong with the player's kind, if it would play with these."""
    if kinds - {player.kind}:
        who, you = ("bots", "a person") if BOT in kinds else ("people", "a bot")
        yield f"only {who} play in this match, and you are {you}."


def _refuse(why: Iterable[str]) -> None:
    found: Sequence[str] = [*why]
    if found:
        raise InvalidOptions(f"This cannot be rated: {' '.join(found)}")


def _check_waits(match: AnyMatch, of: Standing, now_ms: int) -> None:
    is_live = match.clock and time_class_of(match.clock) == TimeClass.LIVE
    if is_live and now_ms < of.waits_until_ms:
        raise Suspended(of.waits_until_ms)
