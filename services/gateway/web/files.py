"""The files of the web table: those of a clone as they stand, or those that `make web-build` made.

A file that is named by its content may be kept forever; browsers ask again for all others. Built
files have shorter ones beside them, for callers that take these (`.br`, `.gz`).
"""

import hashlib
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

from gateway.http.headers import matches_etag, takes

SDK = ("sdk/javascript/src", "sdk/javascript/verify")
"""Folders beside that of the page, from which modules of a clone import."""
MEDIA_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".map": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
"""By extension, what is served. Anything else is for the people who work on it, or is the page."""
TEST = ".test.js"
PACKED = {"br": ".br", "gzip": ".gz"}
"""By content coding, the shortest first, what the name of such a file ends with."""
NAMED_BY_CONTENT = re.compile(r".+-[A-Z0-9]{8}\.\w+(\.map)?")
FOREVER = "public, max-age=31536000, immutable"
DIGITS = 32
"""Of a digest, in hexadecimal."""


class WebFiles:
    """All files of a folder with an `index.html`, by paths such as `web/app/main.js`."""

    def __init__(self, folder: Path) -> None:
        """Raise FileNotFoundError if the folder has no page."""
        self.page = (folder / "index.html").read_text()
        self._paths = {"web/" + name: path for name, path in _served(folder)}
        for each in SDK:
            self._paths |= {f"{each}/{name}": path for name, path in _served(folder.parent / each)}
        self.version = self._digest()

    def __contains__(self, name: str) -> bool:
        return name in self._paths

    def __iter__(self) -> Iterator[str]:
        return iter(self._paths)

    def text(self, name: str) -> str:
        """Return the text of a file."""
        return self._paths[name].read_text()

    def response(
        self, name: str, request: Request, headers: Mapping[str, str] | None = None
    ) -> Response:
        """Return a file in the shortest form that the caller takes; 304 if the caller has it."""
        path = self._paths[name]
        known = {"Vary": "Accept-Encoding", **(headers or {})}
        if NAMED_BY_CONTENT.fullmatch(path.name):
            known["Cache-Control"] = FOREVER
        else:
            tag = hashlib.sha256(path.read_bytes()).hexdigest()[:DIGITS]
            known |= {"Cache-Control": "no-cache", "ETag": f'W/"{tag}"'}
            if matches_etag(request, tag):
                return Response(status_code=304, headers=known)
        for coding, suffix in PACKED.items():
            packed = path.with_name(path.name + suffix)
            if takes(request, coding) and packed.exists():
                path, known["Content-Encoding"] = packed, coding
                break
        return Response(path.read_bytes(), headers=known, media_type=MEDIA_TYPES[Path(name).suffix])

    def _digest(self) -> str:
        lines = [self.page]
        for name, path in sorted(self._paths.items()):
            lines.append(f"{hashlib.sha256(path.read_bytes()).hexdigest()} {name}")
        return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:DIGITS]


def _served(folder: Path) -> Iterator[tuple[str, Path]]:
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder)
        hidden = any(part.startswith(".") for part in name.parts)
        if path.suffix in MEDIA_TYPES and not hidden and not path.name.endswith(TEST):
            yield name.as_posix(), path
