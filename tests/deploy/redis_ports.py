"""Where engines and gateways look for Redis, and whether the network policies let them."""

import base64
import re
from collections.abc import Iterable, Iterator
from ipaddress import ip_address

from redis.asyncio.connection import parse_url
from redislink.url import InvalidUrl, parse, without_secrets

from tests.deploy.traffic import End, allowed, allows_port, end_of
from tools.manifests import Json, of_kind, template

Address = tuple[str, int]
COMPONENT = "app.kubernetes.io/component"


class Unknown(Exception):
    """Only the cluster knows the value of a variable; the message says what has it."""


def cut_off(found: Iterable[Json], deployment: Json) -> list[str]:
    """A sentence for each server of a service's Redis URL to which its pods may not connect.

    Raise Unknown if the URL is not in the manifests. No sentence has a password that is in it.
    """
    known, name = list(found), variable(deployment)
    try:
        servers = addresses(redis_url(known, deployment))
    except InvalidUrl as error:
        return [f"{name}: {error}"]
    refused = [each for each in servers if not _may(known, end_of(deployment), *each)]
    return [
        f"{name} names {host}:{port}, to which no NetworkPolicy lets the pods connect"
        for host, port in refused
    ]


def variable(deployment: Json) -> str:
    """The name of the variable with the URL of Redis."""
    return f"{template(deployment)['metadata']['labels'][COMPONENT].upper()}_REDIS_URL"


def redis_url(found: Iterable[Json], deployment: Json) -> str:
    """The URL of Redis that the container of a service gets. Raise Unknown."""
    url = next(_values(list(found), deployment, variable(deployment)), "")
    if not url or "$(" in url:
        raise Unknown("other variables" if url else "no object that is here")
    return url


@without_secrets()
def addresses(url: str) -> list[Address]:
    """The hosts and ports of a URL of Redis, of which a socket has none. Raise InvalidUrl."""
    if several := parse(url):
        return [*several.hosts]
    one = parse_url(url)
    return [] if "path" in one else [(one.get("host", "localhost"), one.get("port", 6379))]


def _values(found: list[Json], deployment: Json, name: str) -> Iterator[str]:
    """What the variable is set to, as Kubernetes ranks it: `env` first, and the last of a list."""
    service = deployment["metadata"]["name"]
    every = template(deployment)["spec"]["containers"]
    container = next((each for each in every if each["name"] == service), every[0])
    for each in reversed(container.get("env", ())):
        if each["name"] == name:
            yield _referred(found, each["valueFrom"]) if "valueFrom" in each else each["value"]
    for source in reversed(container.get("envFrom", ())):
        kind, reference = _reference(source, "Ref")
        data = _data(found, kind, reference["name"])
        if (key := name.removeprefix(source.get("prefix", ""))) in data:
            yield data[key]


def _referred(found: list[Json], source: Json) -> str:
    kind, reference = _reference(source, "KeyRef")
    data = _data(found, kind, reference["name"])
    if reference["key"] not in data:
        raise Unknown(f"{kind}/{reference['name']}")
    return data[reference["key"]]


def _reference(source: Json, end: str) -> tuple[str, Json]:
    """The kind and the name of the object to which a source of variables refers."""
    for kind in ("ConfigMap", "Secret"):
        if reference := source.get(f"{kind[0].lower()}{kind[1:]}{end}"):
            return kind, reference
    raise Unknown("a field of the pod")


def _data(found: list[Json], kind: str, name: str) -> dict[str, str]:
    for each in of_kind(found, kind):
        if each["metadata"]["name"] == name:
            plain = {**(each.get("data") or {})}
            if kind == "Secret":
                plain = {key: base64.b64decode(text).decode() for key, text in plain.items()}
            return {**plain, **(each.get("stringData") or {})}
    raise Unknown(f"{kind}/{name}")


def _may(found: list[Json], source: End, host: str, port: int) -> bool:
    policies = of_kind(found, "NetworkPolicy")
    service = _service(found, source.namespace, host)
    if service and (pods := _pods(found, service)):
        to = _target(service, port)
        return all(allowed(policies, source, pod, _number(pod, to)) for pod in pods)
    try:
        address = str(ip_address(host))
    except ValueError:
        return allows_port(policies, source, port, inside=_is_inside(host, source.namespace))
    return allowed(policies, source, End({}, address=address), port)


def _is_inside(host: str, namespace: str) -> bool:
    """Whether a name is one of the own namespace, of something that is not in the manifests."""
    return "." not in host or f".{namespace}.svc" in host or host.endswith(f".{namespace}")


def _service(found: list[Json], namespace: str, host: str) -> Json | None:
    """The Service of the manifests that a name stands for: its own, or one of its pods."""
    for each in of_kind(found, "Service"):
        name = re.escape(each["metadata"]["name"])
        whole = rf"([\w-]+\.)?{name}(\.{re.escape(namespace)}(\.svc(\..+)?)?)?\.?"
        if each["spec"].get("selector") and re.fullmatch(whole, host):
            return each
    return None


def _pods(found: list[Json], service: Json) -> list[End]:
    wanted = service["spec"]["selector"].items()
    every = of_kind(found, "Deployment", "StatefulSet")
    return [end for each in every if wanted <= (end := end_of(each)).labels.items()]


def _target(service: Json, port: int) -> int | str:
    """The port of the pods behind that of a Service. One without an address is its pods."""
    if service["spec"].get("clusterIP") == "None":
        return port
    ports = service["spec"]["ports"]
    targets: dict[int, int | str] = {each["port"]: each.get("targetPort", port) for each in ports}
    return targets.get(port, port)


def _number(pod: End, port: int | str) -> int:
    return port if isinstance(port, int) else (pod.ports or {}).get(port, 0)
