"""`make clients`: others' linters read the OpenAPI document, and others' generators make clients.

What is made is type-checked strictly, and plays a match of each game to its end against a running
service. Node 20 or newer and npm are needed; docs/clients.md says what the generators are for.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tools.openapi import PAGE
from tools.stack import ROOT, Stack

PROGRAMS = Path(__file__).parent / "programs"
BIN = ROOT / ".venv/bin"
STRICT = (
    *("--strict", "--noUncheckedIndexedAccess", "--exactOptionalPropertyTypes"),
    *("--target", "es2022", "--module", "nodenext", "--moduleResolution", "nodenext"),
    *("--types", "node"),
)


class Clients:
    """A folder with the document, the programs, and what generators make of the document."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        shutil.copytree(PROGRAMS, folder, dirs_exist_ok=True)
        shutil.copy(PAGE, folder / "openapi.json")
        # The generators call ruff by its name.
        self._env = {**os.environ, "PATH": f"{BIN}:{os.environ['PATH']}"}

    def run(self, *command: str) -> None:
        """Run a command in the folder; raise CalledProcessError if it fails."""
        sys.stdout.write(f"$ {' '.join(command)}\n")
        sys.stdout.flush()
        subprocess.run(command, cwd=self._folder, env=self._env, check=True)

    def install(self) -> None:
        self.run("npm", "install", "--silent", "--no-audit", "--no-fund", "--ignore-scripts")

    def lint(self) -> None:
        """Have three linters read the document: no errors, and no warnings."""
        self.run("openapi-spec-validator", "openapi.json")
        self.run("npx", "redocly", "lint", "--max-problems=20", "openapi.json")
        self.run("npx", "spectral", "lint", "-F", "warn", "--ruleset=spectral.yaml", "openapi.json")

    def typescript(self, url: str) -> None:
        flags = ("--default-non-nullable=false", "-o", "schema.d.ts")
        self.run("npx", "openapi-typescript", "openapi.json", *flags)
        self.run("npx", "tsc", *STRICT, "--outDir", "out", "play.ts")
        self.run("node", "out/play.js", url)

    def python(self, url: str) -> None:
        package = ("--path", "openapi.json", "--output-path", "generated", "--meta", "none")
        self.run("openapi-python-client", "generate", *package, "--overwrite")
        types = ("--output-model-type", "typing.TypedDict", "--target-python-version", "3.11")
        source = ("--input", "openapi.json", "--input-file-type", "openapi")
        formatters = ("--openapi-scopes", "schemas", "--formatters", "ruff-format")
        self.run("datamodel-codegen", *source, *types, *formatters, "--output", "documented.py")
        self.run("mypy", "--strict", "--follow-imports=silent", "narrow.py", "play.py")
        self.run("python", "play.py", url)


def main() -> int:
    """Return the exit code: 1 as soon as one of the commands fails."""
    with tempfile.TemporaryDirectory() as folder:
        clients = Clients(Path(folder) / "clients")
        try:
            clients.install()
            clients.lint()
            with Stack(Path(folder) / "data", GATEWAY_RATE_LIMITS="off") as stack:
                clients.typescript(stack.url)
                clients.python(stack.url)
        except subprocess.CalledProcessError as error:
            return error.returncode
    return 0


if __name__ == "__main__":
    sys.exit(main())
