"""`make vendor`: write what the web table has of others, and web/vendor/VENDOR.md about it.

For another version, change it in tools/vendor/lit.js, and remove tools/vendor/deno.lock.
"""

import hashlib
import json
import re
import subprocess
import sys
from pathlib import Path

from tools.npm_package import ROOT, deno

HERE = Path(__file__).parent
FOLDER = ROOT / "web/vendor"
VERSION = re.compile(r"npm:lit@([\d.]+)")
PAGE = """\
# What is not ours

`make vendor` writes what is listed here; a test compares the hashes. A file is what `deno bundle`
makes of a package as it is published, minified, with the versions of `tools/vendor/deno.lock`.

| file | package | version | licence | SHA-256 of the file |
|---|---|---|---|---|
| `lit.js` | lit, with {others} | {version} | BSD-3-Clause | `{digest}` |

`lit.d.ts` is ours: the types of what the table uses of `lit.js`, for the checks.

## The licence of Lit

```
{licence}
```
"""


def main() -> int:
    """Write the files; return the exit code, that of deno if it fails."""
    made = FOLDER / "lit.js"
    code = subprocess.run(
        [
            *(deno(), "bundle", "--quiet", "--lock=deno.lock", "--minify", "--platform=browser"),
            *("lit.js", "-o", str(made)),
        ],
        cwd=HERE,
        check=False,
    ).returncode
    if not code:
        (FOLDER / "VENDOR.md").write_text(_about(made))
    return code


def _about(made: Path) -> str:
    (version,) = {*VERSION.findall((HERE / "lit.js").read_text())}
    packages = json.loads((HERE / "deno.lock").read_text())["npm"]
    others = sorted(name for name in packages if name.startswith(("lit-", "@lit/")))
    return PAGE.format(
        digest=hashlib.sha256(made.read_bytes()).hexdigest(),
        licence=_licence(version),
        others=" and ".join(
            (", ".join(_spaced(each) for each in others[:-1]), _spaced(others[-1]))
        ),
        version=version,
    )


def _spaced(package: str) -> str:
    """`lit-html 3.3.3` for `lit-html@3.3.3`."""
    return " ".join(package.rsplit("@", 1))


def _licence(version: str) -> str:
    """The text of Lit's licence, as its package has it."""
    about = json.loads(
        subprocess.run([deno(), "info", "--json"], capture_output=True, check=True).stdout
    )
    (path,) = Path(about["npmCache"]).glob(f"*/lit/{version}/LICENSE")
    return path.read_text().strip()


if __name__ == "__main__":
    sys.exit(main())
