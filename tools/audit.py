"""`make audit`: look up known vulnerabilities of the packages in lock files, with pip-audit.

The exit code is 1 if there are any. Where the database cannot be reached, nothing is known:
that is said, and is no failure, since a build must not depend on the state of a network.
"""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parent.parent
TIMEOUT_S = 15
UNREACHABLE = ("ServiceError", "ConnectionError", "Failed to establish", "Max retries", "timed out")
"""What pip-audit says when its database does not answer."""


def main(files: Sequence[str]) -> int:
    """Audit each file; return the exit code."""
    return max(map(_audit, files), default=0)


def _audit(file: str, *options: str) -> int:
    done = subprocess.run(
        (
            *(sys.executable, "-m", "pip_audit", "--progress-spinner=off"),
            # The files pin everything, with hashes: there is nothing to resolve or to install.
            *("--disable-pip", "--require-hashes", f"--timeout={TIMEOUT_S}", *options),
            *("--requirement", file),
        ),
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode == 0:
        print(f"{file}: no known vulnerabilities")
        return 0
    if any(sign in done.stderr for sign in UNREACHABLE):
        print(f"{file}: NOT CHECKED, since the database of vulnerabilities cannot be reached")
        return 0
    print(f"{file}:\n{done.stdout}{done.stderr}")
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
