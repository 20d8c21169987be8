"""No secret of any game shows in what a viewer sees, at any version.

The same twins as over HTTP (tests/support/twins.py), without the way there.
"""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from engine.domain.match import Player
from engine.domain.reducer import AnyEntry, AnyMatch
from engine.domain.registry import GAMES

from tests.support import twins
from tests.support.games import SECRETS
from tests.support.random_matches import NAMES
from tests.support.twins import Position

SEED = 20261121
PAIRS = 40


@pytest.fixture(scope="module", params=GAMES)
def pairs(request: pytest.FixtureRequest) -> list[tuple[Position, Position, int | None]]:
    """Pairs of matches that this viewer must not be able to tell apart."""
    game_id, dice = request.param, random.Random(f"{SEED} {request.param}")
    return [pair(game_id, dice) for _ in range(PAIRS)]


def pair(game_id: str, dice: random.Random) -> tuple[Position, Position, int | None]:
    rules = GAMES[game_id].rules
    seats = dice.randint(rules.MIN_SEATS, rules.MAX_SEATS)
    players = [Player(name.lower(), name, "human") for name in NAMES[:seats]]
    one = twins.play(game_id, players, dice.randrange(SECRETS[game_id].turns), dice)
    viewer = dice.choice((None, *range(seats)))
    return one, twins.twin(one, viewer, dice), viewer


def sights(position: Position, viewer: int | None) -> Iterator[tuple[Any, ...]]:
    """All that reaches a viewer at each version."""
    for match, entry in zip(position.pasts, position.log, strict=True):
        if match.state is not None:
            yield sight(match, entry, viewer)


def sight(match: AnyMatch, entry: AnyEntry, viewer: int | None) -> tuple[Any, ...]:
    game = GAMES[match.game]
    rules, wire = game.rules, game.wire
    view = rules.view(match.state, viewer)
    events = [rules.event_view(event, viewer) for event in match.events]
    moved = entry.move and rules.move_view(entry.move, entry.seat, viewer)
    return (
        view,
        wire.encode_view(view).SerializeToString(deterministic=True),
        game.table.render(view, NAMES[: len(match.seats)], viewer),
        events,
        [wire.encode_event(event).SerializeToString(deterministic=True) for event in events],
        moved and (moved, rules.notation(moved)),
        viewer in rules.to_move(match.state) and rules.legal_moves(match.state, viewer or 0),
        (rules.scores(match.state), rules.ranking(match.state), rules.eliminated(match.state)),
    )


def test_what_a_viewer_may_not_know_does_not_show(
    pairs: list[tuple[Position, Position, int | None]],
) -> None:
    for number, (one, other, viewer) in enumerate(pairs):
        both = zip(sights(one, viewer), sights(other, viewer), strict=True)
        for version, (first, second) in enumerate(both, len(one.match.seats)):
            assert first == second, f"seed {SEED}, pair {number}, viewer {viewer}, {version}"


def test_twins_differ_in_all_that_is_secret(
    pairs: list[tuple[Position, Position, int | None]],
) -> None:
    """Else the test above would prove less than it seems to."""
    changed: Counter[str] = Counter()
    for one, other, viewer in pairs:
        hidden = SECRETS[one.match.game].hidden
        here, there = hidden(one.state, viewer), hidden(other.state, viewer)
        changed.update({name: here[name] != there[name] for name in here})
    assert min(changed.values()) >= PAIRS / 3, changed
