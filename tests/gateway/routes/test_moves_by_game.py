"""Moves of Livingstone and Just4Fun: each form that is taken, and what is refused."""

from typing import Any

import httpx
import pytest

from tests.support.live import Live
from tests.support.players import Client, Json, ok, refused
from tests.support.requests import table

HUGE = 2**32 - 1


class Table:
    """A running match of two that no test changes; seat 0 is to move."""

    def __init__(self, url: str, game: str) -> None:
        self.id, (self.mover, _) = table(url, game=game, options={"startSeat": 0})

    def post(self, body: Any, **query: Any) -> httpx.Response:
        return self.mover.post(f"/v1/matches/{self.id}/moves", body, **query)

    def refuse(self, body: Any, status: int, code: str) -> Json:
        """What is told of a move that is refused, also when it is only tried."""
        refused(self.post(body, dryRun="true"), status, code)
        return refused(self.post(body), status, code)


@pytest.fixture(scope="module")
def livingstone(live: Live) -> Table:
    return Table(live.url, "livingstone")


@pytest.fixture(scope="module")
def just4fun(live: Live) -> Table:
    return Table(live.url, "just4fun")


@pytest.mark.parametrize("game", ["livingstone", "just4fun"])
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
                assert ok(tried) == {"accepted": True}
        ok(running.post({"move": listed[0]["move"]}))


@pytest.mark.parametrize(
    "body",
    [
        {"move": {}},
        {"move": {"play": {}}},
        {"move": {"play": {"cards": []}}},
        {"move": {"play": {"cards": [0]}}},
        {"move": {"play": {"cards": [20]}}},
        {"move": {"play": {"cards": [HUGE]}}},
        {"move": {"play": {"cards": [1, 1, 1, 1, 1]}}},
        {"move": {"play": {"cards": [1] * 10_000}}},
        {"notation": ""},
        {"notation": "5+"},
        {"notation": "5 + 11"},
        {"notation": "+5"},
        {"notation": "0"},
        {"notation": "100"},
        {"notation": "\u0665"},
        {"notation": "Exchange"},
        {"notation": "Y7+*"},
        {"notation": "1+1+1+1+1"},
        {"notation": "+".join(["1"] * 10_000)},
    ],
)
def test_a_move_without_sense_is_invalid_in_just4fun(just4fun: Table, body: Json) -> None:
    just4fun.refuse(body, 422, "invalid_move")


def test_what_the_rules_forbid_is_illegal_in_just4fun(just4fun: Table) -> None:
    hand = just4fun.mover.see(just4fun.id)["state"]["hand"]
    other = next(card for card in range(1, 20) if card not in hand)
    forbidden: list[Json] = [{"exchange": {}}, {"play": {"cards": [other]}}]
    for move in forbidden:
        assert just4fun.refuse({"move": move}, 422, "illegal_move")["rule"].endswith(".")


@pytest.mark.parametrize(
    "body",
    [
        {"move": {}},
        {"move": {"takeDie": {}}},
        {"move": {"takeDie": {"value": 0}}},
        {"move": {"takeDie": {"value": 7}}},
        {"move": {"takeDie": {"value": HUGE}}},
        {"move": {"placeTent": {}}},
        {"move": {"placeTent": {"row": 7}}},
        {"move": {"placeTent": {"row": 1, "fromField": "z9"}}},
        {"move": {"placeTent": {"row": 1, "fromField": "\u2603" * 1000}}},
        {"move": {"sellGems": {}}},
        {"move": {"sellGems": {"clear": 0, "blue": 0, "red": 0}}},
        {"move": {"donate": {}}},
        {"move": {"donate": {"amount": 0}}},
        {"move": {"playCard": {}}},
        {"move": {"playCard": {"card": "LIVINGSTONE_CARD_UNSPECIFIED"}}},
        {"move": {"playCard": {"card": "MARKET"}}},
        {"move": {"playCard": {"card": "MINE_CRASH"}}},
        {"move": {"playMarket": {}}},
        {"move": {"playScoredRowTent": {}}},
        {"move": {"playScoredRowTent": {"row": 1, "fromField": "k1"}}},
        {"move": {"passRound": {}}},
        {"notation": ""},
        {"notation": "die"},
        {"notation": "die 0"},
        {"notation": "die 7"},
        {"notation": "Die 4"},
        {"notation": "die 4 "},
        {"notation": "die \u0664"},
        {"notation": "tent 4 any free"},
        {"notation": "tent 4 from k1"},
        {"notation": "sell"},
        {"notation": "sell 0c"},
        {"notation": "sell 1b 1c"},
        {"notation": "donate"},
        {"notation": "donate -1"},
        {"notation": "donate " + "9" * 5000},
        {"notation": "play VP5"},
        {"notation": "play MARKET"},
        {"notation": "play MINE_CRASH"},
        {"notation": "pass"},
        {"notation": "5+11"},
    ],
)
def test_a_move_without_sense_is_invalid_in_livingstone(livingstone: Table, body: Json) -> None:
    livingstone.refuse(body, 422, "invalid_move")


@pytest.mark.parametrize(
    "move",
    [
        {"drawCard": {}},
        {"takeCoins": {}},
        {"dig": {}},
        {"placeTent": {"row": 1}},
        {"placeTent": {"row": 1, "fromField": "a1"}},
        {"sellGems": {"clear": 1}},
        {"sellGems": {"clear": HUGE, "blue": HUGE, "red": HUGE}},
        {"donate": {"amount": 4}},
        {"donate": {"amount": HUGE}},
        {"playCard": {"card": "VP2"}},
        {"playMarket": {"red": 1}},
        {"playScoredRowTent": {"row": 1}},
        {"endTurn": {}},
    ],
)
def test_what_the_rules_forbid_is_illegal_in_livingstone(livingstone: Table, move: Json) -> None:
    assert livingstone.refuse({"move": move}, 422, "illegal_move")["rule"].endswith(".")


@pytest.mark.parametrize("game", ["livingstone", "just4fun"])
def test_what_is_refused_leaves_no_trace(live: Live, game: str) -> None:
    running = Table(live.url, game)
    before = running.mover.see(running.id)
    moves: list[Json] = [{}, {"dig": {}, "takeCoins": {}}, {"play": {"cards": [20]}}]
    for move in moves:
        assert running.post({"move": move}).status_code in (400, 422)
    assert running.mover.see(running.id) == before
    assert ok(Client(live.url).get(f"/v1/matches/{running.id}/moves"))["moves"][-1]["version"] == 2


@pytest.mark.parametrize(
    ("game", "wish"),
    [
        ("just4fun", {"options": {"layout": "CUSTOM"}}),
        ("just4fun", {"options": {"layout": "CUSTOM", "customLayout": [1] * 36}}),
        ("just4fun", {"options": {"customLayout": [*range(1, 37)]}}),
        ("just4fun", {"options": {"startSeat": 2}}),
        ("just4fun", {"seats": 1}),
        ("just4fun", {"seats": 5}),
        ("livingstone", {"options": {"river": [1, 2, 3]}}),
        ("livingstone", {"options": {"river": [101] * 10}}),
        ("livingstone", {"options": {"rowBonus": [12]}}),
        ("livingstone", {"options": {"cardCounts": {"vp2": 31}}}),
        ("livingstone", {"options": {"cardCounts": {"vp2": HUGE}}}),
        ("livingstone", {"options": {"startSeat": HUGE}}),
        ("livingstone", {"seats": 6}),
    ],
)
def test_what_cannot_be_played_is_refused(livingstone: Table, game: str, wish: Json) -> None:
    body = {"game": game, **wish}
    refused(livingstone.mover.post("/v1/matches", body), 422, "invalid_options")


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
