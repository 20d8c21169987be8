"""Logs of tournaments, honest and forged: docs/pairing-vectors.json."""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from croupier_tournament import System, commands, standings
from croupier_tournament.verify import verify

from tests.croupier_tournament.playing import MINUTE, Playing, player, settings
from tests.vectors.files import FOLDER
from tests.vectors.forged_tournaments import ALL
from tests.vectors.tables import Json

FILE = FOLDER.with_name("pairing-vectors.json")
ABOUT = (
    "Logs of tournaments by recipe 1 of docs/pairings.md, with the standings in the end, and "
    "forged ones with what a verifier finds first, as entry and rule. A forged log has the first "
    "`kept` lines of the first honest one, and then `lines`."
)
SHOWN = 2
"""Lines of a forged log, from the first that is changed on, at least up to the finding."""


def evening() -> Playing:
    """A Swiss with all that happens in one: a player leaves, withholds entropy, does not show up,
    withdraws; there is a bye, a hold and a pause."""
    it = Playing(settings(rounds=3), "evening")
    it.register(range(9), [1500, 1600, 1550, 1700, 1450, 1650, 1400, 1350, 1300])
    it.do(commands.Leave(player(8)))
    it.check_in(withheld=[7])
    it.pair()
    it.report(1, 1, absent=[0])
    it.report(1, 2, [0, 0])
    it.report(1, 3, [1, 0])
    it.pair()
    it.do(commands.Hold(), MINUTE)
    it.do(commands.Resume("held"), MINUTE)
    for table in (1, 2, 3):
        it.report(2, table, [0, 1])
    it.do(commands.Pause())
    it.do(commands.Resume("paused"), MINUTE)
    it.pair()
    it.report(3, 1, [0, 1])
    it.report(3, 2, [1, 0])
    it.do(commands.Withdraw(it.it.round(3).table(3).players[0]))
    return it


def round_robin() -> Playing:
    """One leaves before half of the matches, and is annulled."""
    it = Playing(settings(System.ROUND_ROBIN), "round robin").started(5)
    it.pair()
    it.play_round()
    it.do(commands.Withdraw(player(2)))
    return it.play()


def knockout() -> Playing:
    """Byes in the first round, and a tie that is played again."""
    return Playing(settings(System.KNOCKOUT), "knockout").started(6, [9, 8, 7, 6, 5, 4]).play()


def arena() -> Playing:
    return Playing(settings(System.ARENA, minutes=1, least_players=3), "arena").started(3).play()


def larger_tables() -> Playing:
    wish = settings(rounds=3, seats=4, least_seats=3)
    return Playing(wish, "larger tables").started(7).play()


def two_legs() -> Playing:
    return Playing(settings(rounds=2, legs=2), "two legs").started(4).play()


HONEST = {
    "a Swiss in which everything happens": evening,
    "a round robin that somebody leaves": round_robin,
    "a knockout": knockout,
    "an arena": arena,
    "tables of three and four": larger_tables,
    "two legs": two_legs,
}


def honest() -> Iterator[Json]:
    for name, make in HONEST.items():
        it = make()
        rows = standings(it.it, it.it.key)
        yield {"name": name, "lines": _texts(it.lines), "standings": rows}


def forged() -> Iterator[Json]:
    lines = evening().lines
    for each in ALL:
        false = each.lines(lines)
        kept = next(at for at in range(len(false)) if false[at : at + 1] != lines[at : at + 1])
        finding = verify(false).finding
        assert finding, each
        false = false[: max(kept + SHOWN, finding.line)]
        yield {
            "name": each.name,
            "kept": kept,
            "lines": _texts(false[kept:]),
            "finding": [finding.line, finding.rule],
        }


def text() -> str:
    """Return the file, a line for each vector."""
    parts = {"honest": honest(), "forged": forged()}
    listed = (f'"{name}":[\n{_lines(each)}\n]' for name, each in parts.items())
    return f'{{"about":{json.dumps(ABOUT)},\n' + ",\n".join(listed) + "}\n"


def _texts(lines: Iterable[bytes]) -> list[str]:
    return [line.decode() for line in lines]


def _lines(each: Iterable[Any]) -> str:
    return ",\n".join(json.dumps(one, separators=(",", ":")) for one in each)
