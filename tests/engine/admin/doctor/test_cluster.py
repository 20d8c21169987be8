"""`croupierctl doctor` says which nodes of a Cluster have failed, and where replicas are missing.

tests/redis/test_failover.py has the same of a Cluster that loses nodes, and test_acl.py of one that
may not be asked.
"""

from typing import Any

import pytest
from engine.admin.doctor.cluster import of_nodes
from redis._parsers import helpers

WELL = """\
a 10.0.0.1:6379@16379 myself,master - 0 0 1 connected 0-8191
b 10.0.0.2:6379@16379,redis-1 master - 0 0 2 connected 8192-16383
c 10.0.0.3:6379@16379 slave a 0 0 1 connected
d 10.0.0.4:6379@16379 slave b 0 0 2 connected"""
OK = "ok     the Cluster's nodes (4) answer; each primary has 1 replicas"
BACK = "does not answer; bring it back, or replace it: docs/kubernetes.md#when-a-node-is-lost"
FEWER = "has 0 replicas, and others 1; make an empty node its replica"


def found(nodes: str) -> list[str]:
    parse: Any = helpers.parse_cluster_nodes
    return [str(each) for each in of_nodes(parse(nodes))]


def test_a_cluster_that_is_well_is_ok_and_so_is_one_without_replicas() -> None:
    assert found(WELL) == [OK]
    (alone,) = found("a 10.0.0.1:6379@16379 myself,master - 0 0 1 connected 0-16383")
    assert alone.startswith("ok ")


@pytest.mark.parametrize("flag", ["fail", "fail?"])
def test_a_replica_that_has_failed_is_named_and_missed(flag: str) -> None:
    first, then = found(WELL.replace("slave b", f"slave,{flag} b"))
    assert first == f"wrong  node 10.0.0.4:6379 of the Cluster, a replica of 10.0.0.2:6379, {BACK}"
    assert then.startswith(f"wrong  primary 10.0.0.2:6379 of the Cluster {FEWER}")


def test_a_primary_that_has_failed_is_named_with_what_it_had() -> None:
    (alone,) = found(WELL.replace(",redis-1 master", " master,fail"))
    assert "10.0.0.2:6379 of the Cluster, a primary whose matches nobody else has" in alone
    taken_over = WELL.replace(" master - 0 0 2 connected 8192-16383", " master,fail - 0 0 2 x")
    first, then = found(
        taken_over.replace("slave b 0 0 2 connected", "master - 0 0 3 x 8192-16383")
    )
    assert "10.0.0.2:6379 of the Cluster, once a primary" in first
    assert f"10.0.0.4:6379 of the Cluster {FEWER}" in then


def test_a_replica_that_has_been_forgotten_is_missed() -> None:
    (line,) = found(WELL.rpartition("\n")[0])
    assert line.startswith(f"wrong  primary 10.0.0.2:6379 of the Cluster {FEWER}")
