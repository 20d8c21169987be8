"""The match, recomputed from its seed, its options and its log."""

from collections.abc import Sequence

from engine.domain import reducer
from engine.domain.chance import SeededChance, match_key
from engine.domain.errors import Refusal
from engine.domain.match import Access, Match, Seat
from engine.domain.reducer import AnyMatch
from engine.domain.registry import Game
from engine.games.errors import RulesError
from engine.verify import decoding
from engine.verify.errors import Refuted, must
from engine.verify.legality import check_possible
from engine.verify.schema import Replay


class TalliedChance(SeededChance):
    """The match's own chance, which notes the versions that draw from it."""

    def __init__(self, key: bytes, version: int, drew: list[int]) -> None:
        super().__init__(key, version)
        self._version, self._drew = version, drew

    def below(self, bound: int) -> int:
        if self._version not in self._drew[-1:]:
            self._drew.append(self._version)
        return super().below(bound)


def fold(game: Game, replay: Replay) -> tuple[AnyMatch, list[int]]:
    """The match after its whole log, each entry of which must have been possible.

    With it, the versions that drew a number, for a shuffle, a die or anything else.
    """
    drew: list[int] = []

    def chance(seed: str, entropy: Sequence[str], version: int) -> TalliedChance:
        return TalliedChance(match_key(seed, entropy), version, drew)

    match = _genesis(game, replay)
    for given in replay.log:
        try:
            entry = decoding.entry(game, replay, given)
            check_possible(match, entry)
        except (Refuted, Refusal, RulesError) as error:
            raise Refuted(f"Version {given.version}: {error}") from None
        match = reducer.advance(match, entry, chance)
        must(
            match.log_head == given.hash,
            f"Version {given.version}: the entry is not written as the server writes it.",
        )
    return match, drew


def _genesis(game: Game, replay: Replay) -> AnyMatch:
    given = replay.match
    return reducer.genesis(
        Match(
            id=given.id,
            game=given.game,
            rules_version=given.rules_version,
            options=decoding.options(game, replay),
            access=Access.PUBLIC,
            start=given.start,
            invite_code="",
            seed=replay.server_seed,
            seats=(Seat(),) * len(given.seats),
            clock=decoding.clock(replay),
        )
    )
