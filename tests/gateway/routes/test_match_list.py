"""Lists of matches: filters, pages, and what each viewer sees."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.support.live import Live
from tests.support.players import Client, Json, ok
from tests.support.requests import code, newcomer, send, table, with_token

LIST = "/v1/matches"


def pages(viewer: Client, **query: Any) -> Iterator[list[Json]]:
    token: str | None = None
    while True:
        more: Json = {"pageToken": token} if token else {}
        page = ok(viewer.get(LIST, **query, **more))
        assert set(page) == {"matches", "nextPageToken"}
        yield page["matches"]
        token = page["nextPageToken"]
        if token is None:
            return
        assert page["matches"], "an empty page is the last one"


def ids(viewer: Client, **query: Any) -> list[str]:
    return [match["id"] for page in pages(viewer, **query) for match in page]


class Club:
    """Ann's matches, one in each situation, oldest first; Bob is in most of them."""

    def __init__(self, url: str) -> None:
        self.ann, self.bob = newcomer(url, "Ann"), newcomer(url, "Bob")
        self.public: dict[str, str] = {}
        self.private: dict[str, str] = {}
        for access, made in (("public", self.public), ("private", self.private)):
            for status in ("waiting", "active", "finished", "aborted"):
                made[status] = self.make(access, status)

    def make(self, access: str, status: str) -> str:
        match = self.ann.create(access=access, start="manual")
        match_id = str(match["id"])
        self.bob.join(match_id, inviteCode=match.get("inviteCode", ""))
        verbs = {"waiting": [], "active": ["start"], "aborted": ["leave"]}
        for verb in verbs.get(status, ["start", "resign"]):
            self.ann.act(match_id, verb)
        return match_id

    @property
    def newest_first(self) -> list[str]:
        return [*self.public.values(), *self.private.values()][::-1]


@pytest.fixture(scope="module")
def club(live: Live) -> Club:
    return Club(live.url)


def test_newest_come_first(live: Live, club: Club) -> None:
    assert ids(club.bob, player="me") == club.newest_first
    assert ids(club.bob, player=club.bob.id) == club.newest_first
    times = [match["createTime"] for match in ok(Client(live.url).get(LIST))["matches"]]
    assert times == sorted(times, reverse=True)


def test_a_list_for_everyone_has_public_matches_and_ones_own(live: Live, club: Club) -> None:
    def of_the_club(viewer: Client) -> list[str]:
        """As far back as the club's first match; other tests have made matches as well."""
        found = []
        for match_id in ids(viewer, pageSize=100):
            found += [match_id] if match_id in club.newest_first else []
            if match_id == club.public["waiting"]:
                break
        return found

    assert of_the_club(club.bob) == club.newest_first
    assert of_the_club(Client(live.url)) == list(club.public.values())[::-1]
    assert of_the_club(newcomer(live.url)) == list(club.public.values())[::-1]


@pytest.mark.parametrize("status", ["waiting", "active", "finished", "aborted"])
def test_a_list_can_be_of_one_status(club: Club, status: str) -> None:
    wanted = [club.private[status], club.public[status]]
    assert ids(club.bob, player="me", status=status) == wanted
    assert ids(club.bob, player="me", status=status, game="lost-cities") == wanted
    (page,) = pages(club.bob, player="me", status=status)
    assert {match["status"] for match in page} == {status}


def test_filters_that_are_empty_are_none(club: Club) -> None:
    answer = club.bob.get(LIST, game="", status="", pageToken="", player=club.bob.id)
    assert [match["id"] for match in ok(answer)["matches"]] == club.newest_first


def test_ones_own_matches_need_a_token(live: Live) -> None:
    answer = Client(live.url).get(LIST, player="me")
    assert code(answer) == (401, "unauthenticated")
    assert answer.headers["www-authenticate"] == "Bearer"
    play = with_token(newcomer(live.url), "play")
    assert code(play.get(LIST, player="me")) == (403, "forbidden")


def test_a_match_is_listed_as_it_is_seen(live: Live, club: Club) -> None:
    for viewer in (club.ann, club.bob, Client(live.url)):
        (page,) = pages(viewer, player=club.bob.id)
        assert page
        for match in page:
            assert match == viewer.see(match["id"])
    (own,) = pages(club.ann, player="me", status="active")
    assert [match["yourSeat"] for match in own] == [0, 0]
    assert all(match["state"]["hand"] for match in own)
    assert ["inviteCode" in match for match in own] == [True, False]


def test_a_list_is_each_viewers_own(live: Live) -> None:
    table(live.url)
    answer = send(Client(live.url), "GET", LIST)
    assert answer.headers["vary"] == "Authorization, Accept"
    assert answer.headers["cache-control"] == "private, no-cache, no-transform"
    assert "etag" not in answer.headers
