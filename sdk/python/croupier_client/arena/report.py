"""What a run says of itself: a line while it goes on, and the result."""

import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from math import isfinite
from statistics import fmean

from croupier_client.arena import estimates
from croupier_client.arena.contest import Contest, Record
from croupier_client.arena.estimates import Estimate
from croupier_client.arena.run import Run

EVERY_S = 10.0
"""How often there is a new line where lines cannot be written over."""


class Progress:
    """A line that tells how far a run is, and when it may end."""

    def __init__(self, wanted: int, done: int) -> None:
        self._wanted, self._first = wanted, done
        self._began = self._said = time.monotonic()
        self._live = sys.stderr.isatty()

    def tell(self, run: Run) -> None:
        """Say how many units are done, if it is time to."""
        now, done = time.monotonic(), len(run.records)
        if now - self._said < (0.2 if self._live else EVERY_S):
            return
        self._said = now
        left = (now - self._began) / (done - self._first) * (self._wanted - done)
        failed = sum("failed" in each for each in run.records)
        mean = fmean(run.side.ahead or [0.0])
        said = f"{done} of {self._wanted}, {mean:+.1f} points, {failed} failed, {_time(left)} to go"
        sys.stderr.write(f"\r\x1b[K{said}" if self._live else f"{said}\n")
        sys.stderr.flush()

    def end(self) -> None:
        """Leave room for what follows."""
        if self._live:
            sys.stderr.write("\r\x1b[K")


def _time(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"


def sides(contest: Contest) -> Sequence[tuple[str, Sequence[int]]]:
    """Return the players, and where each sits at the table: one that is named last fills it."""
    found: list[tuple[str, list[int]]] = []
    for player, name in enumerate(contest.players):
        # The first is on its own, though it may play against itself.
        if player > 1 and found[-1][0] == name:
            found[-1][1].append(player)
        else:
            found.append((name, [player]))
    return found


def told(run: Run) -> Iterator[str]:
    """Yield the lines of the result."""
    contest, records, units = run.contest, run.records, run.side
    first, *others = sides(contest)
    rival = " and ".join(name for name, _ in others)
    yield f"{first[0]} against {rival}: {contest.game}, {_deals(contest, records)}"
    if units.won:
        yield from _results(contest, records, units)
    yield from _failures(contest, records)
    if contest.sprt and units.ahead:
        yield _test(contest, units.ahead)
    if times := [*_times(run)]:
        yield f"  a move takes  {', '.join(times)}"
    if units.won:
        yield _verdict(contest, estimates.share(units.won))


def _deals(contest: Contest, records: Sequence[Record]) -> str:
    if contest.url:
        return f"{len(records)} matches on {contest.url}, unpaired: each has cards of its own"
    use = {"tune": "choosing", "report": "reporting"}[contest.split]
    if contest.seats == 2:
        return f"{len(records)} pairs on deals for {use}, seed {contest.seed}"
    rotations = f"{contest.seats} rotations each"
    return f"{len(records)} deals for {use} in {rotations}, seed {contest.seed}"


def _results(contest: Contest, records: Sequence[Record], units: estimates.Side) -> Iterator[str]:
    if any("points" in each for each in records):
        yield f"  points a match  {ranged(estimates.mean(units.settled), '+.1f')}"
    won = estimates.share(units.won)
    if contest.seats == 2:
        yield f"  won             {ranged(won, '.1%')}"
        yield f"  Elo             {ranged(estimates.elo(won), '+.0f')}"
        if not contest.url:
            counts = estimates.pentanomial(units.won)
            yield f"  pairs worth     {_counts(counts)}"
        return
    for name, players in sides(contest):
        part = estimates.Side(records, players, contest.seats)
        seats = f" x {len(players)}" if len(players) > 1 else ""
        yield f"  {name}{seats} won  {ranged(estimates.share(part.won), '.1%')} a seat"
    yield f"  by chance       {1 / contest.seats:.1%}"


def _counts(counts: Sequence[int]) -> str:
    worth = ("0", "0.5", "1", "1.5", "2")
    return ", ".join(f"{name}: {count}" for name, count in zip(worth, counts, strict=True))


def ranged(estimate: Estimate, form: str) -> str:
    """Return the value with its interval; for one that is infinite, the bound that is known."""
    value, low, high = (f"{each:{form}}" for each in estimate)
    if isfinite(estimate.value):
        return f"{value} ({low} to {high})"
    return f"more than {low}" if estimate.value > 0 else f"less than {high}"


def _failures(contest: Contest, records: Sequence[Record]) -> Iterator[str]:
    failures = [each["failed"] for each in records if "failed" in each]
    counts = Counter((each["player"], each["why"]) for each in failures)
    for (player, why), count in sorted(counts.items(), key=str):
        said = next(
            each["said"] for each in failures if (each["player"], each["why"]) == (player, why)
        )
        who = "nobody" if player is None else contest.players[player]
        result = "left out" if player is None else "lost by it"
        yield f"  failed          {who} {why} {count} x, {result}: {said}"


def _test(contest: Contest, ahead: Sequence[float]) -> str:
    sprt = estimates.Sprt(*contest.sprt)
    decided = sprt.add_all(ahead)
    said = {
        "low": f"{sprt.low:g} rather than {sprt.high:g} points a match",
        "high": f"{sprt.high:g} rather than {sprt.low:g} points a match",
        "": "not decided: play more pairs",
    }[decided]
    return f"  SPRT            {said} (LLR {sprt.ratio:.2f}, decides at {estimates.BOUND:g})"


def _times(run: Run) -> Iterator[str]:
    """Yield how long each side has taken for a move."""
    for name, players in sides(run.contest):
        moves = sum(run.spent[player][0] for player in players)
        seconds = sum(run.spent[player][1] for player in players)
        if moves:
            yield f"{name} {1000 * seconds / moves:.2g} ms"


def _verdict(contest: Contest, won: Estimate) -> str:
    name, chance = contest.players[0], 1 / contest.seats
    if len({*contest.players}) == 1 and not contest.url:
        return (
            f"{name} plays itself, with the same cards and dice in all matches of a deal: what one"
            " wins, the other wins back."
        )
    if won.low > chance:
        return f"{name} is stronger: its whole interval lies above {chance:.1%}."
    if won.high < chance:
        return f"{name} is weaker: its whole interval lies below {chance:.1%}."
    return f"These matches do not tell which is stronger: the interval holds {chance:.1%}."
