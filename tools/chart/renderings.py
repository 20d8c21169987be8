"""The renderings of deploy/k8s from which the chart is made, with the chart's values in them."""

import re
from collections.abc import Iterable, Iterator
from copy import deepcopy
from typing import Any

from tools.chart.choices import BASE, BY_NAME, CHOICES
from tools.chart.places import PLACES
from tools.chart.tree import Words
from tools.manifests import Json, render_with, template

HASHED = re.compile(r"-[a-z0-9]{10}$")
WIDE = ("backup", "bots", "redis-cluster", "monitoring", "alerts", "tracing")
"""What can be chosen at once, and has objects of its own."""
LABELS = {
    f"app.kubernetes.io/{name}" for name in ("name", "instance", "version", "part-of", "managed-by")
}
SHARED = Words('{{- include "croupier.labels" . | nindent DEPTH }}', block=True)
Named = dict[str, Json]


def all_renderings() -> dict[str, dict[str, Json]]:
    """By KIND/NAME, the object in each rendering that has it, by the component added to the base.

    What other components add is, for a component that changes it, as if they were chosen, too.
    """
    wide = _rendered(*WIDE)
    found: dict[str, dict[str, Json]] = {}
    for name, added in _sets():
        for called, each in placed(name, _rendered(*added)).items():
            found.setdefault(called, {})[name] = each
    for choice in (each for each in CHOICES if each.everywhere):
        others = placed(choice.name, _rendered(*WIDE, choice.name))
        for called, before in placed(BASE, wide).items():
            if BASE not in found[called] and others[called] != before:
                found[called][choice.name] = others[called]
    return found


def _sets() -> Iterator[tuple[str, list[str]]]:
    yield BASE, []
    for each in CHOICES:
        yield each.name, [*filter(None, [each.on, each.name])]


def _rendered(*components: str) -> Named:
    objects = render_with("../base", *components)
    return by_name(each for each in objects if each["kind"] != "Namespace")


def by_name(objects: Iterable[Json]) -> Named:
    """The objects by KIND/NAME, where the names of ConfigMaps are without their hashes."""
    known = list(objects)
    hashed = {each["metadata"]["name"] for each in known if each["kind"] == "ConfigMap"}
    plain = {name: HASHED.sub("", name) for name in hashed}
    renamed = [_renamed(each, plain) for each in known]
    return {f"{each['kind']}/{each['metadata']['name']}": each for each in renamed}


def _renamed(value: Any, names: dict[str, str]) -> Any:
    if isinstance(value, dict):
        return {
            key: names.get(inner, inner)
            if key == "name" and isinstance(inner, str)
            else _renamed(inner, names)
            for key, inner in value.items()
        }
    return [_renamed(each, names) for each in value] if isinstance(value, list) else value


def placed(component: str, objects: Named) -> Named:
    """The objects with the words of the chart's values in their places."""
    changed = deepcopy(objects)
    for each in changed.values():
        _sign(each)
        _name_files(each)
        _share_labels(each["metadata"])
    for place, words in PLACES.items():
        only, _, path = place.rpartition(": ")
        if only in ("", component):
            called, *keys = path.split(" ")
            for each in _those(changed, called):
                _put(each, keys, words)
    return changed


def _those(objects: Named, called: str) -> list[Json]:
    pattern = re.compile(re.escape(called).replace(r"\*", "[^/]+"))
    return [each for name, each in objects.items() if pattern.fullmatch(name)]


def _sign(workload: Json) -> None:
    """Let pods start anew when their configuration changes, as the hashes of names do."""
    if workload["kind"] not in ("Deployment", "StatefulSet"):
        return
    pod = template(workload)
    sources = [each["envFrom"][0] for each in pod["spec"]["containers"] if "envFrom" in each]
    sources += [each for each in pod["spec"].get("volumes", ()) if "configMap" in each]
    (name,) = {each.get("configMapRef", each.get("configMap", {})).get("name") for each in sources}
    said = Words(f'{{{{ include "croupier.config.{name}" . | sha256sum }}}}')
    pod["metadata"]["annotations"] = {"checksum/config": said}


def _name_files(config: Json) -> None:
    """Let a text of several lines be that of the chart's file of its name."""
    for key, text in config["data"].items() if config["kind"] == "ConfigMap" else ():
        if "\n" in text:
            config["data"][key] = Words(f'{{{{ .Files.Get "files/{key}" | toJson }}}}')


def _share_labels(metadata: Json) -> None:
    """Leave the labels to a helper that every object has."""
    labels = metadata["labels"]
    if labels.keys() >= LABELS:
        own = {key: value for key, value in labels.items() if key not in LABELS}
        metadata["labels"] = {**own, "...": SHARED}


def _put(value: Any, keys: list[str], words: Words) -> None:
    """Replace what is there; a key with a + is added to what is there."""
    key, *more = keys
    if key == "**":
        _put(value, more, words)
        for inner in _inside(value).values():
            _put(inner, keys, words)
    elif key.startswith("+") and isinstance(value, dict):
        value[key[1:]] = words
    else:
        inside = _inside(value)
        for found in inside if key == "*" else filter(inside.__contains__, [key]):
            if more:
                _put(inside[found], more, words)
            else:
                value[found if isinstance(value, dict) else int(found)] = words


def _inside(value: Any) -> dict[str, Any]:
    """What is in a map, by key, or in a list, by name or place."""
    if isinstance(value, list):
        return {
            str(each["name"]) if isinstance(each, dict) and "name" in each else str(number): each
            for number, each in enumerate(value)
        }
    return value if isinstance(value, dict) else {}


def unused(found: dict[str, dict[str, Json]]) -> list[str]:
    """The places that no rendering has."""
    said = {id(words) for each in found.values() for one in each.values() for words in _words(one)}
    return [place for place, words in PLACES.items() if id(words) not in said]


def _words(value: Any) -> Iterator[Words]:
    if isinstance(value, Words):
        yield value
    for inner in _inside(value).values():
        yield from _words(inner)


def created_by(renderings: dict[str, Json]) -> str:
    """The component of this object; BASE if it is the base's."""
    if BASE in renderings:
        return BASE
    makers = [name for name in renderings if not BY_NAME[name].everywhere]
    return [*makers, *renderings][0]
