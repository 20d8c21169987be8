"""What Helm makes of the chart, without a cluster."""

from collections.abc import Iterator, Mapping
from functools import cache
from shutil import copytree
from tempfile import TemporaryDirectory
from typing import Any

import yaml

from tools.manifests import LOADER, Json
from tools.stack import ROOT

CHART = ROOT / "deploy/helm/croupier"
NAME = "croupier"


class Refused(Exception):
    """Helm does not render the chart with these values; the message says why."""


def rendered(values: Mapping[str, Any], *files: str, namespace: str = NAME) -> list[Json]:
    """The objects with these values over those of the chart's files, such as prod.yaml.

    Raise ImportError where the package helm-python-sdk is missing, Refused if the values are wrong.
    """
    import helm_python as helm

    said: dict[str, Any] = {}
    for each in (*(yaml.safe_load((CHART / file).read_text()) for file in files), values):
        said = over(said, each)
    try:
        _chart().validate_schema(said)
        texts = _chart().render(said, name=NAME, namespace=namespace)
    except helm.HelmError as error:
        raise Refused(str(error)) from None
    manifests = (text for name, text in sorted(texts.items()) if name.endswith(".yaml"))
    return list(_objects(manifests))


def over(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """The values above over those below, as `helm --values` takes several files."""
    both = {key for key in above if isinstance(above[key], dict) and below.get(key)}
    return {**below, **above, **{key: over(below[key], above[key]) for key in both}}


@cache
def _chart() -> Any:
    import helm_python as helm

    # Of each link that it meets, Helm writes a line.
    with TemporaryDirectory() as folder:
        copytree(CHART, folder, dirs_exist_ok=True)
        return helm.Chart.load(folder)


def _objects(texts: Iterator[str]) -> Iterator[Json]:
    for text in texts:
        yield from filter(None, yaml.load_all(text, LOADER))
