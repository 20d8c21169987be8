"""What single components add, beyond what holds for all of them."""

import json
import re

import pytest
import yaml
from gateway.observability.metrics import Metrics
from prometheus_client import generate_latest

from tests.deploy.rendered import SERVICES, config, containers, objects, one, workloads
from tools.manifests import of_kind, render_with, template
from tools.stack import ROOT

pytestmark = pytest.mark.service

STREAM_KIB = 45
"""What a stream takes at most; most take 38 (docs/performance.md)."""
OWN_MIB = 100
CONNECTION_KIB = 12
PLAYERS, GATEWAYS = 100_000, 12
"""Those of docs/operations/sizing.md."""


def test_the_rule_and_the_dashboard_are_those_that_are_tested() -> None:
    rule = one("dev+alerts", "PrometheusRule", "croupier")
    alerts = (ROOT / "deploy/monitoring/alerts.yaml").read_text()
    assert rule["spec"] == yaml.safe_load(alerts), "run: make monitoring"
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
