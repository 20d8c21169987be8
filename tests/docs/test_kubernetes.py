"""`docs/kubernetes.md`: the overlays that it shows are rendered, and its table is the tests'."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml

from bots.cores import searchers
from tests.deploy.test_pods import HOUSE_MIB, SEARCHER_MIB
from tests.docs.session import blocks_of
from tests.support.redis_source import REDIS_IMAGE
from tools.helm import over, rendered
from tools.images import IMAGES, tag
from tools.manifests import K8S, Json, of_kind, render

pytestmark = pytest.mark.service

PAGE = K8S.parents[1] / "docs/kubernetes.md"
OLD, NEW = (f"sha256:{digit * 64}" for digit in "01")
HERE_DOCUMENT = re.compile(r"<<'END'\n(.*?)^END$", re.MULTILINE | re.DOTALL)


def test_the_overlay_for_production_says_which_images_and_host(tmp_path: Path) -> None:
    (text,) = HERE_DOCUMENT.findall(PAGE.read_text())
    objects = render(_overlay(tmp_path, text))
    images = {_image(each) for each in of_kind(objects, "Deployment")}
    registry = "registry.example.com"
    assert images == {f"{registry}/{tag(service)}" for service in ("engine", "gateway", "bots")}
    (ingress,) = of_kind(objects, "Ingress")
    assert ingress["spec"]["rules"][0]["host"] == "play.example.com"
    assert ingress["spec"]["tls"][0]["hosts"] == ["play.example.com"]
    configs = [each["data"] for each in of_kind(objects, "ConfigMap")]
    (passkeys,) = (each["GATEWAY_PASSKEY_RP"] for each in configs if "GATEWAY_PASSKEY_RP" in each)
    assert passkeys == "play.example.com"


def test_an_external_redis_is_where_the_overlay_says(tmp_path: Path) -> None:
    objects = _rendered(tmp_path, "external-redis]")
    assert of_kind(objects, "StatefulSet") == []
    told = {
        name: value
        for each in of_kind(objects, "ConfigMap")
        for name, value in each["data"].items()
    }
    for name in ("ENGINE_REDIS_URL", "GATEWAY_REDIS_URL"):
        assert told[name] == "rediss://redis.example.com:6379"


def test_a_managed_redis_is_reached_at_its_port_with_its_authority(tmp_path: Path) -> None:
    objects = _rendered(tmp_path, "redis-ca]")
    for each in of_kind(objects, "Deployment"):
        (container,) = each["spec"]["template"]["spec"]["containers"]
        if container["name"] == "bots":
            continue
        folders = {mount["name"]: mount["mountPath"] for mount in container["volumeMounts"]}
        assert folders["redis-ca"] == "/etc/croupier/redis"
    (policy,) = [each for each in objects if each["metadata"]["name"] == "external-redis"]
    assert policy["spec"]["egress"] == [
        {"to": [{"ipBlock": {"cidr": "10.20.0.0/16"}}], "ports": [{"port": 6380}]}
    ]
    urls = [
        url
        for each in of_kind(objects, "ConfigMap")
        for name, url in each["data"].items()
        if name.endswith("REDIS_URL")
    ]
    assert urls == ["rediss://redis.example.com:6380?ssl_ca_certs=/etc/croupier/redis/ca.crt"] * 2


def test_the_route_of_the_recipe_is_that_of_another_gateway(tmp_path: Path) -> None:
    objects = _rendered(tmp_path, "gateway-api]")
    (route,) = of_kind(objects, "HTTPRoute")
    assert route["spec"]["parentRefs"] == [{"name": "web", "namespace": "istio-ingress"}]
    assert route["spec"]["hostnames"] == ["play.example.com"]


def test_a_second_site_for_boards_is_in_the_ingress_and_the_settings(tmp_path: Path) -> None:
    objects = _rendered(tmp_path, "configMapGenerator:\n  - name: gateway")
    (ingress,) = of_kind(objects, "Ingress")
    page, boards = ingress["spec"]["rules"]
    assert (boards["host"], boards["http"]) == ("boards.example.net", page["http"])
    assert ingress["spec"]["tls"][0]["hosts"] == [page["host"], boards["host"]]
    (told,) = [
        each["data"]
        for each in of_kind(objects, "ConfigMap")
        if "GATEWAY_BOARD_ORIGIN" in each["data"]
    ]
    assert told["GATEWAY_BOARD_ORIGIN"] == f"https://{boards['host']}"


def test_images_may_be_named_by_digest(tmp_path: Path) -> None:
    objects = _rendered(tmp_path, "images:")
    images = [_image(each) for each in of_kind(objects, "Deployment", "StatefulSet")]
    digest = "sha256:" + "0123456789abcdef" * 4
    (redis,) = [image for image in images if "/redis" in image]
    assert redis == f"registry.example.com/{REDIS_IMAGE}", "by the digest that is shipped"
    of_prod = {*IMAGES} - {"herald"}
    ours = {f"registry.example.com/croupier-{name}@{digest}" for name in of_prod}
    assert {*images} - {redis} == ours


def test_more_memory_for_redis_is_for_its_data_and_its_container(tmp_path: Path) -> None:
    objects = _rendered(tmp_path, "configMapGenerator:\n  - name: engine")
    (redis,) = of_kind(objects, "StatefulSet")
    (container,) = redis["spec"]["template"]["spec"]["containers"]
    assert {each["memory"] for each in container["resources"].values()} == {"3328Mi"}
    (files,) = [
        each["data"] for each in of_kind(objects, "ConfigMap") if "start.sh" in each["data"]
    ]
    assert max(name for name in files if name.endswith(".conf")) == "size.conf"
    assert files["size.conf"] == "maxmemory 1536mb"


def test_a_stronger_house_has_the_memory_that_it_needs(tmp_path: Path) -> None:
    objects = _rendered(tmp_path, "patches:\n  - target: {kind: Deployment, name: bots}")
    (house,) = [each for each in of_kind(objects, "Deployment") if _image(each) == tag("bots")]
    (container,) = house["spec"]["template"]["spec"]["containers"]
    limits = container["resources"]["limits"]
    assert limits == {"cpu": "4", "memory": "896Mi"}
    searching = searchers(float(limits["cpu"]))
    assert searching == 3
    assert HOUSE_MIB + SEARCHER_MIB * (searching + 1) <= 896


def test_engines_of_a_cluster_may_wait_for_a_replica(tmp_path: Path) -> None:
    objects = _rendered(tmp_path, "redis-cluster]")
    (said,) = [
        each["data"] for each in of_kind(objects, "ConfigMap") if "ENGINE_ADDRESS" in each["data"]
    ]
    assert said["ENGINE_REDIS_WAIT_REPLICAS"] == "1"


def test_gateways_are_scaled_by_the_prometheus_of_the_recipe(tmp_path: Path) -> None:
    objects = _rendered(tmp_path, "keda]")
    (scaler,) = of_kind(objects, "ScaledObject")
    trigger = scaler["spec"]["triggers"][0]["metadata"]
    assert trigger["serverAddress"] == "http://prometheus.metrics:9090"
    scaled = [each["metadata"]["name"] for each in of_kind(objects, "HorizontalPodAutoscaler")]
    assert scaled == ["engine"]


def test_the_values_that_are_shown_are_those_of_the_chart() -> None:
    pytest.importorskip("helm_python", reason="helm-python-sdk has no wheel for this machine")
    (mine,) = re.findall(r"<<'VALUES'\n(.*?)^VALUES$", PAGE.read_text(), re.MULTILINE | re.DOTALL)
    objects = rendered(yaml.safe_load(mine), "prod.yaml")
    (ingress,) = of_kind(objects, "Ingress")
    assert ingress["spec"]["rules"][0]["host"] == "play.example.com"
    assert len(of_kind(objects, "PrometheusRule")) == 1
    managed = rendered(yaml.safe_load(_recipe("passwords:")))
    assert of_kind(managed, "StatefulSet", "Secret") == []


@pytest.mark.parametrize(
    "old", [f"games/croupier-gateway@{OLD}", "host:5000/croupier-gateway:0.0.9"]
)
@pytest.mark.parametrize("mine", [{"digests": {"gateway": NEW}}, {"tags": {"gateway": "0.2"}}, {}])
def test_engines_are_upgraded_before_gateways(old: str, mine: Json) -> None:
    """Whether what runs, and what shall run, is named by tag or by digest."""
    pytest.importorskip("helm_python", reason="helm-python-sdk has no wheel for this machine")
    (split, option) = re.findall(
        r"^(case .old in .* esac)$|--set (\S*=.tag,\S*)$", PAGE.read_text(), re.M
    )
    script = f"old={old}; {split[0]}; echo {option[1]}"
    told = subprocess.check_output(["sh", "-euc", script], text=True).strip()
    once: Json = {"image": {**mine, "registry": "games"}}
    for key, _, value in (each.partition("=") for each in told.split(",")):
        once = over(once, {"image": {key.split(".")[1]: {"gateway": value}}})
    (gateway,) = [
        _image(each)
        for each in of_kind(rendered(once), "Deployment")
        if each["metadata"]["name"] == "gateway"
    ]
    assert gateway.rpartition("/")[2] == old.rpartition("/")[2]


def _recipe(words: str) -> str:
    """The overlay that has these words in its first two lines."""
    blocks = [text for kind, text in blocks_of(PAGE) if kind == "yaml"]
    (text,) = [each for each in blocks if words in "\n".join(each.splitlines()[:2])]
    return text


def test_the_secret_that_is_made_has_every_password(tmp_path: Path) -> None:
    made = set(re.findall(r"--from-literal=(\w+)=", PAGE.read_text()))
    (secret,) = of_kind(render(K8S / "overlays/dev"), "Secret")
    assert made == secret["data"].keys()


def _overlay(folder: Path, text: str) -> Path:
    """The text as an overlay that lies elsewhere than beside the others."""
    here = folder.resolve()
    wanted = yaml.safe_load(text)
    for key in ("resources", "components"):
        wanted[key] = [
            os.path.relpath(K8S / "overlays/mine" / path, here) for path in wanted.get(key, ())
        ]
    (here / "kustomization.yaml").write_text(yaml.safe_dump(wanted))
    return here


def _rendered(folder: Path, words: str) -> list[Json]:
    """The objects of prod with the recipe that has these words in its first two lines."""
    text = "namespace: croupier\nresources: [../prod]\n" + _recipe(words)
    return render(_overlay(folder, text))


def _image(deployment: Json) -> str:
    return str(deployment["spec"]["template"]["spec"]["containers"][0]["image"])


KUBECTL = """#!/bin/sh
echo "$*" >> calls
case "$*" in
  *"get pvc"*) for each in $CLAIMS; do echo "persistentvolumeclaim/data-redis-$each"; done ;;
  *"get pods"*) echo "$PODS" ;;
  *"component=engine -o name") for each in $ENGINES; do echo "deployment.apps/$each"; done ;;
  *"component=gateway -o name") echo deployment.apps/gateway ;;
  *spec.replicas*) echo "$REPLICAS" ;;
  *replicas-before*) echo 3 ;;
  *"/$WRONG -- croupierctl verify --all") echo "1 matches verified, 1 wrong"; exit 1 ;;
esac
"""
STOP = "wait pod -l 'app.kubernetes.io/component in (engine, gateway)'"
SHELLS = ["bash", *(["zsh"] if shutil.which("zsh") else [])]


@pytest.fixture(params=SHELLS)
def shell(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """One that has a kubectl which only says what it was asked for."""
    (tmp_path / "kubectl").write_text(KUBECTL)
    (tmp_path / "kubectl").chmod(0o755)
    return str(request.param)


def _asked(shell: str, folder: Path, part: str, **told: str) -> str:
    """What kubectl is asked for when the block with this part is pasted into a shell."""
    (text,) = [text for kind, text in blocks_of(PAGE) if kind == "sh" and part in text]
    path = f"{folder}:{os.environ['PATH']}"
    told = {"PATH": path, "REPLICAS": "3", "CLAIMS": "0", "PODS": "", "WRONG": "none", **told}
    told.setdefault("ENGINES", "engine engine-beans")
    subprocess.run([shell], input=text, env=told, cwd=folder, text=True, check=False, timeout=60)
    return (folder / "calls").read_text()


@pytest.mark.parametrize("wrong", ["engine", "engine-beans"])
def test_nobody_plays_after_a_restore_that_has_wrong_matches(
    shell: str, tmp_path: Path, wrong: str
) -> None:
    """Those of a game are found by the engines that have it."""
    asked = _asked(shell, tmp_path, "verify --all", WRONG=wrong)
    assert asked.endswith(f"/{wrong} -- croupierctl verify --all\n")
    assert "gateway" not in asked


def test_engines_of_groups_are_stopped_and_started_with_the_others(
    shell: str, tmp_path: Path
) -> None:
    every = [f"deployment.apps/{each}" for each in ("engine", "engine-beans", "gateway")]
    stopped = _asked(shell, tmp_path, STOP).splitlines()
    for each in every:
        noted = stopped.index(f"-n croupier annotate --overwrite {each} replicas-before=3")
        assert noted < stopped.index(f"-n croupier scale {each} --replicas=0")
    assert stopped[-1].startswith("-n croupier wait pod -l")
    (tmp_path / "calls").unlink()
    started = _asked(shell, tmp_path, "verify --all").splitlines()
    for each in every:
        assert f"-n croupier scale {each} --replicas=3" in started
        assert f"-n croupier rollout status {each}" in started
    verified = [line.split()[3] for line in started if line.endswith("verify --all")]
    assert verified == every[:2]
    assert started[-1].startswith("-n croupier patch cronjob redis-backup")


def test_what_is_stopped_once_more_is_still_known_by_its_number(shell: str, tmp_path: Path) -> None:
    assert "annotate" not in _asked(shell, tmp_path, STOP, REPLICAS="0")
    assert "deployment.apps/engine replicas-before=3" in _asked(shell, tmp_path, STOP)


@pytest.mark.parametrize("part", ["-l app.kubernetes.io/component=engine\nfor", "case $old"])
def test_an_upgrade_waits_for_the_engines_of_all_groups(
    shell: str, tmp_path: Path, part: str
) -> None:
    (tmp_path / "helm").symlink_to(tmp_path / "kubectl")
    asked = _asked(shell, tmp_path, part).splitlines()
    waited = [line.split()[4] for line in asked if " rollout status " in line]
    ours = [f"deployment.apps/{each}" for each in ("engine", "engine-beans")]
    assert waited == [*ours, "deployment/gateway"]


def test_no_page_does_to_one_deployment_what_all_engines_need() -> None:
    """Each group of engines is a Deployment of its own, beside the one that is called `engine`."""
    to_all = re.compile(r"\b(scale|annotate|wait|rollout \w+|get)\b[^\n]*deployment/engine\b")
    for page in [*PAGE.parent.glob("**/*.md"), *K8S.parent.glob("**/*.md")]:
        found = to_all.search(page.read_text())
        assert not found, f"{page}: {found[0] if found else ''}"


@pytest.mark.parametrize("part", ["name: redis-volume", "delete pvc data-redis-0\nkubectl"])
def test_a_cluster_keeps_its_nodes_and_their_volumes(shell: str, part: str, tmp_path: Path) -> None:
    claims = "0 1 2 3 4 5 6 7 8"
    assert _asked(shell, tmp_path, part, CLAIMS=claims) == "-n croupier get pvc -o name\n"


def test_an_empty_redis_starts_only_when_nobody_can_reach_it(shell: str, tmp_path: Path) -> None:
    part = "delete pvc data-redis-0\nkubectl"
    assert "delete" not in _asked(shell, tmp_path, part, PODS="pod/gateway-1")
    assert "scale statefulset/redis --replicas=1" in _asked(shell, tmp_path, part)
    stopped = _asked(shell, tmp_path, "name: redis-volume")
    for each in ("gateway", "engine", "engine-beans"):
        assert stopped.index(f"/{each} --replicas=0") < stopped.index("redis --replicas=0")
