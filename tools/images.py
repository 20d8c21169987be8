"""`make images`: build the images with Docker, Podman or Buildah, whichever answers.

BUILDER names one of them. BASE is the image to build upon, with Python 3.11 or newer.
BUILD_FLAGS are passed to the builder, such as `--build-arg PIP_INDEX_URL=... --network host`.
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
IMAGES = (*SERVICES, "bots")
BUILDERS = {
    "docker": ("docker", "info"),
    "podman": ("podman", "info"),
    "buildah": ("buildah", "info"),
}
"""For each builder, a command that succeeds where it can build."""
MISSING = """\
No Docker, Podman or Buildah answers here; one of them is needed to build images.
On Debian: apt-get install podman
"""


def main() -> int:
    """Build all images and print their names; return the exit code."""
    builder = os.environ.get("BUILDER") or find_builder()
    if builder is None:
        sys.stderr.write(MISSING)
        return 2
    for service in IMAGES:
        code = subprocess.run(_command(builder, service), cwd=ROOT, check=False).returncode
        if code:
            return code
        print(f"Built {tag(service)} with {builder}.")
    return 0


def find_builder() -> str | None:
    """The first builder that is installed and answers; None if there is none."""
    return next((name for name, probe in BUILDERS.items() if _succeeds(*probe)), None)


def tag(service: str) -> str:
    """The name of an image, with its version."""
    return f"croupier-{service}:{version()}"


def version() -> str:
    """The version in pyproject.toml, which images and manifests have as well."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    return str(project["version"])


def _command(builder: str, service: str) -> list[str]:
    base = os.environ.get("BASE")
    arguments = {"VERSION": version(), "REVISION": _revision(), **({"BASE": base} if base else {})}
    build_args = [f"--build-arg={name}={value}" for name, value in arguments.items()]
    flags = shlex.split(os.environ.get("BUILD_FLAGS", ""))
    file = ["-f", "deploy/docker/Dockerfile", "--target", service, "-t", tag(service)]
    return [builder, "build", *file, *build_args, *flags, "."]


def _revision() -> str:
    """The commit of this clone; `unknown` where git cannot say."""
    described = subprocess.run(
        ("git", "describe", "--always", "--dirty", "--abbrev=40", "--exclude=*"),
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    return described.stdout.strip() or "unknown"


def _succeeds(*command: str) -> bool:
    if shutil.which(command[0]) is None:
        return False
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


if __name__ == "__main__":
    sys.exit(main())
