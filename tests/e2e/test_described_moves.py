"""A game that describes its moves, over HTTP: nobody lists them, and everybody can make them."""

import random
from collections.abc import Iterator
from itertools import combinations

import httpx
import pytest
from croupier_game.listing import LISTED
from engine.verify import verify

from tests.support.live import Live
from tests.support.passing.served import served
from tests.support.players import Client, Json, ok, refused, register, start_match


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    with served(tmp_path_factory.mktemp("redis")) as live:
        yield live


@pytest.fixture(scope="module")
def passing(service: Live) -> tuple[str, Client, Json]:
    """A match in which all pass, its first player, and the legal moves of that one."""
    match_id, (ann, _) = start_match(service.url, game="passing")
    return match_id, ann, ok(ann.get(f"/v1/matches/{match_id}/legal-moves"))


def tried(match: tuple[str, Client, Json], **move: object) -> httpx.Response:
    """The answer to a move that is only tried."""
    match_id, ann, _ = match
    return ann.post(f"/v1/matches/{match_id}/moves", move, dryRun="true")


def test_what_can_be_chosen_is_said_as_data(passing: tuple[str, Client, Json]) -> None:
    match_id, ann, legal = passing
    hand = ann.see(match_id)["state"]["hand"]
    assert legal["choose"] == [
        {
            "move": {"pass": {"passed": []}},
            "member": "pass.passed",
            "of": [{"value": card, "text": str(card), "count": 1} for card in hand],
            "least": 3,
            "most": 3,
            "conditions": [],
        }
    ]
    assert len(legal["moves"]) == LISTED
    assert ann.see(match_id, include="legalMoves")["legalMoves"] == legal


def test_any_choice_is_a_move_listed_or_not(passing: tuple[str, Client, Json]) -> None:
    hand = [each["value"] for each in passing[2]["choose"][0]["of"]]
    listed = [each["move"] for each in passing[2]["moves"]]
    chosen = [{"pass": {"passed": [*cards]}} for cards in combinations(hand, 3)]
    assert all(move in chosen for move in listed)
    others = [move for move in chosen if move not in listed]
    for move in (*listed[::25], *others[::25]):
        assert ok(tried(passing, move=move))["accepted"]


def test_what_cannot_be_chosen_is_refused_in_a_sentence(
    passing: tuple[str, Client, Json],
) -> None:
    hand = [each["value"] for each in passing[2]["choose"][0]["of"]]
    problem = refused(tried(passing, move={"pass": {"passed": hand[:2]}}), 422, "illegal_move")
    assert problem["detail"] == "Three cards are passed."
    refused(tried(passing, notation="pass -"), 422, "invalid_move")


@pytest.mark.parametrize("seed", range(2))
def test_a_match_is_played_and_verified_with_moves_of_the_server(service: Live, seed: int) -> None:
    """One has resigned, so the server makes moves for it, at random."""
    dice = random.Random(seed)
    players = [register(service.url, name) for name in ("Ann", "Bob", "Cid")]
    match_id = str(players[0].create(game="passing", seats=3)["id"])
    for player in players[1:]:
        player.join(match_id)
    players[2].act(match_id, "resign")
    while (match := players[0].see(match_id))["status"] == "active":
        mover = players[match["toMove"][0]]
        mover.move(match_id, dice.choice(mover.legal_moves(match_id))["notation"])
    history = ok(players[0].get(f"/v1/matches/{match_id}/moves"))["moves"]
    assert sum(each["seat"] == 2 and each["kind"] == "move" for each in history) > 1
    replay = ok(players[0].get(f"/v1/matches/{match_id}/replay"))
    assert verify(replay)[-1] == "verified"
