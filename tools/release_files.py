"""`make release-files`: build the files of a release into dist/, and list their SHA-256.

These are the packages of server and clients, a bill of materials of each image, and the Helm
chart unless NO_CHART is set. Two builds of a commit are equal byte for byte. With SIGN, the file
of a private key for SSH, SHA256SUMS gets a signature beside it.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from tools import packages, sbom
from tools.chart.helm import CHART
from tools.images import ROOT

DIST = ROOT / "dist"
SUMS = "SHA256SUMS"
NO_HELM = (
    "The chart cannot be packaged: the package helm-python-sdk is missing. Run `make .venv/k8s`, on"
    " Linux or a Mac with Apple's processor. Without the chart: NO_CHART=yes"
)
NAMESPACE = "croupier-release"
"""What a signature is for, so that one for something else does not pass."""


def main() -> int:
    """Build everything, and print what is there; return the exit code."""
    if missing := helm_is_missing():
        sys.stderr.write(f"{missing}\n")
        return 1
    clear(DIST)
    failed = packages.main(*packages.BUILDS) or sbom.main()
    if failed:
        return failed
    chart(DIST)
    sums = write_sums(DIST)
    if key := os.environ.get("SIGN"):
        sign(sums, Path(key).expanduser())
    print(sums.read_text(), end="")
    return 0


def clear(folder: Path) -> None:
    """Remove what is in the folder but the list of files and its signatures."""
    for path in folder.iterdir() if folder.exists() else ():
        if path.is_dir():
            shutil.rmtree(path)
        elif not path.name.startswith(SUMS):
            path.unlink()


def helm_is_missing() -> str:
    """What to do where the chart cannot be packaged and must be; else ""."""
    return "" if os.environ.get("NO_CHART") or find_spec("helm_python") else NO_HELM


def chart(folder: Path) -> None:
    """Package the chart into the folder; with NO_CHART, say that it is not."""
    if os.environ.get("NO_CHART"):
        print("NO_CHART is set: the chart is not packaged.")
        return
    import helm_python as helm

    with tempfile.TemporaryDirectory() as staged:
        packages.copy(CHART, Path(staged))
        path = Path(helm.package(staged, destination=folder))
    path.write_bytes(packages.repacked(path.read_bytes(), packages.epoch()))


def write_sums(folder: Path) -> Path:
    """Write the SHA-256 of all files as sha256sum does; return the path of the list.

    A signature of the list that was there stays if the list is the same. Else it is removed, and
    its name is printed.
    """
    path = folder / SUMS
    text = "".join(f"{digest}  {name}\n" for name, digest in _digests(folder))
    if not path.exists() or path.read_text() != text:
        for signature in folder.glob(f"{SUMS}.*"):
            signature.unlink()
            print(f"{signature.name} is removed: it is the signature of another list.")
        path.write_text(text)
    return path


def _digests(folder: Path) -> Iterator[tuple[str, str]]:
    for path in sorted(folder.iterdir()):
        if not path.name.startswith(SUMS):
            yield path.name, hashlib.sha256(path.read_bytes()).hexdigest()


def sign(path: Path, key: Path) -> None:
    """Sign the file with a key for SSH; the signature is beside it, and ends in .sig."""
    path.with_name(f"{path.name}.sig").unlink(missing_ok=True)
    subprocess.run(["ssh-keygen", "-q", "-Y", "sign", "-f", key, "-n", NAMESPACE, path], check=True)


if __name__ == "__main__":
    sys.exit(main())
