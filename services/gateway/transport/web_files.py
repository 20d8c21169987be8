"""The files of the web table, read and compressed once, under paths that name their content."""

import gzip
import hashlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from posixpath import dirname, join, normpath

import brotli
from starlette.requests import Request
from starlette.responses import Response

from gateway.transport.headers import takes
from gateway.transport.web_source import lean

INDEX = "web/index.html"
SDK = ("sdk/javascript/src", "sdk/javascript/verify")
"""What the modules of the page import besides their own: folders beside that of the page."""
MEDIA_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
"""By extension, what is served. Anything else in the folders is for those who work on them."""
UNKNOWN = "application/octet-stream"
"""What another version serves, and this one has never heard of."""
TEST = ".test.js"
HTML = ".html"
"""Answered at the paths of the screens only: there it has the headers of a page, files have not."""
DIGITS = 32
"""Of a digest, in hexadecimal."""
RELATIVE = re.compile(r'\b(href|src)="\./')
ENTRY = re.compile(r'<script\b[^>]*\btype="module"[^>]*\bsrc="\./([^"]+)"')
IMPORT = re.compile(
    r"""^(?:import|export)\b(?:[^"';]*?\bfrom)?\s*["'](\.{1,2}/[^"']+)["']""", re.MULTILINE
)
"""A static import, which stands at the beginning of a line. A call of `import` does not."""
END_OF_HEAD = "</head>"


@dataclass(frozen=True)
class File:
    """The content of a file as it is sent, and shorter as content codings, the shortest first."""

    body: bytes
    packed: tuple[tuple[str, bytes], ...]
    media_type: str

    @classmethod
    def of(cls, name: str, body: bytes) -> "File":
        packed = (("br", brotli.compress(body)), ("gzip", gzip.compress(body, 9, mtime=0)))
        shorter = tuple((coding, each) for coding, each in packed if len(each) < len(body))
        return cls(body, shorter, MEDIA_TYPES.get(Path(name).suffix, UNKNOWN))

    def response(self, request: Request, headers: Mapping[str, str]) -> Response:
        """Return the file, in the shortest form that the caller takes."""
        if not self.packed:
            return Response(self.body, headers=headers, media_type=self.media_type)
        headers = {**headers, "Vary": "Accept-Encoding"}
        for coding, body in self.packed:
            if takes(request, coding):
                packed = {**headers, "Content-Encoding": coding}
                return Response(body, headers=packed, media_type=self.media_type)
        return Response(self.body, headers=headers, media_type=self.media_type)


class WebFiles:
    """All files of one version of the page, and the page itself, which points to them.

    `contents` are what the digest names, HTML included; `files` are what is served under it.
    """

    def __init__(self, contents: Mapping[str, bytes]) -> None:
        """`contents` are by path, such as `web/index.html`."""
        self.digest = digest_of(contents)
        self.contents = dict(contents)
        self.files = {
            name: File.of(name, body) for name, body in contents.items() if not name.endswith(HTML)
        }
        self.page = File.of(INDEX, _pointed(contents, f"/t/{self.digest}/").encode())
        self.tag = hashlib.sha256(self.page.body).hexdigest()[:DIGITS]


def read(folder: Path) -> WebFiles:
    """Return the files of the folder, and of the client beside it if there is one."""
    contents = dict(_under(folder, "web"))
    for path in SDK:
        contents |= _under(folder.parent / path, path)
    return WebFiles(contents)


def digest_of(contents: Mapping[str, bytes]) -> str:
    """Return a name for these very files."""
    lines = (f"{hashlib.sha256(contents[name]).hexdigest()} {name}\n" for name in sorted(contents))
    return hashlib.sha256("".join(lines).encode()).hexdigest()[:DIGITS]


def modules(contents: Mapping[str, bytes], entry: str) -> list[str]:
    """Return what a module imports statically, and what that imports; each once."""
    found = {entry: None}
    waiting = [entry]
    while waiting:
        name = waiting.pop()
        for target in IMPORT.findall(contents.get(name, b"").decode()):
            path = normpath(join(dirname(name), target))
            if path not in found and path in contents:
                found[path] = None
                waiting.append(path)
    return [*found][1:]


def _under(folder: Path, path: str) -> Iterator[tuple[str, bytes]]:
    """All files to be served, by their paths; hidden ones are none of them."""
    for file in sorted(folder.rglob("*")):
        name = file.relative_to(folder)
        hidden = any(part.startswith(".") for part in name.parts)
        if file.suffix in MEDIA_TYPES and not hidden and not file.name.endswith(TEST):
            body = file.read_bytes()
            yield f"{path}/{name.as_posix()}", lean(body) if file.suffix == ".js" else body


def _pointed(contents: Mapping[str, bytes], root: str) -> str:
    """Return the page with its references under `root`, and what the browser shall load early."""
    page = contents[INDEX].decode()
    names = dict.fromkeys(
        name for entry in ENTRY.findall(page) for name in modules(contents, f"web/{entry}")
    )
    links = "".join(f'<link rel="modulepreload" href="{root}{name}">\n' for name in names)
    pointed = RELATIVE.sub(rf'\1="{root}web/', page)
    return pointed.replace(END_OF_HEAD, links + END_OF_HEAD, 1)
