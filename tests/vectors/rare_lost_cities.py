"""Lost Cities in situations that random matches hardly reach."""

from croupier_lost_cities import rules
from croupier_lost_cities.types import RANK_OF

from tests.vectors.driven import Lies, Plays, legal, plays, turn
from tests.vectors.tables import Table

COLOR = "Y"
PLAYING = 16
"""So many cards are left in the deck when the long expedition begins at the latest."""


def table(name: str, **options: int) -> Table:
    given = rules.Options(**options)  # type: ignore[arg-type]
    return Table(f"lost-cities-rare {name}", "lost-cities", options=given).at_once()


def eight() -> Table:
    """An expedition of eight cards with a wager; the last card of the deck is shown to its seat."""
    it = table("eight0", rounds=1)
    while not it.match.ended:
        plays(it, _discarded(it) if turn(it) else _collected(it))
    best = max(it.state.expeditions[0], key=len)
    assert len(best) >= 8
    assert best[0] == f"{COLOR}x"
    assert it.match.events[1].seat == 0
    assert it.match.events[1].pile == "*"
    return it


def _collected(it: Table) -> str:
    """Seat 0 keeps one colour, and lays it out in order when it has no other card."""
    state, moves = it.state, legal(it)
    hand = state.hands[0]
    other = [card for card in hand if card[0] != COLOR]
    mine = [card for card in hand if f"{card}+*" in moves and card[0] == COLOR]
    pile = COLOR if state.discards["RWYBGP".index(COLOR)] else "*"
    if mine and (not other or len(state.deck) <= PLAYING):
        card = min(mine, key=RANK_OF.__getitem__)
        return f"{card}+{pile}"
    return f"{(other or hand)[0]}-{pile if other else '*'}"


def _discarded(it: Table) -> str:
    """Seat 1 gives that colour away, and then anything else."""
    hand = it.state.hands[1]
    card = next((card for card in hand if card[0] == COLOR), hand[0])
    return f"{card}-*"


def idle() -> Table:
    """Rounds that a draw from a discard pile ends: all totals are equal, so the seats take turns
    to begin, and share the first rank."""
    it = table("idle", rounds=3, max_turns_without_deck_draw=2)
    while not it.match.ended:
        plays(it, _from_pile(it) or next(move for move in legal(it) if move[-2:] == "-*"))
    begun = [each.starter for each in it.state.finished]
    assert begun[0] == begun[2] != begun[1]
    assert it.outcome.ranking == ((0, 1),)
    return it


def _from_pile(it: Table) -> str:
    return next((move for move in legal(it) if move[-2] == "-" and move[-1] != "*"), "")


HONEST: Plays = {
    "eight cards": (eight, 0),
    "idle turns": (idle, 1),
    "idle turns, seen by all": (idle, None),
}
FALSE: Lies = {}
