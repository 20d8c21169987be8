"""Local matches by the whole rulebook of matches: with a log, resignations, a clock, taking back.

`croupier_client.local` plays without it for as long as a match needs none of these.
"""

import base64
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import compress
from typing import Any

from croupier_game.errors import InvalidOptions
from croupier_game.seeded import ChanceSource
from croupier_match import Game, clock, deadlines
from croupier_match.commands import Ask, Command, Create, Expire, Join, Reveal
from croupier_match.decide import asks_for, decide
from croupier_match.entries import Entry, Undone
from croupier_match.match import (
    Access,
    AnyMatch,
    ClockOptions,
    Deal,
    Match,
    OnTimeout,
    Player,
    Seat,
    StartMode,
    Status,
    UndoMode,
)
from croupier_match.sealing import NOTHING, REVEAL_MS, Given, seal_of
from croupier_match.settings import MatchSettings, new_match
from croupier_match.undo import asking
from croupier_match.undo.trial import at_once
from croupier_match.verify.decoding import duration_ms
from croupier_match.verify.reader import Misread, reader
from croupier_match.verify.schema import Duration

from croupier_client.types import Clock

START_MS = 0
"""The time at which local matches are created: nothing here depends on that of the day."""
ID_LENGTH = 22


@dataclass(frozen=True)
class Ruled:
    """A match, the versions and entries that led to it, and what time it is there.

    `told` are the events of each version, but for those that were taken back, and `told_at` are
    these versions.
    """

    match: AnyMatch
    now_ms: int = START_MS
    past: tuple[tuple[AnyMatch, Entry], ...] = ()
    told: tuple[tuple[Any, ...], ...] = ()
    told_at: tuple[int, ...] = ()


def decided(game: Game, ruled: Ruled, command: Command, source: ChanceSource) -> Ruled:
    """What follows from a command. Raise Refusal, or what the rules refuse with."""
    now = clock.rfc3339_of(ruled.now_ms)
    for entry, match in zip(*decide(game, ruled.match, command, now, source), strict=True):
        at, told = ruled.told_at, ruled.told
        if isinstance(entry, Undone):
            stay = [*map(entry.keeps, at)]
            at, told = tuple(compress(at, stay)), tuple(compress(told, stay))
        ruled = replace(
            ruled,
            match=match,
            past=(*ruled.past, (match, entry)),
            told=(*told, match.events),
            told_at=(*at, match.version),
        )
    return ruled


def asked(game: Game, ruled: Ruled, ask: Ask, source: ChanceSource) -> Ruled:
    """What follows from asking for an earlier version, which is tried at once. Raise Refusal."""
    first = asks_for(game, ruled.match, ask)
    if first is not None:
        since = ruled.past[first - 1 :]
        ask = Ask(ask.seat, ask.to, at_once(asking.tried(game, since, ask.seat, source)))
    return decided(game, ruled, ask, source)


def later(game: Game, ruled: Ruled, by_ms: int, source: ChanceSource) -> Ruled:
    """The match some time later: what follows from deadlines has happened, each in its time."""
    until = ruled.now_ms + by_ms
    while (due := deadlines.deadline(game, ruled.match)) is not None and due <= until:
        ruled = decided(game, replace(ruled, now_ms=due), Expire(), source)
    return replace(ruled, now_ms=until)


def left_ms(game: Game, ruled: Ruled, seat: int) -> int | None:
    """How much time a seat has left; None without a clock."""
    match = ruled.match
    if not match.left_ms:
        return None
    spent = ruled.now_ms - clock.ms(match.update_time)
    running = not match.ended and seat in game.rules.to_move(match.state, len(match.seats))
    if running and match.phase_left_ms is not None:
        return match.phase_left_ms - spent
    return match.left_ms[seat] - (spent if running else 0)


def clock_of(given: Clock) -> ClockOptions:
    """The clock as matches have it. Raise InvalidOptions if none can be so."""
    per_move, bank, increment = map(_ms, (given.per_move, given.bank, given.increment))
    if given.on_timeout not in (None, *OnTimeout):
        raise InvalidOptions(f"clock: onTimeout is {' or '.join(OnTimeout)}.")
    on_timeout = OnTimeout(given.on_timeout or OnTimeout.FORFEIT)
    return ClockOptions(per_move, bank, increment, on_timeout)


def _ms(duration: str | None) -> int:
    try:
        return duration_ms(reader(Duration | None)(duration))
    except Misread as error:
        raise InvalidOptions(f"clock: {error}.") from None


def dealt(game: Game, settings: MatchSettings, seed: str, source: ChanceSource) -> Ruled:
    """A match with its log, in which all seats are taken, and all entropy is revealed.

    Its id and all that its players draw follow from the seed. Raise InvalidOptions.
    """
    match_id = base64.urlsafe_b64encode(_drawn(seed, "id")).decode()[:ID_LENGTH]
    ruled = Ruled(new_match(game, settings, match_id, seed))
    seats = range(len(ruled.match.seats))
    entropy = [_drawn(seed, f"entropy {seat}").hex() for seat in seats]
    is_sealed = settings.deal == Deal.SEALED
    given = [Given(seal=seal_of(each)) if is_sealed else NOTHING for each in entropy]
    commands: list[Command] = [Create(_player(0), given[0])]
    commands += [Join(_player(seat), seat, given[seat]) for seat in seats[1:]]
    commands += [Reveal(seat, entropy[seat]) for seat in seats if is_sealed]
    for command in commands:
        ruled = decided(game, ruled, command, source)
    return ruled


def _drawn(seed: str, what: str) -> bytes:
    return sha256(f"croupier local {what} {seed}".encode()).digest()


def _player(seat: int) -> Player:
    return Player(f"seat-{seat}", f"Seat {seat}", "bot")


def settings_of(
    game: str, options: Any, seats: int, time: Clock | None, undo: str, deal: str
) -> MatchSettings:
    """The settings of a match, by the words of the API. Raise InvalidOptions."""
    if undo not in [*UndoMode]:
        raise InvalidOptions(f"undo is {' or '.join(UndoMode)}.")
    if deal not in [*Deal]:
        raise InvalidOptions(f"deal is {' or '.join(Deal)}.")
    return MatchSettings(
        game=game,
        options=options,
        seats=seats,
        clock=clock_of(time) if time else None,
        gone_after_ms=0,
        deal=Deal(deal),
        reveal_ms=REVEAL_MS if deal == Deal.SEALED else 0,
        undo=UndoMode(undo),
    )


def going_on(
    game: Game,
    options: Any,
    seats: int,
    version: int,
    state: Any,
    told: tuple[Any, ...],
    decisions: tuple[tuple[int, int], ...],
) -> Ruled:
    """A match that has been played without the rulebook, and has no log of that.

    Its steps of chance are its versions, from 1 at the deal.
    """
    rules, time = game.rules, clock.rfc3339_of(START_MS)
    match: AnyMatch = Match(
        id=rules.ID,
        game=rules.ID,
        rules_version=rules.VERSION,
        options=options,
        access=Access.PRIVATE,
        start=StartMode.AUTO,
        invite_code="",
        seed="",
        seats=tuple(Seat(_player(seat)) for seat in range(seats)),
        version=version,
        status=Status.FINISHED if rules.over(state) else Status.ACTIVE,
        create_time=time,
        update_time=time,
        state=state,
        events=told[-1],
        decisions=decisions,
    )
    return Ruled(match, told=told, told_at=tuple(range(1, version + 1)))
