"""Messages of webhooks by the client in JavaScript, beside Standard Webhooks."""

import json
from pathlib import Path

import pytest

from tests.sdk.javascript.runtimes import NAMES, SOURCE, program, run
from tests.sdk.test_webhooks import SECRET, messages

pytestmark = pytest.mark.full

VERIFY = """
import { CroupierError, verifyWebhook } from "%s/src/index.js";
const taken = {};
for (const [name, { body, headers }] of Object.entries(%s)) {
  taken[name] = await verifyWebhook(body, headers, "%s").then(
    (told) => told.data.name,
    (error) => error instanceof CroupierError ? null : `${error}`,
  );
}
console.log(JSON.stringify(taken));
"""


def test_a_message_is_taken_as_by_standardwebhooks(tmp_path: Path) -> None:
    # What no header can have, a program cannot meet.
    known = {name: each for name, each in messages().items() if name != "an odd signature"}
    given = {
        name: {"body": body.decode(), "headers": headers}
        for name, (body, headers, _) in known.items()
    }
    text = VERIFY % (SOURCE, json.dumps(given), SECRET)
    taken = json.loads(run(program(NAMES[0], tmp_path, text), tmp_path))
    assert taken == {name: "\u00e4" if good else None for name, (*_, good) in known.items()}
