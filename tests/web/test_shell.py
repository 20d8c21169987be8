"""The stories of the shell: invite, look for a player, watch, keep time, speak German, names."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Page, expect

from tests.support.live import Live
from tests.support.opponents import end, offer, withdraw_offer
from tests.support.players import HOUSE_KEY, Client, ok, register, start_match
from tests.support.sealed import ENTROPY, SEALS
from tests.support.waiting import until
from tests.web.browsing import Visits, Watch
from tests.web.faults import faults
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
    watch.allow("status of 404")  # who comes late
    ann = visits("desktop", "/", permissions=["clipboard-read", "clipboard-write"])
    ann.get_by_role("button", name="Invite a friend to Lost Cities").click()
    expect(ann.get_by_text("Waiting for your friend")).to_be_visible()
    expect(ann.get_by_role("img", name="QR code of the link")).to_be_visible()
    link = ann.evaluate("navigator.clipboard.readText()")
    name = ann.evaluate("JSON.parse(localStorage.getItem('croupier:account')).name")
    assert re.fullmatch(rf"{service.url}/j#[0-9A-Z]{{5}}-[0-9A-Z]{{5}}", link)
    code = link.split("#")[1]
    expect(ann.locator(".code")).to_contain_text(code)

    bob = visits("phone")
    asked: list[str] = []
    bob.on("request", lambda request: asked.append(request.url))
    made = changing(bob)
    count_clicks(bob)
    bob.goto(link)
    expect(bob.get_by_text(f"“{name}” invites you to Lost Cities.")).to_be_visible()
    terms = bob.locator(".terms").get_by_role("listitem")
    absent = "who is away for 1 hour can lose"
    facts = ["2 players", "about 30 min", "medium"]
    expect(terms).to_have_text([*facts, "no clock", absent, "Rounds: 3", "Colours: five", "Rules"])
    bob.get_by_role("button", name="Take the seat").click()
    expect(bob.get_by_role("region", name="Table")).to_be_visible()
    expect(ann.get_by_role("region", name="Table")).to_be_visible()
    assert clicks_of(bob) == 1
    assert len([each for each in made if each.endswith("/join")]) == 1
    expect(bob).to_have_url(ann.url)
    assert not [url for url in asked if code in url]

    late = visits("phone", link)
    expect(late.get_by_text("There is no invitation with this code")).to_be_visible()
    expect(late.get_by_label("Code of the invitation")).to_be_focused()
    expect(late.get_by_label("Code of the invitation")).to_have_value(code)
    other = service_code(service)
    late.get_by_label("Code of the invitation").fill(other.lower().replace("-", " "))
    late.get_by_role("button", name="Open").click()
    expect(late.get_by_text("“Cleo” invites you to Just4Fun.")).to_be_visible()
    bob.goto("/")
    bob.goto(link)  # as one who sits there
    expect(bob.get_by_role("region", name="Table")).to_be_visible()


def service_code(service: Live) -> str:
    """The code of a table of Cleo's."""
    cleo = register(service.url, "Cleo")
    return str(cleo.create(game="just4fun", access="private")["inviteCode"])


def test_a_table_of_a_friend_and_two_bots_begins_in_four_clicks(
    service: Live, visits: Visits
) -> None:
    bots = [register(service.url, name, "bot") for name in ("Rosamund", "Hugobert")]
    for level, bot in enumerate(bots, 1):
        offer(bot, "livingstone", level=level, houseKey=HOUSE_KEY)
    page = visits("phone", permissions=["clipboard-read", "clipboard-write"])
    count_clicks(page)
    page.goto("/")
    page.get_by_role("article", name="Livingstone").get_by_role("radio", name="4").check()
    page.get_by_role("button", name="Invite a friend to Livingstone").click()
    expect(page.get_by_role("button", name=re.compile("^Bot: add one at"))).to_have_count(1)
    page.get_by_role("button", name="Rosamund").dblclick()
    expect(page.get_by_role("button", name="Take the invitation of Rosamund back")).to_be_visible()
    page.get_by_role("button", name=re.compile("Hugobert.*medium", re.DOTALL)).press("Enter")
    expect(page.get_by_role("group", name="Bots that can come")).to_be_hidden()
    link = page.evaluate("navigator.clipboard.readText()")
    assert clicks_of(page) == 4
    match = page.url.split("/")[-1]
    for bot, seal in zip(bots, SEALS, strict=False):
        bot.join(match, seal=seal)
        withdraw_offer(bot)
    friend = visits("phone", link)
    expect(friend.get_by_role("listitem").filter(has_text="Hugobert")).to_be_visible()
    friend.get_by_role("button", name="Take the seat").click()
    until(lambda: bots[0].see(match)["fairness"]["toReveal"])
    for bot, entropy in zip(bots, ENTROPY, strict=False):
        bot.act(match, "entropy", entropy=entropy)
    expect(page.get_by_role("region", name="Table")).to_be_visible()
    expect(friend.get_by_role("region", name="Table")).to_be_visible()


def test_who_is_asked_in_vain_or_by_mistake_is_not_waited_for(
    service: Live, visits: Visits
) -> None:
    bots = lotta, ottokar = [register(service.url, name, "bot") for name in ("Lotta", "Ottokar")]
    for bot in bots:
        offer(bot, "just4fun")
    ann = register(service.url, "Ann")
    match = ann.create(game="just4fun", seats=2, access="private")
    page = visit_as(visits, ann, f"/m/{match['id']}")
    asked = page.get_by_role("button", name=re.compile("^Lotta"))
    page.get_by_role("button", name="Bot: add one at seat 2").press("Enter")
    asked.click()
    page.get_by_role("button", name="Take the invitation of Lotta back").press("Enter")
    asked.press("Enter")
    expect(page.get_by_text("Lotta is on the way to the table")).to_be_visible()
    [invitation] = ok(ann.get(f"/v1/matches/{match['id']}/invitations"))["invitations"]
    assert end(lotta, invitation).status_code == 204
    page.get_by_role("button", name="Ask Ottokar instead").click()
    expect(page.get_by_text("Ottokar is on the way to the table")).to_be_visible()
    ottokar.join(match["id"])
    expect(page.get_by_role("region", name="Table")).to_be_visible()
    for bot in bots:
        withdraw_offer(bot)


def test_two_who_look_for_somebody_meet(service: Live, visits: Visits) -> None:
    ann, bob = visits("desktop", "/"), visits("phone", "/")
    for page in (ann, bob):
        page.get_by_role("button", name="Options of Just4Fun").click()
        page.get_by_label("Clock").select_option("1 day a move")
        page.get_by_role("button", name="Done").click()
        page.get_by_role("button", name="Find somebody for Just4Fun").click()
    expect(ann).to_have_url(re.compile("/m/"))
    expect(bob).to_have_url(ann.url)


def test_a_search_goes_on_through_all_pages_and_ends_when_they_are_closed_unless_it_is_kept(
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
        page.get_by_role("link", name="Rules: Livingstone").click()
        searches = page.get_by_role("link", name=re.compile("Looking for somebody"))
        expect(searches.get_by_text("Searching …")).to_be_visible()
        searches.click()
        expect(searching).to_be_visible()
        assert not asked
        page.reload()
        expect(page.get_by_role("heading", name="Running matches")).to_be_visible()
        if kept:
            assert not asked
        else:
            page.wait_for_function("() => !localStorage.getItem('croupier:searches')")
            assert any(each.startswith("DELETE") for each in asked)


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
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="Turn the board").click()
    seats[0].move(match, seats[0].legal_moves(match)[0]["notation"])
    page.get_by_role("button", name="History").click()
    expect(page.get_by_title("Step 1 in the replay")).to_be_visible()
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
    ("browser_language", "words"),
    [("de-AT", "Jetzt spielen"), pytest.param("fr", "Play now", marks=pytest.mark.full)],
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
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="As text").click()
    expect(page.locator("pre.drawn")).to_contain_text(MARKUP)
    page.goto("/")
    expect(page.get_by_role("listitem").get_by_text(f"with {MARKUP}")).to_be_visible()
    assert page.locator("img[onerror]").count() == 0


def test_a_guest_is_made_anew_when_the_service_has_forgotten_it(
    service: Live, visits: Visits, watch: Watch
) -> None:
    watch.allow("status of 401")
    page = visits("desktop", "/")
    page.evaluate(
        "localStorage.setItem('croupier:account', JSON.stringify({ token: 'crp_x', name: 'Old' }))"
    )
    page.reload()
    expect(page.get_by_text("You are signed out here, and a new guest now").first).to_be_visible()
    page.get_by_role("button", name="Invite a friend to Lost Cities").click()
    expect(page.get_by_role("button", name="Bot: add one at seat 2")).to_be_visible()


def test_a_name_is_chosen_and_changed(visits: Visits) -> None:
    page = visits("desktop", "/")
    page.get_by_role("button", name="Choose a name").click()
    page.get_by_role("textbox", name="Your name").fill("Ann")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="You are Ann. Change the name").click()
    page.get_by_role("textbox", name="Your name").fill("Änne")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="You are Änne. Change the name")).to_be_visible()


def test_resigning_asks_once_and_a_rematch_is_withdrawn_declined_and_agreed_to(
    service: Live, visits: Visits
) -> None:
    match, (ann, bob) = start_match(service.url, options={"startSeat": 0, "rounds": 1})
    ann.move(match, ann.legal_moves(match)[0]["notation"], view="none")
    page, other = (
        visit_as(visits, ann, f"/m/{match}"),
        visit_as(visits, bob, f"/m/{match}", "phone"),
    )
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="Resign", exact=True).click()
    expect(page.get_by_role("button", name="Play on")).to_be_focused()
    page.get_by_role("button", name="Yes, resign").click()
    expect(page.get_by_role("heading", name="Bob has won.")).to_be_visible()
    expect(other.get_by_role("heading", name="You have won!")).to_be_visible()

    ask = page.get_by_role("button", name="Rematch")
    ask.click()
    expect(page.get_by_text("Waiting for Bob …")).to_be_visible()
    expect(other.get_by_text("Ann would like a rematch.")).to_be_visible()
    page.get_by_role("button", name="Withdraw").click()
    expect(other.get_by_text("Ann does not ask for a rematch any more.")).to_be_visible()
    ask.click()
    other.get_by_role("button", name="No, thanks").click()
    expect(page.get_by_text("Bob does not want to play again now.")).to_be_visible()
    expect(other.get_by_role("button", name="Rematch")).to_be_visible()
    ask.click()
    expect(other.get_by_text("Ann would like a rematch.")).to_be_visible()
    page.get_by_role("link", name="Home", exact=True).click()
    expect(other.get_by_text("Ann does not ask for a rematch any more.")).to_be_visible()
    page.go_back()
    ask.click()
    other.get_by_role("button", name="Play again").click()
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
        page.get_by_text("There is no connection right now, so nothing was sent.").first
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
        "invitation": (None, f"/j#{waiting['inviteCode']}"),
        "no invitation": (None, "/j"),
        "table": (ann, f"/m/{started}"),
        "spectating": (None, f"/m/{started}"),
        "ending": (cat, f"/m/{over}"),
        "generic": (dan, f"/m/{generic}"),
        "missing": (None, "/m/nothing"),
        "rules": (None, "/rules/livingstone"),
        "wall": (None, f"/wall#matches={started}"),
    }


def test_no_screen_has_a_fault_that_axe_finds_or_a_low_link(
    service: Live, visits: Visits, watch: Watch
) -> None:
    watch.allow("status of 404")  # of the screen "missing"
    found = []
    pages: dict[Client | None, Page] = {}
    for name, (player, path) in screens(service).items():
        if player not in pages:
            empty = visits("phone", language="de", reduced_motion="reduce")
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
            found += [f"{name} {panel}: {each}" for each in faults(page)]
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
