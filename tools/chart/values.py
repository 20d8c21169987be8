"""The schema of the chart's values, and a table of them, both from values.yaml."""

import json
import re
from collections.abc import Iterator
from fnmatch import fnmatchcase
from typing import Any

import yaml

Schema = dict[str, Any]
WHOLE = ("resources", "annotations")
"""Maps that are one row of the table."""
LINE = re.compile(r"^( *)([\w-]+):(?: (.*))?$")
SECRET: Schema = {"type": "string", "pattern": "^([a-z0-9]([-a-z0-9.]*[a-z0-9])?)?$"}
PERCENT: Schema = {"type": "integer", "minimum": 1, "maximum": 100}
GAME: Schema = {"type": "string", "pattern": "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$"}
TEXTS: Schema = {"type": "object", "additionalProperties": {"type": "string"}}


def settings(*prefixes: str) -> Schema:
    """Settings of a program. Passwords are in Secrets, and never in values."""
    names = {"pattern": f"^({'|'.join(prefixes)})_[A-Z0-9_]+$", "not": {"pattern": "PASSWORD"}}
    kinds = {"type": ["string", "number", "boolean"]}
    return {"type": "object", "propertyNames": names, "additionalProperties": kinds}


MORE: dict[str, Schema] = {
    "image.pullPolicy": {"enum": ["Always", "IfNotPresent", "Never"]},
    "image.digests.*": {"type": "string", "pattern": "^(sha256:[0-9a-f]{64})?$"},
    "engine.games": {"type": "array", "items": GAME},
    "engineGroups": {
        "type": "array",
        "items": {
            "type": "object",
            "additionalProperties": False,
            "required": ["name", "games"],
            "properties": {
                "name": GAME,
                "games": {"type": "array", "items": GAME, "minItems": 1},
                "image": {"type": "string"},
                "replicas": {"type": "integer", "minimum": 1},
                "resources": {"type": "object"},
                "settings": settings("ENGINE", "OTEL"),
            },
        },
    },
    "engine.settings": settings("ENGINE", "OTEL"),
    "gateway.settings": settings("GATEWAY", "OTEL"),
    "bots.settings": settings("BOTS"),
    "*.resources": {"type": "object"},
    "*.nodeSelector": TEXTS,
    "*.podAnnotations": TEXTS,
    "*.annotations": TEXTS,
    "*.labels": TEXTS,
    "*.tolerations": {"type": "array", "items": {"type": "object"}},
    "*.parentRefs": {"type": "array", "items": {"type": "object"}, "minItems": 1},
    "*.sourceRanges": {"type": "array", "items": {"type": "string"}},
    "autoscaling.*.cpu": PERCENT,
    "autoscaling.*.memory": PERCENT,
    "entrance.kind": {"enum": ["none", "ingress", "gateway-api", "load-balancer"]},
    "redis.kind": {"enum": ["single", "cluster", "external"]},
    "redis.maxmemory": {"type": "string", "pattern": "^[0-9]+mb$"},
    "redis.external.url": {
        "type": "string",
        "pattern": r"^(rediss?(\+cluster|\+sentinel)?://[^@]+)?$",
    },
    "*.networks": {"type": "array", "items": {"type": "string"}, "minItems": 1},
    "*.ports": {
        "type": "array",
        "items": {"type": "integer", "minimum": 1, "maximum": 65535},
        "minItems": 1,
    },
    "*Secret": SECRET,
    "dns": {"enum": ["kube-dns", "nodelocal", "openshift"]},
}
"""Of these values there is more to say than of what kind their defaults are."""
KINDS = {bool: "boolean", int: "integer", str: "string", list: "array", dict: "object"}


def schema(values: dict[str, Any]) -> str:
    """The text of values.schema.json: a value that is misspelt is refused."""
    head = {"$schema": "http://json-schema.org/draft-07/schema#", "title": "Values of Croupier"}
    of = _of(values, "")
    of["properties"]["global"] = {"type": "object"}  # Helm's own, in a chart above this one
    return json.dumps({**head, **of}, indent=2) + "\n"


def _of(value: Any, key: str) -> Schema:
    for pattern, said in MORE.items():
        if fnmatchcase(key, pattern):
            return said
    if isinstance(value, dict):
        inside = {name: _of(inner, f"{key}.{name}".lstrip(".")) for name, inner in value.items()}
        return {"type": "object", "additionalProperties": False, "properties": inside}
    least = {"minimum": 0} if type(value) is int else {}
    return {"type": KINDS[type(value)], **least}


def table(text: str) -> str:
    """A table of all values in values.yaml, with the comments above each."""
    rows = [f"| `{key}` | {default} | {about} |\n" for key, default, about in _rows(text)]
    return "| value | default | meaning |\n|---|---|---|\n" + "".join(rows)


def _rows(text: str) -> Iterator[tuple[str, str, str]]:
    values, about, path = yaml.safe_load(text), list[str](), list[str]()
    for line in text.partition("\n\n")[2].splitlines():
        if found := LINE.match(line):
            path = [*path[: len(found[1]) // 2], found[2]]
            default = _default(values, path)
            if (about or default) and not {*path[:-1]} & {*WHOLE}:
                yield ".".join(path), default, " ".join(about)
        comment = line.strip().startswith("# ")
        about = [*about, line.strip()[2:]] if comment else []


def _default(values: Any, path: list[str]) -> str:
    """A map that has something in it has no default of its own."""
    for key in path:
        values = values[key] if isinstance(values, dict) and key in values else None
    if values is None or (isinstance(values, dict) and values and path[-1] != "resources"):
        return ""
    return f"`{json.dumps(values)}`"
