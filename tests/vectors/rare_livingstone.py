"""Livingstone in situations that random matches hardly reach."""

from itertools import pairwise
from typing import Any

from croupier_livingstone import rules, tents
from croupier_livingstone.types import BOAT_BACK, CARDS, SCORED_ROW_TENT, Move

from tests.vectors.driven import Lies, Plays, first, legal, lies, plays, turn, until
from tests.vectors.forged import MOVES
from tests.vectors.honest import HURRY
from tests.vectors.tables import Table

FREE = (0,) * 10
"""A river without prices."""


def counts(**cards: int) -> tuple[int, ...]:
    """Numbers of cards, of those that are named."""
    return tuple(cards.get(card.lower(), 0) for card in CARDS)


def table(name: str, seats: int, clock: Any = None, **options: Any) -> Table:
    given: dict[str, Any] = {"allow_pass": True, "start_seat": 0, "river": FREE} | options
    settings = {"seats": seats, "clock": clock, "options": rules.Options(**given)}
    return Table(f"livingstone-rare {name}", "livingstone", **settings).at_once()


TENTS = counts(no_cost_tent=7, any_row_tent=7, scored_row_tent=7, boat_back=1)


def tents_gone(name: str, seats: int) -> Table:
    """Seat 0 places all its tents, and has a card of each kind that helps with tents."""
    return until(
        table(name, seats, HURRY, card_counts=TENTS),
        lambda state: not tents.supply(state, 0),
        _build,
    )


def _build(it: Table) -> str:
    """The move that leads to no tents and many cards; the others pass."""
    moves, state = legal(it), it.state
    if turn(it):
        return "pass"
    if state.die:
        plain = [move for move in moves if move == f"tent {state.die}"]
        return "card" if len(set(state.hands[0])) < 3 else first([*plain, "card"], "")
    cards = state.hands[0].count(SCORED_ROW_TENT)
    extra = first(moves, f"play {SCORED_ROW_TENT}") if cards > 1 else ""
    return extra or first(moves, "die", "end", "pass")


def moved() -> Table:
    """Two seats, of which one has no tent left and moves them, late again and again."""
    it, lifted = tents_gone("moved2", 2), False
    assert set(it.state.hands[0]) >= {"NO_COST_TENT", "ANY_ROW_TENT", SCORED_ROW_TENT}
    drawn = 0
    while drawn < 24 and not it.match.ended:
        state = it.state
        if turn(it):
            plays(it, "pass")
        elif not lifted and (step := _lifting(it)):
            plays(it, *step)
            lifted = True
        elif state.die or drawn % 3 == 2:
            it.late()
            drawn += 1
        else:
            plays(it, first(legal(it), "die", "end", "pass"))
    assert lifted
    assert drawn > 15
    entries: list[Any] = it.log
    forced = [one for late, one in pairwise(entries) if late.kind == "timeout"]
    assert sum(bool(entry.move.origin) for entry in forced) > 3
    return it if it.match.ended else it.aborted("!")


def _lifting(it: Table) -> list[str]:
    """A tent that scores no points beside one that does, and another move that lifts it again."""
    moves = legal(it)
    extra = [move for move in moves if move.startswith(f"play {SCORED_ROW_TENT}")]
    for move in extra if it.state.die else ():
        row, origin = int(move.split()[2]), move.split()[-1]
        field = f"{'abcdefghij'[it.state.boat - 1]}{row}"
        die = it.state.die
        scoring = it.state.tents[0].count(field) - it.state.unscored[0].count(field)
        if (
            scoring
            and row != die
            and origin != field
            and f"tent {die} from" in first(moves, f"tent {die}")
        ):
            return [move, f"tent {die} from {field}"]
    return []


def none_to_place() -> Table:
    """Three seats: one without a tent has no tents among its moves, when it is late."""
    it = tents_gone("none", 3)
    assert SCORED_ROW_TENT in it.state.hands[0]
    for _ in range(8):
        until(it, lambda state: state.turn == 0 and state.die > 0, _take)
        it.late()
    return it.aborted("!")


def _take(it: Table) -> str:
    return "pass" if turn(it) else first(legal(it), "die", "end", "coins")


def both_cards() -> Table:
    """A seat with tents and both cards for them, late when it has a die: all kinds of tents are
    among its moves."""
    it = table("both4", 2, HURRY, card_counts=counts(no_cost_tent=12, any_row_tent=12))
    chosen = set()
    until(it, lambda state: len(set(state.hands[0])) == 2, _draw)
    for _ in range(14):
        until(it, lambda state: state.turn == 0 and state.die > 0, _take)
        both = len(set(it.state.hands[0])) == 2
        last: Any = it.late().log[-1]
        move = last.move
        chosen |= {(move.no_cost, move.any_row)} if both else set()
    assert chosen >= {(True, False), (False, True)}
    return it.aborted("!")


def passed(it: Table) -> Table:
    """All pass to the end."""
    while not it.match.ended:
        plays(it, "pass")
    return it


def gifts() -> Table:
    """Equal points: the larger gift wins, the least is out, and the last event is a pass."""
    it = plays(table("gifts", 3), "pass", "donate 1", "pass", "donate 2", "pass")
    passed(it)
    assert it.outcome.ranking == ((2,), (1,), (0,))
    return it


def more_tents() -> Table:
    """Equal points and gifts: more tents win. A bonus of 5 is shared by two, 2 each."""
    it = table("more tents", 3, row_bonus=(0, 0, 5, 0, 0, 0))
    # Seat 1 builds in rows 2 and 3, seat 2 in rows 1, 1 and 3: five points each.
    wanted = {0: [], 1: [2, 3], 2: [1, 1, 3]}
    while not it.match.ended:
        _build_wanted(it, wanted[turn(it)])
    assert wanted == {0: [], 1: [], 2: []}
    assert it.state.final.rows == (0, 2, 2)
    assert it.outcome.ranking == ((2,), (1,), (0,))
    return it


def _build_wanted(it: Table, rows: list[int]) -> None:
    """A tent in one of the rows if there is such a die; else a pass."""
    seat, moves = turn(it), legal(it)
    if seat and not it.state.chests[seat]:
        plays(it, "donate 1")
    row = next((row for row in rows if f"die {row}" in moves), 0)
    # The first column only after the second row: so tents on one field cost nothing too much.
    if row:
        rows.remove(row)
        plays(it, f"die {row}", f"tent {row}", "end")
    else:
        plays(it, "pass")


def just_enough() -> Table:
    """Two seats, of which one gives exactly what the dice show."""
    due = sum(_given("enough2", 3).state.final.dice)
    it = _given("enough2", due)
    assert (sum(it.state.final.dice), it.state.chests[0]) == (due, due)
    assert it.outcome.winners == (0,)
    return it


def _given(name: str, amount: int) -> Table:
    """Seat 0 takes coins in the first rounds, then gives."""
    it = table(name, 2)
    until(it, lambda state: state.coins[0] >= 13 and state.turn == 0, _earn)
    until(it, lambda state: not state.die and "pass" in legal(it), _earn)
    return passed(plays(it, f"donate {amount}"))


def _earn(it: Table) -> str:
    if turn(it):
        return "pass"
    return first(legal(it), "coins", "end", "die 6", "die 5", "die 4", "die 3", "die", "pass")


def too_little() -> Table:
    """Two seats without a donation: both are out, and neither has won."""
    it = passed(table("too little", 2))
    assert it.state.final.eliminated == (0, 1)
    assert it.outcome.winners == ()
    return it


def back_again() -> Table:
    """A tent that scores no points, and BOAT_BACK: when the boat comes again, the tent scores."""
    it = table("back", 2, card_counts=counts(scored_row_tent=4, boat_back=4))
    until(it, _ready, _prepare)
    extra = first(legal(it), f"play {SCORED_ROW_TENT}")
    plays(it, extra, f"play {BOAT_BACK}")
    boat, points = it.state.boat, it.state.points[0]
    until(it, lambda state: state.boat == boat + 1, _pass)
    assert not any(it.state.unscored)
    before = it.state.points[0]
    until(it, lambda state: state.boat == boat + 2, _pass)
    assert it.state.points[0] == before + int(extra.split()[2])
    assert before > points
    return it.resigned(1)


def _ready(state: Any) -> bool:
    """In a round after its tent has scored, seat 0 may play both cards, before it takes a die."""
    both = {SCORED_ROW_TENT, BOAT_BACK} <= set(state.hands[0])
    return both and bool(state.scored_rows[0]) and state.turn == 0 and not state.taken


def _prepare(it: Table) -> str:
    if turn(it):
        return "pass"
    state = it.state
    # All tents before stand in the column that the boat goes back to.
    done = {SCORED_ROW_TENT, BOAT_BACK} <= set(state.hands[0])
    tent = first(legal(it), "tent") if done and not state.tents[0] else ""
    return tent or first(legal(it), "card", "end", "die", "pass")


def _pass(it: Table) -> str:
    return first(legal(it), "pass", "end", "die", "coins")


def one_draws() -> Table:
    """MINE_CRASH when all have gems, and only the seat that drew it draws again."""
    cards = counts(mine_crash=1, four_coins=9)
    it = table("drawer8", 3, mine_crash_draw="drawer", card_counts=cards)
    until(it, lambda state: state.out_of_game, _mine)
    assert it.match.events[0].kind == "mine_crashed"
    assert sum(map(any, it.match.events[0].lost)) > 1
    return it.aborted("!")


def _mine(it: Table) -> str:
    """Dig for gems; when all have some, draw MINE_CRASH."""
    state = it.state
    ready = sum(map(any, state.gems)) > 1
    return first(legal(it), "card" if ready else "dig", "end", "die")


def no_way_back() -> Table:
    """BOAT_BACK in the hand, in the first column, by a seat that is late again and again."""
    it = table("no way back", 4, HURRY, card_counts=counts(boat_back=9, vp2=1))
    until(it, lambda state: BOAT_BACK in state.hands[0], _draw)
    for _ in range(12):
        assert it.state.boat == 1
        until(it, lambda state: state.turn == 0, lambda _: "pass")
        it.late()
        if it.state.boat > 1 or it.state.passed[0]:
            break
    assert sum(entry.kind == "timeout" for entry in it.log) > 2
    return it.aborted("!")


def _draw(it: Table) -> str:
    return "pass" if turn(it) else first(legal(it), "card", "end", "die")


def market(*moves: Move) -> Table:
    """Seat 0 has the card MARKET, no gem, and makes these moves."""
    it = table("market", 2, card_counts=counts(market=5))
    until(it, lambda state: bool(state.hands[0]), _draw)
    for move in moves:
        lies(it, move)
    return it.resigned(1)


def below_the_first() -> Table:
    """BOAT_BACK in the first column."""
    it = table("no way back", 4, HURRY, card_counts=counts(boat_back=9, vp2=1))
    until(it, lambda state: BOAT_BACK in state.hands[0], _draw)
    return lies(it, Move("play_card", card=BOAT_BACK)).aborted("!")


HONEST: Plays = {
    "tents moved": (moved, 0),
    "both cards": (both_cards, 1),
    "no tent to place": (none_to_place, None),
    "a larger gift": (gifts, 0),
    "more tents": (more_tents, 1),
    "just enough": (just_enough, 1),
    "too little": (too_little, None),
    "back again": (back_again, 0),
    "one draws": (one_draws, 1),
    "no way back": (no_way_back, 0),
    "market": (market, 1),
}
FALSE: Lies = {
    "gems sold, none of them": (MOVES, "market", lambda: market(Move("sell_gems"))),
    "MARKET without a gem": (MOVES, "market", lambda: market(Move("play_market"))),
    "back from the first column": (MOVES, "no way back", below_the_first),
}
