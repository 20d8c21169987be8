"""Random matches: half of the commands are wrong, at times just before, at and after deadlines."""

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any, TypeAlias

from croupier_match import deadlines
from croupier_match.absence import Absence
from croupier_match.commands import (
    Abort,
    Ask,
    Claim,
    Command,
    Create,
    Expire,
    Free,
    Join,
    Leave,
    Move,
    Refuse,
    Resign,
    Reveal,
    Start,
)
from croupier_match.decide import Decided
from croupier_match.games import Game
from croupier_match.match import (
    BOT,
    ClockOptions,
    Deal,
    OnTimeout,
    Player,
    StartMode,
    UndoMode,
)
from croupier_match.sealing import NOTHING, Given, seal_of

from tests.croupier_match.playing import Playing, match_of, player, reading, returned, secret

COMMANDS = 30
CLOCKS = (
    None,
    None,
    ClockOptions(per_move_ms=20_000),
    ClockOptions(per_move_ms=20_000, on_timeout=OnTimeout.RANDOM),
    ClockOptions(bank_ms=60_000, increment_ms=1_000),
    ClockOptions(bank_ms=10_000, on_timeout=OnTimeout.RANDOM),
)

BY_RULES = tuple(replace(each, on_timeout=OnTimeout.RULES) for each in CLOCKS if each)

Found: TypeAlias = tuple[Playing, Command, Decided | Exception]
"""A match just before a command, the command, and what was decided."""


def stroll(game: Game, number: int) -> Iterator[Found]:
    """What is decided about each command of a random match, which follows from its number."""
    dice = random.Random(f"{game.rules.ID} {number}")
    playing = _settings(game, dice)
    for _ in range(COMMANDS):
        _pass_time(playing, dice)
        command = _command(playing, dice)
        before = Playing(**vars(playing))
        yield before, command, returned(partial(playing.do, command, after_ms=0))


def _settings(game: Game, dice: random.Random) -> Playing:
    rules = game.rules
    return match_of(
        game,
        dice.randint(rules.MIN_SEATS, rules.MAX_SEATS),
        clock=dice.choice(CLOCKS + BY_RULES * rules.has_on_timeout),
        deal=dice.choice([*Deal]),
        start=dice.choice([*StartMode]),
        undo=dice.choice([*UndoMode]),
        gone_after_ms=dice.choice((0, 60_000)),
    )


def _pass_time(playing: Playing, dice: random.Random) -> None:
    """So that it is just before a deadline, at it or after it, or a little later than before."""
    due = deadlines.deadline(playing.game, playing.match)
    if due is not None and dice.random() < 0.06:
        playing.now_ms = max(playing.now_ms, due + dice.choice((-1, 0, 1, 5_000)))
    elif dice.random() < 0.05:
        playing.now_ms += 60_000
    else:
        # An engine whose clock is behind may be the next.
        playing.now_ms += dice.choice((-500, 0, 1, 1_000, 6_000))


def _command(playing: Playing, dice: random.Random) -> Command:
    """As likely one that goes on with the match as any at all."""
    match = playing.match
    if deadlines.overdue(playing.game, match, playing.now) and dice.random() < 0.7:
        return Expire()
    if match.ended or dice.random() < 0.5:
        return dice.choice(ANY)(playing, dice)
    return _in_play(playing, dice) if match.was_dealt else _before_play(playing, dice)


def _before_play(playing: Playing, dice: random.Random) -> Command:
    match = playing.match
    if not match.version:
        return _create(playing, dice)
    if not match.full:
        return _join(playing, dice)
    seat = dice.randrange(len(match.seats))
    return Reveal(seat, secret(seat)) if match.reveal_by else Start(0)


def _in_play(playing: Playing, dice: random.Random) -> Command:
    match, undo = playing.match, playing.match.undo
    if undo and undo.request and dice.random() < 0.8:
        seat = dice.choice(undo.request.needs)
        return Ask(seat, undo.request.to) if dice.random() < 0.7 else Refuse(seat)
    if undo and dice.random() < 0.3:
        entry = dice.choice(playing.log[-3:])
        return Ask(entry.seat, entry.version - 1)
    if match.gone_after_ms and dice.random() < 0.15:
        playing.now_ms += match.gone_after_ms
        away = [Absence(seat, match.gone_after_ms) for seat in playing.to_move]
        return Claim(_seat(playing, dice), away, dice.random() < 0.3)
    due = playing.to_move
    return _move(playing, dice, dice.choice(due)) if due else Expire()


def _given(playing: Playing, seat: int, dice: random.Random) -> Given:
    if dice.random() < 0.15:
        return dice.choice((NOTHING, Given(entropy="ab"), Given(seal=seal_of(secret(0)))))
    return Given(seal=seal_of(secret(seat))) if playing.match.deal == Deal.SEALED else NOTHING


def _somebody(dice: random.Random, seat: int) -> Player:
    return player(seat, BOT if dice.random() < 0.3 else "human")


def _create(playing: Playing, dice: random.Random) -> Command:
    return Create(_somebody(dice, 0), _given(playing, 0, dice))


def _join(playing: Playing, dice: random.Random) -> Command:
    free = [index for index, each in enumerate(playing.match.seats) if not each.player]
    seat = dice.choice(free) if free and dice.random() < 0.8 else dice.randint(0, 5)
    return Join(_somebody(dice, seat), dice.choice((seat, seat, None)), _given(playing, seat, dice))


def _seat(playing: Playing, dice: random.Random) -> int:
    return dice.randint(-1, len(playing.match.seats))


def _move(playing: Playing, dice: random.Random, seat: int) -> Command:
    match, rules = playing.match, playing.game.rules
    if not match.was_dealt:
        return Move(seat, reading(None))
    mover = seat if seat in playing.to_move else next(iter(playing.to_move), None)
    legal: Any = rules.legal_moves(match.state, mover) if mover is not None else [None]
    return Move(seat, reading(dice.choice(legal)))


def _claim(playing: Playing, dice: random.Random) -> Command:
    seats = range(len(playing.match.seats))
    away = [
        Absence(each, dice.choice((0, 60_000, 120_000))) for each in seats if dice.random() < 0.6
    ]
    return Claim(_seat(playing, dice), away, dice.random() < 0.4)


def _reveal(playing: Playing, dice: random.Random) -> Command:
    seat = _seat(playing, dice)
    return Reveal(seat, dice.choice((secret(seat), secret(9), "", "ab")))


ANY: list[Callable[[Playing, random.Random], Command]] = [
    _create,
    _join,
    _claim,
    _reveal,
    lambda playing, dice: _move(playing, dice, _seat(playing, dice)),
    lambda playing, dice: Leave(dice.randint(1, 4)),
    lambda playing, dice: Free(_seat(playing, dice)),
    lambda playing, dice: Start(_seat(playing, dice)),
    lambda playing, dice: Resign(_seat(playing, dice)),
    lambda playing, dice: Expire(),
    lambda playing, dice: Ask(_seat(playing, dice), dice.randint(-1, playing.match.version + 1)),
    lambda playing, dice: Refuse(_seat(playing, dice)),
    lambda playing, dice: Abort(dice.choice(("", "Enough."))) if dice.random() < 0.2 else Expire(),
]
"""Commands with anything in them."""
