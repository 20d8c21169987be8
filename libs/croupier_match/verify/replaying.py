"""A match recomputed from the seed, the options and the log of its replay."""

from collections.abc import Iterator, Sequence
from typing import Any

from croupier_game.seeded import SeededChance, match_key

from croupier_match.entries import Entry
from croupier_match.evolve import genesis as before_first
from croupier_match.games import Game
from croupier_match.match import Access, AnyMatch, Kind, Match, Seat, Undo, UndoMode
from croupier_match.verify import decoding
from croupier_match.verify.errors import Refuted, must, quote
from croupier_match.verify.following import Step, follow
from croupier_match.verify.schema import Json, Replay

DRAWING = frozenset({Kind.CREATED, Kind.JOINED, Kind.STARTED, Kind.REVEALED, Kind.MOVE})
"""The kinds of entries that may draw: those that may deal, and moves."""


class Drawn:
    """A source of chance that notes the steps that are drawn from."""

    def __init__(self) -> None:
        self.steps: set[int] = set()

    def __call__(
        self, seed: str, entropy: Sequence[str], step: int, match_id: str
    ) -> "_NotedChance":
        return _NotedChance(match_key(seed, entropy, match_id), step, self.steps)


class _NotedChance(SeededChance):
    def __init__(self, key: bytes, step: int, steps: set[int]) -> None:
        super().__init__(key, step)
        self._step, self._steps = step, steps

    def below(self, bound: int) -> int:
        self._steps.add(self._step)
        return super().below(bound)


def recompute(game: Game, replay: Replay, raw_log: Sequence[Json]) -> tuple[AnyMatch, list[int]]:
    """The match after its whole log, and the versions that drew a number from its chance.

    `raw_log` is as written in the file. Raise Refuted if an entry was not possible.
    """
    match, chance, draws = genesis(game, replay), Drawn(), list[int]()
    must(
        match.log_head == replay.match.fairness.terms,
        "match: the options or the clock are not written as the server writes them.",
    )
    for step in follow(game, match, _entries(game, replay), len(replay.log), chance):
        match = step.after
        given = replay.log[match.version - 1]
        if match.log_head != given.hash:
            _differs(game, step, raw_log[match.version - 1])
        if given.kind in DRAWING and match.version - match.dealt_at in chance.steps:
            draws.append(match.version)
    return match, draws


def _entries(game: Game, replay: Replay) -> Iterator[Entry]:
    return (decoding.entry(game, replay, given) for given in replay.log)


def _differs(game: Game, step: Step, raw: Json) -> None:
    """Raise Refuted naming the first member in which the entry is another than the one due."""
    version, due = step.after.version, step.due.public(game)
    for name in ("kind", "seat", "time", *due):
        if name not in raw:
            raise Refuted(f"Version {version}: `{name}` is missing, {_says(due[name])}.")
        if raw[name] != due[name]:
            raise Refuted(
                f"Version {version}: the log says `{name}` {quote(raw[name])}, {_says(due[name])}."
            )
    for name in raw:
        if name not in (*due, "prev", "hash"):
            raise Refuted(f"Version {version}: the log says `{name}`, which such an entry has not.")
    raise Refuted(f"Version {version}: the entry is not written as the server writes it.")


def _says(value: Any) -> str:
    return f"the match says {quote(value)}"


def genesis(game: Game, replay: Replay) -> AnyMatch:
    """The match of a replay at version 0."""
    given = replay.match
    return before_first(
        game,
        Match(
            id=given.id,
            game=given.game,
            rules_version=given.rules_version,
            options=decoding.options(game, replay),
            # The replay does not tell, and nothing that is recomputed depends on it.
            access=Access.PUBLIC,
            start=given.start,
            invite_code="",
            seed=replay.server_seed,
            seats=(Seat(),) * len(given.seats),
            clock=decoding.clock(game, replay),
            gone_after_ms=decoding.gone_after_ms(given),
            undo=Undo() if given.undo_mode == UndoMode.CONSENT else None,
            deal=given.deal,
            reveal_ms=decoding.reveal_ms(given),
            rated=given.rated,
            tournament=decoding.tournament(given),
            deal_of=decoding.deal_of(given),
        ),
    )
