"""The documents of frames, in which the boards of others are guests.

docs/decisions/foreign-boards.md says why all is as it is. A document has one script and one style
sheet, both inline, which its policy names by their hash;
nothing else runs or is loaded in a frame.
"""

import asyncio
import base64
import hashlib
import html
import logging
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from croupier_game.board_modules import NotBundled

from gateway.web.boards import OTHERWISE, SHOWN, Boards
from gateway.web.bundle import PARTS, Parts, script_of
from gateway.web.files import DIGITS, FOREVER, WebFiles
from gateway.web.games import TEXT, WebGame

log = logging.getLogger("gateway")
KEY = "limit:{guest-boards}"
"""The note of boards that were shown on the page's own site."""
LINK = re.compile(r'[ \t]*<link rel="croupier-frame" href="\./([^"]+)">\n?')
"""A file of a frame: its guard, its guest, its styles. Pages have no use for them."""
SHEET = re.compile(r'<link rel="stylesheet" href="\./([^"]+)">')
HINT = re.compile(r'<link rel="modulepreload" href="\./([^"]+)" hreflang="([a-z]+)">')
"""The text of the page in a language."""
POLICY = (
    "sandbox allow-scripts; default-src 'none'; script-src '{script}'; style-src '{style}'; "
    "img-src data:; base-uri 'none'; form-action 'none'; frame-src 'none'; worker-src 'none'; "
    "frame-ancestors {pages}; require-trusted-types-for 'script'; trusted-types lit-html"
)
POWERS = (
    "accelerometer",
    "autoplay",
    "camera",
    "clipboard-read",
    "clipboard-write",
    "display-capture",
    "encrypted-media",
    "fullscreen",
    "gamepad",
    "geolocation",
    "gyroscope",
    "hid",
    "idle-detection",
    "keyboard-map",
    "magnetometer",
    "microphone",
    "midi",
    "payment",
    "picture-in-picture",
    "publickey-credentials-get",
    "screen-wake-lock",
    "serial",
    "storage-access",
    "usb",
    "xr-spatial-tracking",
)
HEADERS = {
    "Permissions-Policy": ", ".join(f"{name}=()" for name in POWERS),
    "Referrer-Policy": "no-referrer",
    "X-DNS-Prefetch-Control": "off",
    "Cache-Control": FOREVER,
}


@dataclass(frozen=True, slots=True)
class Document:
    """A frame's document; `policy` says what of it may run."""

    body: str
    policy: str
    tag: str


@dataclass(frozen=True, slots=True)
class FrameSite:
    """Where frames are: an origin, that of the page if it is empty, and who may show them."""

    origin: str = ""
    pages: str = ""
    """Origins separated by commas; those of the frames themselves need not be named."""

    @property
    def ancestors(self) -> str:
        """As `frame-ancestors` names the pages."""
        own = () if self.origin or self.pages == "*" else ("'self'",)
        return " ".join([*own, *filter(None, self.pages.split(","))])

    def version(self, page: str) -> str:
        """Return what tells frames from those of another page, or of other pages around them.

        A document is kept with its policy for as long as it has its address.
        """
        return hashlib.sha256(f"{page} {self.ancestors}".encode()).hexdigest()[:DIGITS]


ON_THE_PAGES_SITE = FrameSite()


class Frames:
    """The documents for the games of a page, each made when it is asked for first."""

    def __init__(self, files: WebFiles, boards: Boards, site: FrameSite) -> None:
        self._files, self._boards, self._pages = files, boards, site.ancestors
        self.version = site.version(files.version)
        names = [f"web/{name}" for name in LINK.findall(files.page)]
        self._scripts = [name for name in names if name.endswith(".js")]
        self._styles = [f"web/{name}" for name in SHEET.findall(files.page)]
        self._styles += [name for name in names if name.endswith(".css")]
        self._texts = {language: f"web/{name}" for name, language in HINT.findall(files.page)}
        self._making = asyncio.Lock()
        # One of some 200 kB for each game and language: nobody can have them made again and again.
        self._made = lru_cache(SHOWN * len(self._texts))(self._make)

    async def document(self, game: WebGame | None, language: str) -> Document | None:
        """Return the document of a game; None if there is none."""
        if not game or not game.manifest or not self._scripts or language not in self._texts:
            return None
        async with self._making:  # one at a time: a script takes a processor for a second
            return await asyncio.to_thread(self._made, game, language)

    def _make(self, game: WebGame, language: str) -> Document | None:
        try:
            script = script_of(self._parts(game, language))
        except NotBundled as error:
            log.error("the board of the game %s has no frame: %s", game.id, error)
            return None
        return self._document(game.name, language, script)

    def _document(self, name: str, language: str, script: str) -> Document:
        style = "".join(map(self._files.text, self._styles))
        body = (
            f'<!doctype html><html lang="{language}"><meta charset="utf-8">'
            f"<title>{html.escape(name)}</title>"
            '<meta name="viewport" content="width=device-width, initial-scale=1">'
            f"<style>{style}</style><body><script>{script}</script></body></html>"
        )
        policy = POLICY.format(script=_hash(script), style=_hash(style), pages=self._pages)
        tag = hashlib.sha256(f"{policy}\n{body}".encode()).hexdigest()[:DIGITS]
        return Document(body, policy, tag)

    def _parts(self, game: WebGame, language: str) -> Parts:
        guard, guest = self._scripts
        place = f"games/{game.id}/"

        def text(path: str) -> str | None:
            if path.startswith(place):
                return game.text(path.removeprefix(place))
            return self._files.text(path) if path in self._files else None

        names = {**dict(_names(game, language, place)), "page": self._texts[language]}
        return Parts(game.id, language, self._files.text(guard), guest, names, text)


def _names(game: WebGame, language: str, place: str) -> Iterator[tuple[str, str]]:
    for name in PARTS:
        if game.file(name) is not None:
            yield name, place + name
    texts = [found[1] for each in sorted(game.files) if (found := TEXT.fullmatch(each))]
    wanted = next((each for each in (language, OTHERWISE, *texts) if each in texts), None)
    if wanted:
        yield "text", f"{place}{wanted}.js"


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
