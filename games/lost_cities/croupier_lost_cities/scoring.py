"""The scoring of Lost Cities: expeditions, rounds, and the standings that they lead to."""

from functools import lru_cache

from croupier_lost_cities.types import (
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


@lru_cache(SCORED)
def score_side(expeditions: tuple[Cards, ...]) -> tuple[Expedition, ...]:
    """Score the expeditions of one side, by colour."""
    # A move changes one expedition of one side at most.
    # Five or six colours are in play, so COLORS may be longer.
    return tuple(
        [score_expedition(color, cards) for color, cards in zip(COLORS, expeditions, strict=False)]
    )


def totals(options: Options, finished: tuple[Round, ...]) -> tuple[int, ...]:
    """Return the points of each seat: those it brought along, and those of the finished rounds."""
    played = results(options, finished)
    return tuple(side.total for side in played[-1].sides) if played else _carried(options)


def results(options: Options, finished: tuple[Round, ...]) -> tuple[RoundResult, ...]:
    """Return the finished rounds with the score of every expedition."""
    return _results(_carried(options), finished)


@lru_cache(SCORED)
def _results(carried: tuple[int, ...], finished: tuple[Round, ...]) -> tuple[RoundResult, ...]:
    # Every view shows all rounds, and a match has one more only now and then.
    totals, found = carried, []
    for number, played in enumerate(finished, 1):
        sides = tuple(map(_round_side, played.expeditions, totals))
        totals = tuple(side.total for side in sides)
        found.append(RoundResult(number, played.starter, sides))
    return tuple(found)


def _carried(options: Options) -> tuple[int, ...]:
    return options.carried_scores or (0, 0)


def _round_side(expeditions: tuple[Cards, ...], before: int) -> RoundSide:
    """Return one seat's part of a round; `before` are its points before that round."""
    own = score_side(expeditions)
    score = sum(each.score for each in own)
    return RoundSide(own, score, before + score)


def next_starter(totals: tuple[int, ...], last: int) -> int:
    """Return the seat with the higher total; on a tie, the one that did not begin last."""
    # Totals, not the last round; what a tie does, no rule sheet says (RULES.md, Sources).
    if totals[0] == totals[1]:
        return 1 - last
    return 0 if totals[0] > totals[1] else 1
