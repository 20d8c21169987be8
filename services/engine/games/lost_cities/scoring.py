"""The scoring of Lost Cities: expeditions, rounds, and the standings that they lead to."""

from functools import lru_cache

from engine.games.lost_cities.types import (
    BONUS,
    BONUS_CARDS,
    COLORS,
    COST,
    RANK,
    SCORED,
    WAGER,
    Cards,
    Expedition,
    Options,
    Round,
    RoundResult,
    RoundSide,
    State,
)


@lru_cache(SCORED)
def score_expedition(color: str, cards: Cards) -> Expedition:
    """Score an expedition: (sum - 20) x (1 + wagers), plus 20 for eight cards; 0 without cards."""
    wagers = sum(card[1:] == WAGER for card in cards)
    total = sum(RANK[card[1:]] for card in cards)
    bonus = BONUS if len(cards) >= BONUS_CARDS else 0
    # Wagers multiply a loss as they do a gain; the bonus is not multiplied.
    score = (total - COST) * (1 + wagers) + bonus if cards else 0
    return Expedition(color, cards, wagers, total, bonus, score)


def score_side(expeditions: tuple[Cards, ...]) -> tuple[Expedition, ...]:
    """Score the expeditions of one side, by colour."""
    # Five or six colours are in play, so COLORS may be longer.
    return tuple(
        score_expedition(color, cards) for color, cards in zip(COLORS, expeditions, strict=False)
    )


def totals(options: Options, finished: tuple[Round, ...]) -> tuple[int, ...]:
    """Return the points of each seat: those it brought along, and those of the finished rounds."""
    carried = options.carried_scores or (0, 0)
    return tuple(
        points
        + sum(each.score for played in finished for each in score_side(played.expeditions[seat]))
        for seat, points in enumerate(carried)
    )


def results(state: State) -> tuple[RoundResult, ...]:
    """Return the finished rounds with the score of every expedition."""
    return tuple(
        RoundResult(number, played.starter, _round_sides(state, number))
        for number, played in enumerate(state.finished, 1)
    )


def next_starter(totals: tuple[int, ...], last: int) -> int:
    """Return the seat with the higher total; on a tie, the one that did not begin last."""
    # Totals, not the last round; what a tie does, no rule sheet says (RULES.md, Sources).
    if totals[0] == totals[1]:
        return 1 - last
    return 0 if totals[0] > totals[1] else 1


def _round_sides(state: State, number: int) -> tuple[RoundSide, ...]:
    """Return both sides of round `number`, which counts from 1, with the totals after it."""
    sides = [score_side(expeditions) for expeditions in state.finished[number - 1].expeditions]
    after = totals(state.options, state.finished[:number])
    return tuple(
        RoundSide(own, sum(each.score for each in own), total)
        for own, total in zip(sides, after, strict=True)
    )
