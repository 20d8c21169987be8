"""The source of the JavaScript SDK: types, style, its own tests, and what browsers allow."""

import json
from pathlib import Path

import httpx
import pytest

from tests.sdk.javascript.runtimes import NAMES, SOURCE, deno, program, run
from tests.support.live import Live

pytestmark = pytest.mark.full

CALLS = """
import { Croupier } from "%s/src/index.js";
const sent = [];
const fetch = (request) => {
  sent.push([request.method, [...request.headers.keys()]]);
  return globalThis.fetch(request);
};
const me = await Croupier.guest("%s", "Ann", { fetch });
const match = await me.matches.create({ game: "just4fun" });
await match.read();
for await (const _ of match.follow({ include: "legalMoves" })) break;
await match.leave();
await me.player();
const wish = { game: "just4fun", clock: { perMove: "77s" } }; // nobody else has it
await me.seek(wish, { signal: AbortSignal.timeout(100) }).catch(() => {});
console.log(JSON.stringify(sent));
"""


def test_its_types_and_style_are_right() -> None:
    run([deno(), "task", "check"], SOURCE)


def test_its_own_tests_pass() -> None:
    run([deno(), "task", "test"], SOURCE)


def test_a_page_of_another_origin_may_send_what_it_sends(live: Live, tmp_path: Path) -> None:
    sent = json.loads(run(program(NAMES[0], tmp_path, CALLS % (SOURCE, live.url)), tmp_path))
    assert {method for method, _ in sent} >= {"GET", "POST", "DELETE"}
    for method, headers in sent:
        asked = {
            "Origin": "https://example.com",
            "Access-Control-Request-Method": method,
            "Access-Control-Request-Headers": ", ".join(headers),
        }
        answer = httpx.options(f"{live.url}/v1/matches", headers=asked, trust_env=False)
        allowed = answer.headers["access-control-allow-headers"].lower().split(", ")
        assert answer.headers["access-control-allow-origin"] == "*"
        assert method in answer.headers["access-control-allow-methods"]
        assert set(headers) - {"accept", "content-type"} <= set(allowed)
