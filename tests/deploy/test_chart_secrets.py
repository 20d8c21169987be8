"""The Secrets that the chart makes outlive upgrades and the release, as Helm itself installs it."""

import shutil
from pathlib import Path

import pytest

from tests.deploy.secrets_api import secrets_api
from tools.helm import CHART

helm = pytest.importorskip("helm_python", reason="helm-python-sdk has no wheel for this machine")
pytestmark = pytest.mark.service

FILES = ("Chart.yaml", "values.yaml", "templates/_helpers.tpl", "templates/secrets.yaml")
"""Those of the chart that make Secrets; the server knows no other objects."""
BOTS = {"bots": {"enabled": True}}


def test_what_was_random_stays_as_it_was(tmp_path: Path) -> None:
    chart = only_secrets(tmp_path)
    with (
        secrets_api() as api,
        helm.Config(
            namespace="croupier", kubeconfig_content=api.kubeconfig(), storage_driver="memory"
        ) as cluster,
    ):
        cluster.install(chart, "croupier", {})
        (first,) = api.data().values()
        cluster.upgrade(chart, "croupier", BOTS)
        both = api.data()
        assert both["redis-passwords"] == first
        assert both.keys() == {"redis-passwords", "croupier-house"}
        cluster.upgrade(chart, "croupier", BOTS)
        assert api.data() == both
        cluster.uninstall("croupier")
        assert api.data() == both
        cluster.install(chart, "croupier", BOTS)
        assert api.data() == both


def only_secrets(folder: Path) -> str:
    (folder / "templates").mkdir()
    for file in FILES:
        shutil.copy(CHART / file, folder / file)
    return str(folder)
