"""What a hook is told of the tournaments that its player has entered, of their logs. Pure.

As of matches, it is told by the change from what was known to what is seen. A check-in that is over
and a round whose table has its result are nothing to be told of any more.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from croupier_tournament import OVER, Status, Tournament, match_id
from redislink.hooks import Delivery, Hook

from herald.state import State, rfc3339, supersede, tell

CHECK_IN, PAIRED, FINISHED = "checkInOpened", "roundPaired", "tournamentFinished"
EVENTS = frozenset({CHECK_IN, PAIRED, FINISHED})
UNKNOWN: list[Any] = ["", 0, False]
OLD_MS = 24 * 60 * 60 * 1000
"""How long after its end a tournament that was not known is still told of."""


@dataclass(frozen=True, slots=True)
class Entered:
    """A tournament as its log has it for one player: `round` is that in which it has an open table
    or a bye, 0 for none; `table` is the open one, with the match `match_id`, 0 and "" for none.

    `checks_in` is whether the player has still to reveal its entropy, `at` when the log was changed
    last, ms since the epoch.
    """

    id: str
    game: str
    version: int
    status: str
    at: int
    starts_at: int = 0
    checks_in: bool = False
    round: int = 0
    table: int = 0
    match_id: str = ""
    bye: bool = False

    @property
    def waits(self) -> bool:
        """Whether it waits for the player, or lets it wait."""
        return self.checks_in or bool(self.round)


def entered(it: Tournament, player_id: str) -> Entered | None:
    """What the player has of the tournament; None if it takes no part, or no more."""
    player = it.players.get(player_id)
    if player is None or not player.takes_part:
        return None
    round_number, table = max(player.tables, default=(0, 0))
    # In an arena, who is left over is paired seconds later.
    bye = not it.is_arena and it.has_bye(player_id)
    if bye:
        round_number, table = it.rounds[-1].number, 0
    return Entered(
        *(it.id, it.settings.game, it.version, it.status, it.at, it.starts_at),
        checks_in=it.status is Status.CHECK_IN and not player.entropy,
        round=round_number,
        table=table,
        match_id=_match_of(it, round_number, table) if table else "",
        bye=bye,
    )


def _match_of(it: Tournament, round_number: int, table: int) -> str:
    """The match that is played at an open table now."""
    leg = it.round(round_number).table(table).leg
    return match_id(it.id, round_number, table, leg)


def follow(hook: Hook, state: State, seen: Sequence[Entered], now_ms: int) -> list[Delivery]:
    """Queue what is new of these tournaments; return the deliveries that have changed.

    Those that are not among them are forgotten.
    """
    changed = list[Delivery]()
    for each in sorted(seen, key=lambda one: one.id):
        changed += _one(hook, state, each, now_ms)
    for gone in {*state.tournaments} - {each.id for each in seen}:
        del state.tournaments[gone]
        changed += supersede(state, gone, (CHECK_IN, PAIRED))
    return changed


def is_new(state: State, seen: Sequence[Entered]) -> bool:
    """Whether anything is not as it is known."""
    known = {each.id: _known(state, each) for each in seen}
    return known != state.tournaments


def _known(state: State, seen: Entered) -> list[Any]:
    """What is remembered of a tournament: its status, the last round, and whether it waits."""
    _, last_round, _ = state.tournaments.get(seen.id, UNKNOWN)
    return [seen.status, max(last_round, seen.round), seen.waits]


def _one(hook: Hook, state: State, seen: Entered, now_ms: int) -> list[Delivery]:
    before = state.tournaments.get(seen.id)
    status, last_round, _ = before or UNKNOWN
    known = _known(state, seen)
    if known == before:
        return []
    state.tournaments[seen.id] = known
    changed = supersede(state, seen.id, EVENTS)  # what these are about has gone on

    def add(kind: str, of: int, **members: Any) -> None:
        told = {"tournamentId": seen.id, "game": seen.game, "version": seen.version, **members}
        changed.extend(tell(hook, state, kind, seen.id, of, now_ms, told))

    if seen.checks_in and status != Status.CHECK_IN:
        add(CHECK_IN, 0, startTime=rfc3339(seen.starts_at))
    if seen.round > last_round and seen.status not in OVER and state.since:
        place = {"table": seen.table or None, "matchId": seen.match_id or None}
        add(PAIRED, seen.round, round=seen.round, **place, bye=seen.bye)
    is_news = bool(before) or hook.created < seen.at > now_ms - OLD_MS
    if seen.status in OVER and status not in OVER and is_news:
        add(FINISHED, seen.version, status=seen.status)
    return changed
