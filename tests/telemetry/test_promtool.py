"""The alerts fire when they should, and the panels ask what Prometheus understands."""

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[2]
MONITORING = ROOT / "deploy/monitoring"
CASES = [MONITORING / name for name in ("alerts_test.yaml", "alerts_day_test.yaml")]
RUNBOOK = ROOT / "docs/operations/runbook.md"
MISSING = "promtool is missing (Debian's package prometheus): nobody has checked the alerts"

pytestmark = pytest.mark.service
needs_promtool = pytest.mark.skipif(not shutil.which("promtool"), reason=MISSING)


def rules() -> list[dict[str, Any]]:
    (group,) = yaml.safe_load((MONITORING / "alerts.yaml").read_text())["groups"]
    found: list[dict[str, Any]] = group["rules"]
    return found


def panels() -> list[str]:
    """What the panels of the dashboard ask."""
    panels = json.loads((MONITORING / "dashboard.json").read_text())["panels"]
    return [str(target["expr"]) for panel in panels for target in panel["targets"]]


@needs_promtool
@pytest.mark.parametrize(
    "cases", [pytest.param(CASES[0]), pytest.param(CASES[1], marks=pytest.mark.full)], ids=str
)
def test_every_case_of_the_alerts_holds(cases: Path) -> None:
    assert "SUCCESS" in promtool("test", "rules", str(cases))


def test_every_alert_has_a_case_that_fires_and_one_that_does_not() -> None:
    cases = [case for path in CASES for case in yaml.safe_load(path.read_text())["tests"]]
    seen = {
        (each["alertname"], bool(each.get("exp_alerts")))
        for case in cases
        for each in case["alert_rule_test"]
    }
    assert seen == {(rule["alert"], fires) for rule in rules() for fires in (True, False)}


@needs_promtool
def test_prometheus_understands_every_panel(tmp_path: Path) -> None:
    asked = panels()
    records = [
        {"record": f"panel:{number}", "expr": each.replace("$__rate_interval", "5m")}
        for number, each in enumerate(asked)
    ]
    rules = tmp_path / "panels.yaml"
    rules.write_text(yaml.safe_dump({"groups": [{"name": "panels", "rules": records}]}))
    assert f"{len(asked)} rules found" in promtool("check", "rules", str(rules))


def test_every_query_keeps_installations_apart() -> None:
    """Alerts by their namespace, if there is one; panels show the namespaces that are chosen."""
    for rule in rules():
        asked = rule["expr"]
        assert not re.search(r"\b(sum|max|min|count)\s*\(", asked), rule["alert"]
    board = json.loads((MONITORING / "dashboard.json").read_text())
    for asked in panels():
        metrics = re.findall(r"\b(?:croupier|process)_\w+", asked)
        assert asked.count('{namespace=~"$namespace"') == len(metrics) > 0
    assert "namespace" in [each["name"] for each in board["templating"]["list"]]


def test_each_alert_names_a_heading_of_the_runbook() -> None:
    headings = re.findall(r"^#+ (.+)$", RUNBOOK.read_text(), re.MULTILINE)
    for rule in rules():
        anchor = f"{RUNBOOK.relative_to(ROOT)}#{rule['alert'].lower()}"
        assert rule["annotations"]["runbook"] == anchor
    told = [heading for heading in headings if heading.startswith("Croupier")]
    assert sorted(told) == sorted(rule["alert"] for rule in rules())


@pytest.mark.parametrize("alert", [rule["alert"] for rule in rules()])
def test_the_runbook_names_the_metric_that_decides(alert: str) -> None:
    (expression,) = (rule["expr"] for rule in rules() if rule["alert"] == alert)
    section = RUNBOOK.read_text().split(f"### {alert}\n")[1].split("\n#")[0]
    decides = re.search(r"^Metric: (.+?)\n\n", section, re.MULTILINE | re.DOTALL)
    assert decides, "no line that begins with `Metric: `"
    named = re.findall(r"`([a-z_]+)`", decides[1])
    assert named
    assert all(each in expression for each in named)


def promtool(*command: str) -> str:
    done = subprocess.run(["promtool", *command], capture_output=True, text=True, timeout=180)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr
