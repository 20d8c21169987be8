"""The command: which file, what is told, and the exit code."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TextIO

from engine.verify import verify
from engine.verify.errors import NotAReplay, Refuted

USAGE = "Give one file: make verify FILE=replay.json, or python -m engine.verify replay.json"
WHERE = "A replay is the answer to GET /v1/matches/{id}/replay, once the match has ended."


def main(arguments: Sequence[str]) -> int:
    """Check the one file that is named; 0 verified, 1 refuted, 2 not a replay."""
    if len(arguments) != 1:
        return _tell(sys.stderr, [USAGE], 2)
    try:
        return _tell(sys.stdout, verify(load(Path(arguments[0]))), 0)
    except (NotAReplay, RecursionError) as error:
        return _tell(sys.stderr, [f"{arguments[0]} is not a replay: {error}", WHERE], 2)
    except Refuted as error:
        return _tell(sys.stderr, [f"NOT VERIFIED: {error}"], 1)


def load(path: Path) -> Any:
    """The file's JSON. Refuse what two readers could read differently."""
    try:
        raw = json.loads(path.read_bytes(), object_pairs_hook=_once, parse_constant=_no_number)
        json.dumps(raw, ensure_ascii=False).encode()  # half a surrogate pair is no text
    except OSError as error:
        raise NotAReplay(f"it cannot be read ({error.strerror}).") from None
    except ValueError as error:
        raise NotAReplay(f"it is not JSON ({error}).") from None
    return raw


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError("an object names a member twice")
    return members


def _no_number(text: str) -> Any:
    raise ValueError(f"{text} is no number of JSON")


def _tell(stream: TextIO, lines: Sequence[str], code: int) -> int:
    """Write the lines, whatever characters the terminal knows; give back the exit code."""
    text = "".join(f"{line}\n" for line in lines)
    encoding = stream.encoding or "utf-8"
    stream.write(text.encode(encoding, "backslashreplace").decode(encoding))
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
