"""The chart's templates: a file for each of Croupier's components."""

from dataclasses import replace

from tools.chart import groups
from tools.chart.choices import BASE, BY_NAME, CHOICES, condition, every_one
from tools.chart.places import MORE
from tools.chart.renderings import created_by
from tools.chart.text import END, lines
from tools.chart.tree import Map, Words, merged_map
from tools.manifests import Json

HEAD = "{{- /* Written by `make chart` from deploy/k8s. */}}\n"
COMPONENT = "app.kubernetes.io/component"
SETTINGS = ("engine", "gateway", "bots")
"""The ConfigMaps to which operators add settings."""
Renderings = dict[str, Json]


def templates(found: dict[str, Renderings]) -> dict[str, str]:
    """The texts by the names of their files, of what tools.chart.renderings has found."""
    texts: dict[str, str] = {}
    for called, renderings in found.items():
        file = f"{_component(renderings)}.yaml"
        texts[file] = texts.get(file, HEAD) + _template(called, renderings)
    own = [_template(*each) for each in groups.engine_groups(found).items()]
    texts["engine-groups.yaml"] = "".join([HEAD, groups.BEGIN, groups.CONFIG, *own, groups.END])
    return texts


def _component(renderings: Renderings) -> str:
    labels = next(iter(renderings.values()))["metadata"].get("labels", {})
    return str(labels.get(COMPONENT, "common"))


def _template(called: str, renderings: Renderings) -> str:
    kind, _, name = called.partition("/")
    tree, before = _tree(renderings), list[str]()
    if kind == "ConfigMap":
        tree, before = _apart(tree, name)
    inside = ["---", *lines(tree)]
    if when := every_one([*filter(None, [_when(renderings), MORE.get(called)])]):
        inside = [f"{{{{- if {when} }}}}", *inside, END]
    return "".join(f"{line}\n" for line in (*before, *inside))


def _tree(renderings: Renderings) -> Map:
    """The object; the others are compared with its maker's rendering."""
    maker = created_by(renderings)
    others = {name: each for name, each in renderings.items() if name != maker}
    return merged_map({BASE: renderings[maker], **others})


def _when(renderings: Renderings) -> str:
    """When there is such an object. What is changed everywhere is there for another reason."""
    if BASE in renderings:
        return condition({*renderings}, {BASE, *BY_NAME})
    made = {name for name in renderings if not BY_NAME[name].everywhere} or {*renderings}
    return condition(made, {each.name for each in CHOICES} | {BASE})


def _apart(tree: Map, name: str) -> tuple[Map, list[str]]:
    """The ConfigMap, and the definition of its data, of which pods have the hash."""
    (data,) = [part for part in tree.parts if part.key == "data"]
    included = Words(f'{{{{- include "croupier.config.{name}" . | nindent DEPTH }}}}', block=True)
    parts = [replace(each, node=included) if each is data else each for each in tree.parts]
    said = f".Values.{name}.settings" if name in SETTINGS else "dict"
    return Map(tuple(parts)), [
        f'{{{{- define "croupier.said.{name}" }}}}',
        *lines(data.node),
        END,
        f'{{{{- define "croupier.config.{name}" }}}}',
        f'{{{{- include "croupier.settings" (list (include "croupier.said.{name}" .) {said}) }}}}',
        END,
    ]
