"""The network policies are compared with the URLs of Redis, wherever these are."""

import base64
from copy import deepcopy

import pytest

from tests.deploy.policies import placeholders
from tests.deploy.redis_ports import Unknown, addresses, cut_off
from tests.deploy.rendered import objects
from tools.manifests import Json, of_kind, template

pytestmark = pytest.mark.service

OURS, THEIRS = "dev", "dev+external-redis"
CASES = {
    (THEIRS, "rediss://redis.example.com:6380"): ["redis.example.com:6380"],
    (THEIRS, "rediss://ann:secret@redis.example.com:6380/0"): ["redis.example.com:6380"],
    (THEIRS, "redis://redis.example.com"): [],
    (THEIRS, "rediss+cluster://a.example.com,b.example.com:7000"): ["b.example.com:7000"],
    (THEIRS, "redis+sentinel://a.example.com,b.example.com:26380/main"): ["b.example.com:26380"],
    (THEIRS, "redis://10.20.0.1:6379"): [],
    (THEIRS, "redis://[fd00::1]:6380"): ["fd00::1:6380"],
    (THEIRS, "redis://redis-main.databases.svc:6380"): ["redis-main.databases.svc:6380"],
    (THEIRS, "unix:///run/redis.sock"): [],
    (OURS, "redis://redis:6380"): ["redis:6380"],
    (OURS, "redis://redis-0.redis.croupier.svc.cluster.local"): [],
    (OURS, "redis://redis.example.com:6379"): ["redis.example.com:6379"],
    (OURS, "redis://redis.databases.svc:6379"): ["redis.databases.svc:6379"],
    (OURS, "redis://10.20.0.1:6379"): ["10.20.0.1:6379"],
    (OURS, "redis://another:6379"): [],
}
"""The servers that no policy allows. What another has made in the own namespace, nobody knows."""


def changed(variant: str, url: str) -> tuple[list[Json], Json]:
    """The objects with another URL for engines, and the Deployment of these."""
    found = deepcopy([*objects(variant)])
    for each in of_kind(found, "ConfigMap"):
        if "ENGINE_REDIS_URL" in each["data"]:
            each["data"]["ENGINE_REDIS_URL"] = url
    (engine,) = (
        each for each in of_kind(found, "Deployment") if each["metadata"]["name"] == "engine"
    )
    return found, engine


def allow(found: list[Json], *ports: Json) -> None:
    (policy,) = (each for each in found if each["metadata"]["name"] == "external-redis")
    policy["spec"]["egress"][0]["ports"] = [*ports]


@pytest.mark.parametrize(("variant", "url"), CASES)
def test_servers_that_no_policy_allows_are_named(variant: str, url: str) -> None:
    said = cut_off(*changed(variant, url))
    assert [each.split()[2].rstrip(",") for each in said] == CASES[variant, url]
    assert "secret" not in "".join(said)


def test_a_policy_for_the_port_of_the_url_lets_it_be() -> None:
    found, engine = changed(THEIRS, "rediss://redis.example.com:6380")
    for wrong in ({"port": 6379}, {"port": 6379, "protocol": "UDP"}, {"port": "redis"}):
        allow(found, wrong)
        assert cut_off(found, engine)
    for right in ({"port": 6380}, {"port": 6000, "endPort": 7000}):
        allow(found, right)
        assert cut_off(found, engine) == []


@pytest.mark.parametrize("spec", [{"externalName": "a.example.com"}, {"selector": {"app": "a"}}])
def test_a_service_whose_pods_are_not_in_the_manifests_is_judged_by_its_port(spec: Json) -> None:
    found, engine = changed(THEIRS, "redis://theirs:6380")
    found.append({"kind": "Service", "metadata": {"name": "theirs"}, "spec": spec})
    assert cut_off(found, engine)
    allow(found, {"port": 6380})
    assert cut_off(found, engine) == []


def test_a_url_that_is_not_valid_is_refused_without_its_password() -> None:
    (said,) = cut_off(*changed(THEIRS, "redis://ann:secret@redis.example.com:port"))
    assert said.startswith("ENGINE_REDIS_URL: The Redis URL is not valid.")
    assert "secret" not in said


def test_a_url_in_a_secret_is_read_if_the_secret_is_there_and_named_if_not() -> None:
    found, engine = changed(THEIRS, "redis://redis.example.com:6379")
    (container,) = template(engine)["spec"]["containers"]
    reference = {"name": "theirs", "key": "url"}
    said = {"name": "ENGINE_REDIS_URL", "valueFrom": {"secretKeyRef": reference}}
    container["env"].append(said)  # before what the ConfigMap says
    with pytest.raises(Unknown, match=r"^Secret/theirs$"):
        cut_off(found, engine)
    remark = "Deployment/engine: ENGINE_REDIS_URL is in Secret/theirs, so no rule knows its ports"
    assert remark in placeholders(found)
    url = base64.b64encode(b"redis://redis.example.com:6380").decode()
    found.append({"kind": "Secret", "metadata": {"name": "theirs"}, "data": {"url": url}})
    (wrong,) = cut_off(found, engine)
    assert "redis.example.com:6380" in wrong
    assert remark not in placeholders(found)


def test_a_source_of_variables_that_nobody_knows_may_have_the_url() -> None:
    found, engine = changed(THEIRS, "redis://redis.example.com:6379")
    (container,) = template(engine)["spec"]["containers"]
    container["envFrom"].append({"secretRef": {"name": "theirs"}})
    with pytest.raises(Unknown, match=r"^Secret/theirs$"):
        cut_off(found, engine)


def test_sentinels_are_named_since_they_alone_know_the_ports() -> None:
    found, _ = changed(THEIRS, "redis+sentinel://a.example.com/main")
    assert [each for each in placeholders(found) if "Sentinels" in each] == [
        "Deployment/engine: ENGINE_REDIS_URL names Sentinels, and only they know the ports of Redis"
    ]
    assert addresses("redis+sentinel://a.example.com/main") == [("a.example.com", 26379)]
