"""What runs JavaScript: deno, which `make .venv/web` installs, and node, where there is one."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tools.stack import ROOT

SOURCE = ROOT / "sdk/javascript"
WEBSOCKET = ("--experimental-websocket", "--no-warnings")
"""What node before version 22 needs for its WebSocket."""
NAMES = ("deno", "node") if shutil.which("node") else ("deno",)


def deno() -> str:
    """The path of deno. The test fails if it is not installed."""
    path = Path(sys.executable).with_name("deno")
    found = str(path) if path.exists() else shutil.which("deno")
    return found or pytest.fail("deno is missing: make .venv/web installs it", pytrace=False)


def command(name: str) -> list[str]:
    """The beginning of a command that runs a module."""
    if name == "node":
        return ["node", *WEBSOCKET]
    return [deno(), "run", "--allow-all", "--no-check", "--quiet"]


def program(runtime: str, folder: Path, code: str) -> list[str]:
    """The command of a module with this code, in a file of the folder."""
    module = folder / "program.mjs"
    module.write_text(code)
    return [*command(runtime), str(module)]


def run(arguments: list[str], folder: Path, seconds: float = 120) -> str:
    """The output of a program that must succeed."""
    ran = subprocess.run(
        arguments, cwd=folder, capture_output=True, text=True, timeout=seconds, check=False
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout
