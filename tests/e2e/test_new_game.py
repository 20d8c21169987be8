"""A gateway that runs when engines come: with their games, and with one that it has never seen."""

from collections.abc import Iterator

import pytest

from tests.support.openapi import component, strict
from tests.support.patience import PATIENT
from tests.support.players import Client, Json, ok, refused, register
from tests.support.waiting import until
from tools.stack import Stack, answers

pytestmark = pytest.mark.full

ENTRY = "[croupier.games]\npile = pile\n"
METADATA = "Metadata-Version: 2.1\nName: pile\nVersion: 1\n"
PILE = '''"""Take stones in turn until none is left. Whoever takes the last has won."""

from dataclasses import dataclass, replace

ID, NAME, VERSION = "pile", "Pile of Stones", 1
MIN_SEATS, MAX_SEATS = 2, 2


@dataclass(frozen=True)
class Options:
    """How it begins."""

    stones: int = 7


@dataclass(frozen=True)
class Move:
    """One turn."""

    take: int


@dataclass(frozen=True)
class State:
    options: Options
    left: int
    turn: int = 0


@dataclass(frozen=True)
class PublicView:
    """The pile."""

    left: int


@dataclass(frozen=True)
class Event:
    """Stones were taken."""

    taken: int


def new_game(options, seats, chance):
    return State(options, options.stones), ()


def to_move(state):
    return (state.turn,) if state.left else ()


def legal_moves(state, seat):
    return tuple(Move(each) for each in range(1, min(state.left, 3) + 1))


def apply(state, seat, move, chance):
    return replace(state, left=state.left - move.take, turn=1 - seat), (Event(move.take),)


def scores(state):
    return tuple(int(not state.left and state.turn != seat) for seat in (0, 1))


def public_view(state):
    return PublicView(state.left)
'''


@pytest.fixture(scope="module")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """The service with two engines; the second has a game more."""
    folder = tmp_path_factory.mktemp("installed")
    (folder / "pile").mkdir()
    (folder / "pile/__init__.py").write_text(PILE)
    about = folder / "pile-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(METADATA)
    (about / "entry_points.txt").write_text(ENTRY)
    data = tmp_path_factory.mktemp("data")
    service = Stack(data, engines=2, GATEWAY_RATE_LIMITS="off", HAS=str(folder), **PATIENT)
    service.engines[1].module = "tests.support.other_engine"
    with service:
        yield service


def begin_anew(stack: Stack, *engines: int) -> None:
    """Start the gateway when only these engines run."""
    stack.gateway.stop()
    for place, engine in enumerate(stack.engines):
        engine.stop()
        if place in engines:
            engine.start()
            engine.wait()
    stack.gateway.start()


def ids(url: str) -> list[str]:
    return [game["id"] for game in ok(Client(url).get("/v1/games"))["games"]]


def test_before_the_first_engine_there_are_no_games_and_no_document(stack: Stack) -> None:
    begin_anew(stack)
    anyone = Client(stack.url)
    until(lambda: answers(f"{stack.url}/healthz"))
    for path in ("/readyz", "/v1/games", "/v1/games/pile", "/v1/games/pile/rules", "/openapi.json"):
        answer = anyone.get(path)
        refused(answer, 503, "unavailable")
        assert answer.headers["Retry-After"] == "1"
    stack.engines[0].start()
    stack.gateway.wait()
    assert ids(stack.url) == ["just4fun", "livingstone", "lost-cities"]


def test_a_game_that_an_engine_brings_is_there_without_a_restart(stack: Stack) -> None:
    begin_anew(stack, 0)
    stack.gateway.wait()
    ann, bob = register(stack.url), register(stack.url)
    assert "pile" not in ids(stack.url)
    refused(ann.get("/v1/games/pile"), 404, "not_found")
    refused(ann.post("/v1/matches", {"game": "pile", "options": {}}), 422, "invalid_options")
    assert "PileOfStonesMove" not in document(ann)["components"]["schemas"]

    stack.engines[1].start()
    stack.engines[1].wait()
    until(lambda: ann.get("/v1/games/pile").status_code == 200)
    assert ids(stack.url) == ["just4fun", "livingstone", "lost-cities", "pile"]
    game = ok(ann.get("/v1/games/pile"))
    assert (game["name"], game["options"]["defaults"]) == ("Pile of Stones", {"stones": 7})
    assert ann.get("/v1/games/pile/rules").text.startswith("Take stones in turn")

    wrong = {"game": "pile", "options": {"stones": "3"}}
    assert refused(ann.post("/v1/matches", wrong), 400, "malformed")["detail"].startswith(
        "options.stones: must be a whole number"
    )
    wish = {"game": "pile", "options": {"stones": 3}}
    refused(ann.post("/v1/matches", wish), 503, "unavailable")  # until all engines have it
    stack.engines[0].stop()
    until(lambda: ann.post("/v1/matches", wish).status_code == 201)
    match_id = str(ann.create(**wish)["id"])
    seen = bob.join(match_id)
    told = strict(document(ann))
    mapping = told["components"]["schemas"]["Match"]["discriminator"]["mapping"]
    assert mapping["pile"] == "#/components/schemas/PileOfStonesMatch"
    component(told, "Match").validate(seen)
    path = f"/v1/matches/{match_id}/moves"
    refusal = refused(ann.post(path, {"move": {"take": []}}), 400, "malformed")
    assert refusal["detail"].startswith("move.take: must be a whole number")
    moved = ok(ann.post(path, {"move": {"take": 3}}))
    component(told, "Moved").validate(moved)
    assert moved["match"]["status"] == "finished"


def document(anyone: Client) -> Json:
    return ok(anyone.get("/openapi.json"))
