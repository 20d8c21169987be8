"""Records for research: enough to play the match again, without a trace of its players."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Any

import pytest
from croupier_game.installed import load
from croupier_match.entries import Entry
from croupier_match.match import AnyMatch, ClockOptions, Kind, OnTimeout, Player, Status, Undo
from croupier_match.verify.errors import Refuted
from engine.admin.research.research_record import DrawnChance, record
from engine.domain.registry import GAMES, game_of
from pydantic import TypeAdapter

from tests.croupier_match.games import rounds
from tests.vectors import undone
from tests.vectors.tables import Table
from tests.vectors.taken_back import ask

RANDOM = ClockOptions(per_move_ms=60_000, on_timeout=OnTimeout.RANDOM)
FORFEIT = ClockOptions(per_move_ms=60_000)
MEMBERS = (
    *("game", "rulesVersion", "options", "seats", "kinds", "clock", "deal", "month", "startSeat"),
    *("start", "events", "moves", "outcome", "scores"),
)


def played_again(told: Mapping[str, Any]) -> tuple[Any, list[list[int]]]:
    """The table to which the rules come by what a record tells, and the ranking there."""
    rules = GAMES[told["game"]].rules
    state = TypeAdapter[Any](rules.State).validate_json(json.dumps(told["start"]))
    tables = [state]
    for act in told["moves"]:
        moves = [act] if act["kind"] == "move" else []
        if act["kind"] == "undone":
            state = tables[act["keeps"]]
            moves = [told["moves"][place] for place in act["again"]]
        for each in moves:
            move = rules.parse(each["notation"])
            rules.check(state, each["seat"], move)
            chance = DrawnChance(each["chance"])
            state, _ = rules.apply(state, each["seat"], move, chance)
            with pytest.raises(StopIteration):
                chance.below(2)  # all that was drawn is drawn
        tables.append(state)
    return state, [[*rank] for rank in rules.ranking(state)]


def tables(game: str) -> Iterator[Table]:
    """Matches of the game in all ways to come to an end."""
    for sealed in (False, True):
        yield Table("whole 2", game, sealed=sealed).seated().played()
    if GAMES[game].rules.MAX_SEATS > 2:
        yield Table("left", game, 3).seated().played(9).resigned(1).played()
    late = Table("late", game, clock=RANDOM).seated().played(4)
    yield late.late().played(1).late().played()
    yield Table("out of time", game, clock=ClockOptions(bank_ms=60_000)).seated().played(3).late()
    taken_back = (play() for play, _ in undone.HONEST[game].values())
    yield from (each for each in taken_back if each.match.status == Status.FINISHED)


@pytest.fixture(scope="module", params=GAMES)
def played(request: pytest.FixtureRequest) -> list[tuple[AnyMatch, list[Entry], dict[str, Any]]]:
    """Matches, their logs and their records, as they come out of a file."""
    return [(each.match, each.log, record_of(each)) for each in tables(request.param)]


def test_the_rules_come_from_a_record_to_the_same_end(played: Any) -> None:
    for match, _, told in played:
        state, ranking = played_again(told)
        assert state == match.state
        assert [*GAMES[match.game].rules.scores(state)] == told["scores"] == [*match.outcome.scores]
        if told["outcome"]["reason"] == "completed" and not any(s.resigned for s in match.seats):
            assert ranking == told["outcome"]["ranking"]


def test_a_record_has_who_was_late_together_and_what_is_made_again() -> None:
    GAMES.add(game_of(load(rounds)))
    try:
        it = Table("rounds", rounds.ID, 4, clock=FORFEIT, undo=Undo()).seated()
        to = it.match.version
        for seat in (0, 1):
            it.do(Kind.MOVE, seat, move=rounds.Move(seat + 1))
        told = record_of(ask(it, 0, to).late().late())
        state, _ = played_again(told)
    finally:
        GAMES.remove(rounds.ID)
    assert state == it.match.state
    assert [act["again"] for act in told["moves"] if "again" in act] == [[1]]
    assert [act["late"] for act in told["moves"] if "late" in act] == [[2, 3], [0]]


def record_of(table: Table) -> dict[str, Any]:
    return dict(json.loads(json.dumps(record(table.match, table.log))))


def test_all_that_ends_a_match_was_met(played: Any) -> None:
    told = [each for _, _, each in played]
    assert {each["outcome"]["reason"] for each in told} >= {"completed", "timeout"}
    acts = [act for each in told for act in each["moves"]]
    assert {act["kind"] for act in acts} >= {"move", "timeout"}
    # Every move of Just4Fun shows its mover a card, so nothing is taken back there.
    assert any("keeps" in act for act in acts) == (told[0]["game"] != "just4fun")
    assert any(act.get("forced") for act in acts)


def test_a_record_tells_no_more_than_it_says(played: Any) -> None:
    """A new field of a match, or of an entry, is in no record by itself."""
    for match, log, told in played:
        assert set(told) == {*MEMBERS}
        assert {name for act in told["moves"] for name in act} <= {
            *("seat", "kind", "seconds", "late", "gone", "keeps", "again"),
            *("forced", "notation", "chance", "events"),
        }
        text = json.dumps(told)
        for hidden in forbidden(match, log):
            assert hidden not in text, hidden


def forbidden(match: AnyMatch, log: list[Entry]) -> Iterator[str]:
    """All that could identify the match or its players."""
    yield from (match.id, match.seed, match.log_head, match.log_head[:16])
    yield from (match.create_time, match.update_time, "commitment", "entropy", '"seal"')
    for entry in log:
        yield from (entry.time, entry.time[:10])
        secret = (getattr(entry, name, "") for name in ("entropy", "seal", "note"))
        yield from filter(None, secret)
    for player in (getattr(entry, "player", None) for entry in log):
        if isinstance(player, Player):
            # Without the kind.
            yield from [*asdict(player).values()][:2]


def test_times_are_seconds_between_two_moves() -> None:
    table = Table("slow", "just4fun").seated()
    table.played(1)
    table.now_ms += 41_600
    table.played(1).resigned(0)
    told = record(table.match, table.log)
    assert [act["seconds"] for act in told["moves"]] == [1, 43, 1]
    assert told["month"] == "2026-03"


def test_a_log_of_another_match_makes_no_record() -> None:
    one, other = (Table("one", "just4fun").seated().resigned(seat) for seat in (0, 1))
    with pytest.raises(Refuted):
        record(one.match, other.log)
