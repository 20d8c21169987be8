"""The games, and that everything about a match is as their schemas say."""

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from croupier.v1 import engine_service_pb2 as pb
from engine.domain.chance import SeededChance
from engine.domain.registry import GAMES, Game
from engine.games.livingstone import types as livingstone_types
from gateway.contract import json_schema, validation
from gateway.contract.validation import first_error
from google.protobuf.json_format import MessageToDict
from jsonschema import Draft202012Validator, ValidationError

from tests.support.live import Live
from tests.support.players import Client, Json, ok, refused
from tests.support.requests import newcomer

SEED = 20261121
ROOT = Path(__file__).parents[3]
DIALECT = "https://json-schema.org/draft/2020-12/schema"
NONE_OF_A_GAME: list[Any] = [{"nothing": "of this name"}, [], None, 7, "Y7+*"]
SCHEMAS = ("moveSchema", "stateSchema", "eventSchema")
MATCHES: list[Json] = [
    {"game": "lost-cities", "seats": 2, "options": {"rounds": 2, "startSeat": 1}},
    {"game": "livingstone", "seats": 2, "options": {"startSeat": 1}},
    {"game": "livingstone", "seats": 3, "options": {"startSeat": 1, "coinsPublic": True}},
    {"game": "just4fun", "seats": 2, "options": {"startSeat": 1}},
    {"game": "just4fun", "seats": 4, "options": {"startSeat": 1, "layout": "RANDOM"}},
]
COMMON = {
    "lost-cities": {"roundStarted", "cardPlayed", "cardDrawn", "roundEnded"},
    "livingstone": {"roundStarted", "dieTaken", "turnEnded", "roundScored", "matchScored"},
    "just4fun": {"matchStarted", "cardsPlayed", "cardsDrawn"},
}
"""The events of every match that is played to its end."""
RARE: dict[str, Json] = {
    "lost-cities": {"max_turns_without_deck_draw": 6},
    "livingstone": {"allow_pass": True, "card_counts": (1, 1, 3, 1, 3, 1, 1, 1, 1, 1, 1, 2)},
    "just4fun": {"own_locked": False},
}
"""Options under which what is rare happens in a few matches."""
EXCHANGE: dict[str, list[tuple[str, Json]]] = {
    "just4fun": [
        ("moveSchema", {"exchange": {}}),
        ("eventSchema", {"handExchanged": {"seat": 0, "cards": [16, 17, 18, 19]}}),
    ]
}
"""What is too rare for that: a hand of which nothing can be played."""


@pytest.fixture(scope="module")
def games(live: Live) -> list[Json]:
    found: list[Json] = ok(Client(live.url).get("/v1/games"))["games"]
    return found


@pytest.fixture(scope="module")
def lost_cities(games: list[Json]) -> Json:
    return next(game for game in games if game["id"] == "lost-cities")


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


def validator(game: Json, schema: str) -> Any:
    return Draft202012Validator(game[schema])


def test_every_game_is_described_in_full(games: list[Json]) -> None:
    assert [game["id"] for game in games] == list(GAMES)
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


def test_every_legal_move_is_as_the_schema_says(played: Played, game: Json) -> None:
    moves = validator(game, "moveSchema")
    assert len(played.legal) > 100
    for listed in played.legal:
        assert set(listed) == {"move", "notation"}
        moves.validate(listed["move"])


def test_every_state_is_as_the_schema_says(played: Played, game: Json) -> None:
    states = validator(game, "stateSchema")
    assert {match["yourSeat"] for match in played.matches} == {*range(len(played.seats)), None}
    for match in played.matches:
        states.validate(match["state"])
    for answer in played.answers:
        states.validate(answer["match"]["state"])


def test_every_event_is_as_the_schema_says(played: Played, game: Json) -> None:
    events = validator(game, "eventSchema")
    seen = [event for match in played.matches for event in match["lastEvents"]]
    seen += [event for answer in played.answers for event in answer["events"]]
    seen += [event for entry in played.histories() for event in entry["events"]]
    for event in seen:
        events.validate(event)
    assert {kind for event in seen for kind in event} >= COMMON[game["id"]]


def test_every_move_of_the_history_is_as_the_schema_says(played: Played, game: Json) -> None:
    moves = validator(game, "moveSchema")
    replay = ok(played.seats[0].get(f"/v1/matches/{played.match_id}/replay"))
    made = [entry["move"] for entry in [*played.histories(), *replay["log"]] if entry["move"]]
    assert len(made) == (len(played.viewers) + 1) * len(played.answers)
    for move in made:
        moves.validate(move)


def test_every_options_is_as_the_schema_says(played: Played, game: Json) -> None:
    schema = game["options"]["schema"]
    replay = ok(played.seats[0].get(f"/v1/matches/{played.match_id}/replay"))
    assert replay["options"]["startSeat"] == 1
    for options in [replay["options"], *(match["options"] for match in played.matches)]:
        Draft202012Validator(schema).validate(options)


@pytest.mark.parametrize("game_id", RARE)
def test_every_kind_of_event_is_as_the_schema_says(game_id: str, games: list[Json]) -> None:
    """And every kind of move; what is rare is made likely, over many matches."""
    described = next(game for game in games if game["id"] == game_id)
    made: dict[str, set[str]] = {"moveSchema": set(), "eventSchema": set()}
    for schema, value in (*seen_in_matches(GAMES[game_id]), *EXCHANGE.get(game_id, ())):
        validator(described, schema).validate(value)
        if schema in made:
            made[schema].update(value)
    for schema in ("eventSchema", "moveSchema"):
        assert made[schema] >= set(described[schema]["properties"]), schema


def seen_in_matches(game: Game) -> Iterator[tuple[str, Json]]:
    """The moves, states and events of some matches, as JSON, for each pair of eyes in turn."""
    rules, dice = game.rules, random.Random(SEED)
    for number in range(24):
        seats = rules.MIN_SEATS + number % (rules.MAX_SEATS - rules.MIN_SEATS + 1)
        key, version = dice.randbytes(32), 1
        options = rules.Options(**RARE.get(rules.ID, {}))
        state, events = rules.new_game(options, seats, SeededChance(key, version))
        while True:
            eye = dice.choice([*range(seats), None])
            yield from (
                ("eventSchema", as_json(game.wire.encode_event(rules.event_view(event, eye))))
                for event in events
            )
            if version % 8 == 0 or rules.over(state):
                yield "stateSchema", as_json(game.wire.encode_view(rules.view(state, eye)))
            if rules.over(state):
                break
            version += 1
            (mover,) = rules.to_move(state)
            move = dice.choice(rules.legal_moves(state, mover))
            yield "moveSchema", as_json(game.wire.encode_move(move))
            state, events = rules.apply(state, mover, move, SeededChance(key, version))


def as_json(message: Any) -> Json:
    return MessageToDict(message, always_print_fields_with_no_presence=True)


@pytest.mark.parametrize("schema", ["moveSchema", "eventSchema"])
def test_one_of_the_members_is_set_and_no_other(games: list[Json], schema: str) -> None:
    for described in games:
        if schema == "moveSchema" and described["id"] == "lost-cities":
            continue  # its move has one form only
        only = described[schema]
        assert len(only["properties"]) > 1
        assert (only["minProperties"], only["maxProperties"]) == (1, 1)
        with pytest.raises(ValidationError):
            validator(described, schema).validate({})


def test_a_schema_speaks_of_members_as_they_are_in_json() -> None:
    for schema in json_schema.components().values():
        parts = [schema, *schema["properties"].values()]
        for part in parts:
            assert not re.search(r"[a-z]_[a-z]", part.get("description", "")), part


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


COUNTED = "a whole number of 0 to 4294967295"


@pytest.mark.parametrize(
    ("game_id", "options", "detail"),
    [
        ("lost-cities", {"rounds": "3"}, f"options.rounds: must be {COUNTED}."),
        ("lost-cities", {"rounds": 1.5}, f"options.rounds: must be {COUNTED}."),
        ("lost-cities", {"rounds": True}, f"options.rounds: must be {COUNTED}."),
        ("lost-cities", {"rounds": 2**32}, f"options.rounds: must be {COUNTED}."),
        ("lost-cities", {"colors": 5.0, "colours": 5}, "options.colours: there is no such member."),
        ("lost-cities", {"carriedScores": 3}, "options.carriedScores: must be an array."),
        (
            "lost-cities",
            {"carriedScores": [0, 2**31]},
            "options.carriedScores[1]: must be a whole number of -2147483648 to 2147483647.",
        ),
        ("livingstone", {"river": ["1"]}, f"options.river[0]: must be {COUNTED}."),
        (
            "livingstone",
            {"cardCounts": {"vp9": 1}},
            "options.cardCounts.vp9: there is no such member.",
        ),
        ("livingstone", {"cardCounts": 3}, "options.cardCounts: must be a JSON object."),
        ("livingstone", {"allowPass": 1}, "options.allowPass: must be true or false."),
        (
            "livingstone",
            {"mineCrashDraw": "NONE"},
            "options.mineCrashDraw: must be one of ALL, DRAWER, LOSERS.",
        ),
        ("just4fun", {"layout": 1}, "options.layout: must be one of ORIGINAL, RANDOM, CUSTOM."),
        ("just4fun", {"x" * 9000: 1}, f"options.{'x' * 60}: there is no such member."),
        ("just4fun", {"ownLocked": None}, "options.ownLocked: must be true or false."),
    ],
)
def test_malformed_options_are_told_by_the_member(
    live: Live, game_id: str, options: Json, detail: str
) -> None:
    wish = {"game": game_id, "options": options}
    problem = refused(newcomer(live.url).post("/v1/matches", wish), 400, "malformed")
    assert problem["detail"] == detail


@pytest.mark.parametrize(
    ("game_id", "move", "detail"),
    [
        ("lost-cities", {"card": 7}, "move.card: must be a string."),
        ("lost-cities", {"die": 4}, "move.die: there is no such member."),
        (
            "lost-cities",
            {"card": "Y7", "place": ["DISCARD"]},
            "move.place: must be one of EXPEDITION, DISCARD.",
        ),
        ("livingstone", {"takeDie": 4}, "move.takeDie: must be a JSON object."),
        ("livingstone", {"takeDie": {"value": -1}}, f"move.takeDie.value: must be {COUNTED}."),
        (
            "just4fun",
            {"play": {"cards": [1]}, "exchange": {}},
            "move: may have one member only, of play, exchange.",
        ),
        ("just4fun", {"play": {"cards": [[1]]}}, f"move.play.cards[0]: must be {COUNTED}."),
    ],
)
def test_a_malformed_move_is_told_by_the_member(
    live: Live, game_id: str, move: Json, detail: str
) -> None:
    ann = newcomer(live.url)
    match_id = ann.create(game=game_id)["id"]
    newcomer(live.url).join(match_id)
    answer = ann.post(f"/v1/matches/{match_id}/moves", {"move": move})
    assert refused(answer, 400, "malformed")["detail"] == detail


def test_whatever_does_not_fill_a_message_has_a_sentence_that_says_why() -> None:
    """Valid values of every game, each spoilt at one place."""
    dice = random.Random(SEED)
    for game in GAMES.values():
        for schema, value in seen_in_matches(game):
            kind = {"moveSchema": pb.Move}.get(schema)
            if kind is None or dice.random() < 0.99:
                continue
            for spoilt in spoilt_values(value):
                own = getattr(kind(), game.arm)
                if not validation.fills(spoilt, own):
                    told = first_error("move", spoilt, own.DESCRIPTOR)
                    assert told.startswith("move"), spoilt
                    assert told.endswith("."), spoilt
                    assert len(told) < 300


def spoilt_values(value: Any) -> Iterator[Any]:
    """The value with something odd in place of each of its parts, and one member more."""
    yield from (None, 1, -1, 1.5, 2**40, True, "1", "no such word", [], [None], {})
    if isinstance(value, dict):
        yield {**value, "what": 1}
        for name, part in value.items():
            yield from ({**value, name: other} for other in spoilt_values(part))
    if isinstance(value, list) and value:
        yield from ([other, *value[1:]] for other in spoilt_values(value[0]))


@pytest.mark.parametrize("game_id", GAMES)
def test_what_a_proto_says_of_a_value_is_in_the_schemas(game_id: str) -> None:
    """The comment in front of it, behind the name of the value."""
    path = ROOT / f"proto/croupier/v1/{game_id.replace('-', '_')}.proto"
    commented = re.findall(r"^ *// ([^\n]+)\n *([A-Z][A-Z0-9_]*) = \d+;", path.read_text(), re.M)
    told = str(json_schema.components())
    for comment, name in commented:
        assert re.search(rf"{name}: [^\\]*{re.escape(json_schema._in_json(comment))}", told), name


def test_what_a_proto_says_of_a_field_goes_before_what_it_says_of_the_enum() -> None:
    place = json_schema.components()["LostCitiesMove"]["properties"]["place"]
    assert place["description"].splitlines() == [
        "place is where the card goes.",
        "EXPEDITION: The mover's own expedition of the card's colour.",
        "DISCARD: The discard pile of the card's colour.",
    ]


def test_the_cards_that_can_be_played_are_named_in_the_schema() -> None:
    card = json_schema.components()["LivingstoneMovePlayCard"]["properties"]["card"]
    first = card["description"].splitlines()[0]
    assert set(re.findall(r"\b[A-Z][A-Z0-9_]+\b", first)) == set(livingstone_types.PLAIN)


@pytest.mark.parametrize(
    ("game_id", "detail"),
    [
        ("lost-cities", "Lost Cities is for 2."),
        ("livingstone", "Livingstone is for 2 to 5."),
        ("just4fun", "Just4Fun is for 2 to 4."),
    ],
)
def test_a_wrong_number_of_seats_is_told_with_the_right_ones(
    live: Live, game_id: str, detail: str
) -> None:
    wish = {"game": game_id, "seats": 6}
    answer = newcomer(live.url).post("/v1/matches", wish)
    assert refused(answer, 422, "invalid_options")["detail"] == detail
