"""The source of other versions, taken from git."""

import subprocess
import tarfile
from io import BytesIO
from pathlib import Path

from tools.stack import ROOT


def check_out(ref: str, folder: Path, *paths: str) -> None:
    """Put the files of a commit, or those below some paths, into a folder."""
    command = ["git", "archive", ref, *paths]
    packed = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout
    with tarfile.open(fileobj=BytesIO(packed)) as tar:
        tar.extractall(folder, filter="data")
