"""Clients for one Redis server, a cluster, or a primary that Sentinels name; they fail fast."""

from typing import Any, cast

from redis.asyncio import Redis, RedisCluster
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.credentials import CredentialProvider
from redis.maint_notifications import MaintNotificationsConfig
from telemetry.observe import Observer, unobserved

from redislink import sentinel
from redislink.closing import ClosingPool
from redislink.cluster import Cluster
from redislink.connections import PACKED
from redislink.observed import ObservedRedis
from redislink.url import parse, without_secrets

CONNECTIONS = 64
"""How many commands are in progress at once; further ones wait for a connection."""
UNANNOUNCED = MaintNotificationsConfig(enabled=False)
"""Managed servers may announce maintenance. Clients that listen, as redis-py's do by default, wait
ten seconds for an answer then, and use idle connections that have ended."""


def connect(
    url: str,
    timeout_s: float,
    username: str = "",
    password: str = "",
    observer: Observer | None = None,
    credentials: CredentialProvider | None = None,
) -> Redis:
    """A client for `url`; raise InvalidUrl, see `redislink.url`.

    `username` and `password` apply unless the URL has its own; `credentials` replace all of these,
    and are asked for each new connection. Redis must answer within
    `timeout_s`. A stale connection is replaced before it is used. A command that was sent is
    never sent again: a change that was stored, and whose answer was lost, would find itself
    stored and be refused as another one's.

    The client of a cluster is of another class with the same methods; all keys of a command
    must lie in one slot. `observer` times each round trip; it is given the name of the command,
    or PIPELINE for several commands at once. Once it is closed, every command is refused.
    """
    given: dict[str, Any] = {"username": username, "password": password}
    if credentials:
        given = {"credential_provider": credentials}
    options: dict[str, Any] = {name: value for name, value in given.items() if value}
    options["maint_notifications_config"] = UNANNOUNCED
    found = parse(url)
    if found is None:
        return _client(_server_pool(url, timeout_s, options), observer)
    options |= found.options
    if found.kind == "sentinel":
        return _client(sentinel.pool(found, options, timeout_s, CONNECTIONS), observer)
    cluster: Any = Cluster(
        found.hosts,
        timeout_s,
        CONNECTIONS,
        ssl=found.tls,
        observer=observer or unobserved,
        **options,
    )
    return cast(Redis, cluster)


def _client(pool: ClosingPool, observer: Observer | None) -> Redis:
    if observer is None:
        return Redis.from_pool(pool)
    client = cast(ObservedRedis, ObservedRedis.from_pool(pool))
    client.observer = observer
    return client


@without_secrets()
def _server_pool(url: str, timeout_s: float, options: dict[str, Any]) -> ClosingPool:
    pool = ClosingPool.from_url(
        url,
        max_connections=CONNECTIONS,
        timeout=timeout_s,
        socket_timeout=timeout_s,
        socket_connect_timeout=timeout_s,
        # redis-py sends a command again by default.
        retry=Retry(NoBackoff(), 0),
        **options,
    )
    # from_url has chosen plain, TLS or a Unix socket by the scheme.
    pool.connection_class = PACKED[pool.connection_class]
    return pool


async def subscriber_connection(redis: Redis | Cluster) -> Any:
    """A connection outside of all pools, on which any channel can be subscribed to.

    In a cluster that is one to any node: nodes pass on to all others what is published.
    """
    if isinstance(redis, Cluster):
        return (await redis.initialize()).new_connection()
    return redis.connection_pool.make_connection()  # type: ignore[no-untyped-call]


async def ping(redis: Redis | Cluster) -> None:
    """Raise RedisError or OSError unless Redis answers; of a cluster, one node suffices."""
    if isinstance(redis, Cluster):
        await redis.execute_command("PING", target_nodes=RedisCluster.DEFAULT_NODE)
    else:
        await cast(Any, redis).ping()
