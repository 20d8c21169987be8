"""What operators did."""

import re
from argparse import ArgumentTypeError
from typing import Any

from starlette.requests import Request

from engine.admin.acts import Acts
from engine.admin.console.bodies import optional, plain
from engine.admin.console.desk import Seat
from engine.admin.console.routing import read

PAGE = 50
ACT_ID = re.compile(r"[1-9][0-9]{0,14}-[0-9]{1,10}", re.ASCII)


async def listed(seat: Seat, request: Request) -> Any:
    query, acts = request.query_params, Acts(seat.operator.redis)
    before, subject = optional(query, "before", an_act, ""), optional(query, "on", plain, "")
    page = await (acts.on(subject, before, PAGE) if subject else acts.page(before, PAGE))
    more = page[-1].id if len(page) == PAGE else None
    return {"acts": [each.shown() for each in page], "next": more}


def an_act(text: str) -> str:
    """Return `text`: the id of an act. Raise ArgumentTypeError."""
    if not ACT_ID.fullmatch(text):
        raise ArgumentTypeError("must be the id of an act")
    return text


ENDPOINTS = (read("/acts", listed),)
