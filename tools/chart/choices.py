"""The components as choices of the chart: the condition under which each is part of it."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Choice:
    """A component of deploy/k8s, and the words of a template that say whether it is chosen."""

    name: str
    when: str
    on: str = ""
    """The component that it changes, without which it means nothing."""
    everywhere: bool = False
    """Whether it changes what other components add."""


CHOICES = (
    Choice("autoscaling", ".Values.autoscaling.enabled"),
    Choice("keda", ".Values.autoscaling.streams.enabled", on="autoscaling"),
    Choice("ingress", 'eq .Values.entrance.kind "ingress"'),
    Choice("gateway-api", 'eq .Values.entrance.kind "gateway-api"'),
    Choice("load-balancer", 'eq .Values.entrance.kind "load-balancer"'),
    Choice("redis-cluster", 'eq .Values.redis.kind "cluster"'),
    Choice("external-redis", 'eq .Values.redis.kind "external"'),
    Choice("redis-ca", ".Values.redis.external.caSecret"),
    Choice("archive", ".Values.archive.enabled"),
    Choice("backup", ".Values.backup.enabled"),
    Choice("bots", ".Values.bots.enabled"),
    Choice("mtls", ".Values.mtls.enabled"),
    Choice("monitoring", ".Values.monitoring.enabled"),
    Choice("alerts", ".Values.alerts.enabled"),
    Choice("tracing", ".Values.tracing.enabled"),
    Choice("dns-nodelocal", 'eq .Values.dns "nodelocal"'),
    Choice("dns-openshift", 'eq .Values.dns "openshift"'),
    Choice("priority", ".Values.priority.enabled", everywhere=True),
    Choice("pull-secret", ".Values.image.pullSecret", everywhere=True),
)
BY_NAME = {each.name: each for each in CHOICES}
BASE = ""
"""The name of the rendering without any component."""


def condition(present: set[str], of: set[str]) -> str:
    """When something is there that is in these renderings out of those; empty for always."""
    if present == of:
        return ""
    if BASE in present:
        return _no(_any(of - present))
    added = _any(present)
    taken = [each for each in of - present if each and BY_NAME[each].on in present]
    return every_one([added, *(_no(BY_NAME[each].when) for each in sorted(taken))])


def _any(names: Iterable[str]) -> str:
    """When one of them is chosen. What stands on another one of them adds no condition."""
    known = set(names)
    chosen = [each for each in CHOICES if each.name in known and each.on not in known]
    return _join(
        "or", [every_one([BY_NAME[e.on].when, e.when] if e.on else [e.when]) for e in chosen]
    )


def every_one(conditions: list[str]) -> str:
    """When all of them hold; empty if there is none."""
    return _join("and", conditions) if conditions else ""


def _no(when: str) -> str:
    return f"ne {when[3:]}" if when.startswith("eq ") else f"not {_inner(when)}"


def _join(word: str, conditions: list[str]) -> str:
    if len(conditions) == 1:
        return conditions[0]
    return " ".join([word, *map(_inner, conditions)])


def _inner(when: str) -> str:
    return f"({when})" if " " in when else when
