"""The numbers of a rating as players see them, as of a day."""

from croupier_rating import Numbers, moments, shown


def numbers(of: Numbers, points: int, now_ms: int) -> dict[str, int]:
    """Return what board and profile have in common. `points` are those that the board sorts by.

    The deviation is that of today: it grows with whole weeks without a match that counts.
    """
    today = of.on(moments.day_of(now_ms))
    return {
        "rating": shown.rating(today),
        "deviation": shown.deviation(today),
        "points": points,
        "matches": of.matches,
    }
