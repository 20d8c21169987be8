"""`docs/operations/many-studios.md`: its blocks make twenty installations that do not meet."""

import os
import subprocess
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path

import asyncpg
import pytest
import yaml
from engine.domain.errors import StoreUnavailable
from engine.store.archive.postgres import Archive

from tests.deploy.rendered import containers, walk
from tests.deploy.traffic import End, allowed, end_of
from tests.docs.session import blocks_of
from tools.helm import CHART, over, rendered
from tools.manifests import Json, of_kind, template
from tools.postgres_server import PostgresServer
from tools.stack import ROOT

pytest.importorskip("helm_python", reason="helm-python-sdk has no wheel for this machine")
pytestmark = pytest.mark.service

PAGE = ROOT / "docs/operations/many-studios.md"
NAMES = [f"studio-{number:02}" for number in range(1, 21)]
NAMESPACED_ALONE = {"ClusterRole", "ClusterRoleBinding", "Namespace", "PriorityClass"}
PORTS = (53, 80, 443, 5432, 6379, 8080, 8443, 9090, 16379, 50051)
AUTOSCALED = 3
"""How many pods an autoscaler keeps at the least."""
STAND_IN = """#!/bin/sh
echo "$(basename "$0") $*" >> calls
case "$0 $*" in
  */psql*) cat >> sql ;;
esac
"""
UNITS = {"m": 1, "Mi": 1, "Gi": 1024}
"""CPU in thousandths, memory and storage in MiB."""


@dataclass(frozen=True)
class Done:
    """What the blocks of the page have left: files, and what the commands were asked for."""

    folder: Path

    @property
    def calls(self) -> list[str]:
        return (self.folder / "calls").read_text().splitlines()

    def values(self, name: str) -> Json:
        found: Json = yaml.safe_load((self.folder / f"{name}.yaml").read_text())
        return found


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> Done:
    folder = tmp_path_factory.mktemp("studios")
    for command in ("kubectl", "helm", "psql"):
        (folder / command).write_text(STAND_IN)
        (folder / command).chmod(0o755)
    text = "".join(text for kind, text in blocks_of(PAGE) if kind == "sh")
    path = f"{folder}:{os.environ['PATH']}"
    subprocess.run(
        ["bash", "-eu"], input=text, env={"PATH": path}, cwd=folder, text=True, check=True
    )
    return Done(folder)


@pytest.fixture(scope="module")
def installations(done: Done) -> dict[str, list[Json]]:
    """The objects of each studio."""
    secrets = {"passwords": {"existingSecret": "redis-passwords"}}
    return {
        name: rendered(over(done.values(name), secrets), "studio.yaml", namespace=name)
        for name in NAMES
    }


def test_each_studio_is_installed_and_upgraded_by_its_own_file(done: Done) -> None:
    asked = [call for call in done.calls if call.startswith("helm upgrade --install ")]
    assert len(asked) == len(NAMES)
    for name, call in zip(NAMES, asked, strict=True):
        _, _, files = call.partition(f" --namespace {name} ")
        assert files == f"--values {CHART.relative_to(ROOT)}/studio.yaml --values {name}.yaml"
    upgrades = [call for call in done.calls if call.startswith("helm upgrade croupier ")]
    assert [call.split()[5] for call in upgrades] == [each for each in NAMES for _ in range(2)]
    assert [call.rpartition("=")[2] for call in upgrades] == ["0.1.0", ""] * len(NAMES)
    assert len({done.values(name)["backup"]["schedule"] for name in NAMES}) == len(NAMES)


def test_no_two_studios_make_the_same_object(installations: dict[str, list[Json]]) -> None:
    made = Counter[tuple[str, str, str]]()
    for name, objects in installations.items():
        for each in objects:
            assert each["metadata"].get("namespace") == name, each["metadata"]
            assert each["kind"] not in NAMESPACED_ALONE
            made[each["kind"], name, each["metadata"]["name"]] += 1
    assert {*made.values()} == {1}
    hosts = [
        rule["host"]
        for objects in installations.values()
        for each in of_kind(objects, "Ingress")
        for rule in each["spec"]["rules"]
    ]
    assert hosts == [f"{name}.example.com" for name in NAMES]
    assert not [each for one in installations.values() for each in of_kind(one, "PrometheusRule")]


def test_pods_name_the_class_that_is_made_once(
    done: Done, installations: dict[str, list[Json]]
) -> None:
    made = done.values("priority")
    for each in _workloads(installations[NAMES[0]]):
        if each["kind"] != "CronJob":
            assert template(each)["spec"]["priorityClassName"] == made["metadata"]["name"]


def test_each_studio_fits_into_its_quota_also_during_a_rollout(
    done: Done, installations: dict[str, list[Json]]
) -> None:
    quota, limits = yaml.safe_load_all((done.folder / "quota.yaml").read_text())
    most = quota["spec"]["hard"]
    (range_,) = limits["spec"]["limits"]
    for objects in (installations[NAMES[0]], installations[NAMES[-1]]):
        taken = Counter[str]()
        for workload in _workloads(objects):
            pods = 2 if workload["kind"] == "Deployment" else 1  # the next one comes first
            taken["pods"] += pods
            for kind, amount in _of_pod(workload):
                taken[kind] += pods * amount
                assert kind != "limits.memory" or amount <= _amount(range_["max"]["memory"])
        taken["requests.storage"] = sum(_storage(objects))
        assert taken["requests.storage"] > 0
        assert {kind for kind in taken if taken[kind] > _amount(most[kind])} == set()


def test_nothing_in_a_namespace_reaches_anything_in_another_one(
    installations: dict[str, list[Json]],
) -> None:
    for name, other in zip(NAMES, [*NAMES[1:], NAMES[0]], strict=True):
        policies = of_kind([*installations[name], *installations[other]], "NetworkPolicy")
        targets = _ends(installations[name], name)
        # And who pretends to be one of ours where no policy keeps it in.
        sources = _ends(installations[other], other)
        sources += [End(each.labels, "elsewhere") for each in sources]
        for (source, target), port in product(product(sources, targets), PORTS):
            assert not allowed(policies, source, target, port), (source, target, port)
    first = installations[NAMES[0]]
    engine, redis = (end_of(_named(first, name)) for name in ("engine", "redis"))
    assert allowed(of_kind(first, "NetworkPolicy"), engine, redis, 6379), "nothing is allowed"


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ((), "no values, and the herald"),
        (("prod.yaml",), "`prod.yaml`, and the herald"),
        (("studio.yaml",), "`studio.yaml`"),
    ],
)
def test_the_page_says_what_twenty_releases_ask_for(files: tuple[str, ...], said: str) -> None:
    asked = Counter[str]()
    for workload in _workloads(rendered({"herald": {"enabled": True}}, *files)):
        if workload["kind"] != "CronJob":
            for kind, amount in _of_pod(workload):
                asked[kind] += amount * workload["spec"].get("replicas", AUTOSCALED)
    cores, memory = asked["requests.cpu"] / 1000, asked["requests.memory"] / 1024
    row = f"| {cores:.2g} cores, {memory:.1f} GiB | {cores * 20:.2g} cores, {memory * 20:.0f} GiB |"
    assert f"| {said} {row}\n" in PAGE.read_text()


@pytest.mark.anyio
async def test_archives_in_one_database_do_not_meet(done: Done, postgres: PostgresServer) -> None:
    owner = await asyncpg.connect(postgres.url)
    try:
        await owner.execute((done.folder / "sql").read_text())
        one, other = (_archive(postgres, f"studio_{each}") for each in ("01", "20"))
        for archive in (one, other):
            await archive.prepare()
        async with one.connection() as connection:
            await connection.execute("INSERT INTO croupier_lists VALUES ('all', '1 m')")
        assert await one.page(["all"], "", 10) == ["1 m"]
        assert await other.page(["all"], "", 10) == []
        with pytest.raises(StoreUnavailable, match="InsufficientPrivilege"):
            async with other.connection() as connection:
                await connection.fetch("SELECT * FROM studio_01.croupier_lists")
        held = "SELECT schemaname FROM pg_tables WHERE tablename = 'croupier_lists'"
        assert {"studio_01", "studio_20"} <= {row[0] for row in await owner.fetch(held)}
        for archive in (one, other):
            archive.close()
    finally:
        await owner.close()


def _archive(postgres: PostgresServer, role: str) -> Archive:
    return Archive(postgres.url.replace("//croupier@", f"//{role}@"), timeout_s=10)


def _workloads(objects: list[Json]) -> list[Json]:
    return of_kind(objects, "Deployment", "StatefulSet", "CronJob")


def _named(objects: list[Json], name: str) -> Json:
    return next(each for each in _workloads(objects) if each["metadata"]["name"] == name)


def _of_pod(workload: Json) -> Iterator[tuple[str, int]]:
    """What a pod asks for, and what it may take."""
    for container in containers(workload):
        resources = container["resources"]
        yield "requests.cpu", _amount(resources["requests"]["cpu"])
        yield "requests.memory", _amount(resources["requests"]["memory"])
        yield "limits.memory", _amount(resources["limits"]["memory"])


def _storage(objects: list[Json]) -> Iterator[int]:
    for each in objects:
        for path, value in walk(each):
            if path.endswith("/resources/requests/storage"):
                yield _amount(value)


def _ends(objects: list[Json], name: str) -> list[End]:
    return [*map(end_of, _workloads(objects)), End({}, name)]


def _amount(said: str) -> int:
    number = said.rstrip("mMGi")
    return int(number) * UNITS.get(said[len(number) :], 1)
