"""The end of a match says why: each tie-break and each shared place of each game has a sentence.

The positions are ended matches of every kind that the rules rank, not those that came to mind.
"""

import json
import re
import subprocess
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import pairwise, product
from typing import Any

import pytest
from croupier_game.game import view_json
from croupier_game.installed import Package, find
from croupier_just4fun.tests import positions as just4fun
from croupier_livingstone.tests import positions as livingstone
from croupier_livingstone.types import ROWS
from croupier_lost_cities.tests import positions as lost_cities

from tests.sdk.javascript.runtimes import command
from tests.support.players import Json
from tools.stack import ROOT

NAMES = ("Ann", "Bob", "Cid", "Dan")


def gifts() -> Iterator[Any]:
    """Equal and other points, gifts and tents, of two with dice and of three without."""
    options = replace(livingstone.FIRST, row_bonus=(0,) * len(ROWS))
    for seats, values in ((2, (0, 20, 24)), (3, (0, 1, 2))):
        every = product(product((5, 9), repeat=seats), product(values, repeat=seats))
        for points, chests in every:
            for tents in product(("", "a1"), repeat=seats):
                changes: dict[str, Any] = {"points": points, "chests": chests, "tents": tents}
                yield livingstone.at_the_end(options=options, seats=seats, **changes)


def stones() -> Iterator[Any]:
    """Equal sums with other highest fields, no field at all, and lines, of two to four."""
    for seats in (2, 3, 4):
        for owners in product(range(seats + 1), repeat=4):
            fields = zip((1, 4, 2, 3), owners, strict=True)  # 1 + 4 is 2 + 3
            owned = {
                field: tuple(int(seat == owner) for seat in range(seats))
                for field, owner in fields
                if owner < seats
            }
            yield just4fun.ended(owned, seats)
        alone = just4fun.alone
        before = alone(0, "1 14 30", seats) | alone(1, "36 35 34", seats)
        yield just4fun.after(just4fun.position("12 12 1 1", before, seats=seats), "12+12")


def rounds() -> Iterator[Any]:
    """Equal and other totals after one round and three, with and without points from before."""
    hands = (lost_cities.WORTH_18, lost_cities.WORTH_30, lost_cities.WORTH_40)
    for number, carried in product((1, 2), ((), (0, 12), (0, 30))):
        options = replace(lost_cities.ONE_ROUND, rounds=number, carried_scores=carried)
        for played in product(product(hands, repeat=2), repeat=number):
            state = lost_cities.dealt(options)
            for one, other in played:
                state = lost_cities.play_out(state, one, other)
            yield state


SHARE, BEFORE = "equal share", "equal before"
EVERY = {SHARE, "others share", BEFORE, "fewer before"}
ENDS = {
    "livingstone": (gifts, EVERY),
    "just4fun": (stones, EVERY),
    "lost-cities": (rounds, {SHARE}),
}
"""Of each game, ended matches and what of their rankings the points do not say."""


def match_of(package: Package, state: Any) -> Json:
    """What the page reads of an ended match, as the service has it."""
    rules = package.rules
    ranking = [list(rank) for rank in rules.ranking(state)]
    out = rules.eliminated(state)
    scores = list(rules.scores(state))
    assert not rules.to_move(state)
    return {
        "yourSeat": None,
        "state": view_json(package, state, None),
        "options": {},
        "seats": [
            {"index": seat, "resigned": False, "player": {"displayName": NAMES[seat]}}
            for seat in range(len(scores))
        ],
        "outcome": {
            "reason": "completed",
            "ranking": ranking,
            "scores": scores,
            "winners": [seat for seat in ranking[0] if seat not in out],
        },
    }


def said_of(game: str, matches: Iterable[Json]) -> list[tuple[Any, ...]]:
    board = next((ROOT / "games").glob(f"*/croupier_{game.replace('-', '_')}/board"))
    given = json.dumps({"board": board.as_uri(), "matches": list(matches)})
    program = [*command("deno"), str(ROOT / "tests/web/reasons.js")]
    done = subprocess.run(program, input=given, text=True, capture_output=True, timeout=60)
    assert not done.returncode, done.stderr
    found: list[tuple[Any, ...]] = json.loads(done.stdout)
    return found


def kinds_of(outcome: Json) -> set[str]:
    """Return which ranks points alone do not explain: shared places, and ties that are broken."""
    scores, ranking = outcome["scores"], outcome["ranking"]
    ranks = [[scores[seat] for seat in rank] for rank in ranking]
    found = {
        "equal share" if len({*rank}) == 1 else "others share" for rank in ranks if len(rank) > 1
    }
    for before, rank in pairwise(ranks):
        found |= {"equal before"} if min(before) in rank else set()
        found |= {"fewer before"} if min(before) < max(rank) else set()
    return found


@pytest.mark.parametrize("game", ENDS)
def test_whatever_the_points_do_not_say_of_a_ranking_the_game_says(game: str) -> None:
    [package] = find([game]).games
    ends, expected = ENDS[game]
    matches = [match_of(package, state) for state in ends()]
    assert set().union(*(kinds_of(match["outcome"]) for match in matches)) == expected
    for match, (open_questions, *said) in zip(matches, said_of(game, matches), strict=True):
        assert not open_questions, match["outcome"]
        for text in said:
            assert text or not kinds_of(match["outcome"]), match["outcome"]
            assert not re.search(r"undefined|NaN|null|\[", text), text
