"""A round of a knockout: the bracket is seeded, and byes of the first round are the best seeds'."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from croupier_tournament.pairing.entrants import Entrant, Pairing, seated


def rounds_of(players: int) -> int:
    """The rounds until one is left."""
    return (players - 1).bit_length()


def bracket(seeds: Sequence[Entrant | None], round_number: int) -> Pairing:
    """The pairing of those who are left; None stands for a seed who has lost, or left.

    In each round, the winners of two neighbouring tables meet. Who has no opponent has a bye.
    """
    lines = [*_lines(seeds)]
    meetings = [
        [each for _, each in group if each]
        for _, group in groupby(enumerate(lines), key=lambda line: line[0] >> round_number)
    ]
    return Pairing(
        tuple(seated(each) for each in meetings if len(each) == 2),
        tuple(each[0].id for each in meetings if len(each) == 1),
    )


def _lines(seeds: Sequence[Entrant | None]) -> Iterator[Entrant | None]:
    """The lines of the bracket from top to bottom, of which some are nobody's."""
    for seed in seeds_by_line(rounds_of(len(seeds))):
        yield seeds[seed] if seed < len(seeds) else None


def seeds_by_line(rounds: int) -> list[int]:
    """The seeds, from 0 on, by lines: the two best can meet in the last round only."""
    lines = [0]
    for _ in range(rounds):
        lines = [seed for each in lines for seed in (each, 2 * len(lines) - 1 - each)]
    return lines
