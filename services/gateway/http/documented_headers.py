"""Headers that requests may have, as the OpenAPI document describes them.

They are read elsewhere, since FastAPI would take but the first line of a header that is repeated.
"""

from typing import Any


def _header(name: str, description: str, pattern: str = "") -> dict[str, Any]:
    schema = {"type": "string", "pattern": pattern} if pattern else {"type": "string"}
    return {
        "name": name,
        "in": "header",
        "required": False,
        "schema": schema,
        "description": description,
    }


IF_MATCH = _header(
    "if-match",
    'The version your decision is based on: `"17"`, also as proxies change it '
    '(`W/"17"`, `"17-gzip"`). Any other version: 412.',
    r'^((W/)?"(0|[1-9][0-9]{0,19})(-(gzip|br|deflate|zstd))?"|\*)$',
)
IF_NONE_MATCH = _header(
    "if-none-match",
    'The version you have: `"17"`, also as proxies change it (`W/"17"`, '
    '`"17-gzip"`). If it is still current: 304.',
)
IF_NONE_MATCH_TAG = _header(
    "if-none-match",
    "The ETag of the answer you have. If you would get the same one: 304.",
)
PREFER = _header(
    "prefer",
    "`wait=S`: with If-None-Match, wait up to S seconds (at most 50) for a change.",
)
PREFER_SETTLED = _header(
    "Prefer",
    "`wait=S`: wait up to S seconds (at most 50) while the ticket is searching.",
)
IDEMPOTENCY_KEY = _header(
    "idempotency-key",
    "1 to 255 visible ASCII characters, chosen by you. A repeat with the same key "
    "changes nothing and gets the first answer again.",
    "^[!-~]{1,255}$",
)
