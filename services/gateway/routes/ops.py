"""Operation and documentation: health checks, the OpenAPI document, pages about problems."""

import base64
import hashlib
import re
from html import escape

from fastapi import Request, Response
from fastapi.openapi.docs import get_swagger_ui_html
from fastapi.responses import HTMLResponse, JSONResponse

from gateway.asked import Who
from gateway.contract import response_models
from gateway.contract.document import openapi as contract
from gateway.dependencies import Deps
from gateway.errors import KINDS, Problem, unavailable
from gateway.http.compression import compressed_page
from gateway.http.parameters import Excluded, ProblemCode
from gateway.http.responses import error_responses, json_response
from gateway.players.outages import redis_errors
from gateway.players.tokens import READ
from gateway.routing import TOKEN_ERRORS, Router

router = Router()

FEATURES = ("availability", "invitations", "emotes", "pairing", "undo", "analysis", "passkeys")
"""The parts of the API that another service may lack; clients look for them in /v1/about."""
PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>{code}</title>
<h1>{title}</h1>
<p>HTTP status {status}, code <code>{code}</code></p>
<p>{advice}</p>
</html>
"""
INLINE_SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)
POLICY = (
    "default-src 'none'; script-src 'self'{hashes}; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
"""Swagger UI sets styles of elements, hence 'unsafe-inline' for styles, and for those alone."""


@router.get("/healthz", bucket=None, response_model=response_models.Health, tags=["Operation"])
async def healthz() -> Response:
    """Answer 200 as long as this process runs."""
    return json_response({"status": "ok"})


@router.get(
    "/readyz",
    bucket=None,
    response_model=response_models.Health,
    tags=["Operation"],
    responses=error_responses("malformed", "unavailable"),
)
async def readyz(deps: Deps, without_dependencies: Excluded) -> Response:
    """Answer 200 if requests can be served: engine and Redis answer, and no stop was asked for."""
    if not (without_dependencies and deps.readiness.reached):
        await deps.authenticator.ping()
        if not await deps.engine.healthy():
            raise unavailable("No engine can be reached, or none can store.")
        if not deps.catalog.games:
            raise unavailable("No engine has described a game yet.")
        deps.readiness.reached = True
    # While stopping, not ready: a load balancer then sends new requests elsewhere.
    if deps.subscriber.stopping:
        raise unavailable("This gateway is about to stop.")
    return json_response({"status": "ok"})


@router.get(
    "/v1/about",
    bucket="reads",
    response_model=response_models.About,
    tags=["Operation"],
    responses=error_responses(*TOKEN_ERRORS),
)
async def about(who: Who, deps: Deps) -> Response:
    """Say which installation this is, of which release, and which parts of the API it has."""
    await deps.authenticator.player(who, READ)
    with redis_errors():
        installation = await deps.installation.read()
    told = {"name": contract.TITLE, "version": contract.VERSION, "features": FEATURES}
    signing_in = [
        {"issuer": each.issuer, "clientId": each.client_id, "name": each.name}
        for each in deps.issued.issuers
        if each.client_id
    ]
    return json_response({**told, "oidc": signing_in, "installation": installation})


@router.get("/openapi.json", bucket=None, tags=["Documentation"], response_class=JSONResponse)
async def openapi(request: Request, deps: Deps) -> Response:
    """Return this API as an OpenAPI 3.1 document."""
    document: contract.Document = request.app.state.document
    return compressed_page(request, json_response(document.of(await deps.catalog.every())))


@router.get("/docs", bucket=None, tags=["Documentation"], response_class=HTMLResponse)
async def docs(request: Request) -> HTMLResponse:
    """Return this API as an HTML page from which a match can be played."""
    page = get_swagger_ui_html(
        openapi_url="openapi.json",  # relative, as a proxy may serve this under a prefix
        title=request.app.title,
        swagger_js_url="assets/swagger-ui-bundle.js",
        swagger_css_url="assets/swagger-ui.css",
        swagger_favicon_url="assets/favicon.png",
        swagger_ui_parameters={"persistAuthorization": True, "tryItOutEnabled": True},
    )
    return _html_page(bytes(page.body).decode())


@router.get(
    "/problems/{code}",
    bucket=None,
    tags=["Documentation"],
    response_class=HTMLResponse,
    responses=error_responses("not_found"),
)
async def problem_page(code: ProblemCode) -> HTMLResponse:
    """Return an HTML page: what the refusals of this code mean, and what to do about them."""
    if code not in KINDS:
        raise Problem("not_found", "There is no such problem code.")
    kind = KINDS[code]
    return _html_page(
        PAGE.format(
            code=code, title=escape(kind.title), status=kind.status, advice=escape(kind.advice)
        )
    )


def _html_page(text: str) -> HTMLResponse:
    """Return the page, which may load from this origin only and run no scripts but its own."""
    hashes = "".join(f" 'sha256-{_digest(script)}'" for script in INLINE_SCRIPT.findall(text))
    return HTMLResponse(
        text,
        headers={
            "Content-Security-Policy": POLICY.format(hashes=hashes),
            "X-Frame-Options": "DENY",  # frame-ancestors, for browsers that do not know it
            "Referrer-Policy": "no-referrer",
        },
    )


def _digest(script: str) -> str:
    return base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
