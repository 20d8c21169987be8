"""Redaction: a closed list of the fields of logs and spans, each with a pattern of its values.

Fields with other names or values are left out. So no card, hand, seed or token gets into a
log by mistake, whatever is passed.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

SHAPES: Mapping[str, re.Pattern[str]] = {
    name: re.compile(shape, re.ASCII)
    for name, shape in {
        "request_id": r"[!-~]{1,140}",
        "trace_id": r"[0-9a-f]{32}",
        "match_id": r"[\w-]{22}",
        "ticket_id": r"[\w-]{22}",
        "tournament_id": r"[\w-]{22}",
        "player": r"[0-9a-f]{16}|[\w-]{22}",
        "seat": r"\d{1,2}",
        "game": r"[a-z0-9-]{1,40}",
        "method": r"[A-Z]{1,10}|other",
        "route": r"/[\w/{}.-]{0,80}|other",
        "status": r"[1-5]\d\d|0",
        "op": r"[a-zA-Z]{1,20}",
        "rpc": r"[A-Za-z]{1,40}",
        "code": r"[A-Za-z_]{1,40}",
        "operation": r"[a-z_.]{1,40}",
        "batch": r"\d{1,6}",
        "milliseconds": r"\d{1,9}(\.\d{1,3})?",
        "error": r"[A-Za-z_]\w{0,80}( at [\w/.<>@+ -]{1,300}:\d{1,6}| at \?)?",
    }.items()
}
TOKEN = re.compile(r"crp_|eyJ", re.ASCII)
"""How tokens begin. A client may send one as its X-Request-Id by mistake."""


def allowed_fields(fields: Mapping[str, Any]) -> Iterator[tuple[str, str | int | float]]:
    """Those of `fields` that may be logged, with their values."""
    for name, value in fields.items():
        shape, text = SHAPES.get(name), str(value)
        if shape is None or not isinstance(value, str | int | float):
            continue
        # A request id is chosen by clients: nearly any text fits it.
        if shape.fullmatch(text) and not TOKEN.search(text):
            yield name, value if isinstance(value, int | float) else text


def error_location(error: BaseException) -> str:
    """The type of an error and where it was raised; its message could hold a card."""
    trace = error.__traceback__
    while trace and trace.tb_next:
        trace = trace.tb_next
    where = f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}" if trace else "?"
    return f"{type(error).__name__} at {where}"
