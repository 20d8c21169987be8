"""A round of a round robin, by the Berger tables of FIDE's handbook (C.05, annex 1)."""

from collections.abc import Sequence

from croupier_tournament.pairing.entrants import Pairing


def rounds_of(players: int) -> int:
    """The rounds in which everybody meets everybody else."""
    return players - 1 + players % 2


def berger(numbers: Sequence[str], round_number: int) -> Pairing:
    """The pairing of players in the order of their starting numbers. Of an odd number, one has a
    bye in each round: whoever would meet the number that nobody has."""
    ids: list[str | None] = [*numbers, *([None] * (len(numbers) % 2))]
    pairs = [(ids[one], ids[two]) for one, two in _pairs(len(ids), round_number - 1)]
    tables = tuple((one, two) for one, two in pairs if one is not None and two is not None)
    byes = (one if two is None else two for one, two in pairs if None in (one, two))
    return Pairing(tables, tuple(each for each in byes if each is not None))


def _pairs(players: int, turn: int) -> list[tuple[int, int]]:
    """The pairs of a round, with starting numbers and rounds from 0 on."""
    circle, last = players - 1, players - 1
    hub = turn * (players // 2) % circle
    first = (last, hub) if turn % 2 else (hub, last)
    others = range(1, players // 2)
    return [first, *(((hub + step) % circle, (hub - step) % circle) for step in others)]
