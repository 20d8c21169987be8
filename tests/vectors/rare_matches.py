"""Matches of Just4Fun in situations that do not depend on the game: seats, clocks, ends."""

from croupier_match.match import ClockOptions, Kind, OnTimeout, StartMode

from tests.vectors.driven import Lies, Plays, turn
from tests.vectors.forged import MOVES, ORDER
from tests.vectors.tables import SECOND_MS, Table

SLOW = ClockOptions(per_move_ms=30_000)
BANK = ClockOptions(bank_ms=60_000, increment_ms=2_500)
RANDOM = ClockOptions(per_move_ms=30_000, on_timeout=OnTimeout.RANDOM)
SHORT = ClockOptions(bank_ms=5_000, on_timeout=OnTimeout.RANDOM)


def table(name: str, seats: int = 3, clock: ClockOptions | None = None) -> Table:
    return Table(f"just4fun-rare {name}", "just4fun", seats, clock=clock)


def manual() -> Table:
    return Table("just4fun-rare manual", "just4fun", 3, start=StartMode.MANUAL)


def started() -> Table:
    """Three seats; one leaves and comes again before the creator starts."""
    return played_on(manual().seated(0, 1).do(Kind.LEFT, 1).seated(1, 2).do(Kind.STARTED, 0))


def played_on(it: Table) -> Table:
    return ended(it.played(2))


def ended(it: Table) -> Table:
    """Seats resign without a forced move between."""
    while not it.match.ended:
        stayed = [seat for seat in range(it.seats) if not it.match.seats[seat].resigned]
        it.resigned(next(seat for seat in stayed if seat != turn(it)))
    return it


def banked() -> Table:
    """A bank and an increment for a seat that resigns: forced moves earn it, and cost no time."""
    it = table("banked", clock=BANK).seated()
    gone = turn(it)
    it.played(1).resigned(gone).played(4)
    assert it.match.left_ms[gone] > 60_000 + 2_500
    return it.aborted("He left.")


def stopped() -> Table:
    """The seat to move resigns, and before the server moves for it, an operator ends the match:
    the bank of that seat is not charged."""
    it = table("stopped", clock=BANK).seated().played(2)
    it.now_ms += SECOND_MS
    it.add(Kind.RESIGNED, turn(it))  # `do` would go on with the forced move
    return it.do(Kind.ABORTED, 0, 5_000, note="Stopped.")


def pressed(after_ms: int = 9_000) -> Table:
    """Another seat resigns while one thinks: that gives no time back."""
    it = table("pressed", clock=SLOW).seated()
    other = (turn(it) + 1) % 3
    it.do(Kind.RESIGNED, other, 20_000)
    it.now_ms += after_ms - SECOND_MS
    return played_on(it)


def late_note() -> Table:
    """A note at the very deadline, when the time-out should have come."""
    return table("slow", clock=SLOW).seated().played(2).do(Kind.ABORTED, 0, 30_000, note="!")


def just_before() -> Table:
    """A note a millisecond before the deadline."""
    return table("slow", clock=SLOW).seated().played(2).do(Kind.ABORTED, 0, 29_999, note="!")


def hurried(note: bool = False) -> Table:
    """A time-out, its random move, and a note; or only the note."""
    it = table("hurried", clock=RANDOM).seated().played(2)
    if not note:
        return it.late().aborted("!")
    it.now_ms += 30_000
    it.add(Kind.TIMEOUT, turn(it), late=(turn(it),))
    return it.do(Kind.ABORTED, 0, 0, note="!")


def empty_bank() -> Table:
    """The seat to move has no time left, and its time-out has not come."""
    it = table("too long", clock=SHORT).seated().played(1)
    late = turn(it)
    it.late()
    while turn(it) != late:
        it.played(1)
    return it


def too_long(after_ms: int = 0) -> Table:
    """The server ends the match with the move after which a seat without time is to move."""
    it = empty_bank()
    return it.do(Kind.ABORTED, 0, after_ms, note="This server allows no more versions.")


def rules_failed() -> Table:
    """The rules fail at a time-out: the server ends the match, as of the last move."""
    it = table("failed", clock=SLOW).seated().played(2)
    return it.do(Kind.ABORTED, 0, 0, note="Just4Fun: ranking has failed.")


def no_time_to_resign() -> Table:
    """The seat without time resigns, at the same moment."""
    it = empty_bank()
    return it.do(Kind.RESIGNED, turn(it), 0).aborted("!")


def thrice() -> Table:
    """Four seats, of which three resign, one after the other."""
    return ended(table("thrice", 4).seated().played(2))


def twice() -> Table:
    """One of them resigns twice."""
    it = table("thrice", 4).seated().played(2)
    gone = (turn(it) + 1) % 4
    return ended(it.resigned(gone).resigned(gone))


def not_full() -> Table:
    """Started before the last seat was taken."""
    return played_on(manual().seated(0, 1).do(Kind.STARTED, 0))


def by_another() -> Table:
    """Started by a player other than the creator."""
    return played_on(manual().seated(0, 1).do(Kind.LEFT, 1).seated(1, 2).do(Kind.STARTED, 1))


def again() -> Table:
    """Started twice, for another deal."""
    it = manual().seated(0, 1).do(Kind.LEFT, 1).seated(1, 2).do(Kind.STARTED, 0)
    return played_on(it.do(Kind.STARTED, 0))


def never_there() -> Table:
    """A seat is left that no player has taken."""
    it = manual().seated(0, 1).do(Kind.LEFT, 1).do(Kind.LEFT, 1).seated(1, 2)
    return played_on(it.do(Kind.STARTED, 0))


def too_soon() -> Table:
    """A player resigns before the start."""
    it = manual().seated(0, 1).do(Kind.LEFT, 1).seated(1, 2).do(Kind.RESIGNED, 1)
    return played_on(it.do(Kind.STARTED, 0))


def other_creator() -> Table:
    """Created at seat 1."""
    it = manual().seated(1).seated(0).do(Kind.LEFT, 1).seated(1, 2)
    return played_on(it.do(Kind.STARTED, 0))


def creator_left() -> Table:
    """The creator's seat is left, and the match goes on."""
    it = manual().seated(0, 1).do(Kind.LEFT, 0).seated(0, 2)
    return played_on(it.do(Kind.STARTED, 0))


HONEST: Plays = {
    "started": (started, None),
    "banked": (banked, None),
    "stopped": (stopped, None),
    "pressed": (pressed, None),
    "slow": (just_before, None),
    "hurried": (hurried, None),
    "thrice": (thrice, None),
    "too long": (too_long, None),
    "failed": (rules_failed, None),
}
FALSE: Lies = {
    "started before it was full": (ORDER, "started", not_full),
    "started by another seat": (ORDER, "started", by_another),
    "started twice": (ORDER, "started", again),
    "a free seat left": (ORDER, "started", never_there),
    "resigned before the start": (ORDER, "started", too_soon),
    "created at seat 1": (ORDER, "started", other_creator),
    "the creator gone, and yet started": (ORDER, "started", creator_left),
    "time that a resignation gives back": (MOVES, "pressed", lambda: pressed(10_000)),
    "a note at the deadline": (MOVES, "slow", late_note),
    "a note before a random move": (MOVES, "hurried", lambda: hurried(note=True)),
    "resigned twice": (ORDER, "thrice", twice),
    "a note when a bank has long been empty": (MOVES, "too long", lambda: too_long(1)),
    "resigned with an empty bank": (MOVES, "too long", no_time_to_resign),
}
