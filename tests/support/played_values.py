"""Moves, states and events of random matches, as JSON, without a server."""

import random
from collections.abc import Iterator, Sequence
from functools import cache

from croupier_game.game import view_json
from croupier_game.seeded import SeededChance
from croupier_match.games import Game
from engine.domain.registry import GAMES

from tests.support.players import Json

SEED = 20261121
MATCHES = 6
RARE: dict[str, Json] = {
    "lost-cities": {"max_turns_without_deck_draw": 6},
    "livingstone": {"allow_pass": True, "card_counts": (1, 1, 3, 1, 3, 1, 1, 1, 1, 1, 1, 2)},
    "just4fun": {"own_locked": False},
}
"""Options under which rare moves and events happen in a few matches."""


@cache
def values_of(game_id: str) -> Sequence[tuple[str, Json]]:
    """Return ("Move" or "View" or "Event", its JSON) of some matches, each seen by some viewer."""
    return [*_values(GAMES[game_id])]


def _values(game: Game) -> Iterator[tuple[str, Json]]:
    rules, dice = game.rules, random.Random(SEED)
    for number in range(MATCHES):
        seats = rules.MIN_SEATS + number % (rules.MAX_SEATS - rules.MIN_SEATS + 1)
        key, version = dice.randbytes(32), 1
        options = rules.Options(**RARE.get(rules.ID, {}))
        state, events = rules.new_game(options, seats, SeededChance(key, version))
        while True:
            viewer = dice.choice([*range(seats), None])
            for event in events:
                yield "Event", game.wire.event_json(rules.event_view(event, viewer))
            if version % 8 == 0 or rules.over(state):
                yield "View", view_json(game, state, viewer)
            if rules.over(state):
                break
            version += 1
            (mover,) = rules.to_move(state)
            move = dice.choice(rules.legal_moves(state, mover))
            yield "Move", game.wire.move_json(move)
            state, events = rules.apply(state, mover, move, SeededChance(key, version))
