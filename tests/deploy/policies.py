"""`make policies`: hold an operator's manifests against the rules, and say which rules these are.

What is right in itself and yet only stands for something, such as the host croupier.example.com,
breaks no rule; it is named at the end.
"""

import re
import sys
from collections.abc import Iterable, Iterator

import pytest

from tests.deploy.rendered import OVERLAY, VALUES, VARIANTS, containers, objects, walk
from tools.manifests import Json, of_kind

FILES = tuple(
    f"tests/deploy/test_{name}.py" for name in ("objects", "pods", "network", "schemas", "backups")
)
OPTIONS = ("-q", "-n", "0", "--size", "service", "-k", "own-")
EXAMPLE = re.compile(r"[\w.-]*\bexample\.(?:com|net|org)\b")
ANYWHERE = ("0.0.0.0/0", "::/0")


class Rules:
    """The outcome of each rule. A test is named after the one that it is."""

    def __init__(self) -> None:
        self.found: dict[str, str] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        name = report.nodeid.partition("::test_")[2].partition("[")[0].replace("_", " ")
        if report.when == "call" or report.outcome != "passed":
            before = self.found.get(name)
            self.found[name] = before if before not in (None, "passed") else report.outcome


def placeholders(found: Iterable[Json]) -> list[str]:
    """What must be replaced, or left on purpose, before players come."""
    known = list(found)
    said = [*_hosts(known), *_images(known), *_networks(known)]
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


def _called(found: Json) -> str:
    return f"{found['kind']}/{found['metadata']['name']}"


def main() -> int:
    rules = Rules()
    code = pytest.main([*OPTIONS, *FILES], plugins=[rules])
    if not rules.found or code not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
        return int(code) or 1
    lines = ["", f"{OVERLAY or ' '.join(VALUES)}, held against these rules of tests/deploy:"]
    lines += [f"  {outcome:8}{name}" for name, outcome in rules.found.items()]
    if not code and (said := placeholders(objects(VARIANTS[0]))):
        lines += ["", "This breaks no rule. See whether it is what you mean:"]
        lines += [f"  {each}" for each in said]
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    return int(code)


if __name__ == "__main__":
    sys.exit(main())
