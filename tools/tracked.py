"""What a package is made of: the files that git knows, and not all that lies around."""

import subprocess
from pathlib import Path


def files(folder: Path) -> list[Path]:
    """The paths of the files below a folder of a clone that git knows and that are there.

    What is made, ignored or not yet added is not among them. Raise CalledProcessError outside of a
    clone.
    """
    command = ("git", "ls-files", "-z")
    said = subprocess.run(command, cwd=folder, check=True, stdout=subprocess.PIPE, text=True).stdout
    return [path for name in said.split("\0") if name and (path := folder / name).is_file()]
