"""The files of the web table, read and compressed once, under paths that name their content."""

import gzip
import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import brotli
from starlette.requests import Request
from starlette.responses import Response

from gateway.transport.headers import takes
from gateway.transport.web_joined import joined
from gateway.transport.web_page import INDEX, hints, page
from gateway.transport.web_source import lean, lean_css

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
BEST, QUICK = 11, 5
"""Qualities of brotli: of the own files, once at the start, and of those met by the way."""
DIGITS = 32
"""Of a digest, in hexadecimal."""


@dataclass(frozen=True)
class File:
    """The content of a file as it is sent, and shorter as content codings, the shortest first."""

    body: bytes
    packed: tuple[tuple[str, bytes], ...]
    media_type: str

    @classmethod
    def of(cls, name: str, body: bytes, quality: int = BEST) -> "File":
        packed = (
            ("br", brotli.compress(body, quality=quality)),
            ("gzip", gzip.compress(body, 9, mtime=0)),
        )
        shorter = tuple((coding, each) for coding, each in packed if len(each) < len(body))
        return cls(body, shorter, MEDIA_TYPES.get(Path(name).suffix, UNKNOWN))

    def response(self, request: Request, headers: Mapping[str, str]) -> Response:
        """Return the file, in the shortest form that the caller takes."""
        if not self.packed:
            return Response(self.body, headers=headers, media_type=self.media_type)
        headers = {"Vary": "Accept-Encoding", **headers}
        for coding, body in self.packed:
            if takes(request, coding):
                packed = {**headers, "Content-Encoding": coding}
                return Response(body, headers=packed, media_type=self.media_type)
        return Response(self.body, headers=headers, media_type=self.media_type)


class Page(NamedTuple):
    """The page, and the tag of its very content."""

    file: File
    tag: str


class WebFiles:
    """All files of one version of the page, and the page itself, which points to them.

    `contents` are what the digest names, HTML included; `files` are what is served under it.
    """

    def __init__(self, contents: Mapping[str, bytes], quality: int = BEST) -> None:
        """`contents` are by path, such as `web/index.html`."""
        self.digest = digest_of(contents)
        self.contents = dict(contents)
        self.files = {
            name: File.of(name, body, quality)
            for name, body in contents.items()
            if not name.endswith(HTML)
        }
        self._pages: dict[tuple[str, ...], Page] = {}

    def page(self, path: str, accepted: str) -> Page:
        """Return the page for an address and a reader's Accept-Language."""
        wanted = hints(self.contents[INDEX].decode(), path, accepted)
        if wanted not in self._pages:
            body = page(self.contents, f"/t/{self.digest}/", wanted).encode()
            tag = hashlib.sha256(body).hexdigest()[:DIGITS]
            self._pages[wanted] = Page(File.of(INDEX, body, QUICK), tag)
        return self._pages[wanted]


def read(folder: Path) -> WebFiles:
    """Return the files of the folder, and of the client beside it if there is one.

    Raise FileNotFoundError if the folder has no page.
    """
    (folder / Path(INDEX).name).stat()
    contents = dict(_under(folder, "web"))
    for path in SDK:
        contents |= _under(folder.parent / path, path)
    return WebFiles(joined(contents))


def digest_of(contents: Mapping[str, bytes]) -> str:
    """Return a name for these very files."""
    lines = (f"{hashlib.sha256(contents[name]).hexdigest()} {name}\n" for name in sorted(contents))
    return hashlib.sha256("".join(lines).encode()).hexdigest()[:DIGITS]


def _under(folder: Path, path: str) -> Iterator[tuple[str, bytes]]:
    """All files to be served, by their paths; hidden ones are none of them."""
    for file in sorted(folder.rglob("*")):
        name = file.relative_to(folder)
        hidden = any(part.startswith(".") for part in name.parts)
        if file.suffix in MEDIA_TYPES and not hidden and not file.name.endswith(TEST):
            yield f"{path}/{name.as_posix()}", _served(file.suffix, file.read_bytes())


def _served(suffix: str, body: bytes) -> bytes:
    return {".js": lean, ".css": lean_css}.get(suffix, bytes)(body)
