"""The page of the web table, under the paths of its screens, and what lies beside it.

The page names early all modules that are needed at its address, in the language of the browser, so
that they are asked for at once: a module would else be known only once another has come. Of a
table, nobody knows yet which game it plays: the modules of the first game are named.
"""

import hashlib
import html
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from pathlib import PurePosixPath
from typing import Annotated

import orjson
from fastapi import Depends, Request, Response
from fastapi.responses import HTMLResponse

from gateway.dependencies import Deps
from gateway.errors import Problem
from gateway.http.board_site import FRAMES
from gateway.http.compression import compressed_page
from gateway.http.headers import field, matches_etag, names
from gateway.http.responses import UNKEPT, json_response
from gateway.routing import Router
from gateway.web.boards import Boards
from gateway.web.files import DIGITS, FOREVER, MEDIA_TYPES, WebFiles
from gateway.web.frames import HEADERS, LINK, ON_THE_PAGES_SITE, Frames, FrameSite
from gateway.web.games import SERVED, Games, WebGame
from gateway.web.modules import reached
from gateway.web.policy import ASKED, FILES, GAMES, POLICY, REFERENCE

router = Router(include_in_schema=False)

SCREENS = (
    "/",
    "/friends",
    "/j",
    "/leaderboards",
    "/leaderboards/{pool}",
    "/lobby",
    "/m/{match_id}",
    "/m/{match_id}/replay",
    "/p/{player_id}",
    "/rules/{game}",
    "/signed-in",
    "/tournaments",
    "/tournaments/new",
    "/tournaments/{tournament_id}",
    "/deals",
    "/deals/{deal_id}",
    "/wall",
)
"""The paths at which the page is; what it shows at each is its own affair."""
HOST = re.compile(r"[\w.-]+(:\d+)?", re.ASCII)
PAGE_HEADERS = {
    "Cross-Origin-Opener-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Frame-Options": "DENY",  # frame-ancestors, for browsers that do not know it
    "Cache-Control": "no-cache",
    "Vary": "Accept-Language, Accept-Encoding",
}
WORKER = "web/sw.js"
"""Its path decides which pages it is for, so it is served at `/` as well."""
PROGRAMS = ("/v1/", FILES, "/assets/")
"""Below these paths, whatever does not exist is a problem for browsers, too."""

SCRIPT = re.compile(r'<script\b[^>]*\btype="module"[^>]*\bsrc="\./([^"]+)"')
ELEMENT = re.compile(r'[ \t]*<link rel="croupier-table" href="\./([^"]+)">\n?')
"""The module of the element that other pages embed, which is nothing to a browser."""
HINT = re.compile(r'[ \t]*<link rel="modulepreload" href="\./([^"]+)"([^>]*)>\n?')
ATTRIBUTE = re.compile(r'([\w-]+)="([^"]*)"')
VERSION = '<meta name="croupier-version" content="'
ROOT = '<meta name="croupier-root" content="'
TABLES = ("/", "/m/")
"""Where pages lead to tables, or are at one: they are told which modules these begin with."""
LANGUAGE = re.compile(r"\s*([a-zA-Z]{2,3})[\w-]*\s*(?:;\s*q=([01](?:\.\d{0,3})?)\s*)?")
Hint = tuple[str, str, str]
Wanted = tuple[tuple[str, ...], str]
"""What a page names early: modules of its own, and of games in this language if it is not ""."""


class WebPage:
    """The page of one folder of files, with the games that there are."""

    def __init__(
        self,
        files: WebFiles,
        games: Games = tuple,
        own: Collection[str] = frozenset(),
        root: str = "",
        site: FrameSite = ON_THE_PAGES_SITE,
        reached: Iterable[str] = (),
    ) -> None:
        """`reached` are the origins that the page may ask besides its own: those of issuers."""
        self._policy = POLICY.replace(ASKED, " ".join((ASKED, *reached)))
        self.files = files
        self.site = site
        self._root, self._place = root, root + FILES
        frames = f"{site.origin}{root}{FRAMES}{site.version(files.version)}"
        self.boards = Boards(files, games, own, self._place, frames)
        self.frames = Frames(files, self.boards, site)
        self.hints = [*_hints(files.page)]
        self._body = lru_cache(self._made)

    def response(self, request: Request) -> Response:
        """Return the page for the address and the Accept-Language of the caller."""
        body, tag = self._body(self._wanted(request), self.boards.now())
        headers = {**self.headers(request), "ETag": f'W/"{tag}"'}
        if matches_etag(request, tag):
            return Response(status_code=304, headers=headers)
        return compressed_page(request, HTMLResponse(body, headers=headers))

    def version(self) -> str:
        """Return that of the page as it is now, with all games."""
        return self.boards.version(self.boards.now())

    def missing(self, request: Request) -> Response:
        """Return the page for an address without a page."""
        body, _ = self._body(self._wanted(request), self.boards.now())
        headers = {**self.headers(request), "Cache-Control": "no-store"}
        return compressed_page(request, HTMLResponse(body, 404, headers))

    def headers(self, request: Request) -> dict[str, str]:
        """Return those of the page, at the host that the caller asks for.

        A path needs a host before it, and no scheme: that is the page's.
        """
        host = self.site.origin or field(request, b"host") or ""
        known = self.site.origin or HOST.fullmatch(host)
        frames = f"{host}{self._root}{FRAMES}" if known else "'self'"
        return {"Content-Security-Policy": self._policy + frames, **PAGE_HEADERS}

    def _wanted(self, request: Request) -> Wanted:
        path, accepted = request.url.path, field(request, b"accept-language") or ""
        language = _language([of for _, _, of in self.hints if of], accepted)
        tells = any(_is_at(path, at) for at in TABLES)
        return hints(self.hints, path, accepted), language if tells else ""

    @cached_property
    def element(self) -> str | None:
        """The address of the module that other pages import; None if there is none."""
        found = ELEMENT.search(self.files.page)
        return f"{self._place}web/{found[1]}" if found else None

    def _made(self, wanted: Wanted, games: Sequence[WebGame]) -> tuple[str, str]:
        names, language = wanted
        text = LINK.sub("", ELEMENT.sub("", HINT.sub("", self.files.page)))
        early = [f"{self._place}{name}" for name in self._early(SCRIPT.findall(text), names)]
        links = "".join(f'<link rel="modulepreload" href="{path}">\n' for path in early)
        told = orjson.dumps([self.boards.told(each, language) for each in games]).decode()
        body = (
            REFERENCE.sub(rf'\1="{self._place}web/', text)
            .replace(ROOT, ROOT + self._root, 1)
            .replace(VERSION, VERSION + self.boards.version(games), 1)
            .replace(GAMES, GAMES + html.escape(told), 1)
            .replace("</head>", f"{links}</head>", 1)
        )
        return body, hashlib.sha256(body.encode()).hexdigest()[:DIGITS]

    def _early(self, scripts: Iterable[str], wanted: Iterable[str]) -> Iterable[str]:
        """The modules to be named, each once: what scripts import, the hints, and their imports."""
        entries = [f"web/{script}" for script in scripts]
        found = reached([*entries, *(f"web/{name}" for name in wanted)], self._text)
        return (name for name in found if name not in entries)

    def _text(self, name: str) -> str | None:
        return self.files.text(name) if name in self.files else None


def hints(known: Iterable[Hint], path: str, accepted: str) -> tuple[str, ...]:
    """Return which modules the page names itself for an address and an Accept-Language.

    One with `data-at` is for those paths, or for all below one that ends with a slash; one with
    `hreflang` is for readers who like that language best of those that there are.
    """
    known = [*known]
    language = _language([of for _, _, of in known if of], accepted)
    return tuple(name for name, at, of in known if _is_at(path, at) and of in ("", language))


def _hints(text: str) -> Iterator[Hint]:
    """Each module with the path and the language for which it counts, or "" for all of them."""
    for name, rest in HINT.findall(text):
        attributes = dict(ATTRIBUTE.findall(rest))
        for path in attributes.get("data-at", "").split(" "):
            yield name, path, attributes.get("hreflang", "")


def _is_at(path: str, at: str) -> bool:
    return path.startswith(at) if at.endswith("/") and at != "/" else at in ("", path)


def _language(offered: list[str], accepted: str) -> str:
    """The language that the reader likes best; the first if there is none of them."""
    liked = {"*": 0.0}
    for part in accepted.split(","):
        if match := LANGUAGE.fullmatch(part):
            language = match[1].lower()
            liked[language] = max(liked.get(language, 0.0), float(match[2] or 1))
    return max(offered, key=lambda each: liked.get(each, 0.0), default="")


async def _web(request: Request) -> WebPage:
    web: WebPage = request.app.state.web
    return web


Web = Annotated[WebPage, Depends(_web)]


async def page(request: Request, web: Web, deps: Deps) -> Response:
    """Return the page; 304 if the caller has it."""
    for game in () if web.site.origin else web.boards.guests():
        deps.guest_boards.note_once(game)
    return web.response(request)


def missing_page(request: Request) -> Response | None:
    """Return the page as 404 to a browser at a path that does not exist; None to all others."""
    web: WebPage | None = getattr(request.app.state, "web", None)
    browses = request.method == "GET" and names(request, "text/html")
    if web is None or not browses or request.url.path.startswith(PROGRAMS):
        return None
    return web.missing(request)


def told_of(request: Request, game: str) -> dict[str, object] | None:
    """Return what is told of a game's board; None if it has none, or if there is no page."""
    web: WebPage | None = getattr(request.app.state, "web", None)
    games = web.boards.now() if web else ()
    return next((web.boards.web(each) for each in games if web and each.id == game), None)


for path in SCREENS:
    router.get(path, bucket=None, name=f"page at {path}")(page)


@router.get("/sw.js", bucket=None)
async def worker(request: Request, web: Web) -> Response:
    """Return the script that has the page start without a line; browsers look for a newer one."""
    if WORKER not in web.files:
        raise Problem("not_found", "This web table does not work without a line.")
    return web.files.response(WORKER, request, {**web.headers(request), "Vary": "Accept-Encoding"})


@router.get("/croupier-table.js", bucket=None)
async def table_element(web: Web) -> Response:
    """Return the module that pages of any origin import for `<croupier-table>`."""
    if web.element is None:
        raise Problem("not_found", "This web table has no element for other pages.")
    body = f'export * from "{web.element}";\n'
    return Response(body, headers={"Cache-Control": "no-cache"}, media_type=MEDIA_TYPES[".js"])


@router.get(f"{FILES}current", bucket=None)
async def current(web: Web) -> Response:
    """Return the version of the page, for pages that were loaded before."""
    return json_response({"version": web.version()}, headers=UNKEPT)


@router.get(FRAMES + "{page}/games/{digest}/{language}", bucket=None)
async def frame(page: str, digest: str, language: str, request: Request, web: Web) -> Response:
    """Return the document of a frame. A page of before gets one of now, which it may not keep."""
    document = await web.frames.document(web.boards.game(digest), language)
    if document is None:
        raise Problem("not_found", "There is no such board in this version.")
    headers = {**HEADERS, "Content-Security-Policy": document.policy, "ETag": f'W/"{document.tag}"'}
    if page != web.frames.version:
        headers["Cache-Control"] = "no-cache"
    if matches_etag(request, document.tag):
        return Response(status_code=304, headers={**headers, "Vary": "Accept-Encoding"})
    return compressed_page(request, HTMLResponse(document.body, headers=headers))


@router.get(FILES + "{page}/games/{digest}/{name}", bucket=None)
async def game_file(digest: str, name: str, request: Request, web: Web) -> Response:
    """Return a file of a game. A page of before may have it as well: its board is the same."""
    if (body := web.boards.file(digest, name)) is None:
        raise Problem("not_found", "There is no such file in this version.")
    # A picture that is opened by itself is a document, and could have scripts of this origin.
    headers = {"Cache-Control": FOREVER, "Vary": "Accept-Encoding"}
    headers["Content-Security-Policy"] = "sandbox"
    kind = SERVED[PurePosixPath(name).suffix]
    return compressed_page(request, Response(body, headers=headers, media_type=kind))


@router.get(FILES + "{name:path}", bucket=None)
async def file(name: str, request: Request, web: Web) -> Response:
    """Return a file."""
    if name not in web.files:
        raise Problem("not_found", "There is no such file in this version.")
    return web.files.response(name, request)
