"""What both verifiers say of a replay, in a form that can be compared."""

import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import orjson
from croupier_match.verify.errors import NotAReplay, Refuted
from croupier_match.verify.replaying import recompute
from croupier_match.verify.schema import game_of, parse
from engine.domain.registry import GAMES
from engine.rpc.history_views import replay_head
from engine.verify import verify

from tests.vectors.tables import Json
from tests.vectors.verdicts import verdicts

VERSION = re.compile(r"Version (\d+)\b")
FORM = re.compile(r"log\[|.* is not as it should be")
"""How the verifier in JavaScript begins what it says of the form of an entry."""
UNENDED = re.compile(r"Version \d+ is missing")
"""What the verifier in Python says of a log at whose end the server had to go on; for the one in
JavaScript, that match has not ended."""


class Case(NamedTuple):
    """A replay, and what the verifier in Python says of it, "" if it is true."""

    name: str
    replay: Json
    says: str
    version: int | None
    """The entry that was not possible; 0 for one that is none, and None if all were possible."""


def judged(name: str, replay: Json) -> Case:
    """Return the case of a replay; if all entries were possible, with the result that follows."""
    says = _python(replay)
    version = _version(says) if says else None
    if says and version is None and not UNENDED.match(says):
        replay = _settled(replay)
        says = _python(replay)
    return Case(name, replay, says, version)


def _python(replay: Json) -> str:
    try:
        verify(replay)
    except NotAReplay as refused:
        return f"log[: {refused}"
    except Refuted as refused:
        return str(refused)
    return ""


def _settled(replay: Json) -> Json:
    """The replay with what its log comes to, if that is an end."""
    parsed = parse(replay)
    match, _ = recompute(game_of(GAMES, parsed), parsed, replay["log"])
    if not match.ended:
        return replay
    head: dict[str, Any] = orjson.loads(replay_head(match, replay["match"]["yourSeat"], ()))
    head["match"]["access"] = replay["match"]["access"]
    return head | {"log": replay["log"]}


def _version(says: str) -> int | None:
    if UNENDED.match(says):
        return None
    if FORM.match(says):
        return 0
    found = VERSION.match(says)
    return int(found[1]) if found else None


def differences(cases: Sequence[Case]) -> Iterator[str]:
    """Yield a line for each replay of which the verifiers do not say the same."""
    for case, said in zip(cases, verdicts(case.replay for case in cases), strict=True):
        if not _agree(case, said):
            yield f"{case.name}: Python {case.says or 'verified'!r}, JavaScript {said!r}"


def _agree(case: Case, said: str) -> bool:
    if not (case.says and said):
        return case.says == said
    version = _version(said)
    if None in (case.version, version):
        return case.version is version
    # An entry that is none, one finds by its form, and the other when it comes to it.
    return 0 in (case.version, version) or case.version == version
