"""Deals over HTTP: one of each game a day, one try each, and what is told of others' tries."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from croupier_match.verify import verify
from engine.domain.registry import GAMES
from redislink import deals

from tests.support import shipped_users
from tests.support.directed import Clock
from tests.support.live import Live
from tests.support.opponents import of_the_house
from tests.support.players import Client, Json, ok, refused
from tests.support.requests import newcomer, problem
from tests.support.waiting import until
from tools.redis_server import RedisServer

pytestmark = pytest.mark.service

GAME = "lost-cities"


@pytest.fixture(scope="module")
def server_of_module(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    server = RedisServer(tmp_path_factory.mktemp("redis"))
    server.start()
    shipped_users.install(server.url)
    yield server
    server.close()


@pytest.fixture(scope="module")
def clock() -> Clock:
    """The clock of the engines, which a test moves; gateways go by the real one."""
    return Clock()


@pytest.fixture(scope="module")
def own(server_of_module: RedisServer, clock: Clock) -> Iterator[Live]:
    """A service with a Redis of its own: its clock is moved, and its tally goes by it."""
    with Live(server_of_module.url, now=clock.now) as running:
        yield running


@pytest.fixture(scope="module")
def house(own: Live) -> dict[str, Client]:
    """The bots of the house that are there, by name; nobody plays for them here."""
    levels = {"Hugo": 2, "Otto": 2, "Ida": 3}
    return {
        name: of_the_house(own.url, name, GAME, "just4fun", level=level)
        for name, level in levels.items()
    }


@pytest.fixture
def ann(own: Live, house: dict[str, Client]) -> Client:
    return newcomer(own.url)


def today(game: str = GAME, days: int = 0) -> str:
    day = datetime.now(UTC).date() + timedelta(days)
    return deals.id_of_day(game, day)


def attempt(player: Client, deal_id: str) -> Json:
    return ok(player.post(f"/v1/deals/{deal_id}/try", {}))


def deal(viewer: Client, deal_id: str) -> Json:
    return ok(viewer.get(f"/v1/deals/{deal_id}"))


def board(viewer: Client, deal_id: str, **query: Any) -> Json:
    return ok(viewer.get(f"/v1/deals/{deal_id}/board", **query))


def made(player: Client, **members: Any) -> Json:
    body = {"name": "Friday", "game": GAME, "options": {"rounds": 1, "startSeat": 0}, **members}
    return ok(player.post("/v1/deals", body), 201)


def play_out(match: Json, player: Client, bot: Client) -> Json:
    """Play to the end, as fast as the rules allow: each draws from the deck whatever it plays."""
    shown = player.see(match["id"])
    while shown["status"] == "active":
        who = player if shown["toMove"] == [0] else bot
        moves = who.legal_moves(match["id"])
        fast = next(each for each in moves if each["notation"].endswith("*"))
        shown = who.move(match["id"], fast["notation"])["match"]
    return player.see(match["id"])


def test_there_is_a_deal_of_each_game_today_and_all_have_the_same_cards(
    own: Live, ann: Client
) -> None:
    listed = ok(Client(own.url).get("/v1/deals"))["deals"]
    games = [each["id"] for each in ok(ann.get("/v1/games"))["games"]]
    assert {each["id"] for each in listed} >= {today(each) for each in games}
    bob = newcomer(own.url, "Bob")
    one, other = attempt(ann, today()), attempt(bob, today())
    assert one["id"] != other["id"]
    assert one["state"] == other["state"]
    assert one["fairness"]["commitment"] == other["fairness"]["commitment"]
    assert one["dealOf"]["id"] == today()
    assert (one["access"], one["undoMode"]) == ("private", "never")
    shown = deal(ann, today())
    assert (shown["status"], shown["name"], shown["maker"]) == ("open", "", None)
    assert (shown["opponents"], shown["yourMatchId"]) == (["Hugo"], one["id"])
    assert shown["tries"] >= 2
    assert deal(Client(own.url), today())["yourMatchId"] is None


def test_a_try_is_made_once_and_repeats_find_it_as_it_is(own: Live, ann: Client) -> None:
    match = attempt(ann, today())
    again = attempt(ann, today())
    assert again["id"] == match["id"]
    assert ok(ann.get("/v1/matches", player="me"))["matches"][0]["id"] == match["id"]


def test_others_neither_find_a_try_nor_its_secrets(own: Live, ann: Client) -> None:
    eve = newcomer(own.url, "Eve")
    mine, match = attempt(eve, today()), attempt(ann, today())
    assert "serverSeed" not in str(mine) or mine["fairness"]["serverSeed"] is None
    for viewer in (eve, Client(own.url)):
        for path in ("", "/moves", "/legal-moves", "/replay", "/events"):
            refused(viewer.get(f"/v1/matches/{match['id']}{path}"), 404, "not_found")
    ann.act(match["id"], "resign")
    refused(eve.get(f"/v1/matches/{match['id']}"), 404, "not_found")
    refused(eve.get(f"/v1/matches/{match['id']}/replay"), 404, "not_found")
    assert eve.see(mine["id"])["fairness"]["serverSeed"] is None
    assert deal(eve, today())["best"] is None


def test_the_board_has_who_has_played_to_the_end_and_the_best_is_told_when_it_is_over(
    own: Live, house: dict[str, Client], ann: Client, clock: Clock
) -> None:
    clock.ahead = timedelta(days=-1)
    begun = clock.now()
    new = made(ann, endTime=(begun + timedelta(minutes=10)).isoformat())
    bob, eve = newcomer(own.url, "Bob"), newcomer(own.url, "Eve")
    match, other = attempt(ann, new["id"]), attempt(bob, new["id"])
    ended = play_out(match, ann, house["Hugo"])
    bob.act(other["id"], "resign")
    until(lambda: board(eve, new["id"])["size"] == 1)
    (row,) = board(eve, new["id"])["entries"]
    place = 1 + (0 not in ended["outcome"]["winners"])
    assert row["player"]["id"] == ann.id
    assert (row["rank"], row["place"]) == (1, place)
    assert row["points"] == ended["outcome"]["scores"][0]
    assert row["moves"] == ended["version"] - 2
    assert board(ann, new["id"])["you"] == row
    assert board(bob, new["id"], friends="true")["entries"] == []
    # The gateway's clock says that it is over, the engines' does not yet: they decide.
    best = deal(eve, new["id"])["best"]
    assert (best["matchId"], best["player"]["id"]) == (match["id"], ann.id)
    refused(eve.get(f"/v1/matches/{match['id']}"), 404, "not_found")
    clock.ahead = timedelta(0)
    assert eve.see(match["id"])["outcome"] == ended["outcome"]
    replay = ok(eve.get(f"/v1/matches/{match['id']}/replay"))
    assert replay["match"]["dealOf"]["id"] == new["id"]
    assert verify(GAMES, replay).match.seed == replay["serverSeed"]
    assert ok(eve.get(f"/v1/matches/{match['id']}/analysis"))["state"] == "unavailable"
    refused(eve.post(f"/v1/matches/{match['id']}/analysis", {}), 422, "not_analysed")
    refused(Client(own.url).get(f"/v1/matches/{match['id']}"), 404, "not_found")
    refused(newcomer(own.url).post(f"/v1/deals/{new['id']}/try", {}), 409, "conflict")
    assert attempt(bob, new["id"])["id"] == other["id"]


def test_who_is_not_listed_is_on_no_board_but_its_own(
    own: Live, house: dict[str, Client], ann: Client
) -> None:
    new = made(ann)
    match = attempt(ann, new["id"])
    play_out(match, ann, house["Hugo"])
    until(lambda: board(ann, new["id"])["you"])
    ok(ann.patch("/v1/players/me", {"listed": False}))
    bob = newcomer(own.url, "Bob")
    assert board(bob, new["id"])["entries"] == []
    assert board(ann, new["id"])["you"]["rank"] == 1


def test_friends_are_shown_with_their_ranks_among_all(
    own: Live, house: dict[str, Client], ann: Client
) -> None:
    bob, eve = newcomer(own.url, "Bob"), newcomer(own.url, "Eve")
    new = made(ann)
    for each in (ann, bob, eve):
        play_out(attempt(each, new["id"]), each, house["Hugo"])
    until(lambda: board(ann, new["id"])["size"] == 3)
    ok(ann.put(f"/v1/players/me/friends/{eve.id}"))
    ok(eve.put(f"/v1/players/me/friends/{ann.id}"))
    circle = board(ann, new["id"], friends="true")
    assert {each["player"]["id"] for each in circle["entries"]} == {ann.id, eve.id}
    assert {each["rank"] for each in circle["entries"]} == {1}  # all have played alike
    assert circle["size"] == 3


def test_a_player_makes_deals_which_only_its_own_list_has(own: Live, ann: Client) -> None:
    new = made(ann, opponents=["Otto"])
    assert (new["name"], new["opponents"], new["maker"]["id"]) == ("Friday", ["Otto"], ann.id)
    assert [each["id"] for each in ok(ann.get("/v1/deals", mine="true"))["deals"]] == [new["id"]]
    assert ok(ann.get("/v1/deals", mine="true", game="just4fun"))["deals"] == []
    assert new["id"] not in str(ok(ann.get("/v1/deals")))
    match = attempt(newcomer(own.url, "Bob"), new["id"])
    assert [seat["player"]["displayName"] for seat in match["seats"]] == ["Bob", "Otto"]


@pytest.mark.parametrize(
    ("members", "code"),
    [
        ({"opponents": ["Ida"]}, "invalid_options"),
        ({"opponents": ["Eve"]}, "invalid_options"),
        ({"opponents": ["Hugo", "Otto"]}, "invalid_options"),
        ({"seats": 3}, "invalid_options"),
        ({"game": "chess", "options": None}, "invalid_options"),
        ({"options": {"rounds": 17}}, "invalid_options"),
        ({"endTime": "2020-01-01T00:00:00Z"}, "invalid_options"),
        ({"startTime": "9999-12-31T23:59:59Z"}, "invalid_options"),
        ({"endTime": "soon"}, "malformed"),
        ({"name": ""}, "malformed"),
        ({"seed": "00" * 32}, "malformed"),
        ({"opponents": ["Hugo"] * 16}, "malformed"),
    ],
)
def test_what_cannot_be_a_deal_is_refused(ann: Client, members: Json, code: str) -> None:
    body = {"name": "Friday", "game": GAME, **members}
    refused(ann.post("/v1/deals", body), 400 if code == "malformed" else 422, code)


@pytest.mark.parametrize(
    "deal_id",
    [
        today(days=1),
        today(days=-40),
        today("chess"),
        "daily.lost-cities.2026-02-30",
        "daily.lost-cities.0000-00-00",
        "d" * 22,
        "x",
        "daily..2026-01-01",
        "%00",
    ],
)
def test_other_deals_are_not_found(own: Live, ann: Client, deal_id: str) -> None:
    for answer in (
        ann.get(f"/v1/deals/{deal_id}"),
        ann.get(f"/v1/deals/{deal_id}/board"),
        ann.post(f"/v1/deals/{deal_id}/try", {}),
    ):
        refused(answer, 404, "not_found")


def test_who_has_no_token_cannot_try(own: Live, house: dict[str, Client]) -> None:
    refused(Client(own.url).post(f"/v1/deals/{today()}/try", {}), 401, "unauthenticated")
    friends = Client(own.url).get(f"/v1/deals/{today()}/board", friends="true")
    refused(friends, 401, "unauthenticated")


def test_without_its_opponents_a_deal_cannot_be_begun(own: Live, ann: Client) -> None:
    answer = ann.post(f"/v1/deals/{today('livingstone')}/try", {})
    assert "Hugo" in problem(answer)["detail"]
    refused(answer, 503, "unavailable")


@pytest.mark.parametrize("member", ["startTime", "endTime"])
def test_a_time_that_there_is_not_is_refused(ann: Client, member: str) -> None:
    body = {"name": "Friday", "game": GAME, member: "2026-02-30T00:00:00Z"}
    refused(ann.post("/v1/deals", body), 422, "invalid_options")
