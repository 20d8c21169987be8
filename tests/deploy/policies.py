"""`make policies`: hold an operator's manifests against the rules, and say which rules these are.

What is right in itself and yet only stands for something, such as the host croupier.example.com,
breaks no rule; it is named at the end.
"""

import re
import sys
from collections.abc import Iterable, Iterator

import pytest
from yaml import YAMLError

from tests.deploy.redis_ports import Unknown, redis_url, variable
from tests.deploy.rendered import (
    OVERLAY,
    SERVICES,
    VALUES,
    VARIANTS,
    component,
    containers,
    objects,
    walk,
)
from tools.helm import Refused
from tools.manifests import Json, of_kind

FILES = tuple(
    f"tests/deploy/test_{name}.py" for name in ("objects", "pods", "network", "schemas", "backups")
)
OPTIONS = ("-q", "-n", "0", "--size", "service", "-k", "own-")
EXAMPLE = re.compile(r"[\w.-]*\bexample\.(?:com|net|org)\b")
ANYWHERE = ("0.0.0.0/0", "::/0")
JOB = "redis-backup"
PLACE = re.compile(r"^execution error at \([^)]*\): ")
"""Where in the chart Helm has met a refusal, which is no place of the operator's."""


OUTCOMES = ("failed", "passed", "skipped")
"""Of a rule for several things, the first of these that one has."""


class Rules:
    """The outcome of each rule. A test is named after the one that it is."""

    def __init__(self) -> None:
        self.found: dict[str, str] = {}
        self.idle: dict[str, str] = {}
        """Why rules had nothing to check."""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        name = report.nodeid.partition("::test_")[2].partition("[")[0].replace("_", " ")
        if report.when == "call" or report.outcome != "passed":
            before = self.found.get(name, report.outcome)
            self.found[name] = min(before, report.outcome, key=OUTCOMES.index)
        if isinstance(report.longrepr, tuple):
            self.idle[name] = report.longrepr[2].removeprefix("Skipped: ")

    def lines(self) -> Iterator[str]:
        """Each rule with what became of it, and then those without an object to check."""
        did = {name: outcome for name, outcome in self.found.items() if outcome != "skipped"}
        yield from (f"  {outcome:8}{name}" for name, outcome in did.items())
        idle = [name for name in self.found if name not in did]
        yield from ["", "There was nothing to check for these rules:"] * bool(idle)
        yield from (f"  {name}: {self.idle[name]}" for name in idle)


def placeholders(found: Iterable[Json]) -> list[str]:
    """What must be replaced, or left on purpose, before players come."""
    known = list(found)
    said = [*_hosts(known), *_images(known), *_networks(known), *_unsaved(known), *_unread(known)]
    return list(dict.fromkeys(said))


def _hosts(known: list[Json]) -> Iterator[str]:
    for each in known:
        for _, value in walk(each):
            for host in EXAMPLE.findall(value) if isinstance(value, str) else ():
                yield f"{_called(each)}: {host} is an example"


def _images(known: list[Json]) -> Iterator[str]:
    for each in of_kind(known, "Deployment", "StatefulSet", "Job", "CronJob"):
        for container in containers(each):
            image = container["image"]
            first, slash, _ = image.partition("/")
            missing = [] if "@" in image else ["no digest, so the registry can exchange it"]
            if not (slash and re.search(r"[.:]|^localhost$", first)):
                missing.append("no registry, so nodes ask Docker Hub")
            if missing:
                yield f"image {image}: {'; '.join(missing)}"


def _networks(known: list[Json]) -> Iterator[str]:
    for each in of_kind(known, "NetworkPolicy"):
        for path, value in walk(each):
            if path.endswith("/ipBlock/cidr") and value in ANYWHERE:
                yield f"{_called(each)}: {value} is any address"


def _unsaved(known: list[Json]) -> Iterator[str]:
    """An operator may not notice that a Redis has no backups until they are needed."""
    if not any(_called(each) == f"CronJob/{JOB}" for each in known):
        for each in of_kind(known, "StatefulSet"):
            if each["metadata"]["name"] == "redis":
                yield f"{_called(each)}: it has no backups, since there is no CronJob/{JOB}"


def _unread(known: list[Json]) -> Iterator[str]:
    """The policies cannot be compared with an address that is not in the manifests."""
    for each in of_kind(known, "Deployment"):
        if component(each) in SERVICES:
            said = f"{_called(each)}: {variable(each)}"
            try:
                if "+sentinel:" in redis_url(known, each).lower():
                    yield f"{said} names Sentinels, and only they know the ports of Redis"
            except Unknown as where:
                yield f"{said} is in {where}, so no rule knows its ports"


def _called(found: Json) -> str:
    return f"{found['kind']}/{found['metadata']['name']}"


def refusal() -> str:
    """Why there are no objects to look at, in one line; "" if there are."""
    try:
        objects(VARIANTS[0])
    except (OSError, RuntimeError, Refused, YAMLError, pytest.skip.Exception) as error:
        return PLACE.sub("", " ".join(str(error).split()))
    return ""


def main() -> int:
    if wrong := refusal():
        sys.stderr.write(f"{' '.join((OVERLAY, *VALUES)).strip()} is not rendered: {wrong}\n")
        return 1
    rules = Rules()
    code = pytest.main([*OPTIONS, *FILES], plugins=[rules])
    if not rules.found or code not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
        return int(code) or 1
    lines = ["", f"{OVERLAY or ' '.join(VALUES)}, held against these rules of tests/deploy:"]
    lines += rules.lines()
    if said := placeholders(objects(VARIANTS[0])):
        lines += ["", "This breaks no rule. See whether it is what you mean:"]
        lines += [f"  {each}" for each in said]
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    return int(code)


if __name__ == "__main__":
    sys.exit(main())
