"""Just4Fun in situations that random matches hardly reach."""

from croupier_game.seeded import SeededChance
from croupier_just4fun import rules
from croupier_just4fun.board import is_locked, owner
from croupier_just4fun.hand import plays_of
from croupier_match.match import Kind

from tests.vectors.driven import Lies, Plays, turn
from tests.vectors.forged import MOVES
from tests.vectors.honest import HURRY
from tests.vectors.tables import Table


def quiet(it: Table) -> Table:
    """A random move that completes no line."""
    seat, state = turn(it), it.state
    moves = rules.legal_moves(state, seat)
    calm = [move for move in moves if not move.cards or not _line(it, move)]
    return it.do(Kind.MOVE, seat, move=it.random.choice(calm or moves))


def _line(it: Table, move: rules.Move) -> bool:
    # What is drawn after the line, by any chance, does not count.
    after, _ = rules.apply(it.state, turn(it), move, SeededChance(b"", 0))
    return bool(after.line)


def level() -> Table:
    """Equal sums: the highest field is ahead. The last stone locks a field."""
    it = Table("just4fun-rare level521", "just4fun").at_once()
    while not it.match.ended:
        quiet(it)
    assert len(set(rules.scores(it.state))) == 1
    assert it.match.events[-1].kind == "field_locked"
    assert len(it.outcome.ranking) == 2
    return it


def locking() -> Table:
    """Two seats that must not play on fields that they have locked; a slow one is moved for."""
    options = rules.Options(own_locked=False, start_seat=0)
    return Table("just4fun-rare barred", "just4fun", clock=HURRY, options=options).at_once()


def barred() -> Table:
    """A seat that could play on its own locked field, were that not barred, is late, six times."""
    it = locking()
    while sum(entry.kind == Kind.TIMEOUT for entry in it.log) < 6:
        _ = it.late() if own_locked(it) else quiet(it)
    return it.resigned(1)


def own_locked(it: Table) -> list[rules.Move]:
    """Moves of the hand to fields that the seat to move has locked."""
    state, seat = it.state, turn(it)
    return [
        move
        for field, move in plays_of(state.hands[seat])
        if owner(state.stones[field - 1]) == seat and is_locked(state.stones[field - 1])
    ]


def barred_played() -> Table:
    """A stone on a field that the seat has locked."""
    it = locking()
    while not (moves := own_locked(it)):
        quiet(it)
    return it.do(Kind.MOVE, turn(it), move=moves[0]).resigned(1)


HONEST: Plays = {"level": (level, 0), "barred": (barred, 1)}
FALSE: Lies = {"a stone on one's own lock": (MOVES, "barred", barred_played)}
