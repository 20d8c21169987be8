"""A match that has ended, judged move by move, by what each seat knew when it moved.

What is told to a judge is what the service has told the seat: its view, and the events that it was
shown up to then. What was taken back is left out, and so are moves that the server made.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from croupier_game.analysis import VERSION, Asked, Judged, Worth, judge_all, part_of
from croupier_game.game import view_json
from croupier_game.installed import Package
from croupier_game.search import VICTORY, Position
from croupier_game.searches import search_of
from croupier_match import Game, Match
from croupier_match.entries import Moved, Undone
from croupier_match.forced import is_forced

from croupier_client.installed import played
from croupier_client.replaying import Json, Step, steps

LOT = 16
"""How many decisions are judged together: with more, it takes longer until something is told."""


class Decision(NamedTuple):
    """A move that a seat has made, and what it knew."""

    game: str
    version: int
    seat: int
    notation: str
    position: Position
    part: int
    """The part of the match, such as a round, of which the search of the game counts the points."""

    @property
    def asked(self) -> Asked:
        """What is asked of who judges it: always with the same luck."""
        return Asked(self.position, self.notation, self.version)


def strategy_of(game: str, rollouts: int) -> str:
    """Return the name and version of what judges the moves of a game. Raise CannotSearch."""
    rules = search_of(game).rules
    return f"{rules.ID} {rules.VERSION}, search {VERSION}, {rollouts} rollouts"


def judged_in(
    decisions: Sequence[Decision], rollouts: int, library: str = "numpy"
) -> Iterator[Sequence[Json]]:
    """Yield what is said of decisions of a match, some at a time, as the house says it."""
    for at in range(0, len(decisions), LOT):
        lot = decisions[at : at + LOT]
        found = judge_all(lot[0].game, [each.asked for each in lot], rollouts, library)
        yield [told(*each) for each in zip(lot, found, strict=True)]


def decisions_in(replay: Json) -> Sequence[Decision]:
    """Return the decisions of all seats, in a game that is judged. Raise NotProven, UnknownGame."""
    seats = range(len(replay["match"]["seats"]))
    seen: Sequence[dict[int, Any]] = [{} for _ in seats]
    """What each seat was shown, by version."""
    found = list[Decision]()
    for step in steps(replay):
        entry = step.entry
        if isinstance(entry, Moved) and not is_forced(step.before, entry.seat):
            found.append(_decision(step, entry, [*seen[entry.seat].values()]))
        if isinstance(entry, Undone):
            seen = [{at: each[at] for at in each if entry.keeps(at)} for each in seen]
            found = [each for each in found if entry.keeps(each.version)]
        else:
            for seat in seats:
                seen[seat][entry.version] = _shown(step.game, step.after, seat)
    return found


def _shown(game: Game, match: Match[Any, Any, Any], seat: int) -> Sequence[Json]:
    """Return the last events, as the seat was shown them."""
    return [game.wire.event_json(game.rules.event_view(event, seat)) for event in match.events]


def _decision(step: Step, entry: Moved[Any], seen: Sequence[Any]) -> Decision:
    """Return the decision that an entry of the log was."""
    game, match, seat = step.game, step.before, entry.seat
    rules, seats = game.rules, len(match.seats)
    options, view = game.wire.options_json(match.options), view_json(game, match.state, seat)
    known = (options, seats, seat, view, rules.to_move(match.state, seats), seen)
    position = Position(*known, rules.VERSION)
    part = part_of(rules, match.state)
    return Decision(rules.ID, entry.version, seat, rules.notation(entry.move), position, part)


DIGITS = 4
"""Of what is told: a share of the victory needs that many."""


def told(decision: Decision, judged: Judged) -> Json:
    """Return what the analysis says of a decision, in JSON; luck is for `with_luck` to say."""
    package = played(decision.game, decision.position.rules_version).package
    return {
        "version": decision.version,
        "seat": decision.seat,
        "part": decision.part,
        "played": _worth(judged.played, package),
        "best": _worth(judged.best, package),
        "loss": None if judged.loss is None else round(judged.loss, DIGITS),
        "low": round(judged.low, DIGITS),
        "high": round(judged.high, DIGITS),
        "luck": None,
    }


def with_luck(moves: Sequence[Json], decisions: Sequence[Decision], unit: str) -> Sequence[Json]:
    """Return what was told of the first of these decisions, with luck apart as far as it is known.

    With more than two seats there is none: nobody says whom of them a mistake has helped.
    """
    if not decisions or decisions[0].position.seats != 2:
        return moves
    is_whole, both = len(moves) == len(decisions), float(unit == VICTORY)
    return [
        {**each, "luck": _luck(each, moves[at + 1 :], both, is_whole)}
        for at, each in enumerate(moves)
    ]


def _luck(move: Json, later: Sequence[Json], both: float, is_whole: bool) -> float | None:
    """Return what chance brought the seat of a move until it was to move again.

    That is what it may expect then, beyond what it expected after its move and what the other's
    moves cost; what the two expect has the sum `both`. If the seat was to move no more in this part
    of the match, its opponent's last word counts. None if there is nothing to go by, or not yet.
    """
    expected, now = move["played"]["expected"], None
    for each in later:
        if each["part"] != move["part"]:
            break
        if each["seat"] == move["seat"]:
            return _rounded(each["played"]["expected"] + (each["loss"] or 0.0) - expected)
        expected += each["loss"] or 0.0
        now = both - each["played"]["expected"]
    else:
        now = now if is_whole else None
    return None if now is None else _rounded(now - expected)


def _rounded(number: float) -> float:
    return round(number, DIGITS)


def _worth(worth: Worth, package: Package) -> Mapping[str, Any]:
    return {
        "notation": worth.notation,
        "move": package.wire.move_json(package.rules.parse(worth.notation)),
        "expected": round(worth.expected, DIGITS),
        "error": round(worth.error, DIGITS),
    }
