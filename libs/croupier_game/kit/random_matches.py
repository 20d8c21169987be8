"""Whole matches of seeded random moves, by the same fold as live ones."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from croupier_match.entries import Created, Entry, Joined, Moved
from croupier_match.evolve import evolve, genesis
from croupier_match.match import Access, AnyMatch, Match, Player, Seat, StartMode

from croupier_game.kit.games import GAMES
from croupier_game.seeded import seeded_chance

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn")
OPENED = datetime(2026, 1, 2, 12, 0, tzinfo=UTC)


@dataclass(frozen=True)
class Played:
    """A match at each of its versions, from 1 on, and the log that leads there."""

    versions: tuple[AnyMatch, ...]
    log: tuple[Entry, ...]

    @property
    def last(self) -> AnyMatch:
        return self.versions[-1]

    @property
    def dealt(self) -> tuple[AnyMatch, ...]:
        """The versions that have a state."""
        return tuple(match for match in self.versions if match.state is not None)

    @property
    def moves(self) -> tuple[Moved[Any], ...]:
        return tuple(entry for entry in self.log if isinstance(entry, Moved))


def random_match(game_id: str, options: Any, seats: int, seed: int, bound: int) -> Played:
    """A match of random legal moves, to its end or to `bound` moves."""
    rng = random.Random(seed)
    versions = [*seated(game_id, options, seats, f"{seed:064x}").versions]
    log = list(seatings(seats))
    while not versions[-1].ended and len(log) < seats + bound:
        log.append(random_move(versions[-1], rng))
        versions.append(evolve(GAMES.of(versions[-1]), versions[-1], log[-1], seeded_chance))
    return Played(tuple(versions), tuple(log))


def seated(game_id: str, options: Any, seats: int, seed: str) -> Played:
    """A match with everyone at the table, and so dealt; `seed` is 32 bytes in hex."""
    match = genesis(
        GAMES[game_id],
        Match(
            id=f"{game_id}-match",
            game=game_id,
            rules_version=GAMES[game_id].rules.VERSION,
            options=options,
            access=Access.PRIVATE,
            start=StartMode.AUTO,
            invite_code="invited",
            seed=seed,
            seats=(Seat(),) * seats,
        ),
    )
    return follow(match, seatings(seats))


def follow(match: AnyMatch, log: Sequence[Entry]) -> Played:
    """`match`, changed by one entry after the other."""
    versions = []
    for entry in log:
        match = evolve(GAMES.of(match), match, entry, seeded_chance)
        versions.append(match)
    return Played(tuple(versions), tuple(log))


def seatings(seats: int) -> tuple[Entry, ...]:
    """All players sit down, in seat order, with one byte of entropy each."""
    return tuple(
        (Joined if seat else Created)(
            version=seat + 1,
            seat=seat,
            time=time_of(seat + 1),
            player=Player(NAMES[seat].lower(), NAMES[seat], "bot"),
            entropy=f"{seat:02x}",
        )
        for seat in range(seats)
    )


def random_move(match: AnyMatch, rng: random.Random) -> Moved[Any]:
    """The entry of a random legal move of a random seat of those that must decide."""
    rules = GAMES[match.game].rules
    seat = rng.choice(rules.to_move(match.state))
    return move_entry(match, seat, rng.choice(rules.legal_moves(match.state, seat)))


def move_entry(match: AnyMatch, seat: int, move: Any) -> Moved[Any]:
    version = match.version + 1
    return Moved(version, seat, time_of(version), move)


def time_of(version: int) -> str:
    """A second per version."""
    time = OPENED + timedelta(seconds=version)
    return time.isoformat(timespec="milliseconds").replace("+00:00", "Z")
