"""What may be done, doing it, and what was done."""

from typing import Any

import httpx
import pytest

from tests.support.live import Live
from tests.support.players import Client, Json, ok, refused
from tests.support.requests import newcomer, table

CARDS = [color + rank for color in "RWYBG" for rank in ("x", *map(str, range(2, 11)))]
DRY = {"version": 2, "game": "lost-cities", "events": [], "accepted": True}


class Table:
    """A running match: the seat to move, the waiting seat, and the legal moves."""

    def __init__(self, match_id: str, seats: list[Client]) -> None:
        self.id = match_id
        self.seats = seats
        self.path = f"/v1/matches/{self.id}/moves"

    @property
    def mover(self) -> Client:
        seat: int = self.seats[0].see(self.id)["toMove"][0]
        return self.seats[seat]

    @property
    def waiter(self) -> Client:
        return self.seats[1 - self.seats.index(self.mover)]

    def listed(self) -> list[Json]:
        return self.mover.legal_moves(self.id)

    def post(self, body: Any, headers: Json | None = None, **query: Any) -> httpx.Response:
        return self.mover.post(self.path, body, headers, **query)

    def seen(self) -> list[Json]:
        """All that anyone can see of the match."""
        paths = (f"/v1/matches/{self.id}", self.path, f"/v1/matches/{self.id}/legal-moves")
        return [ok(seat.get(path)) for seat in self.seats for path in paths]


@pytest.fixture
def running(live: Live) -> Table:
    return Table(*table(live.url))


@pytest.fixture(scope="module")
def still(live: Live) -> Table:
    """A running match that no test changes."""
    return Table(*table(live.url))


@pytest.mark.parametrize("form", ["move", "notation"])
def test_a_move_is_made_in_either_form(running: Table, form: str) -> None:
    mover, listed = running.mover, running.listed()[0]
    answer = mover.post(running.path, {form: listed[form]})
    made = ok(answer)
    assert set(made) == {"version", "game", "events", "match"}
    assert (made["version"], answer.headers["etag"]) == (3, '"3"')
    assert made["match"] == mover.see(running.id)
    assert made["events"] == made["match"]["lastEvents"]
    seat = running.seats.index(mover)
    assert made["events"][0]["cardPlayed"]["seat"] == seat
    assert made["events"][1]["cardDrawn"]["card"] in made["match"]["state"]["hand"]
    last = ok(mover.get(running.path))["moves"][-1]
    assert (last["move"], last["notation"]) == (listed["move"], listed["notation"])


def test_the_answer_brings_legal_moves_along_if_asked_for(live: Live) -> None:
    """Those of the mover, which may be to move again; a repeat has those of then."""
    match_id, seats = table(live.url, game="livingstone")
    path, once, asked = f"/v1/matches/{match_id}/moves", {"Idempotency-Key": "x"}, "legalMoves"
    (seat,) = seats[0].see(match_id)["toMove"]
    mover, listed = seats[seat], seats[seat].legal_moves(match_id)
    made = ok(mover.post(path, {"notation": listed[0]["notation"]}, once, include=asked))
    assert made["match"] == mover.see(match_id, include=asked)
    assert made["match"]["legalMoves"]["seat"] == seat
    for view, status in (("full", 200), ("none", 422)):
        query = {"include": asked, "view": view}
        again = mover.post(path, {"notation": listed[0]["notation"]}, once, **query)
        assert again.status_code == status
        assert status != 200 or again.json() == made
    refused(mover.post(path, {"notation": "x"}, once), 422, "idempotency_mismatch")
    (seat,) = seats[0].see(match_id)["toMove"]
    mover, turn = seats[seat], {"notation": seats[seat].legal_moves(match_id)[0]["notation"]}
    bare = ok(mover.post(path, turn, view="none", include=asked))
    assert [*bare] == ["version", "game", "events", "legalMoves"]
    assert bare["legalMoves"] == mover.see(match_id, include=asked)["legalMoves"]
    refused(mover.post(path, turn, include="moves"), 400, "malformed")


def test_a_move_that_the_rules_forbid_names_the_rule(still: Table) -> None:
    hand = still.mover.see(still.id)["state"]["hand"]
    missing = next(card for card in CARDS if card not in hand)
    other = next(color for color in "RWYBG" if color != hand[0][0])
    rules = set()
    for notation in (f"{missing}-*", f"{hand[0]}-{hand[0][0]}", f"{hand[0]}-{other}"):
        body = refused(still.post({"notation": notation}), 422, "illegal_move")
        assert body["rule"].endswith(".")
        rules.add(body["rule"])
    assert len(rules) == 3


def test_a_dry_run_tells_and_changes_nothing(running: Table) -> None:
    before = running.seen()
    notation = running.listed()[0]["notation"]
    queries: list[dict[str, Any]] = [{}, {"view": "none"}, {"include": "legalMoves"}]
    for query in queries:
        assert ok(running.post({"notation": notation}, dryRun="true", **query)) == DRY
    assert running.seen() == before
    assert ok(running.post({"notation": notation}, dryRun="false"))["version"] == 3


def test_a_dry_run_is_refused_as_the_move_would_be(still: Table) -> None:
    hand = still.mover.see(still.id)["state"]["hand"]
    wet: list[tuple[Client, Json, Json]] = [
        (still.mover, {"notation": "nonsense"}, {}),
        (still.mover, {"notation": f"{hand[0]}-{hand[0][0]}"}, {}),
        (still.mover, {"notation": f"{hand[0]}-*", "expectedVersion": 1}, {}),
        (still.mover, {"notation": f"{hand[0]}-*"}, {"If-Match": '"7"'}),
        (still.mover, {"move": {"card": 7}}, {}),
        (still.waiter, {"notation": f"{hand[0]}-*"}, {}),
        (Client(still.mover.url), {"notation": f"{hand[0]}-*"}, {}),
    ]
    for player, body, headers in wet:
        same = {"X-Request-Id": "same", **headers}
        dry = player.post(still.path, body, same, dryRun="true")
        assert dry.status_code >= 400
        assert dry.content == player.post(still.path, body, same).content


def test_view_none_leaves_the_match_out(running: Table) -> None:
    answer = running.post({"notation": running.listed()[0]["notation"]}, view="none")
    assert set(ok(answer)) == {"version", "game", "events"}
    assert answer.headers["etag"] == '"3"'


def test_query_parameters_that_are_unknown_are_ignored(running: Table) -> None:
    notation = running.listed()[0]["notation"]
    assert ok(running.post({"notation": notation}, dryrun="true", x="y"))["version"] == 3
    assert running.mover.see(running.id, atversion=1, utm_source="x")["version"] == 3


def test_a_move_is_made_upon_the_version_it_expects(running: Table) -> None:
    notation = running.listed()[0]["notation"]
    assert ok(running.post({"notation": notation, "expectedVersion": 2}))["version"] == 3
    notation = running.listed()[0]["notation"]
    both = {"notation": notation, "expectedVersion": 3}
    assert ok(running.post(both, {"If-Match": '"3"'}))["version"] == 4


@pytest.mark.parametrize("version", [0, 1, 3, 2**31, 2**32 + 2, 2**63, 2**64 - 1])
def test_a_move_upon_another_version_is_refused_with_the_current_one(
    still: Table, version: int
) -> None:
    body = {"notation": still.listed()[0]["notation"], "expectedVersion": version}
    assert refused(still.post(body), 412, "version_mismatch")["version"] == 2


def test_two_different_expectations_are_malformed(still: Table) -> None:
    body = {"notation": still.listed()[0]["notation"], "expectedVersion": 2}
    refused(still.post(body, {"If-Match": '"3"'}), 400, "malformed")


# --- legal moves


def test_only_the_mover_has_legal_moves(still: Table) -> None:
    path = f"/v1/matches/{still.id}/legal-moves"
    mover = still.seats.index(still.mover)
    own = ok(still.mover.get(path))
    assert (own["version"], own["seat"]) == (2, mover)
    assert own["moves"]
    assert all(set(listed) == {"move", "notation"} for listed in own["moves"])
    assert len({listed["notation"] for listed in own["moves"]}) == len(own["moves"])
    empty = {"version": 2, "game": "lost-cities", "decision": None, "moves": []}
    assert ok(still.waiter.get(path)) == {**empty, "seat": 1 - mover}
    for viewer in (Client(still.mover.url), newcomer(still.mover.url)):
        assert ok(viewer.get(path)) == {**empty, "seat": None}


def test_there_are_no_legal_moves_before_the_start_and_after_the_end(live: Live) -> None:
    ann = newcomer(live.url)
    match_id = ann.create()["id"]
    path = f"/v1/matches/{match_id}/legal-moves"
    empty = {"game": "lost-cities", "seat": 0, "decision": None, "moves": []}
    assert ok(ann.get(path)) == {**empty, "version": 1}
    newcomer(live.url).join(match_id)
    ann.act(match_id, "resign")
    assert ok(ann.get(path)) == {**empty, "version": 3}


# --- history


@pytest.fixture(scope="module")
def long(live: Live) -> Table:
    """A match of 122 versions: Bob joins and leaves sixty times, and comes back."""
    ann, bob = newcomer(live.url), newcomer(live.url)
    long = Table(ann.create(start="manual")["id"], [ann, bob])
    for _ in range(60):
        bob.join(long.id)
        bob.act(long.id, "leave")
    bob.join(long.id)
    return long


def pages(viewer: Client, path: str, **query: Any) -> list[list[Json]]:
    found = []
    after: int | None = 0
    while after is not None:
        page = ok(viewer.get(path, after=after, **query))
        assert set(page) == {"moves", "nextAfter"}
        found.append(page["moves"])
        after = page["nextAfter"]
        assert after is None or after == page["moves"][-1]["version"]
    return found


@pytest.mark.parametrize(
    ("size", "lengths"),
    [
        ({}, [50, 50, 22]),
        ({"pageSize": 50}, [50, 50, 22]),
        ({"pageSize": 61}, [61, 61]),
        ({"pageSize": 100}, [100, 22]),
        ({"pageSize": 101}, [100, 22]),
        ({"pageSize": "9" * 30}, [100, 22]),
    ],
)
def test_the_history_comes_in_pages(long: Table, size: Json, lengths: list[int]) -> None:
    found = pages(long.seats[0], long.path, **size)
    assert [len(page) for page in found] == lengths
    entries = [entry for page in found for entry in page]
    assert [entry["version"] for entry in entries] == [*range(1, 123)]


@pytest.mark.parametrize(
    ("after", "first"),
    [("0", 1), ("-5", 1), ("-" + "9" * 30, 1), ("1", 2), ("121", 122), ("0121", 122)],
)
def test_the_history_goes_on_after_a_version(long: Table, after: str, first: int) -> None:
    page = ok(long.seats[0].get(long.path, after=after))
    assert page["moves"][0]["version"] == first


def test_the_history_is_what_the_caller_could_see_then(running: Table) -> None:
    """Also after the end: cards drawn from the deck are not shown afterwards."""
    viewers = [*running.seats, Client(running.mover.url)]
    seen: list[list[Any]] = [[viewer.see(running.id)["lastEvents"]] for viewer in viewers]
    for _ in range(3):
        deck = [each for each in running.listed() if each["notation"].endswith("*")]
        running.post({"move": deck[0]["move"]})
        for viewer, events in zip(viewers, seen, strict=True):
            events.append(viewer.see(running.id)["lastEvents"])
    running.seats[0].act(running.id, "resign")
    for viewer, events in zip(viewers, seen, strict=True):
        entries = ok(viewer.get(running.path))["moves"]
        assert [entry["events"] for entry in entries[1:5]] == events
    drawn = [[entry[1]["cardDrawn"]["card"] for entry in events[1:]] for events in seen]
    assert drawn[2] == ["", "", ""]
    assert sorted(map(bool, drawn[0])) != sorted(map(bool, drawn[1]))
