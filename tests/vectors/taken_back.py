"""Matches in which players take back what they can, and forgeries in which they take back more."""

from collections.abc import Callable, Iterator
from typing import Any

from croupier_game.errors import RulesError
from croupier_lost_cities.types import DECK
from croupier_match.evolve import replay
from croupier_match.match import Kind, Undo
from croupier_match.refusals import Refusal
from croupier_match.undo import asking, trial
from engine.domain.registry import GAMES

from tests.vectors.tables import Table

OFTEN = 0.6
"""How often somebody thinks of taking something back."""


def table(name: str, game: str, seats: int = 2, **wish: Any) -> Table:
    return Table(name, game, seats, undo=Undo(), **wish).seated()


def since(it: Table, to: int) -> list[asking.Version]:
    """The versions from `to` on."""
    past = [*replay(GAMES.of(it.match), it.match, it.log, it.source)]
    return [*zip(past, it.log, strict=True)][to - 1 :]


def can(it: Table, seat: int, versions: list[asking.Version]) -> bool:
    """Whether the seat can ask to return to the first of these versions."""
    try:
        asking.check_request(it.match, seat, versions[0][0].version)
        trial.at_once(asking.tried(GAMES.of(it.match), versions, seat, it.source))
    except (Refusal, RulesError):
        return False
    return True


def ask(it: Table, seat: int, to: int) -> Table:
    """One more entry: the request, or the table at once; of a liar, where neither is possible."""
    game, versions = GAMES.of(it.match), since(it, to)
    try:
        tried = trial.at_once(asking.tried(game, versions, seat, it.source))
    except (Refusal, RulesError):
        needs = asking.needs(game, versions, seat)
        return it.do(Kind.ASKED, seat, to=to, needs=needs) if needs else undo(it, seat, to)
    if tried.needs:
        return it.do(Kind.ASKED, seat, to=to, needs=tried.needs)
    return it.do(Kind.UNDONE, seat, to=to, restored=tried.restored, kept=tried.kept)


def undo(it: Table, seat: int, to: int) -> Table:
    return it.do(Kind.UNDONE, seat, to=to, restored=asking.restored(since(it, to)))


def answer(it: Table) -> Table:
    """A seat that is asked agrees or refuses, or the game goes on without its answer."""
    request = it.match.undo.request if it.match.undo else None
    assert request
    seat = it.random.choice(request.needs)
    chance = it.random.random()
    if chance < 0.4:
        return it.do(Kind.REFUSED, it.random.choice((seat, request.seat)))
    if chance < 0.5:
        return it.played(1)
    return it.do(Kind.AGREED, seat) if len(request.needs) > 1 else undo(it, seat, request.to)


def strolled(it: Table, versions: int) -> Table:
    """So many versions of random moves, some of which are taken back; then the end."""
    while not it.match.ended and it.match.version < versions:
        if it.match.undo and it.match.undo.request:
            answer(it)
        elif it.random.random() < OFTEN and (found := wish(it)):
            ask(it, *found)
        else:
            it.played(1)
    return it if it.match.ended else it.resigned(*range(it.seats - 1))


def wish(it: Table) -> tuple[int, int] | None:
    """The seat that could ask, and what for; None if none can."""
    version = it.match.version
    to = it.random.randint(max(version - 3, 1), version - 1)
    seat = it.log[to].seat
    return (seat, to) if version > it.seats and can(it, seat, since(it, to)) else None


def _drawn(it: Table) -> Table:
    """A card was drawn from the deck."""
    move = next(each for each in legal(it) if each.draw == DECK)
    return it.do(Kind.MOVE, it.state.turn, move=move)


def _discarded(it: Table) -> Table:
    moves = [each for each in legal(it) if each.place == "discard" and each.draw == DECK]
    return it.do(Kind.MOVE, it.state.turn, move=moves[0])


def piles(it: Table) -> Table:
    """Two moves that show no hidden card: each draws what lies open."""
    for _ in range(8):
        _discarded(it)
    for _ in range(2):
        it.do(Kind.MOVE, it.state.turn, move=next(m for m in legal(it) if m.draw != DECK))
    return it


def legal(it: Table) -> Any:
    return GAMES[it.game].rules.legal_moves(it.state, it.state.turn)


def _end(it: Table) -> Table:
    return it if it.match.ended else it.resigned(0)


def forgeries() -> Iterator[tuple[str, Table]]:
    """Logs with right hashes, which no honest server writes."""
    for name, forge in FORGERIES.items():
        it = table(f"forged {name}", "lost-cities")
        forge(it)
        yield name, _end(it)


def _of_drawn(it: Table) -> None:
    _drawn(it)
    undo(it, it.log[-1].seat, it.match.version - 1)


def _without_consent(it: Table) -> None:
    piles(it)
    undo(it, it.log[-2].seat, it.match.version - 2)


def _agreed_by_the_asker(it: Table) -> None:
    piles(it)
    asker = it.log[-2].seat
    to = it.match.version - 2
    ask(it, asker, to)
    undo(it, asker, to)


def _another_version(it: Table) -> None:
    piles(it)
    asker, to = it.log[-2].seat, it.match.version - 2
    ask(it, asker, to)
    undo(it, 1 - asker, to + 1)


def _two_turns(it: Table) -> None:
    piles(it)
    for _ in range(2):
        it.do(Kind.MOVE, it.state.turn, move=next(m for m in legal(it) if m.draw != DECK))
    undo(it, it.log[-4].seat, it.match.version - 4)


def _of_another(it: Table) -> None:
    piles(it)
    undo(it, 1 - it.log[-1].seat, it.match.version - 1)


def _asked_of_nobody(it: Table) -> None:
    piles(it)
    it.do(Kind.ASKED, it.log[-2].seat, to=it.match.version - 2, needs=(it.log[-2].seat,))


def _too_often(it: Table) -> None:
    piles(it)
    asker, to = it.log[-2].seat, it.match.version - 2
    for _ in range(4):
        it.do(Kind.ASKED, asker, to=to, needs=(1 - asker,))
        it.do(Kind.REFUSED, 1 - asker)


def _refused_by_nobody(it: Table) -> None:
    piles(it)
    it.do(Kind.REFUSED, 0)


FORGERIES: dict[str, Callable[[Table], None]] = {
    "a card from the deck is put back": _of_drawn,
    "nobody was asked": _without_consent,
    "the asker agrees itself": _agreed_by_the_asker,
    "another version than was asked for": _another_version,
    "two turns": _two_turns,
    "the move of another seat": _of_another,
    "others are asked": _asked_of_nobody,
    "asked too often": _too_often,
    "refused without a request": _refused_by_nobody,
}
