"""`make images`: build the images with Docker, Podman or Buildah, whichever answers.

BUILDER names one of them. BASE is the image to build upon, with Python 3.11 or newer.
BUILD_FLAGS are passed to the builder, such as `--build-arg PIP_INDEX_URL=... --network host`.
The images have the time SOURCE_DATE_EPOCH, or else that of the last commit.
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
    return next(filter(None, (build(builder, service, tag(service)) for service in IMAGES)), 0)


def build(builder: str, service: str, name: str, *flags: str) -> int:
    """Build an image by this name, and print that; return the exit code."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH") or _git("log", "-1", "--format=%ct")
    times = [f"--timestamp={epoch}"] if epoch and builder != "docker" else []
    code = subprocess.run(
        [*_command(builder, service, name), *times, *flags, "."],
        env={**os.environ, **({"SOURCE_DATE_EPOCH": epoch} if epoch else {})},
        cwd=ROOT,
        check=False,
    ).returncode
    if not code:
        print(f"Built {name} with {builder}.", flush=True)
    return code


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


def _command(builder: str, service: str, name: str) -> list[str]:
    base = os.environ.get("BASE")
    revision = _git("describe", "--always", "--dirty", "--abbrev=40", "--exclude=*") or "unknown"
    arguments = {"VERSION": version(), "REVISION": revision, **({"BASE": base} if base else {})}
    build_args = [f"--build-arg={name}={value}" for name, value in arguments.items()]
    flags = shlex.split(os.environ.get("BUILD_FLAGS", ""))
    file = ["-f", "deploy/docker/Dockerfile", "--target", service, "-t", name]
    return [builder, "build", *file, *build_args, *flags]


def _git(*command: str) -> str:
    """What git says of this clone; an empty text where it cannot say."""
    said = subprocess.run(("git", *command), cwd=ROOT, capture_output=True, text=True, check=False)
    return said.stdout.strip()


def _succeeds(*command: str) -> bool:
    if shutil.which(command[0]) is None:
        return False
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


if __name__ == "__main__":
    sys.exit(main())
