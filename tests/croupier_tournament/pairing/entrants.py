"""Entrants for the tests of pairings."""

from collections.abc import Mapping, Sequence

from croupier_tournament.pairing.entrants import Entrant


def entrant(
    name: str,
    points: int = 0,
    met: Mapping[str, Sequence[int]] | None = None,
    balance: int = 0,
    free: int = 0,
) -> Entrant:
    """A player whose lot is the own name."""
    return Entrant(name, points, name.encode(), met or {}, balance, free)


def after_rounds(names: str, rounds: Sequence[Sequence[str]]) -> list[Entrant]:
    """Players who have met in these rounds, whose tables are written as `ab`."""
    met: dict[str, dict[str, list[int]]] = {name: {} for name in names}
    for number, tables in enumerate(rounds, 1):
        for table in tables:
            for one in table:
                for two in table.replace(one, ""):
                    met[one].setdefault(two, []).append(number)
    return [entrant(name, met=met[name]) for name in names]


def shown(tables: Sequence[Sequence[str]]) -> list[str]:
    """Tables as `ab`, without regard to seats."""
    return ["".join(sorted(table)) for table in tables]
