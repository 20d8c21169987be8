"""How many streams, sockets, subscriptions and long polls a gateway holds."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from gateway.errors import Problem
from gateway.limits.follower_limit import FollowerLimits, Followers
from gateway.limits.limit_table import LIMITS
from gateway.limits.requester import Requester
from gateway.observability.metrics import Metrics
from starlette.requests import HTTPConnection

from tests.support.live import Live
from tests.support.players import Client
from tests.support.requests import code, newcomer, problem, send, table
from tests.support.socket_client import talking
from tests.support.stream_reader import NDJSON, following
from tests.support.waiting import until

FEW = 3
VERSION = ("If-None-Match", '"2"')
WAIT = ("Prefer", "wait=1")


@pytest.fixture
def strict(redis_url: str) -> Iterator[Live]:
    """A gateway that lets a token follow a few things, and an address twice as many."""
    with Live(
        redis_url, limits=LIMITS, max_followers_per_token=FEW, max_followers_per_address=2 * FEW
    ) as live:
        yield live


def who(host: str, token: str | None) -> Requester:
    return Requester(token, HTTPConnection({"type": "http", "client": (host, 1)}), "streams")


def refusal(followers: Followers, host: str, token: str | None) -> tuple[str, int] | None:
    """The owner of the bound that refuses another follower, and the bound; None if it is let in."""
    try:
        with followers.follow(who(host, token)):
            return None
    except Problem as refused:
        return refused.extras["per"], refused.extras["limit"]


def count(metrics: Metrics, name: str, **labels: str) -> float:
    return metrics.registry.get_sample_value(f"croupier_gateway_{name}", labels) or 0.0


def test_followers_are_bounded_per_token_per_address_and_in_all() -> None:
    metrics = Metrics()
    followers = Followers(metrics, FollowerLimits(token=1, address=2, total=3))
    with ExitStack() as held:
        held.enter_context(followers.follow(who("192.0.2.1", "ann")))
        assert refusal(followers, "192.0.2.2", "ann") == ("token", 1)
        assert refusal(followers, "192.0.2.1", "bob") is None
        held.enter_context(followers.follow(who("192.0.2.1", None)))
        assert refusal(followers, "192.0.2.1", "bob") == ("address", 2)
        held.enter_context(followers.follow(who("192.0.2.2", None)))
        assert refusal(followers, "192.0.2.3", "cid") == ("total", 3)
        assert count(metrics, "followers") == 3
    for bound in ("token", "address", "total"):
        assert count(metrics, "refused_followers_total", bound=bound) == 1
    assert refusal(followers, "192.0.2.1", "ann") is None
    assert not followers._counts
    assert count(metrics, "followers") == 0


def test_a_bound_is_told_in_the_log_once_however_often_it_is_reached(
    caplog: pytest.LogCaptureFixture,
) -> None:
    followers = Followers(Metrics(), FollowerLimits(token=9, address=9, total=0))
    for _ in range(100):
        assert refusal(followers, "192.0.2.1", "secret")
    (line,) = caplog.messages
    assert line == "refused followers: 1, beyond the 0 of bound 'total'"


def test_whatever_follows_counts_until_it_ends(strict: Live) -> None:
    match_id, (ann, _) = table(strict.url)
    with ExitStack() as held:
        one = held.enter_context(following(ann, f"/v1/matches/{match_id}/events"))
        held.enter_context(following(ann, "/v1/events", NDJSON))
        one.next("snapshot")
        talk = held.enter_context(talking(ann))
        talk.ask("subscribe", matchId=match_id)
        for refused in (follow_more(ann, match_id), wait_more(ann, match_id)):
            assert refused["code"] == "rate_limited"
            assert (refused["bucket"], refused["per"], refused["limit"]) == (
                "followers",
                "token",
                FEW,
            )
        other = table(strict.url)[0]
        assert talk.refused("subscribe", matchId=other)["bucket"] == "followers"
        talk.ask("unsubscribe", matchId=match_id)
        talk.ask("subscribe", matchId=other)

    def ends() -> bool:
        answer = send(ann, "GET", f"/v1/matches/{match_id}", WAIT, VERSION)
        return answer.status_code == 304

    until(ends)


def follow_more(player: Client, match_id: str) -> dict[str, object]:
    answer = send(player, "GET", f"/v1/matches/{match_id}/events")
    assert code(answer) == (429, "rate_limited")
    assert answer.headers["retry-after"] == "10"
    return problem(answer)


def wait_more(player: Client, match_id: str) -> dict[str, object]:
    return problem(send(player, "GET", f"/v1/matches/{match_id}", WAIT, VERSION))


def test_sockets_of_an_address_are_bounded_before_they_open(strict: Live) -> None:
    with ExitStack() as held:
        for _ in range(2 * FEW):
            held.enter_context(talking(newcomer(strict.url)))
        answer = send(
            newcomer(strict.url),
            "GET",
            "/v1/socket",
            ("Connection", "Upgrade"),
            ("Upgrade", "websocket"),
            ("Sec-WebSocket-Version", "13"),
            ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="),
            ("Sec-WebSocket-Protocol", "croupier.v1.json"),
        )
        assert code(answer) == (429, "rate_limited")
        assert problem(answer)["per"] == "address"
