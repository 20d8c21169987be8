"""The web table: its page, under the paths of its screens, and the files that the page loads."""

from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response

from gateway.dependencies import Deps
from gateway.errors import Problem
from gateway.transport.headers import field, matches_etag, names
from gateway.transport.responses import json_response
from gateway.transport.web_files import MEDIA_TYPES, WebFiles
from gateway.transport.web_versions import WebVersions

router = APIRouter(include_in_schema=False)

METHODS = ["GET", "HEAD"]
SCREENS = (
    "/",
    "/lobby",
    "/m/{match_id}",
    "/m/{match_id}/replay",
    "/p/{player_id}",
    "/rules/{game}",
    "/wall",
)
"""The paths at which the page is; what it shows at each is its own affair."""
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; "
    "trusted-types lit-html croupier"
)
"""Nothing inline, nothing from elsewhere; a text becomes markup in Lit's templates only."""
WORKER = "web/sw.js"
"""Its path decides which pages it is for, so it is served at `/` as well."""
PAGE_HEADERS = {
    "Content-Security-Policy": POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Frame-Options": "DENY",  # frame-ancestors, for browsers that do not know it
    "Cache-Control": "no-cache",
    "Vary": "Accept-Language, Accept-Encoding",
}
EMBEDDED = "web/app/embed.js"
"""The module of the element that other pages embed."""
PROGRAMS = ("/v1/", "/t/", "/assets/")
"""Below these paths, whatever does not exist is a problem for browsers, too."""
FOREVER = {"Cache-Control": "public, max-age=31536000, immutable"}


async def _versions(request: Request) -> WebVersions:
    versions: WebVersions = request.app.state.web_versions
    return versions


Versions = Annotated[WebVersions, Depends(_versions)]


async def page(request: Request, versions: Versions) -> Response:
    """Return the page; 304 if the caller has it."""
    file, tag = versions.own.page(request.url.path, field(request, b"accept-language") or "")
    headers = {**PAGE_HEADERS, "ETag": f'W/"{tag}"'}
    if matches_etag(request, tag):
        return Response(status_code=304, headers=headers)
    return file.response(request, headers)


def missing_page(request: Request) -> Response | None:
    """Return the page as 404 to a browser at a path that does not exist; None to all others."""
    web: WebFiles | None = getattr(request.app.state, "web", None)
    browses = request.method in METHODS and names(request, "text/html")
    if web is None or not browses or request.url.path.startswith(PROGRAMS):
        return None
    file, _ = web.page(request.url.path, field(request, b"accept-language") or "")
    answer = file.response(request, {**PAGE_HEADERS, "Cache-Control": "no-store"})
    answer.status_code = 404
    return answer


for path in SCREENS:
    router.add_api_route(path, page, methods=METHODS, name=f"page at {path}")


@router.api_route("/sw.js", methods=METHODS)
async def worker(request: Request, versions: Versions) -> Response:
    """Return the script that has the page start without a line; browsers look for a newer one."""
    web = versions.own
    if WORKER not in web.files:
        raise Problem("not_found", "This web table does not work without a line.")
    headers = {**PAGE_HEADERS, "Vary": "Accept-Encoding", "ETag": f'W/"{web.digest}"'}
    if matches_etag(request, web.digest):
        return Response(status_code=304, headers=headers)
    return web.files[WORKER].response(request, headers)


@router.api_route("/croupier-table.js", methods=METHODS)
async def table_element(request: Request, versions: Versions) -> Response:
    """Return the module that pages of any origin import for `<croupier-table>`."""
    body = f'export * from "/t/{versions.own.digest}/{EMBEDDED}";\n'
    return Response(body, headers={"Cache-Control": "no-cache"}, media_type=MEDIA_TYPES[".js"])


@router.api_route("/t/current", methods=METHODS)
async def current(versions: Versions) -> Response:
    """Return the digest in the paths of the newest files, for pages that were loaded before."""
    return json_response({"digest": versions.own.digest}, headers={"Cache-Control": "no-store"})


@router.api_route("/t/{digest}/{path:path}", methods=METHODS)
async def file(
    digest: str, path: str, request: Request, deps: Deps, versions: Versions
) -> Response:
    """Return a file, which never changes under this digest."""
    web = versions.known(digest)
    if web is None:
        # Only this asks Redis, so only this is counted.
        await deps.limits.spend("reads", request)
        web = await versions.find(digest)
    if web is None or path not in web.files:
        raise Problem("not_found", "There is no such file in this version.")
    return web.files[path].response(request, FOREVER)
