"""Many tables on a wall, which takes its turns through them."""

from playwright.sync_api import expect

from tests.support.live import Live
from tests.support.players import start_match
from tests.web.browsing import Visits

SIZES = """() => Object.fromEntries(
  [".players .name", ".players .moves", "p.last", ".come", ".players h2"].map((each) =>
    [each, parseFloat(getComputedStyle(document.querySelector(each)).fontSize)]))"""
"""How large is written what must be read from 5 m, in pixels."""


def test_a_wall_shows_public_tables_live_and_asks_for_little(service: Live, visits: Visits) -> None:
    match, (ann, _) = start_match(service.url, options={"startSeat": 0})
    other, _ = start_match(service.url, game="livingstone")
    page = visits("desktop")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(f"{request.method} {request.url}"))
    page.goto(f"/wall#matches={match},{other}")
    expect(page.get_by_role("heading", name="Live at the tables")).to_be_visible()
    expect(page.locator("croupier-table lost-cities-board")).to_be_visible()
    expect(page.locator("croupier-table")).to_have_count(1)
    players = page.get_by_role("complementary", name="Players").get_by_role("listitem")
    expect(players.nth(0)).to_contain_text("to move")
    ann.move(match, ann.legal_moves(match)[0]["notation"])
    expect(page.locator("lost-cities-board .prompt")).to_contain_text("Bob to move")
    expect(players.nth(1)).to_contain_text("to move")
    expect(page.locator("p.last")).to_contain_text("Ann")
    expect(page.get_by_role("banner")).to_have_count(0)
    calls = [each for each in asked if "/v1/" in each]
    assert all(each.startswith("GET") for each in calls)
    assert len([each for each in calls if f"/{match}" in each]) == 2
    assert not page.evaluate("localStorage.getItem('croupier:account')")


def test_a_wall_finds_what_runs_and_nothing_private(service: Live, visits: Visits) -> None:
    start_match(service.url)
    public, (ann, bob) = start_match(service.url)
    hidden = ann.create(access="private")
    bob.post(f"/v1/matches/{hidden['id']}/join", {"inviteCode": hidden["inviteCode"]})
    page = visits("phone", "/wall")
    expect(page.locator("croupier-table")).to_be_visible()
    found = page.evaluate("document.querySelector('wall-page').found")
    assert public in found
    assert hidden["id"] not in found


def test_the_tables_of_a_wall_take_turns_and_are_read_from_afar(
    service: Live, visits: Visits
) -> None:
    ids = [start_match(service.url)[0] for _ in range(3)]
    page = visits("desktop")
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.clock.install()
    page.goto(f"/wall#matches={','.join(ids)}")
    for shown in (*ids, ids[0]):
        tables = page.locator("croupier-table")
        expect(tables).to_have_count(1)
        assert tables.evaluate_all("all => all.map(one => one.match)") == [shown]
        expect(page.locator(".name").first).to_contain_text("Ann")
        sizes = page.evaluate(SIZES)
        assert min(sizes.values()) >= 40, sizes
        page.clock.run_for(20_000)


def test_a_wall_without_a_table_says_how_to_play(service: Live, visits: Visits) -> None:
    match, _ = start_match(service.url)
    page = visits("desktop", f"/wall#matches={match}")
    page.locator("wall-page").evaluate("wall => wall.found = []")  # others play here
    expect(page.get_by_role("heading", name="Play along!")).to_be_visible()
    expect(page.get_by_role("img", name="Scan the code")).to_be_visible()
    expect(page.get_by_text(service.url.removeprefix("http://"), exact=True)).to_be_visible()
