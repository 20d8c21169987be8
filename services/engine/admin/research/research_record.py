"""The record of a match for research: all that the rules need to play it again, without names.

It is built up field by field. Times become seconds between two acts, and the month of the end.
"""

from collections.abc import Sequence
from typing import Any

from croupier_game.seeded import SeededChance, match_key
from croupier_match.clock import SECOND_MS, ms
from croupier_match.entries import Claimed, Entry, Moved, TimedOut, Undone
from croupier_match.evolve import evolve, genesis
from croupier_match.forced import is_drawn, is_forced
from croupier_match.match import AnyMatch, ClockOptions, Kind, Match
from croupier_match.stored import match_type
from croupier_match.verify.errors import must

from engine.domain.registry import GAMES

ACTS = (Kind.MOVE, Kind.RESIGNED, Kind.TIMEOUT, Kind.CLAIMED, Kind.UNDONE)
"""The kinds of entries that a record has."""
MONTH = len("2026-11")


class NotedChance(SeededChance):
    """The match's chance, which adds each number that is drawn to `drawn`."""

    def __init__(self, key: bytes, step: int, drawn: list[int]) -> None:
        super().__init__(key, step)
        self._drawn = drawn

    def below(self, bound: int) -> int:
        self._drawn.append(super().below(bound))
        return self._drawn[-1]


class DrawnChance(SeededChance):
    """Chance that draws once more what a record says was drawn."""

    def __init__(self, drawn: Sequence[int]) -> None:
        self._left = iter(drawn)

    def below(self, bound: int) -> int:
        return next(self._left)


def record(match: AnyMatch, log: Sequence[Entry]) -> dict[str, Any]:
    """The record of a match that has been played to its end. Raise Refuted if the log is another's.

    `start` is the table as it was dealt, hidden cards included. Each of `moves` has what chance
    drew for it: from `start`, with these, the rules come to `scores`.
    """
    played = _Followed(match)
    for entry in log:
        played.follow(entry)
    must(played.match.log_head == match.log_head, "The chain of hashes does not end in its head.")
    return {
        "game": match.game,
        "rulesVersion": match.rules_version,
        "options": GAMES.of(match).wire.options_json(match.options),
        "seats": len(match.seats),
        "kinds": [seat.player.kind for seat in match.seats if seat.player],
        "clock": match.clock and _clock(match.clock),
        "deal": match.deal.value,
        "month": match.update_time[:MONTH],
        **played.told(),
        **_outcome(match),
    }


class _Followed:
    """A match on the way through its log, and what was noted of it."""

    def __init__(self, match: AnyMatch) -> None:
        self.match = genesis(GAMES.of(match), match)
        self._since = ""
        self._drawn: list[int] = []
        self._start: dict[str, Any] = {}
        self._acts: list[dict[str, Any]] = []
        self._versions: list[int] = []

    def follow(self, entry: Entry) -> None:
        """Note the next entry."""
        before = self.match
        self._drawn.clear()
        self.match = evolve(GAMES.of(before), before, entry, self._chance)
        if before.state is None and self.match.state is not None:
            self._start, self._since = _dealt(self.match), entry.time
        elif entry.kind in ACTS:
            self._acts.append(self._act(before, entry))
            self._versions.append(entry.version)
            self._since = entry.time

    def told(self) -> dict[str, Any]:
        return {**self._start, "moves": self._acts}

    def _chance(self, seed: str, entropy: Sequence[str], step: int, match_id: str) -> NotedChance:
        return NotedChance(match_key(seed, entropy, match_id), step, self._drawn)

    def _act(self, before: AnyMatch, entry: Entry) -> dict[str, Any]:
        seconds = round((ms(entry.time) - ms(self._since)) / SECOND_MS)
        act = {"seat": entry.seat, "kind": entry.kind.value, "seconds": seconds}
        if isinstance(entry, Undone):
            again = [place for place, at in enumerate(self._versions) if at in entry.kept]
            return {**act, "keeps": sum(at <= entry.to for at in self._versions), "again": again}
        if isinstance(entry, TimedOut):
            return {**act, "late": [*entry.late]}
        if isinstance(entry, Claimed):
            return {**act, "gone": [*entry.gone]}
        if not isinstance(entry, Moved):
            return act
        forced = is_forced(before, entry.seat)
        # What chance drew first was the move itself, which the record has.
        drawn = self._drawn[1:] if is_drawn(before, entry.seat) else self._drawn
        return {
            **act,
            "forced": forced,
            "notation": GAMES.of(before).rules.notation(entry.move),
            "chance": [*drawn],
            "events": _events(self.match),
        }


def _dealt(match: AnyMatch) -> dict[str, Any]:
    game = GAMES.of(match)
    stored = match_type(game).dump_python(match, mode="json", include={"state"})
    first = game.rules.to_move(match.state)[0]
    return {"startSeat": first, "start": stored["state"], "events": _events(match)}


def _events(match: Match[Any, Any, Any]) -> list[dict[str, Any]]:
    """The events of the version as a spectator is told them."""
    game = GAMES.of(match)
    seen = (game.rules.event_view(event, None) for event in match.events)
    return [game.wire.event_json(each) for each in seen]


def _clock(clock: ClockOptions) -> dict[str, Any]:
    """The time control in seconds; 0 for what it has not."""
    return {
        "perMove": clock.per_move_ms / SECOND_MS,
        "bank": clock.bank_ms / SECOND_MS,
        "increment": clock.increment_ms / SECOND_MS,
        "onTimeout": clock.on_timeout.value,
    }


def _outcome(match: AnyMatch) -> dict[str, Any]:
    outcome = match.outcome
    if outcome is None:
        raise ValueError("It has not ended.")
    return {
        "outcome": {
            "reason": outcome.reason.value,
            "ranking": [[*rank] for rank in outcome.ranking],
            "winners": [*outcome.winners],
        },
        "scores": [*outcome.scores],
    }
