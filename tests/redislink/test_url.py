"""What an URL of several servers says."""

import traceback
from functools import partial

import pytest
from redislink.client import connect
from redislink.cluster import Cluster
from redislink.url import InvalidUrl, check_url, parse


@pytest.mark.parametrize("url", ["redis://h:1/2", "rediss://h", "unix:///tmp/redis.sock"])
def test_one_server_is_not_many(url: str) -> None:
    assert parse(url) is None


def test_a_cluster_has_some_nodes() -> None:
    found = parse("redis+cluster://a:7000,b,[::1]:7002")
    assert found
    assert found.kind == "cluster"
    assert found.hosts == (("a", 7000), ("b", 6379), ("::1", 7002))
    assert (found.tls, found.options) == (False, {})


def test_sentinels_watch_a_name() -> None:
    found = parse("rediss+sentinel://ann:s%20t@a,b:1/croupier?ssl_ca_certs=/ca&sentinel_password=p")
    assert found
    assert (found.kind, found.service, found.tls) == ("sentinel", "croupier", True)
    assert found.hosts == (("a", 26379), ("b", 1))
    assert found.options == {"username": "ann", "password": "s t", "ssl_ca_certs": "/ca"}
    assert found.sentinel_options == {"password": "p"}


@pytest.mark.parametrize(
    "url",
    [
        "redis+sentinel://:hunter2@a",
        "redis+cluster://:hunter2@",
        "redis+cluster://:hunter2@a,,b",
        "redis+cluster://:hunter2@a:x",
        "redis+cluster://:hunter2@a/3",
        "redis+cluster://:hunter2/3@a",
        "redis+sentinel://ann:hunter2/3@a:1/croupier",
        "redis+sentinel://ann:[hunter2]@a:1/croupier",
        "redis://:hunter2/3@a",
        "rediss://ann:hunter2#3@a:1/0",
        "redis://ann:[hunter2]@a",
        "redis://ann:hunter2\N{CARE OF}@a",
        "hunter2",
    ],
)
def test_what_makes_no_sense_is_said_without_its_secret(url: str) -> None:
    for look in (check_url, partial(connect, timeout_s=1)):
        with pytest.raises(InvalidUrl) as refused:
            look(url)
        assert "hunter2" not in "".join(traceback.format_exception(refused.value))


@pytest.mark.anyio
async def test_user_and_password_are_those_of_the_url_or_else_those_given() -> None:
    for url, password in (("redis+cluster://:url@a", "url"), ("redis+cluster://a", "given")):
        cluster: object = connect(url, 1, password="given")  # noqa: S106
        assert isinstance(cluster, Cluster)
        assert cluster.connection_kwargs["password"] == password
    for url, password in (("redis://:url@a", "url"), ("redis://a", "given")):
        options = connect(url, 1, password="given").connection_pool.connection_kwargs  # noqa: S106
        assert options["password"] == password
