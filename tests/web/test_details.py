"""Small things that people have stumbled over: panels, results, rules, addresses without a page."""

from playwright.sync_api import expect

from tests.support.live import Live
from tests.support.players import register, start_match
from tests.web.browsing import Visits, Watch
from tests.web.table import prepared, visit_as


def test_a_wide_text_leaves_the_button_that_closes_it_on_the_screen(
    service: Live, visits: Visits
) -> None:
    match, (ann, _) = start_match(service.url)
    page = visit_as(visits, ann, f"/m/{match}", "phone")
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="As text").click()
    expect(page.locator("pre.drawn")).to_be_visible()
    expect(page.get_by_role("button", name="Close", exact=True)).to_be_in_viewport(ratio=1)


def test_who_resigns_is_told_which_points_count(service: Live, visits: Visits) -> None:
    match, (ann, _) = start_match(service.url, options={"startSeat": 0})
    ann.act(match, "resign")
    page = visit_as(visits, ann, f"/m/{match}", "phone")
    expect(page.get_by_text("Only finished rounds count. Ann: 0, Bob: 0.")).to_be_visible()


def test_rules_are_shown_as_text_with_headings_and_tables(service: Live, visits: Visits) -> None:
    page = visits("phone", "/rules/lost-cities")
    expect(page.get_by_role("heading", name="Lost Cities", level=1)).to_be_visible()
    expect(page.get_by_role("table").first).to_be_visible()
    expect(page).to_have_title("Rules: Lost Cities")
    exact = page.get_by_role("link", name="The exact rules")
    assert service.url in str(exact.get_attribute("href"))
    page.get_by_role("button", name="Deutsch").click()
    expect(page.get_by_role("heading", name="Dein Zug")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    drawn = page.evaluate(
        DRAWN, "# <img src=x onerror=alert(1)>\n\n[a](javascript:alert(1)) <b>c</b>"
    )
    assert drawn == ["h1: <img src=x onerror=alert(1)>", "p: a <b>c</b>"]


DRAWN = """async (markdown) => {
  const entry = document.querySelector("script[src]").src;
  const { render } = await import(new URL("../vendor/lit.js", entry));
  const { drawn } = await import(new URL("./pages/markdown.js", entry));
  const place = document.createElement("div");
  render(drawn(markdown), place);
  return [...place.querySelectorAll("*")].map((one) => `${one.localName}: ${one.textContent}`);
}"""


def test_home_asks_for_each_list_once_and_tells_what_happens_elsewhere(
    service: Live, visits: Visits
) -> None:
    """Although the stream tells of the matches that wait for the player as it opens."""
    _, (ann, _) = start_match(service.url, options={"startSeat": 0})
    other = ann.create(game="just4fun", options={"startSeat": 1})["id"]
    bob = register(service.url, "Bob")
    bob.join(other)
    page = prepared(visits("desktop"), ann)
    page.clock.install()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto("/")
    expect(page.get_by_role("link", name="Lost Cities with Bob Your turn")).to_be_visible()
    expect(page.get_by_role("link", name="Lost Cities with Bob Your turn")).to_be_visible()
    page.clock.run_for(1_000)
    lists = [url for url in asked if "/v1/matches?" in url]
    assert sorted(lists) == sorted({*lists})
    assert len(lists) == 5

    bob.act(other, "resign")
    expect(
        page.locator(".notice").get_by_text("Just4Fun, with Bob: the match has ended.")
    ).to_be_visible()
    page.clock.run_for(20_000)
    expect(page.locator(".notice")).to_have_count(0)


def test_an_address_without_a_page_says_so(visits: Visits, watch: Watch) -> None:
    watch.allow("status of 404")
    page = visits("phone", "/nonsense")
    expect(page.get_by_role("heading", name="No table here")).to_be_visible()
    expect(page.get_by_text("There is no page at this address.")).to_be_visible()
