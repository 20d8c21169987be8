"""The stories of the shell: invite, look for a player, watch, keep time, speak German, names."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Page, expect

from tests.support.live import Live
from tests.support.players import Client, ok, register, start_match
from tests.support.waiting import until
from tests.web.browsing import Visits, Watch
from tests.web.faults import violations
from tests.web.table import (
    changing,
    choices,
    clicks_of,
    count_clicks,
    expect_turn,
    heard,
    prepared,
    visit_as,
    visit_generic,
)

MARKUP = "<img src=x onerror=alert(1)>"


def test_a_friend_is_seated_one_click_after_opening_the_link(
    service: Live, visits: Visits, watch: Watch
) -> None:
    watch.allow("status of 409")  # who comes late
    ann = visits("desktop", "/", permissions=["clipboard-read", "clipboard-write"])
    ann.get_by_role("button", name="Invite a friend to Lost Cities").click()
    ann.get_by_role("button", name="Copy the link").click()
    link = ann.evaluate("navigator.clipboard.readText()")
    name = ann.evaluate("JSON.parse(localStorage.getItem('croupier:account')).name")
    said = f"&game=lost-cities&from={name.replace(' ', '+')}"
    assert re.fullmatch(
        rf"{service.url}/m/[\w-]+#invite=([\w-]+){re.escape(said)}&terms=[^&]+", link
    )

    bob = visits("phone")
    asked: list[str] = []
    bob.on("request", lambda request: asked.append(request.url))
    made = changing(bob)
    count_clicks(bob)
    bob.goto(link)
    expect(bob.get_by_text(f"“{name}” invites you to Lost Cities.")).to_be_visible()
    terms = bob.locator(".terms").get_by_role("listitem")
    expect(terms).to_have_text(["2 players", "no clock", "Rounds: 3", "Colours: five"])
    bob.get_by_role("button", name="Take the seat").click()
    expect(bob.get_by_role("region", name="Table")).to_be_visible()
    expect(ann.get_by_role("region", name="Table")).to_be_visible()
    assert clicks_of(bob) == 1
    assert len([each for each in made if each.endswith("/join")]) == 1
    expect(bob).to_have_url(link.split("#")[0])
    code = link.split("=")[1].split("&")[0]
    assert not [url for url in asked if code in url]

    late = visits("phone", link)
    late.get_by_role("button", name="Take the seat").click()
    expect(late.get_by_role("heading", name="There is no seat for you here")).to_be_visible()
    expect(late.get_by_role("button", name="Take the seat")).to_have_count(0)
    late.reload()  # now as somebody whom the service knows
    expect(late.get_by_role("button", name="Take the seat")).to_be_visible()
    bob.goto("/")
    bob.goto(link)  # as one who sits there
    expect(bob.get_by_role("region", name="Table")).to_be_visible()


def test_two_who_look_for_somebody_meet(service: Live, visits: Visits) -> None:
    ann, bob = visits("desktop", "/"), visits("phone", "/")
    for page in (ann, bob):
        page.locator(".game.just4fun summary").click()
        page.get_by_label("Clock").locator("visible=true").select_option("1 day a move")
        page.get_by_role("button", name="Find somebody for Just4Fun").click()
    expect(ann).to_have_url(re.compile("/m/"))
    expect(bob).to_have_url(ann.url)


def test_a_search_ends_when_the_page_is_left_unless_it_is_kept(
    service: Live, visits: Visits
) -> None:
    for kept in (False, True):
        page = visits("desktop", "/")
        with page.expect_response("**/v1/tickets"):
            page.get_by_role("button", name="Find somebody for Livingstone").click()
        searching = page.get_by_role("region", name=re.compile("Looking for somebody"))
        expect(searching).to_be_visible()
        if kept:
            searching.get_by_role("checkbox").check()
        asked = changing(page)
        page.get_by_role("link", name="Lobby", exact=True).click()
        expect(page.get_by_role("heading", name="Running matches")).to_be_visible()
        assert {each.split()[0] for each in asked} == (set() if kept else {"DELETE"})
        expect(searching).to_have_count(int(kept))


def test_a_search_whose_answer_never_came_is_cancelled_by_the_next_page(
    service: Live, visits: Visits
) -> None:
    """A page that is left has no answer to its request, and so not the ticket's id."""
    ann = register(service.url, "Ann")
    page = visit_as(visits, ann, "/")
    made: list[str] = []
    page.route("**/v1/tickets", lambda route: made.append(route.fetch().json()["id"]))
    page.get_by_role("button", name="Find somebody for Lost Cities").click()
    until(lambda: bool(page.evaluate("1") and made))
    page.unroute_all(behavior="ignoreErrors")
    assert ann.get(f"/v1/tickets/{made[0]}").json()["status"] == "searching"
    with page.expect_response(lambda answer: answer.request.method == "DELETE"):
        page.goto("/lobby")
    assert ann.get(f"/v1/tickets/{made[0]}").json()["status"] == "cancelled"
    assert page.evaluate("localStorage.getItem('croupier:searches')") is None


def test_a_spectator_changes_nothing_and_can_turn_the_board(service: Live, visits: Visits) -> None:
    match, seats = start_match(service.url, options={"startSeat": 0})
    page = visits("desktop")
    asked = changing(page)
    page.goto(f"/m/{match}")
    expect(page.get_by_text("You watch", exact=True)).to_be_visible()
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Turn the board").click()
    played = seats[0].legal_moves(match)[0]["notation"]
    seats[0].move(match, played)
    page.get_by_role("button", name="History").click()
    expect(page.get_by_role("code").get_by_text(played)).to_be_visible()
    expect(page).to_have_title(re.compile("^Bob to move"))
    assert asked == []
    assert page.evaluate("localStorage.getItem('croupier:account')") is None


def test_a_clock_is_that_of_the_service_whatever_the_device_says(
    service: Live, visits: Visits
) -> None:
    match, _ = start_match(
        service.url, options={"startSeat": 0}, clock={"bank": "900s", "increment": "0s"}
    )
    page = visits("desktop")
    page.add_init_script("const now = Date.now; Date.now = () => now() + 3600_000;")
    page.goto(f"/m/{match}")
    page.locator("seat-clock[data-seconds][data-seat='0']").wait_for()
    ends = datetime.fromisoformat(Client(service.url).see(match)["clock"]["deadline"])
    until(lambda: right(page, ends), seconds=40)


def right(page: Page, ends: datetime) -> bool:
    """Whether the clock of seat 0 is right to 0.2 s while it is read; pings mend what was late."""
    earliest = datetime.now(UTC)
    shown = timedelta(seconds=float(page.evaluate(READ)))
    latest, wrong = datetime.now(UTC), timedelta(seconds=0.2)
    return ends - latest - wrong <= shown <= ends - earliest + wrong


READ = """() => {
  const clock = document.querySelector("seat-clock[data-seat='0']");
  clock.requestUpdate();
  clock.performUpdate();
  return clock.dataset.seconds;
}"""


def test_a_short_time_is_warned_of(service: Live, visits: Visits) -> None:
    match, seats = start_match(service.url, options={"startSeat": 0}, clock={"perMove": "6s"})
    page = visit_as(visits, seats[0], f"/m/{match}")
    said = heard(page)
    page.wait_for_event("console", lambda message: "left" in message.text)
    assert re.fullmatch("You have (2 seconds|1 second) left[.]", said[-1])
    expect(page.get_by_role("heading", name="Bob has won.")).to_be_visible()


@pytest.mark.parametrize(
    ("browser_language", "words"), [("de-AT", "Jetzt spielen"), ("fr", "Play now")]
)
def test_the_language_is_that_of_the_browser_and_can_be_changed(
    visits: Visits, browser_language: str, words: str
) -> None:
    page = visits("phone", "/", language=browser_language)
    expect(page.get_by_role("heading", name=words)).to_be_visible()
    german = words.startswith("Jetzt")
    page.get_by_role("button", name="English" if german else "Deutsch").click()
    other = "Play now" if german else "Jetzt spielen"
    expect(page.get_by_role("heading", name=other)).to_be_visible()
    assert page.evaluate("document.documentElement.lang") == ("en" if german else "de")
    page.reload()
    expect(page.get_by_role("heading", name=other)).to_be_visible()


def test_names_made_of_markup_are_shown_as_they_are(service: Live, visits: Visits) -> None:
    ann, bob = register(service.url, MARKUP), register(service.url, "&lt;b&gt;")
    match = ann.create(options={"startSeat": 0})["id"]
    bob.join(match)
    page = visit_as(visits, bob, f"/m/{match}")
    expect(page.locator(".bar .name").get_by_text(MARKUP, exact=True)).to_be_visible()
    expect(page).to_have_title(re.compile(f"^{re.escape(MARKUP)} to move"))
    page.get_by_role("button", name="Score").click()
    page.get_by_role("button", name="As text").click()
    expect(page.locator("pre.drawn")).to_contain_text(MARKUP)
    page.goto("/")
    expect(page.get_by_role("listitem").get_by_text(f"with {MARKUP}")).to_be_visible()
    assert page.locator("img").count() == 0


def test_a_guest_is_made_anew_when_the_service_has_forgotten_it(
    service: Live, visits: Visits, watch: Watch
) -> None:
    watch.allow("status of 401")
    page = visits("desktop", "/")
    page.evaluate(
        "localStorage.setItem('croupier:account', JSON.stringify({ token: 'crp_x', name: 'Old' }))"
    )
    page.reload()
    expect(page.get_by_text("This service does not know you any more").first).to_be_visible()
    page.get_by_role("button", name="Invite a friend to Lost Cities").click()
    expect(page.get_by_role("button", name="Copy the link")).to_be_visible()


def test_a_name_is_chosen_and_changed(visits: Visits) -> None:
    page = visits("desktop", "/")
    page.get_by_role("button", name="Choose a name").click()
    page.get_by_role("textbox", name="Your name").fill("Ann")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="You are Ann. Change the name").click()
    page.get_by_role("textbox", name="Your name").fill("Änne")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="You are Änne. Change the name")).to_be_visible()


def test_resigning_asks_once_and_the_end_is_told_with_a_rematch(
    service: Live, visits: Visits
) -> None:
    match, (ann, bob) = start_match(service.url, options={"startSeat": 0, "rounds": 1})
    page, other = (
        visit_as(visits, ann, f"/m/{match}"),
        visit_as(visits, bob, f"/m/{match}", "phone"),
    )
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Resign", exact=True).click()
    expect(page.get_by_role("button", name="Play on")).to_be_focused()
    page.get_by_role("button", name="Yes, resign").click()
    expect(page.get_by_role("heading", name="Bob has won.")).to_be_visible()
    expect(other.get_by_role("heading", name="You have won!")).to_be_visible()
    page.get_by_role("button", name="Rematch, keep the points").click()
    expect(other.get_by_text("Ann would like a rematch.")).to_be_visible()
    other.get_by_role("button", name="Rematch, keep the points").click()
    expect(other).not_to_have_url(re.compile(match))
    expect(page).to_have_url(other.url)


def test_a_move_without_a_line_is_refused_and_not_kept(
    service: Live, visits: Visits, watch: Watch
) -> None:
    watch.allow("ERR_INTERNET_DISCONNECTED")
    match, seats = start_match(service.url, options={"startSeat": 0}, game="just4fun")
    page = visit_generic(visits, seats[0], f"/m/{match}")
    moves = page.get_by_role("region", name="Your moves").get_by_role("button")
    expect(moves.first).to_be_visible()
    page.context.set_offline(True)
    line = page.get_by_role("status").filter(has_text="You are offline.")
    expect(line).to_be_visible()
    moves.first.click()
    expect(
        page.get_by_text("There is no line right now, so nothing was sent.").first
    ).to_be_visible()
    page.context.set_offline(False)
    expect(line).to_be_hidden()
    moves.first.click()
    expect(page).to_have_title(re.compile("^Bob to move"))
    assert seats[0].see(match)["version"] == 3


def screens(service: Live) -> dict[str, tuple[Client | None, str]]:
    """Each screen: a player to see it, and its path."""
    started, (ann, _) = start_match(
        service.url, options={"startSeat": 0}, clock={"bank": "900s", "increment": "0s"}
    )
    waiting = ann.create(access="private")
    over, (cat, _) = start_match(service.url)
    cat.act(over, "resign")
    generic, (dan, _) = start_match(service.url, game="livingstone", options={"startSeat": 0})
    return {
        "home": (ann, "/"),
        "lobby": (None, "/lobby"),
        "waiting": (ann, f"/m/{waiting['id']}"),
        "invitation": (None, f"/m/{waiting['id']}#invite={waiting['inviteCode']}"),
        "table": (ann, f"/m/{started}"),
        "spectating": (None, f"/m/{started}"),
        "ending": (cat, f"/m/{over}"),
        "generic": (dan, f"/m/{generic}"),
        "missing": (None, "/m/nothing"),
        "rules": (None, "/rules/livingstone"),
        "wall": (None, f"/wall#matches={started}"),
    }


@pytest.mark.parametrize(("language", "scheme"), [("en", "light"), ("de", "dark")])
def test_no_screen_has_a_fault_that_axe_finds_or_a_low_link(
    service: Live, visits: Visits, watch: Watch, language: str, scheme: str
) -> None:
    watch.allow("status of 404")  # of the screen "missing"
    device = "phone" if scheme == "dark" else "desktop"
    look = {"language": language, "color_scheme": scheme, "reduced_motion": "reduce"}
    found = []
    pages: dict[Client | None, Page] = {}
    for name, (player, path) in screens(service).items():
        if player not in pages:
            empty = visits(device, **look)
            pages[player] = prepared(empty, player) if player else empty
        page = pages[player]
        page.goto(path)
        shown(page)
        panels = page.locator(".tabs button").all_inner_texts() if name == "table" else []
        for panel in ["", *panels]:
            if panel:
                page.locator(".tabs").get_by_text(panel, exact=True).click()
                shown(page)
            found += [f"{name} {panel}: {low}" for low in page.evaluate(LOW_LINKS)]
            found += [f"{name} {panel}: {each}" for each in violations(page)]
    assert found == []


LOW_LINKS = """() => [...document.querySelectorAll("a[href]")]
  .map((link) => [link.textContent.trim(), link.getBoundingClientRect().height])
  .filter(([, height]) => height && height < 24)"""


def shown(page: Page) -> None:
    """Wait until the page has loaded what it shows."""
    page.locator("main").wait_for()
    expect(page.get_by_text(re.compile("^(One moment|Einen Moment) …$"))).to_have_count(0)
    page.wait_for_timeout(150)


def test_who_plays_by_keys_stays_at_the_choices(service: Live, visits: Visits) -> None:
    match, (ann, bob) = start_match(service.url, options={"startSeat": 0}, game="just4fun")
    page = visit_generic(visits, ann, f"/m/{match}")
    for version in (3, 5):
        choices(page).first.focus()
        page.keyboard.press("Enter")
        expect(page.locator(".table-page")).to_have_attribute("data-version", f"{version}")
        expect(page.get_by_role("heading", name="It is not your turn.")).to_be_focused()
        bob.move(match, bob.legal_moves(match)[0]["notation"])
        expect_turn(page)
        expect(choices(page).first).to_be_focused()


def test_focus_survives_a_move_of_the_other_player(service: Live, visits: Visits) -> None:
    match, (ann, bob) = start_match(service.url, options={"startSeat": 1}, game="just4fun")
    page = visit_as(visits, ann, f"/m/{match}")
    page.get_by_role("button", name="Score").focus()
    bob.move(match, bob.legal_moves(match)[0]["notation"])
    expect_turn(page)
    expect(page.get_by_role("button", name="Score")).to_be_focused()


def test_an_invitation_can_be_declined(service: Live, visits: Visits, watch: Watch) -> None:
    """One, and then all that the same player has sent."""
    watch.allow("status of 404")  # the table is not there for somebody who has declined
    ann, bob = register(service.url, "Ann"), register(service.url, "Bob")
    ids = [ann.create(access="private")["id"] for _ in range(3)]
    for each in ids:
        ok(ann.post(f"/v1/matches/{each}/invitations", {"playerId": bob.id}), 201)
    page = visit_as(visits, bob, f"/m/{ids[0]}")
    page.get_by_role("button", name="Decline", exact=True).click()
    expect(page.get_by_role("heading", name="Play now")).to_be_visible()
    assert [told(ann, each) for each in ids] == ["declined", "pending", "pending"]
    page.goto(f"/m/{ids[1]}")
    page.get_by_role("button", name="Decline all from this player").click()
    expect(page.get_by_role("heading", name="Play now")).to_be_visible()
    assert [told(ann, each) for each in ids] == ["declined"] * 3


def told(player: Client, match_id: str) -> str:
    """What has become of the one invitation to a match."""
    (invitation,) = ok(player.get(f"/v1/matches/{match_id}/invitations"))["invitations"]
    return str(invitation["status"])


def test_escape_closes_what_lies_over_the_board_first(service: Live, visits: Visits) -> None:
    match, (ann, _) = start_match(service.url, options={"startSeat": 0})
    page = visit_as(visits, ann, f"/m/{match}")
    expect_turn(page)
    expect(page.locator("lost-cities-board")).to_be_visible()
    page.keyboard.press(ann.legal_moves(match)[0]["notation"][0])
    begun = "document.querySelector('lost-cities-board').buffer"
    typed = page.evaluate(begun)
    page.get_by_role("button", name="You are Ann.").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert typed
    assert page.evaluate(begun) == typed
