"""The report on a verified match."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from croupier_match.games import Game
from croupier_match.match import AnyMatch, Deal, Kind, OnTimeout, UndoMode
from croupier_match.verify.errors import printable
from croupier_match.verify.schema import GivenClock, Json, Replay

UNDO = {
    UndoMode.CONSENT: "moves can be taken back if all agree that it concerns",
    UndoMode.NEVER: "no move can be taken back",
}
LATE = {
    OnTimeout.FORFEIT: "a seat that is late has lost",
    OnTimeout.RANDOM: "a seat that is late makes a random move",
    OnTimeout.RULES: "a seat that is late does what the rules say",
}
MAX_LISTED = 8
"""More versions with draws than these are not listed one by one."""


@dataclass(frozen=True)
class Report:
    """What was verified: a replay, the match that follows from it, by the rules of `game`, and the
    versions that drew from its chance."""

    game: Game
    replay: Replay
    match: AnyMatch
    draws: Sequence[int]

    @property
    def lines(self) -> list[str]:
        """A line for each thing that was verified."""
        replay, match = self.replay, self.match
        moves = sum(entry.kind == Kind.MOVE for entry in replay.log)
        given = [seat for seat, entropy in enumerate(replay.entropy) if entropy]
        return [
            f"{self.game.rules.NAME}, match {printable(match.id)}",
            *(_player(match, index) for index in range(len(match.seats))),
            f"commitment  ok: the seed is the promised one; {_at('entropy of seat', given)}",
            *_seals(replay, match),
            f"log         ok: {len(replay.log)} entries in an unbroken chain of hashes",
            f"recomputed  {moves} moves, {_draws(self.draws)}; state and events agree",
            f"result      {_result(match)}",
            *_promised(replay),
            "verified",
        ]


def _promised(replay: Replay) -> list[str]:
    """What the replay alone cannot prove, and a player has to compare with what it kept."""
    given, fairness = replay.match, replay.match.fairness
    what = [
        f"id {printable(given.id)}, commitment {fairness.commitment}",
        f"terms {fairness.terms}",
        f"rulesVersion {given.rules_version}, recipe {fairness.recipe}, deal {given.deal}, "
        f"start {given.start}" + (f", reveal {fairness.reveal}" if fairness.reveal else ""),
        f"options {_options(given.options)}",
        f"{_clock(given.clock)}; {UNDO[given.undo_mode]}; {_gone_after(given.gone_after)}",
        *(f"seal of seat {seat} {seal}" for seat, seal in enumerate(fairness.seals or []) if seal),
    ]
    return [f"compare     {each}" for each in what]


def _options(options: Json) -> str:
    return ", ".join(f"{name} {json.dumps(value)}" for name, value in options.items())


def _clock(clock: GivenClock | None) -> str:
    if clock is None:
        return "no clock"
    time = f"{clock.per_move} for each move"
    if clock.bank:
        time = f"{clock.bank} for the match, and {clock.increment} more with each move"
    return f"{time}; {LATE[clock.on_timeout]}"


def _gone_after(time: str | None) -> str:
    return f"a player is gone after {time}" if time else "no player is ever gone"


def _seals(replay: Replay, match: AnyMatch) -> list[str]:
    """A line about the seals of a sealed deal."""
    if match.deal == Deal.OPEN:
        return []
    if match.state is not None:
        return ["seals       ok: every seat was bound to its entropy before any was revealed"]
    return [f"seals       nothing was dealt; {_at('withheld by seat', replay.log[-1].withheld)}"]


def _at(what: str, numbers: Sequence[int]) -> str:
    """`draws at version 2, 48`, or `no draws`."""
    return f"{what} {', '.join(map(str, numbers))}" if numbers else f"no {what.split()[0]}"


def _draws(versions: Sequence[int]) -> str:
    if len(versions) <= MAX_LISTED:
        return _at("draws at version", versions)
    return f"draws at {len(versions)} versions, {versions[0]} to {versions[-1]}"


def _player(match: AnyMatch, index: int) -> str:
    player = match.seats[index].player
    if player is None:
        return f"seat {index}      free"
    return f"seat {index}      {printable(player.display_name)} ({player.kind})"


def _result(match: AnyMatch) -> str:
    outcome = match.outcome
    if outcome is None or not outcome.winners:
        return f"{match.status}, without a winner"
    scores = " : ".join(map(str, outcome.scores))
    winners = " and ".join(f"seat {seat}" for seat in outcome.winners)
    return f"{outcome.reason}, {scores}, won by {winners}"
