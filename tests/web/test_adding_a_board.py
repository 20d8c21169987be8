"""What docs/adding-a-board.md shows first is a whole board; and boards that are wrong."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.support.live import Live
from tests.support.players import start_match
from tests.web.browsing import Visits, Watch
from tests.web.table import choices, prepared
from tests.web.turns import in_turn
from tools.stack import ROOT

RECIPE = (ROOT / "docs/adding-a-board.md").read_text()
BLOCK = re.compile(r"```js\n(import .*?define\(\"masked-ball-board\".*?)```", re.DOTALL)


def test_the_first_board_of_the_recipe_is_one_to_play_on(service: Live, visits: Visits) -> None:
    """Here it is the board of another game."""
    match, (ann, _) = start_match(service.url, game="just4fun", options={"startSeat": 0})
    page = prepared(visits(), ann)
    answer_with_board(page, first_board())
    page.goto(f"/m/{match}")
    expect(page.locator("just4fun-board")).to_be_visible()
    notation = ann.legal_moves(match)[0]["notation"]
    page.get_by_role("button", name=notation, exact=True).click()
    expect(page).to_have_title(re.compile("^Bob to move"))
    assert ann.see(match)["version"] == 3


def test_the_guide_of_the_recipe_is_that_of_its_example() -> None:
    guide = (ROOT / "examples/masked-ball/croupier_masked_ball/board/guide.js").read_text()
    assert guide[guide.index("export default") :] in RECIPE


WRONG = {
    "it throws": "throw new Error('no board today');",
    "it is no module": "import {",
    "it imports what there is not": 'import { nonsense } from "../../../web/board.js"; nonsense();',
    "it defines another": "customElements.define('other-board', class extends HTMLElement {});",
    "its element throws": """customElements.define("just4fun-board", class extends HTMLElement {
      constructor() { super(); throw new Error("no"); }
    });""",
}


@pytest.mark.parametrize("why", in_turn(WRONG, ("it throws", "its element throws")))
def test_a_board_that_is_wrong_gives_way_to_the_generic_table(
    service: Live, visits: Visits, watch: Watch, why: str
) -> None:
    watch.allow("The board of just4fun is wrong|no board today|[Ee]rror: no$")
    match, (ann, _) = start_match(service.url, game="just4fun", options={"startSeat": 0})
    page = prepared(visits(), ann)
    answer_with_board(page, WRONG[why])
    page.goto(f"/m/{match}")
    expect(page.get_by_text("The board of this game does not work here")).to_be_visible()
    expect(choices(page)).not_to_have_count(0)


WORDS = {
    "what they tell throws": "export default { name: 'Beans', told: (events) => events.no.more };",
    "there are none": "export const name = 'Beans';",
}


@pytest.mark.parametrize("source", WORDS.values(), ids=WORDS)
def test_history_and_replay_of_a_game_go_on_where_its_texts_are_wrong(
    service: Live, visits: Visits, watch: Watch, source: str
) -> None:
    watch.allow("The texts of just4fun are wrong")
    match, (ann, bob) = start_match(service.url, game="just4fun", options={"startSeat": 0})
    ann.move(match, ann.legal_moves(match)[0]["notation"])
    bob.act(match, "resign")
    page = prepared(visits(), ann)
    answer_with_board(page, first_board())
    answer_with(page, "en.js", source)
    for path, lines in (f"/m/{match}", "match-history"), (f"/m/{match}/replay", "main"):
        page.goto(path)
        expect(page.locator(f"{lines} .lines a").last).to_contain_text("Bob has resigned.")


def test_a_board_for_another_page_gives_way_as_well(service: Live, visits: Visits) -> None:
    match, (ann, _) = start_match(service.url, game="just4fun", options={"startSeat": 0})
    page = prepared(visits(), ann)

    def newer(route: Route) -> None:
        body = route.fetch().text()
        route.fulfill(body=body.replace("&quot;board&quot;:1", "&quot;board&quot;:2"))

    page.route(f"{service.url}/m/*", newer)
    page.goto(f"/m/{match}")
    expect(page.get_by_text("The board of this game does not work here")).to_be_visible()


def first_board() -> str:
    """The first board of the recipe, as that of Just4Fun."""
    found = BLOCK.search(RECIPE)
    assert found
    return found[1].replace("masked-ball-board", "just4fun-board")


def answer_with_board(page: Page, source: str) -> None:
    """Have the page get this in the place of the board of each game."""
    answer_with(page, "board.js", source)


def answer_with(page: Page, name: str, source: str) -> None:
    """Have the page get this in the place of the file of this name of each game."""
    page.route(
        f"**/games/*/{name}",
        lambda route: route.fulfill(body=source, content_type="text/javascript"),
    )
