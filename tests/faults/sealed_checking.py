"""Whether each sealed deal was begun once or aborted once, and blames the right players.

A match is compared with what its players were told, and with what was read of it meanwhile.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from statistics import median

from croupier_match.verify.errors import NotAReplay, Refuted
from engine.verify import verify
from tqdm import tqdm

from tests.faults.linear import unexplained
from tests.faults.sealed_deal import Deal, Player, Sight
from tests.faults.sealed_play import Group
from tests.faults.tables import Wrong
from tests.faults.truth import Truth
from tests.support.players import Json
from tests.support.sealed import seal_of

CLOCK = "%Y-%m-%dT%H:%M:%S.%fZ"


@dataclass
class Verdict:
    """`late_s` has for each aborted match the seconds from its deadline to its abort.

    `withheld` and `refused` count seats: those that were blamed, and those that were told that
    they were too late. `wrong` is a line for each thing that must not be.
    """

    begun: int = 0
    late_s: list[float] = field(default_factory=list)
    revealed: int = 0
    withheld: int = 0
    refused: int = 0
    reads: int = 0
    wrong: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return (
            f"{self.begun} matches begun, {len(self.late_s)} aborted, in the median "
            f"{median(self.late_s or [0]):.2f} s after the end of the time to reveal, and at most "
            f"{max(self.late_s, default=0):.2f} s; "
            f"{self.revealed} reveals answered, {self.refused} refused as too late, "
            f"{self.withheld} seats named; {self.reads} reads; {len(self.wrong)} faults"
        )


async def check(groups: Sequence[Group]) -> Verdict:
    """Compare what is stored with what was answered."""
    verdict = Verdict(wrong=[group.wrong for group in groups if group.wrong])
    for group in tqdm(groups, unit=" groups", mininterval=1, disable=None):
        for deal in group.deals:
            await _check_deal(group.players[0], deal, verdict)
        for player in group.players:
            verdict.wrong += await _listed_otherwise(player, group.deals)
    return verdict


async def _check_deal(player: Player, deal: Deal, verdict: Verdict) -> None:
    try:
        replay = await player.see(f"{deal.path}/replay")
        verify(replay)
        verdict.wrong += [f"{deal.id}: {each}" for each in faults(deal, replay)]
        _count(deal, replay, verdict)
    except (Wrong, Refuted, NotAReplay) as error:
        verdict.wrong.append(f"{deal.id} does not replay: {error}")


def _count(deal: Deal, replay: Json, verdict: Verdict) -> None:
    ended = replay["log"][-1]
    if withheld := ended.get("withheld"):
        late = _time(ended) - opened_at(replay) - _reveal(replay)
        verdict.late_s.append(late.total_seconds())
        verdict.withheld += len(withheld)
    else:
        verdict.begun += 1
    verdict.revealed += len(deal.revealed)
    verdict.refused += len(deal.refused)
    verdict.reads += len(deal.reads)


def faults(deal: Deal, replay: Json) -> Iterator[str]:
    """Yield what is wrong with the deal, given a replay that proves itself."""
    yield from _of_seats(deal, replay)
    yield from _of_reveals(deal, replay["log"])
    yield from _of_the_end(deal, replay["log"])
    for sight in deal.sights:
        yield from _of_sight(sight, deal, replay)
    truth = Truth(replay)
    yield from unexplained(dict.fromkeys(truth.log), [], deal.reads, truth.state)


def _of_seats(deal: Deal, replay: Json) -> Iterator[str]:
    seats = [seat["player"] and seat["player"]["id"] for seat in replay["match"]["seats"]]
    if seats != deal.players:
        yield f"the players were {deal.players}, and are {seats}"
    seals = [entry["seal"] for entry in _bound(replay["log"])]
    if seals != [seal_of(each) for each in deal.kept]:
        yield "a seal is not that of its player"


def _bound(log: Sequence[Json]) -> list[Json]:
    """The entries that bind the seats, in the order of seats."""
    return sorted((entry for entry in log if "seal" in entry), key=lambda entry: entry["seat"])


def _of_reveals(deal: Deal, log: Sequence[Json]) -> Iterator[str]:
    there = {entry["seat"]: entry["version"] for entry in log if entry["kind"] == "revealed"}
    for seat, version in deal.revealed.items():
        if (found := there.get(seat)) != version:
            yield f"seat {seat} was told that it revealed at {version}, and did at {found}"
    for seat in there.keys() & deal.refused:
        yield f"seat {seat} was told that it was too late, and has revealed"
    for seat in there.keys() - deal.revealed.keys() - deal.refused:
        yield f"seat {seat} has revealed, which it never did"


def _of_the_end(deal: Deal, log: Sequence[Json]) -> Iterator[str]:
    """A deal is begun once, if all have revealed, or else aborted once, and names the others."""
    seats = {*range(len(deal.players))}
    withheld = [entry.get("withheld") for entry in log if entry["kind"] == "aborted"]
    expected = [sorted(seats - deal.revealed.keys())] if seats - deal.revealed.keys() else []
    if withheld != expected:
        yield f"it was aborted for {withheld}, and not for {expected}"
    if (reveals := [each["kind"] for each in log].count("revealed")) != len(deal.revealed):
        yield f"{reveals} reveals are there, and {len(deal.revealed)} were answered"


def _of_sight(sight: Sight, deal: Deal, replay: Json) -> Iterator[str]:
    log, fairness = replay["log"], replay["match"]["fairness"]
    if sight.commitment != fairness["commitment"]:
        yield f"another commitment was shown at version {sight.version}"
    if sight.version > len(log):
        return  # of which the order of reads complains
    expected = phase(log[: sight.version], deal)
    if (sight.status, sight.to_reveal) != expected:
        yield f"version {sight.version} was {sight.status}, {sight.to_reveal}, and is {expected}"
    seals: list[str | None] = [None] * len(deal.players)
    for entry in _bound(log[: sight.version]):
        seals[entry["seat"]] = entry["seal"]
    if sight.seals != seals:
        yield f"other seals were shown at version {sight.version}"


def phase(log: Sequence[Json], deal: Deal) -> tuple[str, list[int]]:
    """The status after these entries, and the seats that have to reveal then."""
    seats, kinds = range(len(deal.players)), [entry["kind"] for entry in log]
    revealed = {entry["seat"] for entry in log if entry["kind"] == "revealed"}
    if "aborted" in kinds:
        return "aborted", []
    if len(revealed) == len(seats):
        left = len(seats) - kinds.count("resigned")
        return "active" if left > 1 else "finished", []
    opened = "started" in kinds if deal.manual else len(_bound(log)) == len(seats)
    return "waiting", [seat for seat in seats if opened and seat not in revealed]


async def _listed_otherwise(player: Player, deals: Sequence[Deal]) -> list[str]:
    """A line if the matches of a player are not those that are known, each once."""
    known, after, listed = sorted(deal.id for deal in deals), "", list[str]()
    while True:
        path = f"/v1/matches?player=me&pageSize=100&pageToken={after}"
        page = await player.see(path)
        listed += [match["id"] for match in page["matches"]]
        if not (after := page.get("nextPageToken") or ""):
            break
    odd = {*known} ^ {*listed}
    if sorted(listed) == known:
        return []
    return [f"{len(listed)} matches of {player.id} are listed, {len(known)} known: {odd}"]


def opened_at(replay: Json) -> datetime:
    """When the revealing began: with the last seat, or with the start."""
    return max(_time(entry) for entry in replay["log"] if "seal" in entry or _starts(entry))


def _starts(entry: Json) -> bool:
    return bool(entry["kind"] == "started")


def _reveal(replay: Json) -> timedelta:
    return timedelta(seconds=float(replay["match"]["fairness"]["reveal"][:-1]))


def _time(entry: Json) -> datetime:
    return datetime.strptime(entry["time"], CLOCK)
