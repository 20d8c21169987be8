"""`make sbom`: write a bill of materials for each image to dist/, in CycloneDX's JSON.

It is made from the lock file that the image is built from: every package with its version and
its hashes. What the base image has is not among it.
"""

import subprocess
import sys
from pathlib import Path

from tools.images import IMAGES, ROOT, version


def main() -> int:
    """Write all files and print their names; return the exit code."""
    (ROOT / "dist").mkdir(exist_ok=True)
    for service in IMAGES:
        code = write(service, ROOT / "dist" / f"croupier-{service}-{version()}.cdx.json")
        if code:
            return code
    return 0


def write(service: str, path: Path) -> int:
    """Write the bill of one image; return the exit code of cyclonedx-bom."""
    command = (
        *(sys.executable, "-m", "cyclonedx_py", "requirements", f"requirements/{service}.txt"),
        *("--pyproject=pyproject.toml", "--mc-type=application", "--output-reproducible"),
        *("--output-format=JSON", f"--output-file={path}"),
    )
    code = subprocess.run(command, cwd=ROOT, check=False).returncode
    if not code:
        print(f"Wrote {path}.")
    return code


if __name__ == "__main__":
    sys.exit(main())
