"""`make images`: build both images with what is here: Docker, Podman or Buildah.

BUILDER names one of them; BASE is the image to build upon, with Python 3.11 or newer;
BUILD_FLAGS are handed on, such as `--build-arg PIP_INDEX_URL=... --network host`.
"""

import os
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent
SERVICES = ("engine", "gateway")
BUILDERS = {
    "docker": ("docker", "info"),
    "podman": ("podman", "info"),
    "buildah": ("buildah", "info"),
}
"""Each with a command that succeeds where it can build."""
MISSING = """\
No Docker, Podman or Buildah answers here; one of them is needed to build images.
On Debian: apt-get install podman
"""


def main() -> int:
    """Build, and say what the images are called; the exit code."""
    builder = os.environ.get("BUILDER") or find_builder()
    if builder is None:
        sys.stderr.write(MISSING)
        return 2
    for service in SERVICES:
        code = subprocess.run(_command(builder, service), cwd=ROOT, check=False).returncode
        if code:
            return code
        print(f"Built {tag(service)} with {builder}.")
    return 0


def find_builder() -> str | None:
    """The first that is here and answers."""
    return next((name for name, asks in BUILDERS.items() if _succeeds(*asks)), None)


def tag(service: str) -> str:
    return f"croupier-{service}:{version()}"


def version() -> str:
    """That of pyproject.toml; images and manifests have the same."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    return str(project["version"])


def _command(builder: str, service: str) -> list[str]:
    base = os.environ.get("BASE")
    arguments = {"VERSION": version(), "REVISION": _revision(), **({"BASE": base} if base else {})}
    told = [f"--build-arg={name}={value}" for name, value in arguments.items()]
    flags = shlex.split(os.environ.get("BUILD_FLAGS", ""))
    file = ["-f", "deploy/docker/Dockerfile", "--target", service, "-t", tag(service)]
    return [builder, "build", *file, *told, *flags, "."]


def _revision() -> str:
    """The commit that this is; `unknown` outside of a clone."""
    asked = subprocess.run(
        ("git", "describe", "--always", "--dirty", "--abbrev=40", "--exclude=*"),
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    return asked.stdout.strip() or "unknown"


def _succeeds(*command: str) -> bool:
    if shutil.which(command[0]) is None:
        return False
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


if __name__ == "__main__":
    sys.exit(main())
