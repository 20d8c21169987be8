"""A match of every game over HTTP, in a service of its own: engine, gateway and Redis."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from croupier_game.kit.differences import difference
from croupier_game.kit.games import GAMES, ORACLES, chosen
from croupier_game.kit.service import LACKING, find_service

if not find_service():
    pytest.skip(LACKING, allow_module_level=True)

import httpx2  # with the service

from tools.stack import Stack

pytestmark = pytest.mark.full

Json = Any
TIMEOUT_S = 60
OK, CREATED, BAD_REQUEST, CHANGED = 200, 201, 400, 412


class Player:
    """Who asks the service; without a name, somebody without a token."""

    def __init__(self, http: httpx2.Client, name: str = "") -> None:
        self._http = http
        if name:
            who = self.post("/players", {"displayName": name, "kind": "bot"}, CREATED)
            self._http.headers["Authorization"] = f"Bearer {who['token']}"

    def get(self, path: str, **query: str) -> Json:
        return self._read(self._http.get(path, params=query), OK)

    def post(self, path: str, body: Json, status: int = OK) -> Json:
        return self._read(self._http.post(path, json=body), status)

    def _read(self, answer: httpx2.Response, status: int) -> Json:
        assert answer.status_code == status, f"{answer.url}: {answer.status_code} {answer.text}"
        return answer.json()


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a service with the games that are installed, or found as if they were."""
    with Stack(tmp_path_factory.mktemp("service"), GATEWAY_RATE_LIMITS="off") as stack:
        yield stack.url


@pytest.fixture
def player(url: str) -> Iterator[Callable[..., Player]]:
    """What makes players of the service, by their names."""
    with ExitStack() as opened:

        def made(name: str = "") -> Player:
            client = httpx2.Client(base_url=f"{url}/v1", timeout=TIMEOUT_S, trust_env=False)
            return Player(opened.enter_context(client), name)

        yield made


def first_move(mover: Player, path: str, name: str) -> Json:
    """What sends the first of the legal moves of a seat."""
    legal = mover.get(f"{path}/legal-moves")
    return {name: legal["moves"][0][name], "expectedDecision": legal["decision"]}


@pytest.mark.parametrize("game_id", chosen())
def test_a_match_is_played_to_its_end(player: Callable[..., Player], game_id: str) -> None:
    """By the first of the legal moves, in notation and as JSON by turns; all the others look on.

    All seats that are to move choose before the first of them moves. A choice is refused only if
    what its seat chooses by has changed, and then that seat chooses anew.
    """
    rules, wire = GAMES[game_id].rules, GAMES[game_id].wire
    options = ORACLES[game_id].options[0]
    players = [player(f"Player {number}") for number in range(rules.MIN_SEATS)]
    wanted = wire.options_json(options)
    made = players[0].post("/matches", {"game": game_id, "options": wanted}, CREATED)
    assert not difference(wanted, made["options"], "options")
    path = f"/matches/{made['id']}"
    for other in players[1:]:
        other.post(f"{path}/join", {})
    for number in range(ORACLES[game_id].bound(options, len(players)) + 1):
        match = players[0].get(path)
        if match["status"] != "active":
            break
        name = "notation" if number % 2 else "move"
        movers = [players[seat] for seat in match["toMove"]]
        chosen_moves = [first_move(mover, path, name) for mover in movers]
        movers[0].post(f"{path}/moves", chosen_moves[0])
        for mover, move in zip(movers[1:], chosen_moves[1:], strict=True):
            kept = mover.get(path)["yourDecision"] == move["expectedDecision"]
            mover.post(f"{path}/moves", move, OK if kept else CHANGED)
    assert match["status"] == "finished"
    for viewer in (*players, player()):
        assert viewer.get(path)["state"]
        assert len(viewer.get(f"{path}/moves")["moves"]) > 0
    replay = players[0].get(f"{path}/replay")
    assert replay["log"]


@pytest.mark.parametrize("game_id", chosen())
def test_what_makes_no_sense_is_refused(player: Callable[..., Player], game_id: str) -> None:
    """Options and moves of other names, and moves that are none: never as a fault of the server."""
    wrong = {"game": game_id, "options": {"noSuchOption": 1}}
    player("Ann").post("/matches", wrong, BAD_REQUEST)
    assert player().get(f"/games/{game_id}")["name"] == GAMES[game_id].rules.NAME
