"""Friends over HTTP: asking, accepting and ending, and what each of the two is shown."""

import pytest

from tests.support.live import Live
from tests.support.opponents import invite
from tests.support.players import Client, Json, ok, refused
from tests.support.requests import NOBODY, newcomer, with_token
from tests.support.stream_reader import events_path, following

FRIENDS = "/v1/players/me/friends"


def ask(player: Client, other: Client | str) -> str:
    other_id = other if isinstance(other, str) else other.id
    told = ok(player.put(f"{FRIENDS}/{other_id}"))
    assert told["playerId"] == other_id
    return str(told["status"])


def end(player: Client, other: Client) -> None:
    answer = player.delete(f"{FRIENDS}/{other.id}")
    assert (answer.status_code, answer.content) == (204, b"")


def friends(player: Client) -> dict[str, list[str]]:
    """The names in each list."""
    shown = ok(player.get(FRIENDS))
    assert shown.pop("complete")
    return {name: [each["displayName"] for each in shown[name]] for name in shown}


def shown(**lists: list[str]) -> dict[str, list[str]]:
    return {"friends": [], "asking": [], "asked": [], **lists}


def befriended(url: str) -> tuple[Client, Client]:
    ann, bob = newcomer(url, "Ann"), newcomer(url, "Bob")
    assert (ask(ann, bob), ask(bob, ann)) == ("asked", "friend")
    return ann, bob


def test_who_asks_and_is_accepted_is_a_friend_of_both(live: Live) -> None:
    ann, bob = newcomer(live.url, "Ann"), newcomer(live.url, "Bob")
    with following(bob, "/v1/events") as to_bob, following(ann, "/v1/events") as to_ann:
        assert [ask(ann, bob), ask(ann, bob)] == ["asked", "asked"]
        assert to_bob.next("friendAsked").data == {"playerId": ann.id}
        assert (friends(ann), friends(bob)) == (shown(asked=["Bob"]), shown(asking=["Ann"]))
        assert [ask(bob, ann), ask(bob, ann), ask(ann, bob)] == ["friend"] * 3
        assert to_ann.next("friendAccepted").data == {"playerId": bob.id}
        for player, other in ((ann, bob), (bob, ann)):
            (friend,) = ok(player.get(FRIENDS))["friends"]
            assert friend == {**other.player, "here": True}
        end(ann, bob)
        assert friends(ann) == friends(bob) == shown()
        # Nobody is told of an end: the next event is another request.
        ask(ann, bob)
        assert to_bob.next("friendAsked", "friendAccepted", "ping").event == "friendAsked"


@pytest.mark.parametrize("ends", [0, 1], ids=["withdrawn", "declined"])
def test_a_request_is_withdrawn_or_declined(live: Live, ends: int) -> None:
    both = newcomer(live.url, "Ann"), newcomer(live.url, "Bob")
    ask(both[0], both[1])
    for _ in range(2):
        end(both[ends], both[1 - ends])
        assert friends(both[0]) == friends(both[1]) == shown()
    assert ask(both[1], both[0]) == "asked"


def test_two_who_ask_each_other_are_friends(live: Live) -> None:
    ann, bob = befriended(live.url)
    assert (friends(ann), friends(bob)) == (shown(friends=["Bob"]), shown(friends=["Ann"]))


def test_a_friends_public_tables_are_found_and_watched_and_no_private_one(live: Live) -> None:
    ann, bob = befriended(live.url)
    cleo = newcomer(live.url, "Cleo")
    tables = [bob.create(access=access) for access in ("public", "private")]
    for table in tables:
        code = {"inviteCode": table["inviteCode"]} if "inviteCode" in table else {}
        cleo.join(table["id"], **code)
    public, private = (table["id"] for table in tables)
    queries: list[Json] = [{"status": "active"}, {}]
    for query in queries:
        found = ok(ann.get("/v1/matches", player=bob.id, **query))
        assert [each["id"] for each in found["matches"]] == [public]
    assert ann.see(public)["yourSeat"] is None
    with following(ann, events_path(public)) as watched:
        assert watched.next("snapshot").data["id"] == public
    for path in (f"/v1/matches/{private}", events_path(private)):
        refused(ann.get(path), 404, "not_found")


def test_a_friend_is_challenged_to_a_table_that_nobody_else_sees(live: Live) -> None:
    ann, bob = befriended(live.url)
    with following(bob, "/v1/events") as to_bob:
        table = ann.create(access="private")
        invite(ann, table["id"], bob)
        assert to_bob.next("invited").data["matchId"] == table["id"]
    assert bob.join(table["id"])["status"] == "active"


def test_lists_are_in_the_order_of_names(live: Live) -> None:
    ann = newcomer(live.url)
    others = [newcomer(live.url, name) for name in ("zoe", "Bea", "Älva", "adam")]
    for other in others:
        ask(other, ann)
    assert friends(ann) == shown(asking=["adam", "Bea", "zoe", "Älva"])


def test_nothing_new_is_answered_by_304(live: Live) -> None:
    ann, bob = befriended(live.url)
    first = ann.get(FRIENDS)
    tag = first.headers["etag"]
    again = ann.get(FRIENDS, {"If-None-Match": tag})
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)
    ok(bob.patch("/v1/players/me", {"displayName": "Bert"}))
    assert ok(ann.get(FRIENDS, {"If-None-Match": tag}))["friends"][0]["displayName"] == "Bert"


def test_who_is_hidden_is_seen_by_no_friend_and_counts(live: Live) -> None:
    ann, bob = befriended(live.url)

    def here() -> bool | None:
        (friend,) = ok(ann.get(FRIENDS))["friends"]
        found: bool | None = friend["here"]
        return found

    assert here() is True
    with following(bob, "/v1/events"):
        assert ok(bob.patch("/v1/players/me", {"presence": "nobody"}))["presence"] == "nobody"
        assert here() is None
        assert ok(bob.get("/v1/players/me"))["presence"] == "nobody"
        assert here() is None
        ok(bob.patch("/v1/players/me", {"presence": "friends"}))
        assert here() is True


@pytest.mark.parametrize("method", ["put", "delete"])
@pytest.mark.parametrize("of", ["friends", "blocks"])
def test_what_is_no_player(live: Live, method: str, of: str) -> None:
    ann = newcomer(live.url)
    for other in ("x", "..%2F", "Ä" * 22, f"{NOBODY}A"):
        refused(getattr(ann, method)(f"/v1/players/me/{of}/{other}"), 404, "not_found")
    path = f"/v1/players/me/{of}/{NOBODY}"
    refused(getattr(Client(live.url), method)(path), 401, "unauthenticated")
    refused(getattr(Client(live.url, "crp_x"), method)(path), 401, "unauthenticated")
    if method == "put":
        refused(ann.put(path), 404, "not_found")
        refused(ann.put(f"/v1/players/me/{of}/{ann.id}"), 409, "conflict")
        reader = with_token(ann, "read")
        refused(reader.put(f"/v1/players/me/{of}/{newcomer(live.url).id}"), 403, "forbidden")


def test_a_deleted_player_is_nobodys_friend(live: Live) -> None:
    ann, bob = befriended(live.url)
    eve = newcomer(live.url, "Eve")
    ask(eve, bob)
    assert bob.delete("/v1/players/me").status_code == 204
    assert (friends(ann), friends(eve)) == (shown(), shown())
    refused(ann.put(f"{FRIENDS}/{bob.id}"), 404, "not_found")


def test_open_requests_are_limited(live: Live) -> None:
    """The own ones; those of others beyond what is shown are answered as all are."""
    ann = newcomer(live.url)
    others = [newcomer(live.url, f"Bob {number}") for number in range(51)]
    for other in others[:50]:
        ask(ann, other)
    problem: Json = refused(ann.put(f"{FRIENDS}/{others[50].id}"), 409, "conflict")
    assert "50" in problem["detail"]
    assert ask(ann, others[0]) == "asked"
    ask(others[50], ann)
    assert ask(ann, others[50]) == "friend"
    end(ann, others[1])
    assert ask(ann, others[1]) == "asked"
