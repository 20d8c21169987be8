"""HTML pages: what browsers open, with headers that keep anything else out of them."""

import base64
import hashlib
import re

from fastapi.responses import HTMLResponse

INLINE_SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)
POLICY = (
    "default-src 'none'; script-src 'self'{hashes}; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
"""Swagger UI sets styles of elements, hence 'unsafe-inline' for styles, and for those alone."""


def html_page(text: str) -> HTMLResponse:
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
