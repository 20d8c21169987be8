"""The settings of a new match, and the match before its first entry."""

from dataclasses import dataclass
from typing import Any

from croupier_game.errors import InvalidOptions

from croupier_match import absence, clock, sealing
from croupier_match.evolve import genesis
from croupier_match.games import Game
from croupier_match.match import (
    Access,
    AnyMatch,
    ClockOptions,
    Deal,
    DealOf,
    Match,
    Seat,
    StartMode,
    TournamentTable,
    Undo,
    UndoMode,
)
from croupier_match.sealing import NOTHING, Given


@dataclass(frozen=True, slots=True)
class MatchSettings:
    """The settings of a new match.

    `options` None are the game's defaults, `seats` None its least number of seats, `rules_version`
    None is the newest, `reveal_ms` is 0 in an open deal, and `gone_after_ms` is 0 for never, None
    for what fits the clock and the access. `given` is what the creator gives to the deal.
    """

    game: str
    options: Any = None
    seats: int | None = None
    access: Access = Access.PUBLIC
    start: StartMode = StartMode.AUTO
    given: Given = NOTHING
    clock: ClockOptions | None = None
    gone_after_ms: int | None = None
    deal: Deal = Deal.OPEN
    reveal_ms: int = 0
    talk: bool = True
    undo: UndoMode = UndoMode.CONSENT
    rated: bool = False
    tournament: TournamentTable | None = None
    rules_version: int | None = None
    deal_of: DealOf | None = None


def new_match(
    game: Game, settings: MatchSettings, match_id: str, seed: str, invite_code: str = ""
) -> AnyMatch:
    """A match before its first entry. Raise InvalidOptions if it cannot be played.

    A private match should have an `invite_code` that nobody can guess.
    """
    rules = game.rules
    seats = rules.MIN_SEATS if settings.seats is None else settings.seats
    if not rules.MIN_SEATS <= seats <= rules.MAX_SEATS:
        raise InvalidOptions(
            f"seats must be {_range(rules.MIN_SEATS, rules.MAX_SEATS)} in {rules.NAME}."
        )
    options = rules.Options() if settings.options is None else settings.options
    rules.check_options(options, seats)
    if settings.clock:
        clock.check_options(settings.clock)
        clock.check_timeout(game, settings.clock)
    gone_after_ms = settings.gone_after_ms
    if gone_after_ms is None:
        gone_after_ms = absence.default_ms(settings.clock, settings.access)
    absence.check_options(gone_after_ms)
    sealing.check_options(settings.deal, settings.reveal_ms)
    return genesis(
        game,
        Match(
            id=match_id,
            game=settings.game,
            rules_version=rules.VERSION,
            options=options,
            access=settings.access,
            start=settings.start,
            invite_code=invite_code if settings.access == Access.PRIVATE else "",
            seed=seed,
            seats=(Seat(),) * seats,
            clock=settings.clock,
            gone_after_ms=gone_after_ms,
            undo=Undo() if settings.undo == UndoMode.CONSENT else None,
            deal=settings.deal,
            reveal_ms=settings.reveal_ms,
            talk=settings.talk,
            rated=settings.rated,
            tournament=settings.tournament,
            deal_of=settings.deal_of,
        ),
    )


def _range(least: int, most: int) -> str:
    return f"{least}" if least == most else f"{least} to {most}"
