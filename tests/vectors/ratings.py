"""Ledgers of ratings, honest and forged, and numbers by the recipe: docs/rating-vectors.json."""

import json
import random
from collections.abc import Iterable, Iterator

from croupier_rating import Ledger, Numbers, Strength, base_lines, recipe, shown
from croupier_rating.verify import verify

from tests.croupier_rating.playing import HOUR, WEEK, Playing, random_ranks
from tests.vectors.files import FOLDER
from tests.vectors.forged_ratings import ALL
from tests.vectors.tables import Json

FILE = FOLDER.with_name("rating-vectors.json")
ABOUT = (
    "Numbers by recipe 1 of docs/ratings.md, and ledgers: whole and shortened ones, and forged "
    "ones with what a verifier finds in them, as line, seq and rule. A forged ledger has the first "
    "`kept` lines of the honest one, and then `lines`."
)
CASES = 60
POOL = "nim.live.human.1"
SHOWN = 2
"""Lines of a forged ledger, from the first that is changed on."""
SHORTENED = 9
"""The entries that the shortened ledger does not have."""


def honest() -> Playing:
    """A ledger in which everything happens once."""
    it = Playing(POOL)
    it.carry(0, 0, Numbers(Strength(31_000_000, 1_500_000), 40, 777, 20_500, 1_650))
    it.play([0, 1], after=HOUR)
    it.play([0, 1], [0, 0], after=2 * HOUR)
    it.play([1, 0], after=3 * HOUR)
    it.play([0, 1], after=4 * HOUR)  # by half
    it.play([2, 3, 4], [0, 1, 1], after=5 * HOUR)
    it.play([2, 3], after=6 * HOUR, short=[1])
    it.play([4, 3], after=7 * HOUR, short=[1])
    it.play([3, 5], [1, 0], after=8 * HOUR, short=[0])  # once too often
    it.void(3, after=9 * HOUR)
    it.play([3, 0], after=6 * WEEK)
    it.play([1, 2], after=5 * WEEK)  # entered late
    return it


def shortened() -> list[bytes]:
    """The same ledger without its older entries."""
    it = honest()
    begin = Playing(POOL)
    whole = verify(it.lines[: SHORTENED + 1]).ledger or Ledger(POOL)
    return [*base_lines(whole), *it.lines[len(begin.lines) + SHORTENED :]]


def rated() -> Iterator[Json]:
    """Matches of 2 to 5 seats, with ties, and of all weights."""
    dice = random.Random("rated")
    for _ in range(CASES):
        seats = dice.randrange(2, 6)
        before = [
            Strength(dice.randrange(-10_000_000, 60_000_000), dice.randrange(600_000, 8_333_334))
            for _ in range(seats)
        ]
        ranks, weight = random_ranks(dice, seats), dice.choice([100, 100, 50])
        after = recipe.rated(before, ranks, weight)
        yield {"before": before, "ranks": ranks, "weight": weight, "after": after}


def kept() -> Iterator[Json]:
    """What is shown of a strength, and what becomes of it without play, and with a season."""
    for mu, sigma in [(25_000_000, 8_333_333), (31_000_000, 3_000_000), (19_012_500, 2_000_000)]:
        of = Strength(mu, sigma)
        yield {
            "strength": of,
            "rating": shown.rating(of),
            "deviation": shown.deviation(of),
            "points": shown.points(of),
            "provisional": shown.provisional(of),
            "lapseOfDay20000": shown.lapse(of, 20_000),
            "afterIdleWeeks": {weeks: recipe.idle(of, weeks) for weeks in (0, 1, 9, 99)},
            "nextSeason": recipe.next_season(of),
        }


def forged() -> Iterator[Json]:
    lines = honest().lines
    for each in ALL:
        false = each.lines(lines)
        same = next(at for at in range(len(false)) if false[at : at + 1] != lines[at : at + 1])
        false = false[: same + SHOWN]
        yield {
            "name": each.name,
            "kept": same,
            "lines": [line.decode() for line in false[same:]],
            "findings": [[found.line, found.seq, found.rule] for found in verify(false).findings],
        }


def ledgers() -> Iterator[Json]:
    whole = {"whole": honest().lines, "empty": Playing(POOL).lines, "shortened": shortened()}
    for name, lines in whole.items():
        yield {"name": name, "lines": [line.decode() for line in lines]}


def text() -> str:
    """Return the file, a line for each vector."""
    parts = {"rated": rated(), "strengths": kept(), "honest": ledgers(), "forged": forged()}
    listed = (f'"{name}":[\n{_lines(each)}\n]' for name, each in parts.items())
    return f'{{"about":{json.dumps(ABOUT)},\n' + ",\n".join(listed) + "}\n"


def _lines(each: Iterable[Json]) -> str:
    return ",\n".join(json.dumps(one, separators=(",", ":")) for one in each)
