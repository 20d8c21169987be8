"""What single components add, beyond what holds for all of them."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import yaml
from gateway.observability.metrics import Metrics
from prometheus_client import generate_latest

from tests.deploy.rendered import SERVICES, config, containers, objects, one, workloads
from tests.redis.servers import Server
from tools.manifests import K8S, of_kind, render_with, template
from tools.prometheus_rule import ALERTS, RULE, text
from tools.redis_server import Guard

pytestmark = pytest.mark.service

STREAM_KIB = 45
"""What a stream takes at most; most take 38 (docs/performance.md)."""
OWN_MIB = 100
CONNECTION_KIB = 12
PLAYERS, GATEWAYS = 100_000, 12
"""Those of docs/operations.md, Sizing."""


def test_the_rule_and_the_dashboard_are_those_that_are_tested() -> None:
    assert RULE.read_text() == text(), "run: make monitoring"
    rule = one("dev+alerts", "PrometheusRule", "croupier")
    assert rule["spec"] == yaml.safe_load(ALERTS.read_text())
    dashboard = one("dev+alerts", "ConfigMap", "croupier-dashboard")
    assert dashboard["metadata"]["labels"]["grafana_dashboard"] == "1"
    assert json.loads(dashboard["data"]["dashboard.json"])["uid"] == "croupier"


@pytest.mark.parametrize("component", ["gateway-api", "load-balancer"])
def test_another_entrance_replaces_the_ingress(component: str) -> None:
    assert of_kind(render_with("prod", component), "Ingress") == []


def test_the_route_leads_to_the_gateway_and_sets_no_time_limit() -> None:
    route = one("dev+gateway-api", "HTTPRoute", "gateway")
    assert route["apiVersion"] == "gateway.networking.k8s.io/v1"
    (rule,) = route["spec"]["rules"]
    assert rule["timeouts"] == {"request": "0s", "backendRequest": "0s"}
    (target,) = rule["backendRefs"]
    service = one("dev+gateway-api", "Service", target["name"])
    assert target["port"] in [port["port"] for port in service["spec"]["ports"]]


def test_a_load_balancer_keeps_addresses_and_hides_the_metrics() -> None:
    service = one("dev+load-balancer", "Service", "gateway-public")["spec"]
    assert (service["type"], service["externalTrafficPolicy"]) == ("LoadBalancer", "Local")
    assert [port["targetPort"] for port in service["ports"]] == ["http"]
    (said,) = [
        each["data"]
        for each in of_kind(render_with("prod", "load-balancer"), "ConfigMap")
        if "GATEWAY_HOST" in each["data"]
    ]
    assert said["GATEWAY_TRUSTED_PROXIES"] == ""


def test_everything_that_serves_has_the_priority() -> None:
    one("dev+priority", "PriorityClass", "croupier")
    for workload in workloads("dev+priority"):
        assert template(workload)["spec"]["priorityClassName"] == "croupier"


def test_every_account_has_the_secret_of_the_registry() -> None:
    accounts = of_kind(objects("dev+pull-secret"), "ServiceAccount")
    assert len(accounts) == len(SERVICES) + 1
    assert all(each["imagePullSecrets"] == [{"name": "croupier-registry"}] for each in accounts)


def test_a_gateway_has_room_for_all_streams_that_it_accepts() -> None:
    said = config("prod", "gateway")
    streams = int(said["GATEWAY_MAX_FOLLOWERS"])
    others = int(said["GATEWAY_MAX_CONNECTIONS"]) - streams
    assert others > 0
    assert streams >= PLAYERS / GATEWAYS
    needed = OWN_MIB + (streams * STREAM_KIB + others * CONNECTION_KIB) / 1024
    limit = containers(one("prod", "Deployment", "gateway"))[0]["resources"]["limits"]["memory"]
    assert needed < int(limit.removesuffix("Mi"))


def test_gateways_are_added_before_memory_is_short() -> None:
    scaler = one("prod", "HorizontalPodAutoscaler", "gateway")["spec"]
    targets = {each["resource"]["name"]: each["resource"]["target"] for each in scaler["metrics"]}
    assert targets["memory"]["averageUtilization"] <= 80
    assert scaler["maxReplicas"] > GATEWAYS


def test_gateways_are_added_before_a_gateway_is_full_of_streams() -> None:
    """By memory or, with KEDA, by the streams themselves: for all players, within the maximum."""
    said = config("prod", "gateway")
    streams = int(said["GATEWAY_MAX_FOLLOWERS"])
    limit = containers(one("prod", "Deployment", "gateway"))[0]["resources"]["limits"]["memory"]
    by_memory = one("prod", "HorizontalPodAutoscaler", "gateway")["spec"]
    (target,) = [
        each["resource"]["target"]["averageUtilization"]
        for each in by_memory["metrics"]
        if each["resource"]["name"] == "memory"
    ]
    filled = (int(limit.removesuffix("Mi")) * target / 100 - OWN_MIB) * 1024 / STREAM_KIB
    assert PLAYERS / by_memory["maxReplicas"] < filled < streams
    by_streams = one("prod+keda", "ScaledObject", "gateway")["spec"]
    (trigger,) = [each for each in by_streams["triggers"] if each["type"] == "prometheus"]
    threshold = int(trigger["metadata"]["threshold"])
    assert threshold == streams * target // 100
    assert PLAYERS / by_streams["maxReplicaCount"] < threshold


def test_one_autoscaler_has_the_gateways_and_asks_for_a_metric_that_there_is() -> None:
    scalers = of_kind(objects("prod+keda"), "HorizontalPodAutoscaler", "ScaledObject")
    targets = [each["spec"]["scaleTargetRef"]["name"] for each in scalers]
    assert sorted(targets) == ["engine", "gateway"]
    (scaler,) = of_kind(scalers, "ScaledObject")
    query = scaler["spec"]["triggers"][0]["metadata"]["query"]
    (name,) = re.findall(r"croupier_\w+", query)
    assert name in generate_latest(Metrics().registry).decode()
    before = one("prod", "HorizontalPodAutoscaler", "gateway")["spec"]
    assert scaler["spec"]["minReplicaCount"] == before["minReplicas"]
    advanced = scaler["spec"]["advanced"]["horizontalPodAutoscalerConfig"]
    assert advanced["behavior"] == before["behavior"]


def test_a_backup_is_a_snapshot_of_every_primary_and_only_so_many_are_kept(tmp_path: Path) -> None:
    """The script of the CronJob, over a server of this machine."""
    with running(tmp_path) as server:
        server.ask("SET", "kept", "yes")
        for number in range(3):  # the names are times: these are of years ago
            (tmp_path / "backups" / f"2020010{number}T000000Z").mkdir(parents=True)
        told = backup(tmp_path, f"127.0.0.1:{server.port}", keep="3")
        assert told.returncode == 0, told.stdout + told.stderr
    kept = sorted(each.name for each in (tmp_path / "backups").iterdir())
    assert kept[:2] == ["20200101T000000Z", "20200102T000000Z"]
    (snapshot,) = (tmp_path / "backups" / kept[2]).iterdir()
    assert b"kept" in snapshot.read_bytes()


def test_a_backup_without_a_primary_fails_and_keeps_what_was_there(tmp_path: Path) -> None:
    (tmp_path / "backups/20200101T000000Z").mkdir(parents=True)
    told = backup(tmp_path, "127.0.0.1:1", keep="1")
    assert told.returncode == 1
    assert "0 of 1 primaries answer" in told.stderr
    assert (tmp_path / "backups/20200101T000000Z").exists()


@contextmanager
def running(folder: Path) -> Iterator[Server]:
    """A server with the user of operators."""
    guard, server = Guard(), Server(folder)
    server.start(guard.start())
    try:
        server.ask("ACL", "SETUSER", "admin", "on", "nopass", "~*", "&*", "+@all")
        yield server
    finally:
        server.kill()
        server.close()
        guard.close()


def backup(folder: Path, nodes: str, keep: str) -> "subprocess.CompletedProcess[str]":
    script = K8S / "components/backup/backup.sh"
    told = {
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        "NODES": nodes,
        "FOLDER": str(folder / "backups"),
        "KEEP": keep,
        "REDISCLI_AUTH": "any",
    }
    return subprocess.run(
        ["sh", str(script)], env=told, capture_output=True, text=True, timeout=60, check=False
    )
