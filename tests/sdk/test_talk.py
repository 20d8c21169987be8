"""Emotes and pairing codes, through the Python SDK and a running service."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from croupier_client import Change, Croupier, Emote, NotFound, RateLimited, Refused, Table
from redis import Redis
from redislink.channels import match_channel

from tests.support.live import Live
from tests.support.requests import newcomer
from tests.support.waiting import until


@contextmanager
def people(url: str) -> Iterator[tuple[Croupier, Croupier]]:
    with Croupier(url, patience_s=0.0) as ann, Croupier(url) as bob:
        ann.register("Ann")
        bob.register("Bob")
        yield ann, bob


def test_a_player_hears_what_others_say(live: Live, redis_url: str) -> None:
    with people(live.url) as (ann, bob), Redis.from_url(redis_url) as store:
        match = ann.matches.create("lost-cities")
        table = bob.matches.join(match.id)
        heard, seen = list[Emote](), list[Change]()
        follower = threading.Thread(target=follow, args=(table, seen, heard), daemon=True)
        follower.start()
        channel = match_channel(match.id)
        until(lambda: seen and dict(store.pubsub_numsub(channel)).popitem()[1])
        match.emote("hello")
        until(lambda: heard)
        assert heard == [Emote(0, "hello")]
        with pytest.raises(RateLimited):
            say_much(match)
        match.resign()
        follower.join(60)
        assert [each.version for each in seen] == [2, 3]


def test_a_player_reads_the_rules(live: Live) -> None:
    with people(live.url) as (ann, _):
        assert ann.rules("just4fun").startswith("# Just4Fun")


def say_much(match: Table) -> None:
    for _ in range(5):
        match.emote("thanks")


def follow(table: Table, seen: list[Change], heard: list[Emote]) -> None:
    for change in table.follow(on_emote=heard.append):
        seen.append(change)


def test_another_device_becomes_the_player(live: Live) -> None:
    with people(live.url) as (ann, _), Croupier(live.url) as phone:
        pairing = ann.pairing()
        assert phone.pair(pairing.code.lower(), "phone") == ann.player()
        assert phone.token != ann.token
        with pytest.raises(NotFound):
            phone.pair(pairing.code)


def test_a_printed_code_is_back_at_the_account(live: Live) -> None:
    ann = newcomer(live.url)
    with Croupier(live.url, ann.token) as first, Croupier(live.url) as phone:
        code = first.recovery_code()
        assert phone.sign_in(code.lower(), "phone").id == ann.id
        assert phone.token != ann.token
        with Croupier(live.url) as third, pytest.raises(Refused):
            third.sign_in(code)
