"""The command `python -m engine.verify FILE`: reading the replay, the report, the exit code.

`--id=`, `--commitment=` and `--terms=` are what the player has kept of the match, and the replay
has to have. `--ratings FILE` verifies a ledger of ratings instead, and `--tournament FILE` the log
of a tournament.
"""

import json
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TextIO

from croupier_match.verify.errors import NotAReplay, NotInstalled, Refuted, must

from engine.verify import ratings, tournaments, verify
from engine.verify.fetching import fetch, id_of, is_url

LINES = re.compile(rb"\{[^\n]*\}\r?\n\{")
"""How a replay as lines begins: an object, and another one."""
USAGE = (
    "Give one file or the URL of a match: make verify FILE=replay.json, "
    "or make verify URL=https://SERVER/v1/matches/ID. "
    "ID=, COMMITMENT= and TERMS= are compared with the replay."
)
KEPT = re.compile("--(id|commitment|terms)=(.*)", re.DOTALL)
"""An option with what was kept of the match."""
MISSING = (
    "Install the package of the game, with these rules, beside this program, and verify again."
)
WHERE = "A replay is the answer to GET /v1/matches/{id}/replay, once the match has ended."


def main(arguments: Sequence[str]) -> int:
    """Verify the replay of the one file or URL named; 0 is verified, 1 refuted, 2 not a replay."""
    if ratings.OPTION in arguments[:1]:
        return _chained(ratings.verified, arguments[1:], "ledger", ratings.WHERE)
    if tournaments.OPTION in arguments[:1]:
        return _chained(tournaments.verified, arguments[1:], "log", tournaments.WHERE)
    kept = {found[1]: found[2] for found in map(KEPT.fullmatch, arguments) if found}
    sources = [each for each in arguments if not KEPT.fullmatch(each)]
    if len(sources) != 1:
        return _print(sys.stderr, [USAGE], 2)
    try:
        return _print(sys.stdout, _verify(sources[0], kept), 0)
    except NotInstalled as error:
        return _print(sys.stderr, [f"{sources[0]} cannot be verified here: {error}", MISSING], 2)
    except (NotAReplay, RecursionError) as error:
        return _print(sys.stderr, [f"{sources[0]} is not a replay: {error}", WHERE], 2)
    except Refuted as error:
        return _print(sys.stderr, [f"NOT VERIFIED: {error}"], 1)


def _chained(
    verified: Callable[[Sequence[str]], list[str]], arguments: Sequence[str], what: str, where: str
) -> int:
    """Verify the ledger or log that these arguments name; the exit code, as for replays."""
    try:
        return _print(sys.stdout, verified(arguments), 0)
    except NotAReplay as error:
        return _print(sys.stderr, [f"This is no {what}: {error}", where], 2)
    except Refuted as error:
        return _print(sys.stderr, [f"NOT VERIFIED: {error}"], 1)


def _verify(source: str, kept: Mapping[str, str]) -> list[str]:
    """The report on the replay at a path or a URL. Raise Refuted or NotAReplay."""
    raw = read(fetch(source)) if is_url(source) else load(Path(source))
    report = verify(raw)
    # It may be true, and of another match than the one that was asked for, or played.
    if is_url(source):
        must(raw["match"]["id"] == id_of(source), "match.id is not that of the URL.")
    _compare(raw["match"], kept)
    return report


def _compare(match: Any, kept: Mapping[str, str]) -> None:
    """Raise Refuted unless the match is the one of which this was kept."""
    shown = {"id": match["id"], **match["fairness"]}
    for name, value in kept.items():
        must(shown[name] == value, f"{name} is {shown[name]}, and not the one that you kept.")


def load(path: Path) -> Any:
    """The JSON of a file, as `read` has it. Raise NotAReplay."""
    try:
        return read(path.read_bytes())
    except OSError as error:
        raise NotAReplay(f"it cannot be read ({error.strerror}).") from None


def read(text: bytes) -> Any:
    """The text's JSON, or that of its lines. Raise NotAReplay if it is none, or if parsers may
    differ over it.
    """
    try:
        raw = _of_lines(text) if LINES.match(text) else _loads(text)
        json.dumps(raw, ensure_ascii=False).encode()  # half a surrogate pair is not text
    except ValueError as error:
        raise NotAReplay(f"it is not JSON ({error}).") from None
    return raw


def _of_lines(text: bytes) -> Any:
    """The replay of which each line after the first is an entry of the log."""
    head, *log = map(_loads, text.splitlines())
    if "log" in head:
        raise ValueError("there is more after the end")
    return {**head, "log": log}


def _loads(text: bytes) -> Any:
    return json.loads(text, object_pairs_hook=_distinct, parse_constant=_refuse)


def _distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError("an object names a member twice")
    return members


def _refuse(text: str) -> Any:
    raise ValueError(f"{text} is not a number of JSON")


def _print(stream: TextIO, lines: Sequence[str], code: int) -> int:
    """Print lines, with escapes for characters that the terminal lacks; the exit code."""
    text = "".join(f"{line}\n" for line in lines)
    encoding = stream.encoding or "utf-8"
    stream.write(text.encode(encoding, "backslashreplace").decode(encoding))
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
