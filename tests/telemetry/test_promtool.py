"""The alerts fire when they should, and the panels ask what Prometheus understands."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml

MONITORING = Path(__file__).parents[2] / "deploy/monitoring"
MISSING = "promtool is missing (Debian's package prometheus): nobody has checked the alerts"

pytestmark = [pytest.mark.service, pytest.mark.skipif(not shutil.which("promtool"), reason=MISSING)]


def test_every_case_of_the_alerts_holds() -> None:
    told = promtool("test", "rules", str(MONITORING / "alerts_test.yaml"))
    assert "SUCCESS" in told


def test_every_alert_has_a_case_that_fires_and_one_that_does_not() -> None:
    (group,) = yaml.safe_load((MONITORING / "alerts.yaml").read_text())["groups"]
    cases = yaml.safe_load((MONITORING / "alerts_test.yaml").read_text())["tests"]
    seen = {
        (each["alertname"], bool(each.get("exp_alerts")))
        for case in cases
        for each in case["alert_rule_test"]
    }
    assert seen == {(rule["alert"], fires) for rule in group["rules"] for fires in (True, False)}


def test_prometheus_understands_every_panel(tmp_path: Path) -> None:
    panels = json.loads((MONITORING / "dashboard.json").read_text())["panels"]
    asked = [target["expr"] for panel in panels for target in panel["targets"]]
    records = [
        {"record": f"panel:{number}", "expr": each.replace("$__rate_interval", "5m")}
        for number, each in enumerate(asked)
    ]
    rules = tmp_path / "panels.yaml"
    rules.write_text(yaml.safe_dump({"groups": [{"name": "panels", "rules": records}]}))
    assert f"{len(asked)} rules found" in promtool("check", "rules", str(rules))


def promtool(*command: str) -> str:
    done = subprocess.run(["promtool", *command], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr
