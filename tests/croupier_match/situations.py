"""One match in each situation that there is, and each command, right or as wrong as it can be."""

from collections.abc import Callable, Mapping

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
from croupier_match.match import ClockOptions, Deal, StartMode, UndoMode
from croupier_match.sealing import NOTHING, Given, seal_of

from tests.croupier_match.games.nim import Move as Take
from tests.croupier_match.playing import (
    NIM,
    Playing,
    match_of,
    player,
    reading,
    secret,
    table_of,
)

GONE_MS = 60_000
MANUAL = {"start": StartMode.MANUAL}
SEALED = {"deal": Deal.SEALED}


def _aborted() -> Playing:
    playing = table_of(NIM, 3, **MANUAL)
    playing.do(Leave(0))
    return playing


def _asked() -> Playing:
    """Seat 0 has asked to take its move back; seat 1 has moved since."""
    playing = table_of(NIM, 3).play(2)
    playing.do(Ask(0, playing.match.version - 2))
    return playing


def _gone() -> Playing:
    playing = table_of(NIM, 3, gone_after_ms=GONE_MS)
    playing.now_ms += GONE_MS
    return playing


def _overdue() -> Playing:
    playing = table_of(NIM, 3, clock=ClockOptions(per_move_ms=GONE_MS))
    playing.now_ms += GONE_MS
    return playing


SITUATIONS: Mapping[str, Callable[[], Playing]] = {
    "new": lambda: match_of(NIM, 3),
    "waiting": lambda: match_of(NIM, 3).seated(0, 1),
    "sealed": lambda: match_of(NIM, 3, **SEALED).seated(0, 1),
    "full": lambda: table_of(NIM, 3, **MANUAL),
    "revealing": lambda: table_of(NIM, 3, **SEALED),
    "dealt": lambda: table_of(NIM, 3, **SEALED).revealed(),
    "active": lambda: table_of(NIM, 3),
    "moved": lambda: table_of(NIM, 3).play(1),
    "asked": _asked,
    "resigned": lambda: table_of(NIM, 3).resigned(1),
    "never": lambda: table_of(NIM, 3, undo=UndoMode.NEVER),
    "gone": _gone,
    "overdue": _overdue,
    "finished": lambda: table_of(NIM, 3).resigned(0, 1),
    "aborted": _aborted,
}
"""Of Nim with three seats, where seat 0 begins. Seat 1 is a bot's."""
SEAT = 1
"""The seat that gives the commands."""


def given_of(playing: Playing, seat: int) -> Given:
    """What the player of a seat gives to the deal."""
    return Given(seal=seal_of(secret(seat))) if playing.match.deal == Deal.SEALED else NOTHING


def _wrong_given(playing: Playing) -> Given:
    return Given(entropy="ab") if playing.match.deal == Deal.SEALED else Given(seal="ab" * 32)


RIGHT: Mapping[str, Callable[[Playing], Command]] = {
    "create": lambda it: Create(player(0), given_of(it, 0)),
    "join": lambda it: Join(player(5), None, given_of(it, 5)),
    "join again": lambda it: Join(player(1), 2, given_of(it, 2)),
    "join here": lambda it: Join(player(5), 1, given_of(it, 5)),
    "join bound": lambda it: Join(player(5), 2, given_of(it, 0)),
    "leave": lambda it: Leave(SEAT),
    "free": lambda it: Free(SEAT),
    "free one": lambda it: Free(0),
    "start": lambda it: Start(0),
    "reveal": lambda it: Reveal(SEAT, secret(SEAT)),
    "move": lambda it: Move(SEAT, reading(Take(1))),
    "resign": lambda it: Resign(SEAT),
    "claim": lambda it: Claim(SEAT, [Absence(0, GONE_MS)]),
    "expire": lambda it: Expire(),
    "ask": lambda it: Ask(SEAT, it.match.version - 1),
    "agree": lambda it: Ask(SEAT, it.match.version - 3),
    "refuse": lambda it: Refuse(SEAT),
    "call off": lambda it: Claim(SEAT, [Absence(0, GONE_MS)], abort=True),
    "abort": lambda it: Abort("Enough."),
}
"""Commands in which nothing is wrong by itself."""
WRONG: Mapping[str, Callable[[Playing], Command]] = {
    "create": lambda it: Create(player(0), _wrong_given(it)),
    "join": lambda it: Join(player(5), 9, _wrong_given(it)),
    "reveal": lambda it: Reveal(SEAT, "ab"),
    "move": lambda it: Move(SEAT, reading(Take(9))),
    "abort": lambda it: Abort(""),
}
"""The same with what nobody can do, in whatever situation."""
