"""Groups of engines in the chart: the engine's objects once more for each of `engineGroups`.

In these templates, `.group` is the group.
"""

from copy import deepcopy
from typing import Any

from tools.chart.tree import Words
from tools.manifests import Json, template

KINDS = ("Deployment", "Service", "PodDisruptionBudget", "HorizontalPodAutoscaler")
"""The objects that each group has of its own; ServiceAccount and NetworkPolicies are for all."""
NAME = Words("engine-{{ .group.name }}")
LABEL = "engine-group"
LABELLED = Words("{{ .group.name | quote }}")
BEGIN = """\
{{- range .Values.engineGroups }}
{{- with dict "group" . "Values" $.Values "Release" $.Release "Chart" $.Chart "Files" $.Files "Template" $.Template }}
"""  # noqa: E501
END = "{{- end }}\n{{- end }}\n"
CONFIG = """\
---
apiVersion: v1
data:
  {{- include "croupier.config.group" . | nindent 2 }}
kind: ConfigMap
metadata:
  labels:
    app.kubernetes.io/component: engine
    {{- include "croupier.labels" . | nindent 4 }}
  name: engine-{{ .group.name }}
  namespace: {{ .Release.Namespace }}
"""
SIGNED = Words(
    '{{ printf "%s\\n%s" (include "croupier.config.engine" .) (include "croupier.config.group" .) '
    "| sha256sum }}"
)


def engine_groups(found: dict[str, dict[str, Json]]) -> dict[str, dict[str, Json]]:
    """The objects of a group, made of those of the engine in each rendering."""
    return {
        f"{kind}/group": {name: _of_group(each) for name, each in found[f"{kind}/engine"].items()}
        for kind in KINDS
    }


def _of_group(engine: Json) -> Json:
    made: Json = _labelled(deepcopy(engine))
    made["metadata"]["name"] = NAME
    if made["kind"] != "HorizontalPodAutoscaler":
        made["metadata"]["labels"][LABEL] = LABELLED
    else:
        made["spec"]["scaleTargetRef"]["name"] = NAME
    if made["kind"] == "Deployment":
        _play(made)
    return made


def _labelled(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: LABELLED if key == LABEL else _labelled(inner) for key, inner in value.items()}
    return [*map(_labelled, value)] if isinstance(value, list) else value


def _play(deployment: Json) -> None:
    """Give its pods what is the group's own."""
    pod = template(deployment)
    pod["metadata"]["annotations"]["checksum/config"] = SIGNED
    (engine,) = pod["spec"]["containers"]
    engine["envFrom"].append({"configMapRef": {"name": NAME}})
    engine["image"] = Words(
        '{{ .group.image | default (include "croupier.image" (list . "engine")) | quote }}'
    )
    engine["resources"] = Words(
        "{{- toYaml (.group.resources | default .Values.engine.resources) | nindent DEPTH }}",
        block=True,
    )
    if "replicas" in deployment["spec"]:
        deployment["spec"]["replicas"] = Words(
            "{{ .group.replicas | default .Values.engine.replicas | int64 }}"
        )
