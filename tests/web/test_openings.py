"""The first move at a table with a sealed deal, on a slow line; `make web-openings` makes many."""

import pytest

from tests.support.live import Live
from tests.support.players import of_the_house, register
from tests.support.sealed import ENTROPY, SEALS
from tests.support.waiting import Stopwatch, until
from tests.web.browsing import Visits
from tests.web.openings import LIMIT_S, Line, move
from tests.web.table import visit_as

SLOW = Line(400, 4)


@pytest.mark.full
def test_a_page_that_opens_the_last_seal_and_begins_can_move(service: Live, visits: Visits) -> None:
    """On such a line, the page still looks at the table while the other one reveals."""
    ann, hugo = register(service.url, "Ann"), of_the_house(service.url, "Hugo")
    options = {"startSeat": 1}
    match = hugo.create(deal="sealed", seal=SEALS[0], options=options)["id"]
    page = SLOW.under(visit_as(visits, ann, f"/m/{match}"))
    page.get_by_role("button", name="Take a seat").click()
    until(lambda: hugo.see(match)["fairness"]["toReveal"])
    hugo.act(match, "entropy", entropy=ENTROPY[0])
    until(lambda: hugo.see(match)["toMove"] == [1])
    begun = Stopwatch()
    move(page, ann, match, ann.legal_moves(match)[0]["notation"])
    assert not begun.exceeds(LIMIT_S)
