"""What a match was at each version, recomputed from its replay."""

import json
from collections.abc import Mapping
from typing import Any

from croupier_game.game import view_json
from croupier_game.seeded import seeded_chance
from croupier_match.evolve import evolve
from croupier_match.match import AnyMatch
from croupier_match.verify import decoding
from croupier_match.verify.replaying import genesis
from croupier_match.verify.schema import Replay, game_of, parse
from engine.domain.registry import GAMES

from tests.support.players import Json


class Truth:
    """A match by version, and what anybody may see of it."""

    def __init__(self, raw: Json) -> None:
        """`raw` is the replay. Raise NotAReplay or Refuted if it is none, or a false one."""
        replay = parse(raw)
        self._game = game_of(GAMES, replay)
        self._matches = self._recomputed(replay)
        self.log = {
            entry["version"]: move_of(entry["seat"], entry["move"])
            if entry["kind"] == "move"
            else None
            for entry in raw["log"]
        }

    def state(self, version: int, eyes: int | None) -> str:
        """The field `state` of the match at this version, as text that can be compared."""
        state = self._matches[version].state
        return text_of(state and view_json(self._game, state, eyes))

    def _recomputed(self, replay: Replay) -> Mapping[int, AnyMatch]:
        match, found = genesis(self._game, replay), dict[int, AnyMatch]()
        for given in replay.log:
            entry = decoding.entry(self._game, replay, given)
            match = evolve(GAMES.of(match), match, entry, seeded_chance)
            found[match.version] = match
        return found


def move_of(seat: int, move: Json) -> str:
    return f"{move} of seat {seat}"


def text_of(state: Any) -> str:
    return json.dumps(state, sort_keys=True)
