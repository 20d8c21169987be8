"""The alerts as a PrometheusRule; `make monitoring` writes it from the rule file."""

from pathlib import Path

import yaml

from tools.stack import ROOT

ALERTS = ROOT / "deploy/monitoring/alerts.yaml"
RULE = ROOT / "deploy/monitoring/prometheusrule.yaml"
HEAD = """\
# Written by `make monitoring` from alerts.yaml.
apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata:
  name: croupier
  labels:
    app.kubernetes.io/component: monitoring
spec:
"""


class Blocks(yaml.SafeDumper):
    """Writes expressions of several lines as they are read."""


def _text(dumper: yaml.SafeDumper, value: str) -> yaml.ScalarNode:
    style = "|" if "\n" in value else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", value, style=style)


Blocks.add_representer(str, _text)


def text(alerts: Path = ALERTS) -> str:
    """The object, whose spec is the rule file."""
    spec = yaml.dump(yaml.safe_load(alerts.read_text()), Dumper=Blocks, sort_keys=False, width=200)
    return HEAD + "".join(f"  {line}\n" if line else "\n" for line in spec.splitlines())


if __name__ == "__main__":
    RULE.write_text(text())
