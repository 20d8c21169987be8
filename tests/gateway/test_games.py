"""The games, and that everything about a match is as their schemas say."""

import random
from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema import Draft202012Validator, ValidationError

from tests.gateway.asking import newcomer, table
from tests.live import Live
from tests.players import Client, Json, ok, refused

SEED = 20261121
DIALECT = "https://json-schema.org/draft/2020-12/schema"
NONE_OF_A_GAME: list[Any] = [{"nothing": "of this name"}, [], None, 7, "Y7+*"]
SCHEMAS = ("moveSchema", "stateSchema", "eventSchema")


@pytest.fixture(scope="module")
def games(live: Live) -> list[Json]:
    found: list[Json] = ok(Client(live.url).get("/v1/games"))["games"]
    return found


@pytest.fixture(scope="module")
def lost_cities(games: list[Json]) -> Json:
    return next(game for game in games if game["id"] == "lost-cities")


@pytest.fixture(scope="module")
def played(live: Live) -> "Played":
    return Played(live.url)


class Played:
    """A match of two rounds, and everything that was seen of it on the way."""

    def __init__(self, url: str) -> None:
        self.match_id, self.seats = table(url, options={"rounds": 2, "startSeat": 1})
        self.viewers = [*self.seats, Client(url)]
        self.matches: list[Json] = []
        self.legal: list[Json] = []
        self.answers: list[Json] = []
        dice = random.Random(SEED)
        while self.look()["status"] == "active":
            self.move(dice)

    def look(self) -> Json:
        """By each of the three in turn."""
        viewer = self.viewers[len(self.matches) % 3]
        self.matches.append(viewer.see(self.match_id))
        return self.matches[-1]

    def move(self, dice: random.Random) -> None:
        mover = self.seats[self.matches[-1]["toMove"][0]]
        moves = mover.legal_moves(self.match_id)
        from_deck = [move for move in moves if move["notation"].endswith("*")]
        self.legal += moves
        chosen = dice.choice(from_deck if dice.random() < 0.9 else moves)
        self.answers.append(mover.move(self.match_id, chosen["notation"]))

    def histories(self) -> Iterator[Json]:
        for viewer in self.viewers:
            after: int | None = 0
            while after is not None:
                path = f"/v1/matches/{self.match_id}/moves"
                page = ok(viewer.get(path, after=after, pageSize=100))
                yield from page["moves"]
                after = page["nextAfter"]


def validator(game: Json, schema: str) -> Any:
    return Draft202012Validator(game[schema])


def test_every_game_is_described_in_full(games: list[Json]) -> None:
    assert "lost-cities" in [game["id"] for game in games]
    for game in games:
        assert set(game) == {"id", "name", "seats", "options", "rulesUrl", *SCHEMAS}
        assert set(game["options"]) == {"schema", "defaults"}
        assert set(game["seats"]) == {"min", "max"}
        assert 1 <= game["seats"]["min"] <= game["seats"]["max"]


def test_one_game_is_what_the_list_has(live: Live, games: list[Json]) -> None:
    for game in games:
        assert ok(Client(live.url).get(f"/v1/games/{game['id']}")) == game


@pytest.mark.parametrize("game", ["chess", "lost_cities", "Lost-Cities", "%20", "lost-cities%00"])
@pytest.mark.parametrize("path", ["", "/rules"])
def test_there_is_no_other_game(live: Live, game: str, path: str) -> None:
    refused(Client(live.url).get(f"/v1/games/{game}{path}"), 404, "not_found")


def test_the_schemas_are_json_schema_2020_12(games: list[Json]) -> None:
    for game in games:
        for schema in [*(game[name] for name in SCHEMAS), game["options"]["schema"]]:
            assert schema["$schema"] == DIALECT
            Draft202012Validator.check_schema(schema)


def test_the_schemas_tell_what_is_not_of_the_game(games: list[Json]) -> None:
    for game in games:
        for schema in [*(game[name] for name in SCHEMAS), game["options"]["schema"]]:
            for wrong in NONE_OF_A_GAME:
                with pytest.raises(ValidationError):
                    Draft202012Validator(schema).validate(wrong)


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


def test_every_legal_move_is_as_the_schema_says(played: Played, lost_cities: Json) -> None:
    moves = validator(lost_cities, "moveSchema")
    assert len(played.legal) > 500
    for listed in played.legal:
        assert set(listed) == {"move", "notation"}
        moves.validate(listed["move"])


def test_every_state_is_as_the_schema_says(played: Played, lost_cities: Json) -> None:
    states = validator(lost_cities, "stateSchema")
    assert {match["yourSeat"] for match in played.matches} == {0, 1, None}
    for match in played.matches:
        states.validate(match["state"])
    for answer in played.answers:
        states.validate(answer["match"]["state"])


def test_every_event_is_as_the_schema_says(played: Played, lost_cities: Json) -> None:
    events = validator(lost_cities, "eventSchema")
    seen = [event for match in played.matches for event in match["lastEvents"]]
    seen += [event for answer in played.answers for event in answer["events"]]
    seen += [event for entry in played.histories() for event in entry["events"]]
    for event in seen:
        events.validate(event)
    kinds = {kind for event in seen for kind in event}
    assert kinds == {"roundStarted", "cardPlayed", "cardDrawn", "roundEnded"}


def test_every_move_of_the_history_is_as_the_schema_says(played: Played, lost_cities: Json) -> None:
    moves = validator(lost_cities, "moveSchema")
    replay = ok(played.seats[0].get(f"/v1/matches/{played.match_id}/replay"))
    made = [entry["move"] for entry in [*played.histories(), *replay["log"]] if entry["move"]]
    assert len(made) == 4 * len(played.answers)
    for move in made:
        moves.validate(move)


def test_every_options_is_as_the_schema_says(played: Played, lost_cities: Json) -> None:
    schema = lost_cities["options"]["schema"]
    replay = ok(played.seats[0].get(f"/v1/matches/{played.match_id}/replay"))
    assert replay["options"]["startSeat"] == 1
    for options in [replay["options"], *(match["options"] for match in played.matches)]:
        Draft202012Validator(schema).validate(options)


@pytest.mark.parametrize(
    "options",
    [
        {"rounds": "3"},
        {"rounds": 1.5},
        {"rounds": True},
        {"rounds": None},
        {"rounds": -1},
        {"rounds": 2**32},
        {"start_seat": 0},
        {"colours": 5},
        {"carriedScores": 3},
        {"carriedScores": [0, "1"]},
        {"carriedScores": [0, None]},
        {"carriedScores": {"0": 1}},
        [],
        "defaults",
    ],
)
def test_options_of_another_form_are_malformed(
    live: Live, lost_cities: Json, options: object
) -> None:
    with pytest.raises(ValidationError):
        Draft202012Validator(lost_cities["options"]["schema"]).validate(options)
    wish = {"game": "lost-cities", "options": options}
    refused(newcomer(live.url).post("/v1/matches", wish), 400, "malformed")


@pytest.mark.parametrize(
    "wish",
    [
        {"options": {"rounds": 0}},
        {"options": {"rounds": 10}},
        {"options": {"colors": 4}},
        {"options": {"startSeat": 2}},
        {"options": {"carriedScores": [1]}},
        {"options": {"carriedScores": [1, 2, 3]}},
        {"options": {"carriedScores": [2_000_000, 0]}},
        {"options": {"maxTurnsWithoutDeckDraw": 1001}},
        {"seats": 0},
        {"seats": 1},
        {"seats": 3},
        {"seats": 2**63},
        {"game": "chess"},
        {"game": "chess", "options": {"openings": ["e4"]}},
        {"game": ""},
    ],
)
def test_what_cannot_be_played_is_refused(live: Live, wish: Json) -> None:
    body = {"game": "lost-cities", **wish}
    refused(newcomer(live.url).post("/v1/matches", body), 422, "invalid_options")


@pytest.mark.parametrize(
    "options",
    [{"rounds": 1}, {"rounds": 9, "colors": 6}, {"startSeat": 1}, {"carriedScores": [-40, 12]}],
)
def test_options_left_out_are_the_defaults(live: Live, lost_cities: Json, options: Json) -> None:
    made = newcomer(live.url).create(options=options)
    assert made["options"] == {**lost_cities["options"]["defaults"], **options}
