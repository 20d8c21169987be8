"""The start of a program: settings, and what is said of wrong ones."""

import asyncio
import gc
import logging
from collections.abc import Iterator

import pytest
from pydantic import Field, model_validator
from pydantic_settings import SettingsConfigDict
from telemetry import startup
from telemetry.settings import TelemetrySettings
from telemetry.startup import InvalidSettings, read

SECRET = "hunter2"  # noqa: S105 - of no one


class Settings(TelemetrySettings):
    model_config = SettingsConfigDict(env_prefix="TEST_")

    target: str
    size: int = Field(1, ge=0)

    @model_validator(mode="after")
    def _fits(self) -> "Settings":
        if self.target == "wrong together":
            raise ValueError("size needs another target")
        return self


@pytest.fixture
def _as_before() -> Iterator[None]:
    thresholds, root = gc.get_threshold(), logging.getLogger()
    handlers, level = [*root.handlers], root.level
    yield
    gc.unfreeze()
    gc.set_threshold(*thresholds)
    root.handlers[:] = handlers
    root.setLevel(level)


def test_settings_are_read_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TEST_SIZE", "7")
    settings = read(Settings, target="x")
    assert (settings.target, settings.size, settings.log_level) == ("x", 7, "info")


@pytest.mark.parametrize(
    ("environment", "sentences"),
    [
        ({}, ["TEST_TARGET: must be set."]),
        ({"TEST_TARGET": "wrong together"}, ["size needs another target."]),
        (
            {"TEST_TARGET": "x", "TEST_SIZE": SECRET, "TEST_LOG_LEVEL": SECRET},
            ["TEST_LOG_LEVEL: Input should be 'debug', ", "TEST_SIZE: Input should be a valid "],
        ),
        ({"TEST_TARGET": "x", "TEST_METRICS_ADDRESS": SECRET}, ["TEST_METRICS_ADDRESS: should be"]),
    ],
)
def test_each_wrong_setting_is_named_without_its_value(
    environment: dict[str, str], sentences: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, text in environment.items():
        monkeypatch.setenv(name, text)
    with pytest.raises(InvalidSettings) as refused:
        read(Settings)
    lines = str(refused.value).splitlines()
    assert len(lines) == len(sentences)
    assert all(line.startswith(each) for line, each in zip(lines, sentences, strict=True))
    assert SECRET not in str(refused.value)


@pytest.mark.usefixtures("_as_before")
def test_a_program_serves_with_its_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TEST_TARGET", "x")
    served: list[str] = []

    async def serve(settings: Settings) -> None:
        await asyncio.sleep(0)
        served.append(settings.target)

    startup.run("tests", Settings, serve)
    assert served == ["x"]
    assert gc.get_freeze_count() > 0
    assert gc.get_threshold()[0] == startup.NEW_OBJECTS


def test_a_program_does_not_serve_with_wrong_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TEST_TARGET", raising=False)

    async def serve(settings: Settings) -> None:
        raise AssertionError("it must not come to this")

    with pytest.raises(SystemExit) as left:
        startup.run("tests", Settings, serve)
    assert left.value.code == "TEST_TARGET: must be set."
