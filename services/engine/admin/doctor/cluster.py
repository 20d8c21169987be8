"""The nodes of a Redis Cluster for `croupierctl doctor`: which have failed, and what is left.

A Cluster that has lost a node answers like any other: the next loss may stop a part of it.
"""

import asyncio
from collections.abc import Iterator, Mapping
from typing import Any

from redis.asyncio import Redis
from redis.asyncio.cluster import ClusterNode, RedisCluster
from redis.exceptions import NoPermissionError

from engine.admin.doctor.finding import Finding

FAILED = {"fail", "fail?"}
"""The latter is what one node thinks, and others have not confirmed."""
SECTION = "docs/kubernetes.md#when-a-node-is-lost"
REMEDY = f"bring it back, or replace it: {SECTION}"


async def of_cluster(redis: Redis) -> list[Finding]:
    """The findings about the nodes, by one that answers; none if it is no Cluster."""
    if not isinstance(redis, RedisCluster):
        return []
    answers: list[Any] = await asyncio.gather(*map(_ask, redis.get_nodes()), return_exceptions=True)
    for answer in answers:
        if isinstance(answer, Mapping):
            return [*of_nodes(answer)]
    if any(isinstance(answer, NoPermissionError) for answer in answers):
        text = "the Cluster does not tell of its nodes: its user needs the right +cluster|nodes"
        return [Finding("note", text)]
    return []


async def _ask(node: ClusterNode) -> Any:
    """Past the client, which fails while the node is away that it has chosen for questions.

    Such a client closes no connections either.
    """
    try:
        return await node.execute_command("CLUSTER NODES")
    finally:
        await node.disconnect()


def of_nodes(nodes: Mapping[str, Any]) -> Iterator[Finding]:
    """The findings; CLUSTER NODES as redis-py has parsed it."""
    failed = {address for address, node in nodes.items() if _flags(node) & FAILED}
    for address in sorted(failed):
        yield Finding("wrong", f"{_described(nodes, address)} does not answer; {REMEDY}")
    replicas = {
        address: sum(
            each["master_id"] == node["node_id"] and other not in failed
            for other, each in nodes.items()
        )
        for address, node in nodes.items()
        if node["slots"] and address not in failed
    }
    most = max(replicas.values(), default=0)
    for address, count in sorted(replicas.items()):
        if count < most:
            text = f"primary {address} of the Cluster has {count} replicas, and others {most}"
            yield Finding("wrong", f"{text}; make an empty node its replica: {SECTION}")
    if not failed and set(replicas.values()) <= {most}:
        text = f"the Cluster's nodes ({len(nodes)}) answer; each primary has {most} replicas"
        yield Finding("ok", text)


def _described(nodes: Mapping[str, Any], address: str) -> str:
    node = nodes[address]
    for other, each in nodes.items():
        if each["node_id"] == node["master_id"]:
            return f"node {address} of the Cluster, a replica of {other},"
    if node["slots"]:
        return f"node {address} of the Cluster, a primary whose matches nobody else has,"
    return f"node {address} of the Cluster, once a primary,"


def _flags(node: Mapping[str, Any]) -> set[str]:
    return set(node["flags"].split(","))
