"""`make vendor`: write what the web table has of others, and web/vendor/VENDOR.md about it.

For another version, change it in tools/vendor/NAME.js, and remove tools/vendor/deno.lock.
"""

import hashlib
import json
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from tools.npm_package import ROOT, deno

HERE = Path(__file__).parent
FOLDER = ROOT / "web/vendor"
FILES = {"lit": ("BSD-3-Clause", ("lit-", "@lit/")), "marked": ("MIT", ())}
"""By package: its licence, and how the names begin of the packages that its file has as well."""
VERSION = re.compile(r"npm:[\w-]+@([\d.]+)")
PAGE = """\
# What is not ours

`make vendor` writes what is listed here; a test compares the hashes. A file is what `deno bundle`
makes of a package as it is published, minified, with the versions of `tools/vendor/deno.lock`.

| file | package | version | licence | SHA-256 of the file |
|---|---|---|---|---|
{rows}

The `.d.ts` beside a file is ours: the types of what the table uses of it, for the checks.
{licences}"""
LICENCE = """
## The licence of {name}

```
{text}
```
"""


def main() -> int:
    """Write the files; return the exit code, that of deno if it fails."""
    code = max(_bundle(name) for name in FILES)
    if not code:
        licences = (LICENCE.format(name=name, text=_licence(name)) for name in FILES)
        rows = "\n".join(map(_row, FILES))
        (FOLDER / "VENDOR.md").write_text(PAGE.format(rows=rows, licences="".join(licences)))
    return code


def _bundle(name: str) -> int:
    return subprocess.run(
        [
            *(deno(), "bundle", "--quiet", "--lock=deno.lock", "--minify", "--platform=browser"),
            *(f"{name}.js", "-o", str(FOLDER / f"{name}.js")),
        ],
        cwd=HERE,
        check=False,
    ).returncode


def _row(name: str) -> str:
    digest = hashlib.sha256((FOLDER / f"{name}.js").read_bytes()).hexdigest()
    licence, beginnings = FILES[name]
    others = _others(beginnings)
    package = f"{name}, with {others}" if others else name
    return f"| `{name}.js` | {package} | {_version(name)} | {licence} | `{digest}` |"


def _others(beginnings: tuple[str, ...]) -> str:
    packages = json.loads((HERE / "deno.lock").read_text())["npm"]
    return _list(sorted(_spaced(name) for name in packages if name.startswith(beginnings)))


def _list(names: Sequence[str]) -> str:
    """`a, b and c`."""
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def _version(name: str) -> str:
    return str({*VERSION.findall((HERE / f"{name}.js").read_text())}.pop())


def _spaced(package: str) -> str:
    """`lit-html 3.3.3` for `lit-html@3.3.3`."""
    return " ".join(package.rsplit("@", 1))


def _licence(name: str) -> str:
    """The text of the licence, as the package has it."""
    about = json.loads(
        subprocess.run([deno(), "info", "--json"], capture_output=True, check=True).stdout
    )
    cache = Path(str(about["npmCache"]))
    (path,) = cache.glob(f"*/{name}/{_version(name)}/LICENSE*")
    return path.read_text().strip()


if __name__ == "__main__":
    sys.exit(main())
