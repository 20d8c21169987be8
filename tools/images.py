"""`make images`: build the images with Docker, Podman or Buildah, whichever answers.

`make images-check` builds them once more, without a cache, and compares them: each file must have
the same path, kind, mode, owner and bytes. Times, and with them the digest of an image, depend on
the builder: so no tool that compares digests would do.

BUILDER names one of them. BASE is the image to build upon, with Python 3.11 or newer.
BUILD_FLAGS are passed to the builder, such as `--build-arg PIP_INDEX_URL=... --network host`.
The images have the time SOURCE_DATE_EPOCH, or else that of the last commit.
"""

import hashlib
import os
import shlex
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent
SERVICES = ("engine", "gateway")
IMAGES = (*SERVICES, "herald", "bots")
BUILDERS = {
    "docker": ("docker", "info"),
    "podman": ("podman", "info"),
    "buildah": ("buildah", "info"),
}
"""For each builder, a command that succeeds where it can build."""
Files = dict[str, tuple[object, ...]]
"""For each path: kind, mode, owner, group, target of a link, and SHA-256."""
MISSING = """\
No Docker, Podman or Buildah answers here; one of them is needed to build images, and one of the
former to compare them.
On Debian: apt-get install podman
"""


def main(asked: str = "") -> int:
    """Build all images, or `check` those that are built; return the exit code."""
    builder = os.environ.get("BUILDER") or find_builder()
    if builder is None or (asked and builder == "buildah"):
        sys.stderr.write(MISSING)
        return 2
    codes = (
        compare(builder, service) if asked else build(builder, service, tag(service))
        for service in IMAGES
    )
    return next(filter(None, codes), 0)


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


def different(one: Files, other: Files) -> list[str]:
    """The paths that only one has, or that are not the same in both."""
    return sorted({path for path, _ in one.items() ^ other.items()})


def files(archive: tarfile.TarFile) -> Files:
    """What is in a tar archive."""
    found: Files = {}
    for entry in archive:
        file = archive.extractfile(entry) if entry.isreg() else None
        digest = hashlib.sha256(file.read()).hexdigest() if file else ""
        about = (entry.type, entry.mode, entry.uid, entry.gid, entry.linkname)
        found[entry.name] = (*about, digest)
    return found


def compare(builder: str, image: str) -> int:
    """Build the image by another name, say what differs, and remove it; return the exit code."""
    again = f"{tag(image)}-again"
    if code := build(builder, image, again, "--no-cache"):
        return code
    paths = different(_exported(builder, tag(image)), _exported(builder, again))
    _said(builder, "image", "rm", again)
    print(f"{tag(image)}: {len(paths)} files differ", *paths, sep="\n  ", flush=True)
    return int(bool(paths))


def _exported(builder: str, name: str) -> Files:
    container = _said(builder, "create", name)
    with tempfile.NamedTemporaryFile() as file:
        try:
            _said(builder, "export", "--output", file.name, container)
        finally:
            _said(builder, "rm", container)
        with tarfile.open(file.name) as archive:
            return files(archive)


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


def _said(*command: str) -> str:
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    return done.stdout.strip()


def _git(*command: str) -> str:
    """What git says of this clone; an empty text where it cannot say."""
    said = subprocess.run(("git", *command), cwd=ROOT, capture_output=True, text=True, check=False)
    return said.stdout.strip()


def _succeeds(*command: str) -> bool:
    if shutil.which(command[0]) is None:
        return False
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
