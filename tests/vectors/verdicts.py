"""What the verifier in JavaScript says of replays."""

import json
import subprocess
from collections.abc import Iterable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.sdk.javascript.runtimes import deno
from tests.vectors.tables import Json

PROGRAM = Path(__file__).with_name("verdicts.js")


def verdicts(replays: Iterable[Json], games: Mapping[str, Path] | None = None) -> list[str]:
    """Return for each replay the first thing that is wrong, "" for nothing.

    `games` are modules of further games than those of this repository.
    """
    with TemporaryDirectory() as folder:
        path = Path(folder) / "replays.ndjson"
        path.write_text("".join(f"{json.dumps(replay)}\n" for replay in replays))
        more = [f"{name}={module}" for name, module in (games or {}).items()]
        command = [deno(), "run", "--allow-read", str(PROGRAM), str(path), *more]
        ran = subprocess.run(command, capture_output=True, text=True, check=True)
        return [json.loads(line) for line in ran.stdout.splitlines()]
