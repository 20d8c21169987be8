"""Recomputing a match from the seed, the options and the log of its replay."""

from collections.abc import Sequence
from dataclasses import replace

from croupier_game.errors import RulesError
from croupier_game.seeded import SeededChance, match_key
from croupier_match.entries import Undone
from croupier_match.evolve import evolve
from croupier_match.evolve import genesis as begun
from croupier_match.games import Game
from croupier_match.match import Access, AnyMatch, Match, Seat, Undo, UndoMode
from croupier_match.refusals import Refusal
from croupier_match.undo import asking

from engine.domain.registry import GAMES
from engine.verify import decoding
from engine.verify.errors import Refuted, must
from engine.verify.legality import check_possible
from engine.verify.schema import Replay


class RecordedChance(SeededChance):
    """The match's chance, which adds its version to `draws` once it is drawn from."""

    def __init__(self, key: bytes, step: int, version: int, draws: list[int]) -> None:
        super().__init__(key, step)
        self._version, self._draws = version, draws

    def below(self, bound: int) -> int:
        if self._version not in self._draws[-1:]:
            self._draws.append(self._version)
        return super().below(bound)


def recompute(game: Game, replay: Replay) -> tuple[AnyMatch, list[int]]:
    """The match after its whole log, and the versions that drew a number from its chance.

    Raise Refuted if an entry was not possible.
    """
    draws: list[int] = []

    def chance(seed: str, entropy: Sequence[str], step: int, match_id: str) -> RecordedChance:
        key = match_key(seed, entropy, match_id)
        return RecordedChance(key, step, match.version + 1, draws)

    match = genesis(game, replay)
    must(
        match.log_head == replay.match.fairness.terms,
        "match: the options or the clock are not written as the server writes them.",
    )
    past: list[asking.Version] = []
    for given in replay.log:
        try:
            entry = decoding.entry(game, replay, given)
            check_possible(match, entry, chance, past)
            if isinstance(entry, Undone):
                entry = replace(entry, restored=asking.restored(past[entry.to - 1 :]))
        except (Refuted, Refusal, RulesError) as error:
            raise Refuted(f"Version {given.version}: {error}") from None
        match = evolve(GAMES.of(match), match, entry, chance)
        past.append((match, entry))
        must(
            match.log_head == given.hash,
            f"Version {given.version}: the entry is not written as the server writes it.",
        )
    return match, draws


def genesis(game: Game, replay: Replay) -> AnyMatch:
    """Return the match of a replay at version 0."""
    given = replay.match
    return begun(
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
            clock=decoding.clock(replay),
            gone_after_ms=decoding.gone_after_ms(given),
            undo=Undo() if given.undo_mode == UndoMode.CONSENT else None,
            deal=given.deal,
            reveal_ms=decoding.reveal_ms(given),
        ),
    )
