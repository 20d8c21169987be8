"""Whether all that was answered is there, once and no more, and every match replays.

And whether one order of all moves and reads of a match explains every answer, those that were
given to others at the same time included.
"""

import uuid
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from croupier_match.verify.errors import NotAReplay, Refuted
from engine.verify import verify
from tqdm import tqdm

from tests.faults.linear import unexplained
from tests.faults.tables import Journal, Made, Table, Wrong, body_of
from tests.faults.truth import Truth
from tests.support.players import Json
from tests.support.raw_http import get, post

MATCH_OVER = 409
"""The answer to whoever gives up a match that has ended."""


@dataclass
class Verdict:
    """`lost` were answered and are not there; `doubled` are there and were not asked for.

    Both count moves; a match that was made twice counts as doubled. `broken` are matches that
    do not replay, `wrong` answers that must not be, `unexplained` what no order of the moves and
    of the `reads` explains, a line each.
    """

    matches: int = 0
    moves: int = 0
    lost: int = 0
    doubled: int = 0
    reads: int = 0
    broken: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    unexplained: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        replayed = f"{self.matches - len(self.broken)} of {self.matches} matches replay"
        return (
            f"{self.moves} moves answered, {self.lost} lost, {self.doubled} doubled; {replayed}; "
            f"{self.reads} reads, {len(self.unexplained)} matches whose answers have no order"
        )

    @property
    def complaints(self) -> list[str]:
        return [*self.broken, *self.wrong, *self.unexplained]

    @property
    def good(self) -> bool:
        return not (self.lost or self.doubled or self.complaints)


async def check(tables: Sequence[Table]) -> Verdict:
    """End what still runs, and compare what is stored with what was answered."""
    verdict = Verdict(wrong=[table.wrong for table in tables if table.wrong])
    journals = [(table, journal) for table in tables for journal in table.journals]
    for table, journal in tqdm(journals, unit=" matches", mininterval=1, disable=None):
        await _check_match(table, journal, verdict)
    for table in tables:
        known = {journal.id for journal in table.journals}
        verdict.doubled += len([each async for each in _listed(table) if each not in known])
    return verdict


async def _check_match(table: Table, journal: Journal, verdict: Verdict) -> None:
    stored: list[Made] = []
    try:
        replay = await _replay(table, journal)
        stored += _moves(replay["log"])
        verify(replay)
        verdict.unexplained += _explain(journal, Truth(replay))
    except (Wrong, Refuted, NotAReplay) as error:
        verdict.broken.append(f"{journal.id} does not replay: {error}")
    verdict.matches += 1
    verdict.moves += len(journal.made)
    verdict.reads += len(journal.reads)
    verdict.lost += _missing(journal.made, stored)
    verdict.doubled += _missing(stored, [*journal.made, *journal.loose])


def _explain(journal: Journal, truth: Truth) -> list[str]:
    """What is wrong with what was told of this match, in a line; none if all is right."""
    found = unexplained(truth.log, journal.writes, journal.reads, truth.state)
    return [f"{journal.id}: {'; '.join(found):.500}"] if found else []


def _missing(some: Sequence[Made], others: Sequence[Made]) -> int:
    """How many of some are not among the others."""
    return sum(each not in others for each in some)


async def _replay(table: Table, journal: Journal) -> Json:
    """That of the match, which is given up if it has not ended."""
    token = journal.tokens[0]
    if not journal.ended:
        request = post(f"{journal.path}/resign", token, {}, Idempotency_Key=uuid.uuid4().hex)
        told = await table.caller.ask(request)
        if told.status != MATCH_OVER:  # which its table has complained of, unless it may be
            body_of(told)
    return body_of(await table.caller.ask(get(f"{journal.path}/replay", token)))


def _moves(log: Iterable[Json]) -> Iterator[Made]:
    for entry in log:
        if entry["kind"] == "move":
            yield entry["version"], entry["seat"], entry["move"]


async def _listed(table: Table) -> AsyncIterator[str]:
    """The ids of all matches of the player that makes them; none if it is not known any more."""
    after = ""
    while True:
        path = f"/v1/matches?player=me&pageSize=100&pageToken={after}"
        page = (await table.caller.ask(get(path, table.tokens[0]))).json()
        for match in page.get("matches", ()):
            yield match["id"]
        if not (after := page.get("nextPageToken") or ""):
            return
