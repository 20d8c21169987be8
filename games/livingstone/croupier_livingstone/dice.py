"""Dice and turns: taking a die, ending a turn, and the rounds that begin and end with it."""

from collections.abc import Iterator

from croupier_game.chance import Chance
from croupier_game.errors import IllegalMove, InvalidMove
from croupier_game.replace import replace
from croupier_game.tuples import with_item, without

from croupier_livingstone.scoring import earned_rows, final_score
from croupier_livingstone.types import (
    CHEST_DICE,
    DICE,
    END_TURN,
    LAST_COLUMN,
    SIDES,
    TAKE_DIE,
    TWO,
    DieTaken,
    MatchScored,
    Move,
    Passed,
    RoundScored,
    RoundStarted,
    State,
    Step,
    TurnEnded,
)


def moves(state: State, seat: int) -> Iterator[Move]:
    """Yield the legal moves that take a die, end the turn or pass the round."""
    values = sorted(higher_dice(state, state.last[seat]))
    if not state.die and state.owed:
        # Each die that is owed after this one must be higher: the highest values are for those.
        yield from (TAKE_DIE[value] for value in values[: len(values) - state.owed + 1])
    if not state.die and not state.owed:
        yield END_TURN
    # Only before a die is taken (RULES.md, Options: `allowPass`).
    if state.options.allow_pass and not state.taken:
        yield Move("pass_round")


def higher_dice(state: State, value: int) -> set[int]:
    """Return the different values in the pool above this one: so many dice can follow it."""
    return {each for each in state.pool if each > value}


def check_take_die(state: State, seat: int, move: Move) -> None:
    """Raise InvalidMove or IllegalMove unless the seat may take the die `move.number`."""
    if not 1 <= move.number <= SIDES:
        raise InvalidMove("A die shows 1 to 6.")
    if state.die:
        raise IllegalMove("The die you have taken must be used before another one is taken.")
    if not state.owed:
        raise IllegalMove("You take one die in a turn, or one more with each card TWO_DICE.")
    if move.number not in state.pool:
        raise IllegalMove("A die must be in the pool to be taken.")
    if move.number <= state.last[seat]:
        raise IllegalMove("A die must be higher than your last one of this round.")
    # Different values are counted: of two equal dice only one can follow.
    if len(set(state.pool) - set(range(move.number + 1))) < state.owed - 1:
        raise IllegalMove("Higher dice must remain for the card TWO_DICE that you have played.")


def take_die(state: State, seat: int, move: Move, chance: Chance) -> Step:
    """Take a die from the pool."""
    after = replace(
        state,
        pool=without(state.pool, move.number),
        die=move.number,
        owed=state.owed - 1,
        taken=True,
        last=with_item(state.last, seat, move.number),
    )
    return after, (DieTaken(seat, move.number),)


def check_die(state: State, seat: int, move: Move) -> None:
    """Raise IllegalMove unless the seat has a die to use."""
    if not state.die:
        raise IllegalMove("A die must be taken first.")


def check_end_turn(state: State, seat: int, move: Move) -> None:
    """Raise IllegalMove unless the seat has taken and used its dice."""
    if state.die:
        raise IllegalMove("The die you have taken must be used before the turn ends.")
    if state.owed:
        raise IllegalMove("A die must be taken before the turn ends.")


def end_turn(state: State, seat: int, move: Move, chance: Chance) -> Step:
    """Pass the turn to the next player."""
    after, events = _next_turn(state, chance)
    return after, (TurnEnded(seat), *events)


def check_pass_round(state: State, seat: int, move: Move) -> None:
    """Raise InvalidMove or IllegalMove unless the seat may pass the round."""
    if not state.options.allow_pass:
        raise InvalidMove("Nobody may pass in this match.")
    if state.taken:
        raise IllegalMove("Who has taken a die in this turn cannot pass any more.")


def pass_round(state: State, seat: int, move: Move, chance: Chance) -> Step:
    """Leave the round."""
    out = replace(state, passed=with_item(state.passed, seat, True))
    after, events = _next_turn(out, chance)
    return after, (Passed(seat), *events)


def start_round(state: State, chance: Chance) -> Step:
    """Roll the pool; the starter is to move."""
    seats = len(state.hands)
    dice = _roll(DICE * seats, chance)
    started = replace(
        state,
        round=state.round + 1,
        turn=state.starter,
        pool=dice,
        die=0,
        owed=1,
        taken=False,
        last=(0,) * seats,
        passed=(False,) * seats,
    )
    return started, (RoundStarted(started.round, started.starter, started.boat, dice),)


def _next_turn(state: State, chance: Chance) -> Step:
    """Pass the turn clockwise to a player with a die to take; without any, end the round."""
    seats = len(state.hands)
    # Without a die to take there is no turn, so no sales and no cards either (RULES.md, A round).
    # The last of the steps leads back to the same player, who may go on alone.
    for seat in ((state.turn + step) % seats for step in range(1, seats + 1)):
        if not state.passed[seat] and higher_dice(state, state.last[seat]):
            return replace(state, turn=seat, die=0, owed=1, taken=False), ()
    return _end_round(state, chance)


def _end_round(state: State, chance: Chance) -> Step:
    """Score the boat's column; then the boat moves on, or the match ends."""
    seats = len(state.hands)
    earned = tuple(earned_rows(state, seat) for seat in range(seats))
    scored = replace(
        state,
        pool=(),
        owed=0,
        points=tuple(map(sum, zip(state.points, map(sum, earned), strict=True))),
        # For good: SCORED_ROW_TENT may use the row even when the tent has been moved away since.
        scored_rows=tuple(
            tuple(sorted({*before, *rows}))
            for before, rows in zip(state.scored_rows, earned, strict=True)
        ),
        unscored=((),) * seats,  # a tent is marked for one round
    )
    event = RoundScored(state.boat, tuple(map(sum, earned)))
    # Rounds are not counted: BOAT_BACK from the last column adds one (RULES.md, Sources).
    if state.boat == LAST_COLUMN:
        after, events = _end_match(scored, chance)
    else:
        starter = (state.starter + 1) % seats
        after, events = start_round(replace(scored, boat=state.boat + 1, starter=starter), chance)
    return after, (event, *events)


def _end_match(state: State, chance: Chance) -> Step:
    """Add what the end brings; two players roll dice that their donations must reach."""
    final = final_score(state, _roll(CHEST_DICE, chance) if len(state.hands) == TWO else ())
    added = zip(state.points, final.rows, final.gems, final.cards, strict=True)
    return replace(state, points=tuple(map(sum, added)), final=final), (MatchScored(final),)


def _roll(dice: int, chance: Chance) -> tuple[int, ...]:
    # Ascending, as FAIRNESS.md has it, and as the check of TWO_DICE needs it.
    return tuple(sorted(chance.below(SIDES) + 1 for _ in range(dice)))
