"""The games, and that everything about a match is as their schemas say."""

import json
import random
from collections.abc import Iterable, Iterator
from itertools import product
from typing import Any
from urllib.parse import unquote

import pytest
from engine.domain.registry import GAMES
from jsonschema import Draft202012Validator

from tests.support.live import Live
from tests.support.openapi import component, strict
from tests.support.players import Client, Json, ok, refused
from tests.support.requests import newcomer, with_token
from tests.support.socket_client import dialled
from tests.support.stream_reader import NDJSON

SEED = 20261121
SCHEMAS = ("moveSchema", "stateSchema", "eventSchema")
MATCHES: list[Json] = [
    {"game": "lost-cities", "seats": 2, "options": {"rounds": 1, "startSeat": 1}},
    {"game": "livingstone", "seats": 2, "options": {"startSeat": 1}},
    {"game": "livingstone", "seats": 3, "options": {"startSeat": 1, "coinsPublic": True}},
    {"game": "just4fun", "seats": 2, "options": {"startSeat": 1}},
    {"game": "just4fun", "seats": 4, "options": {"startSeat": 1, "layout": "RANDOM"}},
]
NO_GAMES = ["chess", "lost_cities", "Lost-Cities", "%20", "lost-cities%00"]
MOST = 30
"""So many answers of a kind are compared with the document."""
MANY = 150
"""So many moves, states and events of a game are compared with its schemas."""
COMMON = {
    "lost-cities": {"roundStarted", "cardPlayed", "cardDrawn", "roundEnded"},
    "livingstone": {"roundStarted", "dieTaken", "turnEnded", "roundScored", "matchScored"},
    "just4fun": {"matchStarted", "cardsPlayed", "cardsDrawn"},
}
"""The events of every match that is played to its end."""


@pytest.fixture(scope="module")
def games(live: Live) -> list[Json]:
    found: list[Json] = ok(Client(live.url).get("/v1/games"))["games"]
    return found


@pytest.fixture(scope="module")
def document(live: Live) -> Json:
    """The OpenAPI document, without members of later releases."""
    return strict(ok(Client(live.url).get("/openapi.json")))


@pytest.fixture(
    scope="module",
    params=MATCHES,
    ids=lambda wish: f"{wish['game']}-{wish['seats']}",
)
def played(live: Live, request: pytest.FixtureRequest) -> "Played":
    return Played(live.url, request.param)


@pytest.fixture
def game(played: "Played", games: list[Json]) -> Json:
    """The game that was played."""
    return next(game for game in games if game["id"] == played.wish["game"])


class Played:
    """A match of random moves, and everything that was seen of it on the way."""

    def __init__(self, url: str, wish: Json) -> None:
        self.wish = wish
        self.seats = [newcomer(url) for _ in range(wish["seats"])]
        self.match_id = str(self.seats[0].create(**wish)["id"])
        for player in self.seats[1:]:
            player.join(self.match_id)
        self.viewers = [*self.seats, Client(url)]
        self.matches: list[Json] = []
        self.legal: list[Json] = []
        self.answers: list[Json] = []
        dice = random.Random(SEED)
        while self.look()["status"] == "active":
            self.move(dice)

    def look(self) -> Json:
        """By each player in turn, and a spectator."""
        viewer = self.viewers[len(self.matches) % len(self.viewers)]
        self.matches.append(viewer.see(self.match_id))
        return self.matches[-1]

    def move(self, dice: random.Random) -> None:
        mover = self.seats[self.matches[-1]["toMove"][0]]
        moves = mover.legal_moves(self.match_id)
        ending = [move for move in moves if move["notation"].endswith("*")] or moves
        self.legal += moves
        chosen = dice.choice(ending if dice.random() < 0.9 else moves)
        self.answers.append(mover.move(self.match_id, chosen["notation"]))

    def histories(self) -> Iterator[Json]:
        for viewer in self.viewers:
            after: int | None = 0
            while after is not None:
                path = f"/v1/matches/{self.match_id}/moves"
                page = ok(viewer.get(path, after=after, pageSize=100))
                yield from page["moves"]
                after = page["nextAfter"]


def assert_as(document: Json, name: str, values: Iterable[Any]) -> None:
    """Each value is what the document has under that name; of many, some, since that takes time."""
    validator = component(document, name)
    found = [*values]
    for value in found[:: len(found) // MOST + 1]:
        validator.validate(value)


def assert_valid(game: Json, schema: str, values: Iterable[Any]) -> None:
    """Each value follows the schema; of many that differ, some, since that takes time."""
    validator = Draft202012Validator(game[schema])
    found = [*{json.dumps(value): value for value in values}.values()]
    for value in found[:: len(found) // MANY + 1]:
        validator.validate(value)


def test_every_game_is_described_in_full(games: list[Json]) -> None:
    assert [game["id"] for game in games] == list(GAMES)
    for game in games:
        own = {"id", "name", "rulesVersion", "seats", "options", "onTimeout", "rulesUrl", "web"}
        assert set(game) == {*own, *SCHEMAS, "rated"}
        assert set(game["options"]) == {"schema", "defaults"}
        assert game["onTimeout"] == ["forfeit", "random"]
        assert set(game["seats"]) == {"min", "max"}
        assert 1 <= game["seats"]["min"] <= game["seats"]["max"]


def test_tables_at_which_matches_are_rated_are_listed(games: list[Json]) -> None:
    rated = {game["id"]: game["rated"] for game in games}
    assert [(each["name"], each["options"]["rounds"]) for each in rated["lost-cities"]] == [
        ("Three rounds", 3),
        ("One round", 1),
    ]
    assert [each["seats"] for each in rated["livingstone"]] == [2, 3, 4, 5]
    (defaults,) = [game["options"]["defaults"] for game in games if game["id"] == "just4fun"]
    assert rated["just4fun"] == [{"options": defaults, "seats": seats} for seats in (2, 3, 4)]


def test_one_game_is_what_the_list_has(live: Live, games: list[Json]) -> None:
    for game in games:
        assert ok(Client(live.url).get(f"/v1/games/{game['id']}")) == game


@pytest.mark.parametrize("game", NO_GAMES)
@pytest.mark.parametrize("path", ["", "/rules"])
def test_there_is_no_other_game(live: Live, game: str, path: str) -> None:
    refused(Client(live.url).get(f"/v1/games/{game}{path}"), 404, "not_found")


def test_no_list_is_of_a_game_that_does_not_exist(live: Live) -> None:
    """A page that asks for one of it would else say that there is nothing, for ever."""
    queries = {
        path: [each for each in methods["get"].get("parameters", ()) if each["in"] == "query"]
        for path, methods in ok(Client(live.url).get("/openapi.json"))["paths"].items()
        if "get" in methods
    }
    filters = [
        (path, each["name"])
        for path, query in queries.items()
        for each in query
        if "game" in each.get("description", "")
    ]
    paged = [path for path, query in queries.items() if "pageToken" in {q["name"] for q in query}]
    assert {*filters} >= {("/v1/matches", "game"), ("/v1/tickets", "game")}
    assert ("/v1/players", "available") in filters
    ann = newcomer(live.url)
    who = [Client(live.url), ann, with_token(ann, "play")]
    for (path, name), viewer, game in product(filters, who, [*NO_GAMES, "x" * 5_000]):
        refusal = refused(viewer.get(path, **{name: unquote(game)}), 404, "not_found")
        assert "GET /v1/games" in refusal["detail"]
    for path, name in filters:
        query: Json = {name: "chess"}
        if path in paged:
            refused(ann.get(path, pageToken="x", **query), 400, "malformed")
        refused(Client(live.url, "x").get(path, **query), 401, "unauthenticated")


def test_default_options_are_as_their_schema_says(live: Live, games: list[Json]) -> None:
    for game in games:
        defaults = game["options"]["defaults"]
        Draft202012Validator(game["options"]["schema"]).validate(defaults)
        ann = newcomer(live.url)
        made = ann.create(game=game["id"])
        assert made["options"] == defaults
        assert ann.create(game=game["id"], options=defaults)["options"] == defaults
        assert len(made["seats"]) == game["seats"]["min"]


def test_the_rules_can_be_read(live: Live, games: list[Json]) -> None:
    for game in games:
        answer = Client(live.url).get(game["rulesUrl"])
        assert answer.status_code == 200
        assert answer.headers["content-type"] == "text/plain; charset=utf-8"
        assert game["name"] in answer.text


def test_every_legal_move_is_as_the_schema_says(played: Played, game: Json) -> None:
    assert len(played.legal) > 100
    assert {frozenset(listed) for listed in played.legal} == {frozenset({"move", "notation"})}
    assert_valid(game, "moveSchema", (listed["move"] for listed in played.legal))


def test_every_state_is_as_the_schema_says(played: Played, game: Json) -> None:
    assert {match["rulesVersion"] for match in played.matches} == {game["rulesVersion"]}
    assert {match["yourSeat"] for match in played.matches} == {*range(len(played.seats)), None}
    assert_valid(game, "stateSchema", (match["state"] for match in played.matches))
    assert_valid(game, "stateSchema", (answer["match"]["state"] for answer in played.answers))


def test_every_event_is_as_the_schema_says(played: Played, game: Json) -> None:
    seen = [event for match in played.matches for event in match["lastEvents"]]
    seen += [event for answer in played.answers for event in answer["events"]]
    seen += [event for entry in played.histories() for event in entry["events"]]
    assert_valid(game, "eventSchema", seen)
    assert {kind for event in seen for kind in event} >= COMMON[game["id"]]


def test_every_answer_is_as_the_document_says(
    live: Live, played: Played, game: Json, document: Json
) -> None:
    """With all members that it must have, and no others."""
    start = {"options": {"startSeat": 1}}
    listed = ok(played.seats[0].get("/v1/matches", player="me"))
    replay = ok(played.seats[1].get(f"/v1/matches/{played.match_id}/replay"))
    made = newcomer(live.url).create(**{**played.wish, **start, "access": "private"})
    found = {
        "Match": [*played.matches, made],
        "Matches": [listed],
        "Moved": played.answers,
        "HistoryEntry": [*played.histories()],
        "Replay": [replay],
        "Game": [game],
    }
    for name, values in found.items():
        assert values
        assert_as(document, name, values)


def test_every_line_of_a_stream_is_as_the_document_says(played: Played, document: Json) -> None:
    path, lines = f"/v1/matches/{played.match_id}", {"Accept": NDJSON}
    seen = list[Json]()
    for viewer, query in ((played.seats[0], {"after": 0}), (played.viewers[-1], {})):
        text = viewer.get(f"{path}/events", lines, **query).text
        seen += map(json.loads, text.splitlines())
    assert {line["event"] for line in seen} == {"ping", "snapshot", "change", "finished"}
    assert_as(document, "MatchLine", seen)
    replay = played.seats[0].get(f"{path}/replay", lines).text.splitlines()
    assert len(replay) > len(played.answers)
    assert_as(document, "ReplayLine", map(json.loads, replay))


def test_every_frame_of_a_socket_is_as_the_document_says(
    live: Live, played: Played, document: Json
) -> None:
    seats = [newcomer(live.url) for _ in played.seats]
    watched = str(seats[0].create(**played.wish)["id"])
    for player in seats[1:]:
        player.join(watched)
    with dialled(live.url) as talk:
        asked: list[Json] = [
            {"op": "move", "matchId": watched, "notation": "nonsense"},
            {"op": "hello", "token": seats[1].token},
            {"op": "ping"},
            {"op": "legalMoves", "matchId": watched},
            {"op": "subscribe", "matchId": watched},
            {"op": "subscribe", "matchId": played.match_id, "after": 0},
        ]
        assert_as(document, "SocketRequest", ({"id": 1, **each} for each in asked))
        answers = [talk.answer(talk.tell(**each)) for each in asked]
        move = answers[3]["ok"]["moves"][0]["notation"]
        answers.append(talk.answer(talk.tell("move", matchId=watched, notation=move)))
        answers.append(talk.answer(talk.tell("unsubscribe", matchId=watched)))
        pushes = talk.until(played.match_id, "finished")
    assert ["error" in answer for answer in answers] == [True, *[False] * 7]
    assert_as(document, "SocketAnswer", answers)
    assert_as(document, "SocketPush", pushes)


def test_every_move_of_the_history_is_as_the_schema_says(played: Played, game: Json) -> None:
    replay = ok(played.seats[0].get(f"/v1/matches/{played.match_id}/replay"))
    made = [entry["move"] for entry in [*played.histories(), *replay["log"]] if entry["move"]]
    assert len(made) == (len(played.viewers) + 1) * len(played.answers)
    assert_valid(game, "moveSchema", made)


def test_every_options_is_as_the_schema_says(played: Played, game: Json) -> None:
    schema = game["options"]["schema"]
    replay = ok(played.seats[0].get(f"/v1/matches/{played.match_id}/replay"))
    assert replay["options"]["startSeat"] == 1
    for options in [replay["options"], *(match["options"] for match in played.matches)]:
        Draft202012Validator(schema).validate(options)


def test_malformed_options_and_moves_are_refused_by_the_member(live: Live) -> None:
    ann = newcomer(live.url)
    wish = {"game": "lost-cities", "options": {"carriedScores": [0, "1"]}}
    refusal = refused(ann.post("/v1/matches", wish), 400, "malformed")
    assert refusal["detail"].startswith("options.carriedScores[1]: must be ")
    match_id = ann.create()["id"]
    newcomer(live.url).join(match_id)
    for dry_run in ("false", "true"):
        path = f"/v1/matches/{match_id}/moves"
        answer = ann.post(path, {"move": {"card": 7}}, dryRun=dry_run)
        assert refused(answer, 400, "malformed")["detail"] == "move.card: must be a string."
