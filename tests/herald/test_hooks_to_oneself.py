"""A hook that leads to the service itself does nothing there, whichever path it names."""

import json
import re
from pathlib import Path

import pytest
from herald import signing

from tests.support.live import Live
from tests.support.players import HTTP
from tools.stack import ROOT

pytestmark = pytest.mark.service

POSTED = [
    path
    for path, methods in json.loads(Path(ROOT / "docs/openapi.json").read_text())["paths"].items()
    if "post" in methods
]
BODY = json.dumps(
    {
        "type": "yourTurn",
        "timestamp": "2026-01-01T00:00:00.000Z",
        "data": {"matchId": "A" * 22, "game": "lost-cities", "version": 3, "installation": "x"},
    }
).encode()


@pytest.mark.parametrize("path", POSTED)
def test_a_message_to_the_service_itself_is_refused(live: Live, path: str) -> None:
    """It has no token, and no request has a body with these members."""
    signed = signing.headers("msg_1", 1_800_000_000, BODY, ["whsec_" + "A" * 32])
    url = live.url + re.sub(r"{\w+}", "A" * 22, path)
    answer = HTTP.post(url, content=BODY, headers={"Content-Type": "application/json", **signed})
    assert 400 <= answer.status_code < 500, answer.text


def test_there_are_requests_without_a_token_among_them() -> None:
    assert {"/v1/players", "/v1/sessions", "/v1/sessions/options", "/v1/pairings/redeem"} & {
        *POSTED
    }
    assert len(POSTED) > 30
