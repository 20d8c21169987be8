"""What docs/adding-a-board.md shows first is a whole board."""

import re

from playwright.sync_api import expect

from tests.support.live import Live
from tests.support.players import start_match
from tests.web.browsing import Visits
from tests.web.table import visit_generic
from tools.stack import ROOT

RECIPE = (ROOT / "docs/adding-a-board.md").read_text()
BLOCK = re.compile(r"```js\n(import .*?define\(\"masked-ball-board\".*?)```", re.DOTALL)


def test_the_first_board_of_the_recipe_is_one_to_play_on(service: Live, visits: Visits) -> None:
    """Here it stands in for the board of games that have none."""
    found = BLOCK.search(RECIPE)
    assert found
    source = found[1].replace("masked-ball-board", "generic-board")
    match, (ann, _) = start_match(service.url, game="just4fun", options={"startSeat": 0})
    page = visit_generic(visits, ann, "/lobby")
    page.route(
        "**/web/boards/generic.js",
        lambda route: route.fulfill(body=source, content_type="text/javascript"),
    )
    page.goto(f"/m/{match}")
    notation = ann.legal_moves(match)[0]["notation"]
    page.get_by_role("button", name=notation, exact=True).click()
    expect(page).to_have_title(re.compile("^Bob to move"))
    assert ann.see(match)["version"] == 3
