"""Replays in which moves are taken back: honest ones, and what a liar would write."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from croupier_livingstone import rules as livingstone
from croupier_match.match import ClockOptions, Kind

from tests.croupier_match.verify.replays import put
from tests.vectors import taken_back
from tests.vectors.driven import Lies, Plays, first, legal, plays, turn
from tests.vectors.forged import FORM, MOVES, ORDER, RESULT, Forgery, hashed
from tests.vectors.tables import Json, Table
from tests.vectors.taken_back import ask, piles, undo

BANK = ClockOptions(bank_ms=600_000, increment_ms=2_000)
SLOW = ClockOptions(per_move_ms=30_000)
FIRST = livingstone.Options(start_seat=0)


@dataclass(frozen=True)
class Undone:
    """The wish for the file of a game."""

    game: str

    @property
    def name(self) -> str:
        return f"{self.game}-undo"


def table(game: str, name: str, seats: int = 2, **wish: Any) -> Table:
    return taken_back.table(f"{game}-undo {name}", game, seats, **wish)


def strolled(game: str, seats: int, versions: int, **wish: Any) -> Table:
    return taken_back.strolled(table(game, f"strolled {seats}", seats, **wish), versions)


def agreed() -> Table:
    """Two moves that showed no hidden card are taken back with consent, and the match goes on."""
    it = _asked()
    undo(it, *_answers(it))
    return _end(it.played(2))


def on_time() -> Table:
    """The same under a clock, where the turn has passed, and only the asker has moved."""
    it = piles(table("lost-cities", "on time", clock=BANK))
    asker, to = it.log[-1].seat, it.match.version - 1
    ask(it, asker, to)
    undo(it, 1 - asker, to)
    return it.aborted("Enough.")


def three() -> Table:
    """Three seats: one agrees after the other; then a request is refused, and one is withdrawn."""
    it = _turn_of_three()
    ask(it, 0, 3)
    it.do(Kind.AGREED, 2)
    undo(it, 1, 3)
    _moved(it)
    to = it.match.version - 4
    for by in (2, 0):
        ask(it, 0, to)
        it.do(Kind.REFUSED, by)
    ask(it, 0, to)
    return _end(it.played(1))


def tried_again(luck: int = 0) -> Table:
    """A die is taken, put back, and taken again; then it is dug. Steps go on as if it had been
    taken once, unless there is `luck` to be had."""
    it = table("livingstone", "dug", options=FIRST)
    plays(it, first(legal(it), "die 6", "die 5", "die 4"))
    undo(it, 0, it.match.version - 1)
    it.match = replace(it.match, dealt_at=it.match.dealt_at - luck)
    plays(it, first(legal(it), "die 6", "die 5", "die 4"), "dig")
    return it.aborted("Enough.")


def _asked(name: str = "agreed") -> Table:
    it = piles(table("lost-cities", name))
    return ask(it, it.log[-2].seat, it.match.version - 2)


def _answers(it: Table) -> tuple[int, int]:
    """The seats that have to agree, and to what."""
    request = it.match.undo.request if it.match.undo else None
    assert request
    return request.needs[0], request.to


def _turn_of_three() -> Table:
    return _moved(table("livingstone", "three", 3, options=FIRST))


def _moved(it: Table) -> Table:
    """A turn of seat 0, and a die of seat 1."""
    return plays(it, *(first(legal(it), "die 1", "die"), "coins", "end")).played(1)


def _end(it: Table) -> Table:
    """All but one resign, such that the server need not move."""
    while not it.match.ended:
        left = [seat for seat in range(it.seats) if not it.match.seats[seat].resigned]
        it.resigned(next(seat for seat in left if seat != turn(it)))
    return it


def lie(
    forge: Callable[[Table], None], begin: Callable[[Table], Table] = piles
) -> Callable[[], Table]:
    def play() -> Table:
        it = begin(table("lost-cities", "agreed"))
        forge(it)
        return _end(it)

    return play


def answered(*kinds: tuple[Kind, int]) -> Callable[[Table], None]:
    """After a request, entries of the seat that is asked (0) or the one that asks (1)."""

    def forge(it: Table) -> None:
        ask(it, it.log[-2].seat, it.match.version - 2)
        asked, to = _answers(it)
        for kind, asker in kinds:
            seat = 1 - asked if asker else asked
            undo(it, seat, to) if kind == Kind.UNDONE else it.do(kind, seat)

    return forge


def of_three(forge: Callable[[Table], None]) -> Callable[[], Table]:
    def play() -> Table:
        it = _turn_of_three()
        forge(it)
        return _end(it)

    return play


def _one_is_missing(it: Table) -> None:
    ask(it, 0, 3)
    undo(it, 2, 3)


def _one_not_asked(it: Table) -> None:
    it.do(Kind.ASKED, 0, to=3, needs=(1,))
    undo(it, 1, 3)


def _one_left_out(it: Table) -> None:
    it.do(Kind.ASKED, 0, to=3, needs=(1,)).do(Kind.REFUSED, 2)


def _twice(it: Table) -> None:
    ask(it, 0, 3)
    it.do(Kind.AGREED, 2).do(Kind.AGREED, 2)


def _last_agrees(it: Table) -> None:
    ask(it, 0, 3)
    it.do(Kind.AGREED, 2).do(Kind.AGREED, 1)


def _gone_is_asked(it: Table) -> None:
    it.do(Kind.RESIGNED, 2).do(Kind.ASKED, 0, to=3, needs=(1, 2))


def _server(it: Table) -> None:
    it.do(Kind.RESIGNED, 2)
    while it.log[-1].seat != 2 or it.log[-1].kind != Kind.MOVE:
        plays(it, first(legal(it), "end", "coins", "die"))
    place = max(i for i, each in enumerate(it.log) if each.seat == 1 and each.kind == Kind.MOVE)
    it.do(Kind.ASKED, 1, to=place, needs=(0,))


def _undone_twice(it: Table) -> None:
    asker, to = it.log[-1].seat, it.match.version - 1
    undo(it, asker, to)
    undo(it, asker, to)


def _before_the_start(it: Table) -> None:
    it.do(Kind.ASKED, it.log[-1].seat, to=1, needs=(1 - it.log[-1].seat,))


def _alone_but_asked(it: Table) -> None:
    asker = it.log[-1].seat
    it.do(Kind.ASKED, asker, to=it.match.version - 1, needs=(1 - asker,))


def _two_turns(it: Table) -> None:
    """With consent, which is not enough."""
    for _ in range(2):
        move = next(each for each in taken_back.legal(it) if each.draw != "*")
        it.do(Kind.MOVE, turn(it), move=move)
    asker = it.log[-4].seat
    it.do(Kind.ASKED, asker, to=it.match.version - 4, needs=(1 - asker,))


def refused_by_the_gone() -> Table:
    it = _moved(table("livingstone", "three", 3, options=FIRST).resigned(2))
    ask(it, 0, 4)
    return _end(it.do(Kind.REFUSED, 2))


def _second_request(it: Table) -> None:
    ask(it, it.log[-2].seat, it.match.version - 2)
    asked, _ = _answers(it)
    it.do(Kind.ASKED, asked, to=it.match.version - 2, needs=(1 - asked,))


def without_consent() -> Table:
    """Under a clock, when the turn has passed: it takes the rules to tell the seat to move."""
    it = piles(table("lost-cities", "on time", clock=BANK))
    undo(it, it.log[-1].seat, it.match.version - 1)
    return it.aborted("Enough.")


def near() -> Table:
    """Four seconds would be left."""
    it = piles(table("lost-cities", "on time", clock=SLOW))
    move = next(each for each in taken_back.legal(it) if each.draw != "*")
    it.do(Kind.MOVE, turn(it), 26_000, move=move)
    asker, to = it.log[-1].seat, it.match.version - 1
    ask(it, asker, to)
    undo(it, 1 - asker, to)
    return it.aborted("Enough.")


def _of_livingstone(*texts: str) -> Callable[[], Table]:
    def play() -> Table:
        it = table("livingstone", "dug", options=FIRST)
        plays(it, first(legal(it), "die 6", "die 5", "die 4"), *texts)
        undo(it, 0, it.match.version - 1)
        return it.aborted("Enough.")

    return play


def _drawn_cards() -> Table:
    it = table("just4fun", "strolled 2")
    it.played(2)
    ask(it, it.log[-2].seat, it.match.version - 2)
    return _end(it)


HONEST: dict[str, Plays] = {
    "lost-cities": {
        "strolled": (lambda: strolled("lost-cities", 2, 50), 0),
        "strolled on time": (lambda: strolled("lost-cities", 2, 40, clock=BANK), None),
        "agreed": (agreed, 1),
        "on time": (on_time, 0),
    },
    "livingstone": {
        "strolled": (lambda: strolled("livingstone", 3, 60, clock=SLOW), 2),
        "strolled of five": (lambda: strolled("livingstone", 5, 60), None),
        "three": (three, 0),
        "dug": (tried_again, 0),
    },
    "just4fun": {"strolled": (lambda: strolled("just4fun", 2, 30, clock=BANK), 1)},
}
FALSE: dict[str, Lies] = {
    "lost-cities": {
        name: (ORDER if "deck" not in name else MOVES, "agreed", lie(forge, lambda it: it))
        for name, forge in taken_back.FORGERIES.items()
    }
    | {
        name: (ORDER, "agreed", lie(forge))
        for name, forge in {
            "refused, and undone": answered((Kind.REFUSED, 0), (Kind.UNDONE, 0)),
            "the last to agree restores nothing": answered((Kind.AGREED, 0)),
            "the asker has agreed": answered((Kind.AGREED, 1)),
            "taken back twice": _undone_twice,
            "to before the start": _before_the_start,
            "others are asked for nothing": _alone_but_asked,
            "two requests": _second_request,
            "two turns, with consent": _two_turns,
        }.items()
    }
    | {
        "the turn has passed": (MOVES, "on time", without_consent),
        "a deadline is near": (MOVES, "on time", near),
    },
    "livingstone": {
        name: (ORDER, "three", of_three(forge))
        for name, forge in {
            "consent of one is missing": _one_is_missing,
            "one is not asked": _one_not_asked,
            "one who is not asked refuses": _one_left_out,
            "one agrees twice": _twice,
            "the last agrees to nothing": _last_agrees,
            "one who has resigned is asked": _gone_is_asked,
            "a move of the server": _server,
        }.items()
    }
    | {
        "one who has resigned refuses": (ORDER, "three", refused_by_the_gone),
        "stones are put back": (MOVES, "dug", _of_livingstone("dig")),
        "a card is put back": (MOVES, "dug", _of_livingstone("card")),
        "luck is tried again": (RESULT, "dug", lambda: tried_again(1)),
    },
    "just4fun": {"cards are put back": (MOVES, "strolled", _drawn_cards)},
}


def _state_before(replay: Json) -> None:
    """The table as it was before it was restored."""
    it = _asked("on time")
    replay["match"]["state"] = Table.replay(it, 0)["match"]["state"]


def _time_gained(replay: Json) -> None:
    replay["match"]["clock"]["banks"] = ["600s", "600s"]


def _at(kind: str, **members: Any) -> Callable[[Json], None]:
    def tamper(replay: Json) -> None:
        entry = next(each for each in replay["log"] if each["kind"] == kind)
        entry |= members

    return hashed(tamper)


def _less(kind: str, member: str) -> Callable[[Json], None]:
    def tamper(replay: Json) -> None:
        del next(each for each in replay["log"] if each["kind"] == kind)[member]

    return hashed(tamper)


FORGED = {
    "lost-cities": (
        Forgery(
            "nothing can be taken back", ORDER, hashed(put("match.undoMode", "never")), "agreed"
        ),
        Forgery("a mode that is none", FORM, put("match.undoMode", "always"), "agreed"),
        Forgery("nobody is named", ORDER, _less("asked", "needs"), "agreed"),
        Forgery("an empty list is named", ORDER, _at("asked", needs=[]), "agreed"),
        Forgery("no version is named", ORDER, _less("undone", "to"), "agreed"),
        Forgery("a move with a version", ORDER, _at("move", to=2), "agreed"),
        Forgery("a version that is to come", ORDER, _at("asked", to=40), "agreed"),
        Forgery("one step too far back", ORDER, _at("undone", to=11), "agreed"),
        Forgery("the table as it was before", RESULT, _state_before, "on time"),
        Forgery("time that was gained", RESULT, _time_gained, "on time"),
    ),
    "livingstone": (
        Forgery("others are named", ORDER, _at("asked", needs=[2]), "three"),
        Forgery("the asker is named", ORDER, _at("asked", needs=[0, 1, 2]), "three"),
    ),
    "just4fun": (),
}


def honest(game: str) -> Iterator[tuple[str, Json]]:
    """Yield the names and replays of honest matches."""
    for name, (play, seat) in HONEST[game].items():
        yield name, play().replay(seat)


def forgeries(game: str) -> tuple[Forgery, ...]:
    """Return what is changed in these."""
    return FORGED[game]


def false(game: str) -> Iterator[tuple[Forgery, Json]]:
    """Yield matches that were played against the rules, as forgeries of the honest ones beside."""
    for name, (check, of, play) in FALSE[game].items():
        _, seat = HONEST[game][of]
        yield Forgery(name, check, lambda _: None, of), play().replay(seat)
