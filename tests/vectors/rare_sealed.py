"""Sealed deals of Just4Fun in which a seat is bound anew, twice, or to less than it should be."""

from croupier_match.match import Kind, Player
from croupier_match.sealing import seal_of

from tests.vectors.driven import Lies, Plays
from tests.vectors.forged import ORDER
from tests.vectors.rare_matches import played_on
from tests.vectors.tables import NAMES, Table


def table() -> Table:
    return Table("just4fun-rare sealed", "just4fun", 3, sealed=True)


def bound(it: Table, seat: int, secret: str) -> Table:
    """A player sits down, bound to this entropy."""
    it.secrets[seat] = secret
    kind = Kind.JOINED if it.log else Kind.CREATED
    player = Player(f"{NAMES[seat].lower()}-{len(it.log)}", NAMES[seat], "human")
    return it.do(kind, seat, player=player, seal=seal_of(secret))


def came_back() -> Table:
    """A seat is left before all are bound, and bound by its seal again."""
    it = table().bound(0, 1).do(Kind.LEFT, 1)
    return played_on(bound(it, 1, it.secrets[1]).bound(2).revealed())


def revealing(*seats: int) -> Table:
    """All are bound, and these have revealed."""
    it = table().bound()
    for seat in seats:
        it.do(Kind.REVEALED, seat, entropy=it.secrets[seat])
    return it


def not_revealed() -> Table:
    """Only seat 1 has revealed in time."""
    return revealing(1).withheld()


def bound_anew() -> Table:
    """When seat 0 has revealed, seat 1 leaves, and comes back with another seal."""
    it = revealing(0).do(Kind.LEFT, 1).bound(1)
    for seat in (1, 2):
        it.do(Kind.REVEALED, seat, entropy=it.secrets[seat])
    return played_on(it)


def creator_left() -> Table:
    """The creator leaves when another seat has revealed."""
    return revealing(1).do(Kind.ABORTED, 0)


def wrongly_named() -> Table:
    """The seat that has revealed is said to have withheld its entropy."""
    it = not_revealed()
    false = revealing(1)
    false.now_ms = it.now_ms
    return false.do(Kind.ABORTED, 0, 0, withheld=(0, 1))


def one_seal() -> Table:
    """Two seats are bound by one seal, and reveal the same."""
    it = table().bound(0)
    return played_on(bound(it, 1, it.secrets[0]).bound(2).revealed())


def sixteen_bytes() -> Table:
    """A seat is bound to 16 bytes, and reveals these."""
    it = table().bound(0)
    return played_on(bound(it, 1, "5a" * 16).bound(2).revealed())


HONEST: Plays = {"bound": (came_back, 1), "not revealed": (not_revealed, None)}
FALSE: Lies = {
    "bound anew after another had revealed": (ORDER, "bound", bound_anew),
    "the creator left while entropy was revealed": (ORDER, "not revealed", creator_left),
    "who has revealed is named": (ORDER, "not revealed", wrongly_named),
    "one seal of two seats": (ORDER, "bound", one_seal),
    "16 bytes under their seal": (ORDER, "bound", sixteen_bytes),
}
