"""The source of the web table: types, style, its own tests, and what it has of others."""

import hashlib
import re
from posixpath import dirname, join, normpath

from gateway.web.files import WebFiles

from tests.sdk.javascript.runtimes import deno, run
from tests.web.conftest import WEB

VENDORED = re.compile(r"^\| `([\w.]+)` \| .* \| `([0-9a-f]{64})` \|$", re.MULTILINE)
IMPORTED = re.compile(r"""(?<!["'])\b(?:from|import)\s*\(?\s*["']([^"'\n]+)["']""")
COMMENT = re.compile(r"/\*.*?\*/|^\s*//[^\n]*", re.DOTALL | re.MULTILINE)


def test_its_types_and_style_are_right() -> None:
    run([deno(), "task", "check"], WEB)


def test_its_own_tests_pass() -> None:
    run([deno(), "task", "test"], WEB)


def test_what_it_has_of_others_is_what_make_vendor_wrote() -> None:
    told = dict(VENDORED.findall((WEB / "vendor/VENDOR.md").read_text()))
    files = {file.name: file.read_bytes() for file in (WEB / "vendor").glob("*.js")}
    assert told == {name: hashlib.sha256(files[name]).hexdigest() for name in files}


def test_whatever_a_module_imports_is_served() -> None:
    """Of all modules, those included that are loaded when they are needed."""
    files = WebFiles(WEB)
    missing = [
        f"{name} imports {path}"
        for name in filter(ours, files)
        for path in IMPORTED.findall(COMMENT.sub("", files.text(name)))
        if normpath(join(dirname(name), path)) not in files
    ]
    assert not missing


def ours(name: str) -> bool:
    return name.startswith("web/") and name.endswith(".js") and "/vendor/" not in name
