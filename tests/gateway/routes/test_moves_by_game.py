"""Moves and options of every game: each form that is taken."""

from typing import Any

import httpx
import pytest

from tests.support.live import Live
from tests.support.players import Json, ok
from tests.support.requests import table


class Table:
    """A running match of two that no test changes; seat 0 is to move."""

    def __init__(self, url: str, game: str) -> None:
        self.id, (self.mover, _) = table(url, game=game, options={"startSeat": 0})

    def post(self, body: Any, **query: Any) -> httpx.Response:
        return self.mover.post(f"/v1/matches/{self.id}/moves", body, **query)


@pytest.fixture(scope="module")
def livingstone(live: Live) -> Table:
    return Table(live.url, "livingstone")


@pytest.mark.parametrize("game", ["lost-cities", "livingstone", "just4fun"])
def test_every_listed_move_is_accepted_as_it_is(live: Live, game: str) -> None:
    running = Table(live.url, game)
    for _ in range(3):
        seat = running.mover.see(running.id)["toMove"][0]
        if seat != 0:
            break
        listed = running.mover.legal_moves(running.id)
        assert listed
        for each in listed:
            for form in ("move", "notation"):
                tried = running.post({form: each[form]}, dryRun="true")
                assert ok(tried)["events"] == []
        ok(running.post({"move": listed[0]["move"]}))


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("just4fun", {"layout": "RANDOM", "ownLocked": False, "startSeat": 1}),
        ("just4fun", {"layout": "CUSTOM", "customLayout": [*range(36, 0, -1)]}),
        ("livingstone", {"cardCounts": {"vp2": 0, "market": 30}}),
        ("livingstone", {"river": [0] * 10, "rowBonus": [0] * 6, "mineCrashDraw": "LOSERS"}),
    ],
)
def test_options_left_out_are_the_defaults(livingstone: Table, game: str, options: Json) -> None:
    defaults = ok(livingstone.mover.get(f"/v1/games/{game}"))["options"]["defaults"]
    made = livingstone.mover.create(game=game, options=options)
    counts = {**defaults.get("cardCounts", {}), **options.get("cardCounts", {})}
    assert made["options"] == {**defaults, **options, **({"cardCounts": counts} if counts else {})}
