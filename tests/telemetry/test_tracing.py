"""Traces are made when they are asked for, and calls succeed when they cannot be."""

import logging
import subprocess
import sys

import pytest
from telemetry import tracing

from tools.stack import ROOT

pytestmark = pytest.mark.service

ENDPOINT = "OTEL_EXPORTER_OTLP_ENDPOINT"
LOADED = "import sys, {module}; print(sorted(name for name in sys.modules if 'telemetry' in name))"


@pytest.fixture(autouse=True)
def _nobody_wants_any(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in tracing.ENDPOINTS:
        monkeypatch.delenv(name, raising=False)


def test_without_an_endpoint_there_are_none() -> None:
    assert tracing.start("engine") is None


@pytest.mark.parametrize("module", ["engine.__main__", "gateway.__main__", "herald.__main__"])
def test_without_an_endpoint_nothing_that_sends_is_imported(module: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", LOADED.format(module=module)],
        cwd=ROOT / "services",
        capture_output=True,
        text=True,
        check=True,
    )
    assert "'telemetry.tracing'" in done.stdout
    assert "telemetry.spans" not in done.stdout
    assert "opentelemetry.exporter" not in done.stdout


def test_without_the_extra_that_is_told_and_the_rest_goes_on(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv(ENDPOINT, "http://127.0.0.1:1")
    monkeypatch.setitem(sys.modules, "telemetry.spans", None)
    with caplog.at_level(logging.ERROR):
        assert tracing.start("engine") is None
    assert caplog.messages == ["there are no traces: the extra otel of croupier is not installed"]
