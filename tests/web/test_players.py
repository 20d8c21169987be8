"""Profiles, leaderboards and friends, as players see them, and ratings that a page recomputes."""

import json
import random
import re
from collections.abc import Iterator

import pytest
from croupier_rating.entries import AnyEntry, Played
from playwright.sync_api import Locator, Page, Route, expect
from redis import Redis

from tests.support.boards import Board, an_id
from tests.support.ledgers import Kept, a_match
from tests.support.live import Live
from tests.support.players import Client, ok, register, start_match
from tests.support.waiting import until
from tests.web.browsing import Visits, Watch
from tests.web.faults import faults
from tests.web.table import prepared, visit_as

SEED = random.randrange(2**32)
MATCHES = 30
FAR = 24 * 300
"""So many hours after the beginning of the ledgers, no whole week has passed since."""


@pytest.fixture(scope="module")
def dice() -> random.Random:
    print(f"seed {SEED}")  # noqa: T201
    return random.Random(SEED)


@pytest.fixture
def kept(redis_url: str, dice: random.Random) -> Iterator[Kept]:
    """The ledger of a season that no other test has."""
    with Redis.from_url(redis_url) as redis:
        yield Kept(redis, f"lost-cities.live.human.{dice.randrange(1, 10**6)}")


def rated(kept: Kept, dice: random.Random, *players: Client, matches: int = MATCHES) -> None:
    """Rated matches of each but the first against the first, some days ago, drawn by lot."""
    for number in range(matches * (len(players) - 1)):
        pair = [players[0].id, players[1 + number % (len(players) - 1)].id]
        dice.shuffle(pair)
        kept.play([a_match(dice, pair, FAR + 9 * number)])


def section(page: Page, name: str) -> Locator:
    return page.get_by_role("region", name=name, exact=True)


def recompute(page: Page, name: str) -> Locator:
    """Press the button, and return the dialog once it has a verdict."""
    page.get_by_role("button", name=name, exact=True).click()
    dialog = page.get_by_role("dialog", name="Recompute the ratings")
    expect(dialog.locator(".verdict")).to_be_visible()
    return dialog


def match_in(entry: AnyEntry) -> str:
    """The match of an entry that has one."""
    assert isinstance(entry, Played)
    return entry.match


def test_a_profile_shows_how_a_rating_came_about_and_recomputes_it(
    service: Live, visits: Visits, kept: Kept, dice: random.Random
) -> None:
    ann, bob, cleo = (register(service.url, name) for name in ("Ann", "Bob", "Cleo"))
    rated(kept, dice, ann, bob, cleo)
    told = kept.ledger.numbers(ann.id)
    page = visit_as(visits, bob, f"/p/{ann.id}")
    expect(page.get_by_role("heading", name="Ann", exact=True, level=1)).to_be_visible()
    ratings = section(page, "Ratings")
    expect(ratings.get_by_role("radio")).to_have_count(1)
    slider = ratings.get_by_role("slider", name="Match")
    last, before = kept.entries[-1], kept.entries[-2]
    expect(ratings.get_by_role("link", name="Replay of this match")).to_have_attribute(
        "href", f"/m/{match_in(last)}/replay"
    )
    slider.press("ArrowLeft")
    expect(ratings.get_by_role("link", name="Replay of this match")).to_have_attribute(
        "href", f"/m/{match_in(before)}/replay"
    )
    expect(slider).to_have_attribute("aria-valuetext", re.compile("against (Bob|Cleo)$"))
    ratings.get_by_text("As a list").click()
    expect(ratings.get_by_role("row")).to_have_count(1 + told.matches)
    assert faults(page) == []
    dialog = recompute(page, "Recompute this rating")
    expect(dialog).to_contain_text("All of it is true.")
    expect(dialog).to_contain_text(f"{len(kept.entries)} entries, 3 players")
    assert faults(page) == []
    dialog.get_by_role("button", name="Close").click()
    dialog = recompute(page, "Recompute this rating")
    expect(dialog).to_contain_text("exactly the one that this browser saw last time")
    expect(dialog.get_by_role("listitem")).to_have_count(6)


def test_a_forged_number_is_named_with_its_entry_and_match(
    service: Live, visits: Visits, kept: Kept, dice: random.Random
) -> None:
    ann, bob = (register(service.url, name) for name in ("Ann", "Bob"))
    rated(kept, dice, ann, bob)
    page = visit_as(visits, ann, f"/leaderboards/{kept.pool}", "phone")
    page.route("**/ledger", lambda route: forged(route, 9))
    dialog = recompute(page, "Recompute this leaderboard")
    expect(dialog).to_contain_text("This is not true:")
    expect(dialog).to_contain_text("Entry 9: the rating after the match does not follow")
    expect(dialog.get_by_role("link", name="Its match").first).to_have_attribute(
        "href", f"/m/{match_in(kept.entries[8])}/replay"
    )
    page.unroute("**/ledger")
    dialog.get_by_role("button", name="Close").click()
    page.route("**/v1/leaderboards/*", a_point_more)
    page.reload()
    dialog = recompute(page, "Recompute this leaderboard")
    expect(dialog).to_contain_text("is not the one that comes out of the list")
    assert faults(page) == []


def forged(route: Route, entry: int) -> None:
    """Answer with a ledger in which the winner of an entry has a point more."""
    lines = route.fetch().text().splitlines()
    at = entry  # the first line says which ledger it is
    lines[at] = re.sub(
        r",(\d+),(\d+)\]",
        lambda found: f",{int(found[1]) + 25_000},{found[2]}]",
        lines[at],
        count=1,
    )
    route.fulfill(body="\n".join(lines) + "\n", content_type="application/x-ndjson")


def a_point_more(route: Route) -> None:
    """Answer with a board that shows one player with a point more."""
    board = route.fetch().json()
    board["entries"][0]["rating"] += 1
    route.fulfill(json=board)


def test_the_own_place_is_found_among_many_and_pages_go_on(
    service: Live, visits: Visits, kept: Kept, dice: random.Random
) -> None:
    ann = register(service.url, "Ann")
    board = Board(kept.redis, kept.pool)
    board.put({an_id(dice): 1500 - at for at in range(90)})
    board.names[ann.id] = "Ann"
    board.put({ann.id: 1430})
    page = visit_as(visits, ann, f"/leaderboards/{kept.pool}", "phone")
    expect(page.locator(".podium li")).to_have_count(3)
    expect(page.get_by_text("You are 71st of 91.")).to_be_in_viewport()
    page.get_by_role("button", name="Next").click()
    expect(page.get_by_role("row").nth(1)).to_contain_text("1450")
    page.get_by_role("button", name="To the top").click()
    page.get_by_role("radio", name="Around me").check()
    own = page.get_by_role("row").filter(has_text="you")
    expect(own).to_contain_text("71")
    expect(own).to_be_in_viewport()
    page.get_by_role("radio", name="Friends").check()
    expect(page.get_by_role("row")).to_have_count(1 + 1)
    assert faults(page) == []


def test_who_is_on_no_leaderboard_is_told_how_one_gets_there(service: Live, visits: Visits) -> None:
    page = visits("phone", "/leaderboards/livingstone.daily.bot.7", language="de")
    expect(page.get_by_text("Auf dieser Bestenliste steht noch niemand")).to_be_visible()
    page.get_by_role("link", name="Menschen").click()
    page.get_by_role("button", name="Eine gewertete Partie spielen").click()
    expect(page.get_by_role("dialog", name="Gewertet spielen: Livingstone")).to_be_visible()
    assert faults(page) == []


def test_who_opens_the_leaderboards_sees_one_that_people_can_be_on(
    service: Live, visits: Visits, redis_url: str, dice: random.Random
) -> None:
    with Redis.from_url(redis_url) as redis:
        Board(redis, "just4fun.live.bot.0").put({an_id(dice): 1500 - at for at in range(4)})
    page = visits("phone", "/leaderboards")
    expect(section(page, "Lost Cities · live")).to_be_visible()
    expect(page.get_by_role("link", name="People")).to_have_attribute("aria-current", "page")
    page.get_by_role("link", name="Just4Fun").click()
    page.get_by_role("link", name=re.compile(r"^See the board of \d+ bots$")).click()
    expect(page.locator(".podium li")).to_have_count(3)


def test_who_has_played_one_game_sees_its_leaderboard_first(
    service: Live, visits: Visits, redis_url: str, dice: random.Random
) -> None:
    ann, bob = (register(service.url, name) for name in ("Ann", "Bob"))
    with Redis.from_url(redis_url) as redis:
        Kept(redis, "livingstone.daily.human.0").play([a_match(dice, [ann.id, bob.id], FAR)])
    page = visit_as(visits, ann, "/leaderboards", "phone")
    expect(section(page, "Livingstone · daily")).to_contain_text("after 1 rated match of some 20")


def test_friends_are_asked_by_link_accept_and_are_challenged_by_one_tap(
    service: Live, visits: Visits
) -> None:
    ann, bob = register(service.url, "Ann"), register(service.url, "Bob")
    page = visit_as(visits, ann, "/friends", "phone")
    expect(page.get_by_text("No friends yet")).to_be_visible()
    page.get_by_role("textbox", name="Link, id or name").fill(f"{service.url}/p/{bob.id}")
    page.get_by_role("button", name="Ask", exact=True).click()
    expect(section(page, "Asked by you")).to_contain_text("Bob")
    other = visit_as(visits, bob, "/")
    other.get_by_role("link", name="Friends 1 request").click()
    expect(section(other, "They ask you")).to_contain_text("Ann")
    other.get_by_role("button", name="Accept: Ann").click()
    expect(section(other, "Here now")).to_contain_text("Ann")
    assert faults(other) == []
    friend = section(page, "Here now").get_by_role("listitem").filter(has_text="Bob")
    expect(friend).to_contain_text("is here")
    friend.get_by_role("button", name="Just4Fun: Challenge Bob").click()
    page.wait_for_url("**/m/*")
    expect(other.get_by_text("you are invited").first).to_be_visible()


def test_who_is_blocked_and_reported_hears_of_nothing_and_settings_undo_it(
    service: Live, visits: Visits
) -> None:
    ann, bob = register(service.url, "Ann"), register(service.url, "Bob")
    page = visit_as(visits, ann, f"/p/{bob.id}")
    page.get_by_role("button", name="More about Bob").click()
    page.get_by_role("button", name="Report …").click()
    dialog = page.get_by_role("dialog", name="Report Bob")
    dialog.get_by_role("radio", name="lets the time run, or leaves").check()
    dialog.get_by_role("textbox").fill("Every time.")
    assert faults(page) == []
    dialog.get_by_role("button", name="Send").click()
    expect(page.get_by_text("Thank you.").first).to_be_visible()
    page.get_by_role("button", name="More about Bob").click()
    page.get_by_role("button", name="Block …").click()
    question = page.get_by_role("alertdialog", name="Block Bob?")
    assert faults(page) == []
    question.get_by_role("button", name="Block").click()
    expect(page.get_by_role("button", name="Unblock")).to_be_visible()
    assert [each["id"] for each in ok(ann.get("/v1/players/me/blocks"))["blocks"]] == [bob.id]
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("button", name="Unblock Bob").click()
    expect(page.get_by_text("Nobody is blocked.")).to_be_visible()
    assert ok(ann.get("/v1/players/me/blocks"))["blocks"] == []
    with page.expect_download() as download:
        page.get_by_role("button", name="Download my data").click()
    kept = [json.loads(line) for line in download.value.path().read_text().splitlines()]
    assert {"account", "report", "end"} <= {each["what"] for each in kept}
    page.get_by_role("checkbox", name="On leaderboards").uncheck()
    page.get_by_role("checkbox", name="Friends see that I am here").uncheck()
    page.get_by_role("group", name="Emotes").get_by_text("Nobody").click()
    wanted = {"listed": False, "presence": "nobody", "emotes": "none"}
    until(lambda: wanted.items() <= ok(ann.get("/v1/players/me")).items())
    assert faults(page) == []


def befriended(one: Client, other: Client) -> None:
    ok(one.put(f"/v1/players/me/friends/{other.id}"))
    ok(other.put(f"/v1/players/me/friends/{one.id}"))


def test_a_challenge_says_who_is_asked_by_whom_and_what_comes_of_it(
    service: Live, visits: Visits
) -> None:
    ann, bob = register(service.url, "Ann"), register(service.url, "Bob")
    befriended(ann, bob)
    page = visit_as(visits, ann, "/friends", "phone")
    other = visit_as(visits, bob, "/rules/lost-cities")
    page.get_by_role("button", name="Lost Cities: Challenge Bob").dblclick()
    expect(page.get_by_text("Bob is invited.", exact=True)).to_be_visible()
    expect(page.get_by_text("The invitation is good for a day.")).to_be_visible()
    assert faults(page) == []
    [table] = ok(ann.get("/v1/matches", player="me"))["matches"]
    other.get_by_role("link", name="To the table").click()
    expect(other.get_by_text("“Ann” invites you to Lost Cities.")).to_be_visible()
    assert faults(other) == []
    other.get_by_role("button", name="Decline", exact=True).click()
    expect(page.get_by_text("Bob cannot come.")).to_be_visible()
    expect(page.get_by_text("Waiting for your friend")).to_have_count(0)
    page.route("**/invitations", expired)
    page.reload()
    expect(page.get_by_text("Bob has not answered.")).to_be_visible()
    ok(ann.post(f"/v1/matches/{table['id']}/leave", {}))


def expired(route: Route) -> None:
    """Answer as the service does a day after an invitation."""
    answer = route.fetch().json()
    for each in answer["invitations"]:
        each["status"] = "expired"
    route.fulfill(json=answer)


def test_the_table_of_a_friend_is_watched_and_an_own_one_is_gone_to(
    service: Live, visits: Visits
) -> None:
    ann, bob, cleo = (register(service.url, name) for name in ("Ann", "Bob", "Cleo"))
    befriended(ann, bob)
    page = visit_as(visits, ann, "/friends", "phone")
    visit_as(visits, bob, "/")
    one = bob.create()
    cleo.join(one["id"])
    friend = section(page, "Here now").get_by_role("listitem").filter(has_text="Bob")
    until(lambda: any(each["here"] for each in ok(ann.get("/v1/players/me/friends"))["friends"]))
    page.reload()
    expect(friend).to_contain_text("plays Lost Cities")
    friend.get_by_role("link", name="Watch Bob: Lost Cities").click()
    expect(page.locator("lost-cities-board")).to_be_visible()
    own = bob.create(game="just4fun", seats=2)
    ann.join(own["id"])
    page.goto("/friends")
    expect(friend).to_contain_text("plays Just4Fun with you")
    expect(friend.get_by_role("link", name="To the table with Bob")).to_have_attribute(
        "href", f"/m/{own['id']}"
    )


def test_who_has_blocked_somebody_is_offered_no_challenge(service: Live, visits: Visits) -> None:
    ann, bob = register(service.url, "Ann"), register(service.url, "Bob")
    page = visit_as(visits, ann, f"/p/{bob.id}")
    challenges = page.get_by_role("group", name="Challenge Bob")
    expect(challenges).to_be_visible()
    ok(ann.put(f"/v1/players/me/blocks/{bob.id}"))
    page.reload()
    expect(page.get_by_role("button", name="Unblock")).to_be_visible()
    expect(challenges).to_have_count(0)
    page.get_by_role("button", name="Unblock").click()
    expect(challenges).to_be_visible()


BUSY = {"status": 503, "code": "unavailable", "title": "Busy", "detail": "Too much to do."}
PAGES = {"/leaderboards": "leaderboards", "/friends": "players/me/friends", "/p/me": "players/*"}


@pytest.mark.parametrize("path", PAGES)
def test_a_page_that_is_refused_for_a_while_says_so_and_comes(
    service: Live, visits: Visits, watch: Watch, path: str
) -> None:
    watch.allow("status of 503")
    page = prepared(visits("phone"), register(service.url, "Ann"))
    asked = f"**/v1/{PAGES[path]}"
    page.route(
        asked,
        lambda route: route.fulfill(status=503, json=BUSY, content_type="application/problem+json"),
    )
    page.goto(path)
    expect(page.get_by_text("The service is busy.").first).to_be_visible()
    page.unroute(asked)
    expect(page.locator(".panel").first).to_be_visible()
    expect(page.get_by_text("The service is busy.")).to_have_count(0)


def test_a_wall_shows_the_best_of_the_game_at_its_table(
    service: Live, visits: Visits, redis_url: str, dice: random.Random
) -> None:
    match, (ann, bob) = start_match(service.url, game="just4fun")
    with Redis.from_url(redis_url) as redis:
        rated(Kept(redis, "just4fun.live.human.0"), dice, ann, bob)
    # The list of all is remembered for a second, and a wall looks again after half a minute.
    until(lambda: "just4fun.live.human.0" in ann.get("/v1/leaderboards").text)
    page = visits("desktop", f"/wall#matches={match}")
    best = page.locator("wall-board")
    expect(best.get_by_role("heading", name="Just4Fun: the best players")).to_be_visible()
    expect(best.get_by_role("listitem")).to_have_count(2)
