"""A program that does not start says which setting is wrong, and never what is in it."""

import os
import subprocess
import sys

import pytest

from tools.stack import ROOT

SECRET = "hunter2"  # noqa: S105 - nobody's
URL = f"redis://ann:{SECRET}@127.0.0.1:1"
PREFIXES = ("ENGINE_", "GATEWAY_")
LONG_S = 240.0


@pytest.mark.full
@pytest.mark.parametrize("prefix", PREFIXES)
@pytest.mark.parametrize(
    ("settings", "named"),
    [
        ({"REDIS_PASSWORD": SECRET}, "REDIS_URL: must be set."),
        ({"REDIS_PASSWORD": SECRET, "REDIS_URL": URL, "TLS_CERT": "x"}, "TLS needs all three"),
        (
            {"REDIS_PASSWORD": SECRET, "REDIS_URL": URL, "LOG_LEVEL": "loud"},
            "LOG_LEVEL: Input should be",
        ),
        ({"REDIS_URL": f"redis://ann:{SECRET}/3@127.0.0.1:1"}, "The Redis URL is not valid."),
        ({"REDIS_URL": f"redis+sentinel://ann:{SECRET}/3@h:1/m"}, "The Redis URL is not valid."),
    ],
)
def test_what_is_wrong_is_named_without_any_password(
    prefix: str, settings: dict[str, str], named: str
) -> None:
    environment = {name: text for name, text in os.environ.items() if not theirs(name)}
    environment |= {"PYTHONPATH": f"{ROOT}/libs:{ROOT}/services", "GATEWAY_ENGINES": "127.0.0.1:1"}
    environment |= {f"{prefix}{name}": text for name, text in settings.items()}
    module = prefix.lower().strip("_")
    ended = subprocess.run(
        [sys.executable, "-m", module],
        env=environment,
        capture_output=True,
        text=True,
        timeout=LONG_S,
        check=False,
    )
    assert ended.returncode > 0
    assert named in ended.stderr
    assert SECRET not in ended.stdout + ended.stderr


@pytest.mark.full
def test_a_game_that_is_not_installed_is_refused_in_one_sentence() -> None:
    environment = {name: text for name, text in os.environ.items() if not theirs(name)}
    environment |= {"PYTHONPATH": f"{ROOT}/libs:{ROOT}/services", "ENGINE_REDIS_URL": URL}
    ended = subprocess.run(
        [sys.executable, "-m", "engine"],
        env={**environment, "CROUPIER_GAMES": "lost-cities,chess"},
        capture_output=True,
        text=True,
        timeout=LONG_S,
        check=False,
    )
    sentence = "CROUPIER_GAMES: names a game that is not installed; these are: "
    assert ended.returncode > 0
    assert ended.stderr.startswith(sentence)
    assert ended.stderr.count("\n") == 1


def theirs(name: str) -> bool:
    return name.startswith(PREFIXES)
